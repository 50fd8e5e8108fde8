import type { Operation } from '../../../interface/model.ts';
import { plainName } from '../../../interface/names.ts';
import { wholeNameAt } from '../../../interface/resources/names/whole-names.ts';
import { percentDecoded } from '../../../http/target.ts';
import { numbersIn } from '../../../json/lossless.ts';
import { type Json } from '../../../json/value.ts';
import { requestSchema } from '../../../oracle/contract.ts';
import { ownershipOf } from '../../entries/own-things.ts';
import { entryIn } from '../../../checks/resources/deeds.ts';
import type { OwnEntry } from '../../../checks/resources/ownership/own-entries.ts';
import { withoutEndSlashes } from '../../../interface/resources/places/places.ts';
import { type Named, namesIn, thingAt } from '../../../interface/resources/names/called.ts';
import { type Told } from './made-to-name.ts';
import { naming } from './naming.ts';

/** What the path of a request says of what its body names. */

/** Members that name what they are in by the way they are called. */
const NAMES_THINGS = /(?:id|uuid|guid|key|code|slug|sku|ref|number)$/;

/** What entries in the path of a request are called by: what they were shown with, and their name in the path. */
function namedInPath(session: Told, path: string): readonly Named[] {
  const ownership = ownershipOf(session);
  const segments = withoutEndSlashes(path.split('?', 1).join()).split('/');
  return segments.flatMap((_segment, at): readonly Named[] => {
    const own = ownership.at(segments.slice(0, at + 1).join('/'));
    if (own === undefined) return [];
    const { resource, madeBy } = own;
    const shown = entryIn(resource, madeBy);
    const thing = thingAt(resource.path);
    const text = percentDecoded(segments[at] ?? '') ?? '';
    const inPath = [text, ...numbersIn(text)].map((value) => ({
      thing,
      identity: 'id',
      value,
      place: resource.path,
    }));
    // What is inside has a `title` and a `size` of its own.
    const names = ({ identity }: Named): boolean =>
      NAMES_THINGS.test(identity) || identity === plainName(resource.identity ?? '');
    return [...(shown === undefined ? [] : namesIn(resource.path, shown).filter(names)), ...inPath];
  });
}

/** The whole names of what the run made and is there, what is inside of the entry that a path names first. */
function wholeNames(session: Told, path: string): readonly Named[] {
  const [bare = ''] = path.split('?', 1);
  const living = ownershipOf(session).entries.filter(({ standing }) => standing === 'there');
  const isInside = (entry: OwnEntry): boolean => {
    const folder = entry.path.slice(0, entry.path.lastIndexOf('/'));
    return bare.startsWith(folder);
  };
  return living
    .toSorted((a, b) => Number(isInside(b)) - Number(isInside(a)))
    .flatMap(({ resource, path: own }): readonly Named[] => {
      const value = wholeNameAt(resource, own);
      const place = resource.path;
      return value === undefined ? [] : [{ thing: thingAt(place), identity: 'id', value, place }];
    });
}

/**
 * The body with the names of what is there in members that the document says to have such whole names (`publishers/p1/books/b7`): any
 * drawn one names nothing.
 */
export function ofWholeNames(session: Told, operation: Operation, path: string, body: Json): Json {
  const root = requestSchema(operation);
  const named = root === undefined ? [] : wholeNames(session, path);
  return root === undefined || named.length === 0 ? body : naming(root, body, named, { isWhole: true });
}

/**
 * The body of a creation inside of something with what its path names: services refuse one that names another (`/projects/{name}/tasks`
 * with `project` as the id of it), and no document says so.
 */
export function ofNamedInPath(session: Told, operation: Operation, path: string, body: Json): Json {
  const root = requestSchema(operation);
  if (root === undefined || operation.method !== 'POST' || !operation.path.includes('}/')) return body;
  const named = namedInPath(session, path);
  return named.length === 0 ? body : naming(root, body, named);
}
