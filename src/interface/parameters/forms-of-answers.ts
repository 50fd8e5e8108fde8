import { queryParameters } from '../../http/target.ts';
import { isObject, type Json, memberOf } from '../../json/value.ts';
import type { Operation, Parameter } from '../model.ts';
import { wordsOfName } from '../names.ts';

/** Parameters that say in which version of the interface, or in which words, an answer comes: they choose none of what is there. */

const FORMS: ReadonlySet<string> = new Set('lang language locale culture version timezone'.split(' '));

/** True for a parameter of a query that has to be sent, or has a default, and says how an answer is written (`api-version`). */
export function isFormOfAnswer({ in: place, name, required, schema }: Parameter): boolean {
  const usual = isObject(schema) ? memberOf<Json>(schema, 'default') : undefined;
  const isWord = FORMS.has(wordsOfName(name).at(-1) ?? '');
  return place === 'query' && isWord && (required || usual !== undefined);
}

/** A query without what says how the answer is written: what is left may choose among entries. */
export function choosingQuery({ parameters }: Operation, query: string): string {
  const forms = query === '' ? [] : parameters.filter(isFormOfAnswer).map(({ name }) => name);
  if (forms.length === 0) return query;
  const isForm = (pair: string): boolean => forms.includes([...queryParameters(pair).keys()][0] ?? '');
  return query
    .split('&')
    .filter((pair) => !isForm(pair))
    .join('&');
}
