import type { Schema } from '../../../schema/keywords.ts';
import type { Interface, Operation } from '../../model.ts';
import { parameterNames } from '../../path-matching.ts';
import { placeOf } from './places.ts';
import { entriesOf } from '../read-collections.ts';
import { answeredBy, identityIn, memberNames } from '../shown-entries.ts';

/** What stands at a place of a document, and below it. */

/** An operation on something below an entry of which the document says no more than its list. */
export function belowEntry(places: Places, item: string): Operation | undefined {
  return [...places].find(([place]) => place.startsWith(`${item}/`))?.[1][0];
}

/** What is done to an entry by one of its operations: reading does nothing. */
function isDone({ method, documentation }: Operation): boolean {
  return ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && documentation === 'full';
}

/** The operations of a document by the places of their paths. */
export type Places = ReadonlyMap<string, readonly Operation[]>;

/** What is done to the entry at a place by what stands below it: of a list of others there, what puts another list in its place. */
export function actionsBelow(places: Places, item: string): readonly Operation[] {
  return [...places.entries()].flatMap(([other, operations]) => {
    const rest = other.startsWith(`${item}/`) ? other.slice(item.length + 1) : '';
    if (rest === '' || rest.includes('{}')) return [];
    const isList = places.has(`${other}/{}`);
    return operations.filter(
      (one) => isDone(one) && (!isList || one.method === 'PUT' || one.method === 'PATCH'),
    );
  });
}

export function at(places: Places, place: string, method: string): Operation | undefined {
  return places
    .get(place)
    ?.find((operation) => operation.method === method && operation.documentation === 'full');
}

export function isItemPlace(place: string): boolean {
  return place.endsWith('/{}');
}

/** True where nothing stands at a place but a list of the same entries, of whatever value. */
function isListOfAll(places: Places, place: string, entry: Schema): boolean {
  const own = places.get(place) ?? [];
  return own.every(
    (operation) =>
      operation.method === 'GET' && memberNames(entriesOf(operation)?.schema ?? true) === memberNames(entry),
  );
}

/** True where a POST at a place without a list answers with what lists one segment further show: `/notes`, beside `/notes/{user}`. */
function isMadeAbove(places: Places, place: string, entry: Schema): boolean {
  const made = at(places, place, 'GET') === undefined ? answeredBy(at(places, place, 'POST')) : undefined;
  return made !== undefined && memberNames(made) === memberNames(entry);
}

/**
 * True where the values of a parameter are no entries, and a list stands behind each: `/users/{type}` shows those whose places are
 * `/users/{type}/{id}`.
 */
export function leadsToLists(places: Places, place: string): boolean {
  const item = `${place}/{}`;
  const read = at(places, item, 'GET');
  const entries = read === undefined ? undefined : entriesOf(read);
  const [below] = places.get(`${item}/{}`) ?? [];
  // Beside a creation, PUT and PATCH are about all that the list shows.
  const isEntry =
    at(places, item, 'POST') === undefined &&
    ['PUT', 'PATCH', 'DELETE'].some((method) => at(places, item, method) !== undefined);
  const parameter = below === undefined ? undefined : parameterNames(below.path).at(-1);
  if (isEntry || entries === undefined || parameter === undefined) return false;
  const isOfAll = isListOfAll(places, place, entries.schema) || isMadeAbove(places, place, entries.schema);
  return isOfAll && identityIn(entries.schema, parameter)?.ground === 'schemas';
}

/**
 * True for a place whose one parameter says whose list it is: `/comments/{task_id}` lists the comments of a task, and takes new ones. The
 * tasks stand elsewhere.
 */
export function isListOfAnother({ collections }: Interface, places: Places, place: string): boolean {
  const item = `${place}/{}`;
  const isKnown = collections.some(({ path }) => placeOf(path) === item);
  const isEntry = ['PUT', 'PATCH', 'DELETE'].some((method) => at(places, item, method) !== undefined);
  return isKnown && !isEntry && !places.has(place);
}
