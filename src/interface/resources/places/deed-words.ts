import type { Method, Operation } from '../../model.ts';
import { plainName, singularOf, wordsOfName } from '../../names.ts';
import { entriesOf } from '../read-collections.ts';
import { placeOf } from './places.ts';

/**
 * Paths that say with a word what their method says already: `POST /books/add`, `GET /books/all`, `PUT /books/update/{id}`,
 * `DELETE /books/{id}/delete`. They are about the place without that word, where nothing else of the method stands. So are those that say it
 * of several methods at once: `/books/list-create`, `/books/{id}/retrieve-update-destroy`.
 */

const WORDS: ReadonlyMap<Method, ReadonlySet<string>> = new Map([
  ['GET', new Set('get all list fetch view show read retrieve details detail'.split(' '))],
  ['POST', new Set('add create new insert save store register'.split(' '))],
  ['PUT', new Set('update edit modify change replace'.split(' '))],
  ['PATCH', new Set('update edit modify change'.split(' '))],
  ['DELETE', new Set('delete remove destroy'.split(' '))],
]);

/** What may stand beside such a word: `getAll`, `get-by-id`, `add-new`. */
const BESIDE: ReadonlySet<string> = new Set('a an the all by id new one single list'.split(' '));

const ANY_WORD: ReadonlySet<string> = new Set([...WORDS.values()].flatMap((words) => [...words]));

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
function isRight(operation: Operation, word: string, isOfEntry: boolean): boolean {
  const { method, parameters, requestBody } = operation;
  const showsMany = !isOfEntry && entriesOf(operation)?.pointer === '';
  const isOfMany = wordsOfName(word).some((one) => OF_MANY.has(one));
  // `/orders/all/{userId}` has the orders of a user, and `/orders/details` may have anything but where it shows many.
  if (method === 'GET') return isOfEntry ? !isOfMany : isOfMany || showsMany;
  if (isOfMany) return false;
  if (method === 'POST') return !isOfEntry;
  // What is told beside the place may be what is taken out of the entry.
  const isToldMore =
    requestBody !== undefined || parameters.some((one) => one.in === 'query' && one.required);
  return isOfEntry && (method === 'DELETE' ? !isToldMore : requestBody !== undefined);
}

/** Parts of paths that name no thing. */
const NO_NOUN = /^(?:api|rest|public|private|admin|v\d+(?:\.\d+)*)$/i;

/** What the segments of a path are about: of `/books/api/list`, too, where the last of them is called so, books. */
function nounOf(segments: readonly string[]): string | undefined {
  const literals = segments.filter(isLiteral);
  const [before, last] = literals.slice(-2);
  const noun = last === undefined ? before : /^api$/i.test(last) ? before : last;
  return noun === undefined || NO_NOUN.test(noun) ? undefined : noun;
}

/** True for a segment with the words of several of these methods, and no other ones (`update-delete`). */
function isWordOfSeveral(methods: readonly Method[], segment: string, noun: string): boolean {
  const words = wordsOfName(segment);
  const own = singularOf(plainName(noun));
  if (words.some((word) => !ANY_WORD.has(word) && singularOf(word) !== own)) return false;
  return methods.filter((method) => words.some((word) => WORDS.get(method)?.has(word))).length > 1;
}

/** A template without its word, and the word; `undefined` where it has none, or is about nothing then. */
function wordIn(
  path: string,
  isWord: (segment: string, noun: string) => boolean,
): { readonly word: string; readonly rest: readonly string[] } | undefined {
  const segments = path.replace(/\/$/, '').split('/');
  // A value beside other text in a segment has no place of its own.
  if (segments.some((one) => one.includes('{') && !/^\{[^{}]*\}$/.test(one))) return undefined;
  const at = isLiteral(segments.at(-1)) ? segments.length - 1 : segments.length - 2;
  const [word, noun] = [segments[at], nounOf(segments.slice(0, at))];
  if (!isLiteral(word) || noun === undefined || !isWord(word, noun)) return undefined;
  return { word, rest: segments.filter((_segment, index) => index !== at) };
}

/** The list in whose path stands the word of a method (`/books`, of `PUT /books/update`); the path itself where none does. */
export function listWithoutWord({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  const rest = wordIn(path, (word, noun) => isDeedWord(method, word, noun))?.rest;
  return rest === undefined || !isLiteral(rest.at(-1)) ? path : rest.join('/');
}

/** True where what is left of a path names one entry of a list. */
function isOfEntryIn(rest: readonly string[]): boolean {
  return rest.at(-1)?.startsWith('{') === true;
}

/** The template of the place that all operations of a path are about without the word of several of them. */
function withoutWordOfSeveral(path: string, methods: readonly Method[]): string | undefined {
  const rest = wordIn(path, (word, noun) => isWordOfSeveral(methods, word, noun))?.rest;
  if (rest === undefined) return undefined;
  const isOfEntry = isOfEntryIn(rest);
  const isNamed = !isOfEntry || isLiteral(rest.at(-2));
  const fits = methods.every((method) => (method === 'POST' ? !isOfEntry : isOfEntry || method === 'GET'));
  return isNamed && fits ? rest.join('/') : undefined;
}

/** The template of the place that an operation is about without its word; `undefined` where it does something else there than its method says. */
function withoutWord(operation: Operation): string | undefined {
  const found = wordIn(operation.path, (word, noun) => isDeedWord(operation.method, word, noun));
  if (found === undefined) return undefined;
  const { word, rest } = found;
  const isOfEntry = isOfEntryIn(rest);
  // Two values in a row name nothing, and what is done to all that there are is another matter.
  if (isOfEntry && !isLiteral(rest.at(-2))) return undefined;
  return isRight(operation, word, isOfEntry) ? rest.join('/') : undefined;
}

/** The place of an operation without a word, and how sure it is: its own word says more than that of another operation of its path. */
type Bare = { readonly place: string; readonly by: 'its own word' | 'an update or a creation' | 'a removal' };

const SUREST: readonly Bare['by'][] = ['its own word', 'an update or a creation', 'a removal'];

/** The same by what else stands at the path: what is changed and removed there is what is read there. */
function besideOthers(operation: Operation, others: readonly Operation[]): Bare | undefined {
  const placeBy = (methods: readonly Method[]): string | undefined =>
    others
      .filter(({ method }) => methods.includes(method))
      .map(withoutWord)
      .find((place) => place !== undefined);
  if (operation.method !== 'GET') {
    const read = operation.method === 'POST' ? undefined : placeBy(['GET']);
    return read?.endsWith('}') === true ? { place: read, by: 'an update or a creation' } : undefined;
  }
  const created = entriesOf(operation) === undefined ? undefined : placeBy(['POST']);
  const made = placeBy(['PUT', 'PATCH']) ?? created;
  if (made !== undefined) return { place: made, by: 'an update or a creation' };
  const removed = placeBy(['DELETE']);
  return removed === undefined ? undefined : { place: removed, by: 'a removal' };
}

/** The places of the operations of one path, each by its operation. */
function placesAt(path: string, operations: readonly Operation[]): readonly (readonly [Operation, Bare])[] {
  const shared = withoutWordOfSeveral(
    path,
    operations.map(({ method }) => method),
  );
  return operations.flatMap((one) => {
    const own = shared ?? withoutWord(one);
    const found =
      own === undefined ? besideOthers(one, operations) : ({ place: own, by: 'its own word' } as const);
    return found === undefined ? [] : [[one, found] as const];
  });
}

/** The place of a list: that of an entry without its value. */
function listPlaceOf(template: string): string {
  return placeOf(template).replace(/\/\{\}$/, '');
}

/** The operations, each whose path has such a word with the template of the place that it is about. */
export function withPlaces(operations: readonly Operation[]): readonly Operation[] {
  const paths = Map.groupBy(operations, ({ path }) => path);
  const bare = new Map([...paths].flatMap(([path, own]) => placesAt(path, own)));
  if (bare.size === 0) return operations;
  const templateAt = (one: Operation): string => bare.get(one)?.place ?? one.path;
  const keyOf = (one: Operation): string => `${one.method} ${placeOf(templateAt(one))}`;
  const stands = Map.groupBy(operations, keyOf);
  const around = Map.groupBy(operations, (one) => listPlaceOf(templateAt(one)));
  /** The one operation of its method at a place: the place's own, or of those with a word the surest. */
  const isTheOne = (one: Operation): boolean => {
    const all = stands.get(keyOf(one)) ?? [];
    if (all.some((other) => !bare.has(other))) return false;
    const surest = SUREST.map((by) => all.filter((other) => bare.get(other)?.by === by)).find(
      (found) => found.length > 0,
    );
    return surest?.length === 1 && surest[0] === one;
  };
  return operations.map((one) => {
    const place = bare.get(one)?.place;
    if (place === undefined || !isTheOne(one)) return one;
    return (around.get(listPlaceOf(place))?.length ?? 0) > 1 ? { ...one, place } : one;
  });
}
