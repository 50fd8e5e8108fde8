import type { Method, Operation } from '../../model.ts';
import { plainName, singularOf, wordsOfName } from '../../names.ts';
import { placeOf } from './places.ts';

/**
 * Paths that say with a word what their method says already: `POST /books/add`, `GET /books/all`, `PUT /books/update/{id}`,
 * `DELETE /books/{id}/delete`. They are about the place without that word, where nothing else of the method stands.
 */

const WORDS: ReadonlyMap<Method, ReadonlySet<string>> = new Map([
  ['GET', new Set('get all list fetch view show read details detail'.split(' '))],
  ['POST', new Set('add create new insert save store register'.split(' '))],
  ['PUT', new Set('update edit modify change replace'.split(' '))],
  ['PATCH', new Set('update edit modify change'.split(' '))],
  ['DELETE', new Set('delete remove destroy'.split(' '))],
]);

/** What may stand beside such a word: `getAll`, `get-by-id`, `add-new`. */
const BESIDE: ReadonlySet<string> = new Set('a an the all by id new one single list'.split(' '));

function isLiteral(segment: string | undefined): segment is string {
  return segment !== undefined && segment !== '' && !segment.includes('{');
}

/** True for a segment that is the word of a method, also with the name of what stands before it (`/books/add-book`). */
function isDeedWord(method: Method, segment: string, noun: string): boolean {
  const [first = '', ...others] = wordsOfName(segment);
  const own = singularOf(plainName(noun));
  return (
    WORDS.get(method)?.has(first) === true &&
    others.every((word) => BESIDE.has(word) || singularOf(word) === own)
  );
}

/** What is about several: the list, or all that is below an entry. */
const OF_MANY: ReadonlySet<string> = new Set(['all', 'list']);

/** True for an operation that does to the place without its word what its method says: to an entry, or to the list of them. */
function isRight({ method, parameters, requestBody }: Operation, word: string, isOfEntry: boolean): boolean {
  const isOfMany = wordsOfName(word).some((one) => OF_MANY.has(one));
  // `/orders/all/{userId}` has the orders of a user, and `/orders/details` may have anything.
  if (method === 'GET') return isOfMany !== isOfEntry;
  if (isOfMany) return false;
  if (method === 'POST') return !isOfEntry;
  // What is told beside the place may be what is taken out of the entry.
  const isToldMore =
    requestBody !== undefined || parameters.some((one) => one.in === 'query' && one.required);
  return isOfEntry && (method === 'DELETE' ? !isToldMore : requestBody !== undefined);
}

/** Parts of paths that name no thing. */
const NO_NOUN = /^(?:api|rest|public|private|admin|v\d+(?:\.\d+)*)$/i;

/** A template without its word, and the word; `undefined` where it has none, or is about nothing then. */
function wordIn({
  method,
  path,
}: Pick<Operation, 'method' | 'path'>):
  | { readonly word: string; readonly rest: readonly string[] }
  | undefined {
  const segments = path.replace(/\/$/, '').split('/');
  // A value beside other text in a segment has no place of its own.
  if (segments.some((one) => one.includes('{') && !/^\{[^{}]*\}$/.test(one))) return undefined;
  const at = isLiteral(segments.at(-1)) ? segments.length - 1 : segments.length - 2;
  const [word, noun] = [segments[at], segments.slice(0, at).findLast(isLiteral)];
  if (!isLiteral(word) || noun === undefined || NO_NOUN.test(noun) || !isDeedWord(method, word, noun))
    return undefined;
  return { word, rest: segments.filter((_segment, index) => index !== at) };
}

/** The list in whose path stands the word of a method (`/books`, of `PUT /books/update`); the path itself where none does. */
export function listWithoutWord(operation: Pick<Operation, 'method' | 'path'>): string {
  const rest = wordIn(operation)?.rest;
  return rest === undefined || !isLiteral(rest.at(-1)) ? operation.path : rest.join('/');
}

/** The template of the place that an operation is about without its word; `undefined` where it does something else there than its method says. */
function withoutWord(operation: Operation): string | undefined {
  const found = wordIn(operation);
  if (found === undefined) return undefined;
  const { word, rest } = found;
  const isOfEntry = rest.at(-1)?.startsWith('{') === true;
  // Two values in a row name nothing, and what is done to all that there are is another matter.
  if (isOfEntry && !isLiteral(rest.at(-2))) return undefined;
  return isRight(operation, word, isOfEntry) ? rest.join('/') : undefined;
}

/** The place of a list: that of an entry without its value. */
function listPlaceOf(template: string): string {
  return placeOf(template).replace(/\/\{\}$/, '');
}

/** The operations, each whose path has such a word with the template of the place that it is about. */
export function withPlaces(operations: readonly Operation[]): readonly Operation[] {
  const bare = new Map(
    operations.flatMap((one) => {
      const place = withoutWord(one);
      return place === undefined ? [] : [[one, place] as const];
    }),
  );
  if (bare.size === 0) return operations;
  const keyOf = (one: Operation): string => `${one.method} ${placeOf(bare.get(one) ?? one.path)}`;
  const stands = Map.groupBy(operations, keyOf);
  const around = Map.groupBy(operations, (one) => listPlaceOf(bare.get(one) ?? one.path));
  return operations.map((one) => {
    const place = bare.get(one);
    const isAlone = stands.get(keyOf(one))?.length === 1;
    const isOneOfSeveral = (around.get(listPlaceOf(place ?? one.path))?.length ?? 0) > 1;
    return place !== undefined && isAlone && isOneOfSeveral ? { ...one, place } : one;
  });
}
