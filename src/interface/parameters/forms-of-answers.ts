import { queryParameters } from '../../http/target.ts';
import { isObject, type Json, memberOf } from '../../json/value.ts';
import { fixedValues } from '../../schema/keywords.ts';
import { scalarKeywords } from '../../schema/scalar.ts';
import type { Operation, Parameter } from '../model.ts';
import { wordsOfName } from '../names.ts';

/**
 * Parameters that say in which version of the interface, in which words or in which media type an answer comes: they choose none of what
 * is there.
 */

const FORMS: ReadonlySet<string> = new Set('lang language locale culture version timezone'.split(' '));
/** What a switch asks for beside the entries, or of the way in which they are written, and maybe in their place. */
const SWITCHES: ReadonlySet<string> = new Set('count total totals pretty print indent envelope'.split(' '));

/** True for a parameter of a query that has to be sent, or has a default, and says how an answer is written (`api-version`). */
export function isFormOfAnswer({ in: place, name, required, schema }: Parameter): boolean {
  const usual = isObject(schema) ? memberOf<Json>(schema, 'default') : undefined;
  const isWord = FORMS.has(wordsOfName(name).at(-1) ?? '');
  return place === 'query' && isWord && (required || usual !== undefined);
}

/** True for a switch that leaves out no entries as long as nobody turns it (`$count`). */
export function isIdleSwitch({ in: place, name, schema }: Parameter): boolean {
  const isSwitch = SWITCHES.has(wordsOfName(name).at(-1) ?? '') && scalarKeywords(schema).type === 'boolean';
  return place === 'query' && isSwitch;
}

/** A query without what says how the answer is written, and without what names the entry: what is left may choose among entries. */
export function choosingQuery({ parameters, namedBy }: Operation, query: string): string {
  const isOpen = (parameter: Parameter): boolean =>
    isFormOfAnswer(parameter) || (namedBy?.in === 'query' && parameter.name === namedBy.name);
  const forms = query === '' ? [] : parameters.filter(isOpen).map(({ name }) => name);
  if (forms.length === 0) return query;
  const isForm = (pair: string): boolean => forms.includes([...queryParameters(pair).keys()][0] ?? '');
  return query
    .split('&')
    .filter((pair) => !isForm(pair))
    .join('&');
}

/** Names of formats that stand in no media type as they are. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['txt', 'plain'],
  ['text', 'plain'],
  ['yml', 'yaml'],
  ['md', 'markdown'],
  ['js', 'javascript'],
  ['jsonld', 'ld'],
]);

/**
 * True for an answer of a media type that its request named by a listed value of its query (`?f=html`, `?format=csv`), whatever the
 * media types are that the document has for the answer: it can't have both, and the document asks for either.
 */
export function isOfFormAsked({ parameters }: Operation, query: string, mediaType: string): boolean {
  if (query === '') return false;
  const words = mediaType.toLowerCase().split(/[^a-z0-9]/);
  const asked = queryParameters(query);
  return parameters.some(({ in: place, name, schema }) => {
    const value = place === 'query' ? asked.get(name) : undefined;
    if (
      value === undefined ||
      value === null ||
      fixedValues(scalarKeywords(schema))?.includes(value) !== true
    )
      return false;
    const form = value.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    return words.includes(FORMATS.get(form) ?? form) || words.slice(1).join('') === form;
  });
}
