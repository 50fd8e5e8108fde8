import type { Operation } from '../../model.ts';
import { plainName, singularOf } from '../../names.ts';
import { entriesOf } from '../read-collections.ts';
import { placeOf, templateOf } from './places.ts';

/**
 * Paths that name what holds entries where others name an entry: `POST /comments/{postId}` beside `DELETE /comments/{commentId}`. They are
 * about the place that others write as `/posts/{postId}/comments`.
 */

const NAME_AT_END = /^((?:\/[^/{}]+)*)\/([^/{}]+)\/\{([^{}]+)\}\/?$/;
/** What is left of the name of a parameter is what it names. */
const NAMES = /(?:id|uuid|guid|slug)$/;
const OWN: ReadonlySet<string> = new Set(['id', 'uuid', 'guid', 'slug']);

/** What a template is about whose one parameter stands at its end: the word before it, in the singular, and what the parameter names. */
function namedAtEnd(template: string):
  | {
      readonly above: string;
      readonly noun: string;
      readonly thing: string;
      readonly names: string;
      readonly parameter: string;
    }
  | undefined {
  const [whole, above = '', noun = '', parameter = ''] = NAME_AT_END.exec(template) ?? [];
  if (whole === undefined) return undefined;
  const plain = plainName(parameter);
  const thing = singularOf(plainName(noun));
  return { above, noun, thing, names: OWN.has(plain) ? thing : plain.replace(NAMES, ''), parameter };
}

/** The operations, each whose path names what holds its entries with the template of the place that it is about. */
export function withHoldersInPlaceOfNames(operations: readonly Operation[]): readonly Operation[] {
  const byPlace = Map.groupBy(operations, (one) => placeOf(templateOf(one)));
  return operations.map((operation) => {
    const { method, path, place } = operation;
    const own = place === undefined ? namedAtEnd(path) : undefined;
    if (own === undefined || own.names === own.thing) return operation;
    const isOfSeveral = method === 'POST' || (method === 'GET' && entriesOf(operation) !== undefined);
    const beside = byPlace.get(placeOf(path)) ?? [];
    const isBesideEntries = beside.some(
      (one) => one.method !== method && namedAtEnd(templateOf(one))?.names === own.thing,
    );
    if (!isOfSeveral || !isBesideEntries) return operation;
    const holder = operations
      .map((one) => namedAtEnd(templateOf(one)))
      .find((one) => one?.names === own.names && one.thing === own.names);
    if (holder === undefined) return operation;
    const template = `${holder.above}/${holder.noun}/{${own.parameter}}/${own.noun}`;
    return byPlace.has(placeOf(template)) ? operation : { ...operation, place: template };
  });
}
