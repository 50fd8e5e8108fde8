import { schemaMembers } from '../../../schema/members.ts';
import type { Operation } from '../../model.ts';
import { plainName, singularOf } from '../../names.ts';
import { saysOfSome } from '../lists/partial-lists.ts';
import { entriesOf } from '../read-collections.ts';
import type { Resource } from '../resources.ts';
import { roleFinding, shownBy } from '../shown-entries.ts';
import type { Found } from './made-inside.ts';
import { canonicalPath, placeOf, templateOf } from './places.ts';

/**
 * Entries whose list stands at another place than they are made at: under the plural (`POST /user`, `/user/{id}`, `GET /users`), or for all,
 * beside who keeps them (`POST /librarian/books`, `PUT /librarian/books/{id}`, `GET /books`).
 */

function parted(place: string): readonly [above: string, last: string] {
  const cut = place.lastIndexOf('/');
  return [place.slice(0, cut), place.slice(cut + 1)];
}

/** True for two places beside each other that are called by the same word, one of them in the plural. */
function isSameWord(one: string, other: string): boolean {
  const [[above, last], [beside, word]] = [parted(one), parted(other)];
  const [a, b] = [plainName(last), plainName(word)];
  return above === beside && a !== '' && a !== b && singularOf(a) === singularOf(b);
}

/** True for a place of no entry that is another one without one of the words before its last: `/librarian/books`, and `/books`. */
function isWithoutWord(place: string, kept: string): boolean {
  const [words, others] = [kept.split('/').slice(1), place.split('/').slice(1)];
  if (kept.includes('{') || words.length !== others.length + 1) return false;
  return words.slice(0, -1).some((_, at) => words.toSpliced(at, 1).join('/') === others.join('/'));
}

/** True where a list has the name of an entry in each, and else members that a reading of one has. */
function showsThese({ create, read, parameter, identity }: Found['resource'], list: Operation): boolean {
  const shown = shownBy(read ?? create, { parameter });
  const entries = entriesOf(list);
  if (shown === undefined || entries === undefined || identity === undefined) return false;
  const [own, names] = [shown, entries.schema].map((schema) => [...schemaMembers(schema).properties.keys()]);
  const isAlike = names !== undefined && names.length > 1 && names.every((name) => own?.includes(name));
  return isAlike && names.includes(identity);
}

/** What says which list shows the entries of a place, in the order of how sure it is. */
const GROUNDS: readonly {
  readonly isOf: (list: Operation, place: string, resource: Found['resource']) => boolean;
  readonly words: string;
}[] = [
  {
    isOf: (list, place) => isSameWord(placeOf(templateOf(list)), place),
    words: 'a list of the same entries, under the plural of their path',
  },
  {
    // Whoever reads entries one by one where they are kept has no need of another list.
    isOf: (list, place, { read }) =>
      read === undefined && isWithoutWord(placeOf(templateOf(list)), place) && !saysOfSome(list),
    words: 'a list of the same entries for all: it counts once it shows one of the run',
  },
];

/** The same, with the lists that stand elsewhere, where no list stands at the path of the entries. */
export function withListsElsewhere(
  found: readonly Found[],
  operations: readonly Operation[],
): readonly Found[] {
  const known = new Set(found.flatMap(({ resource: { read, list } }) => [read, list]));
  return found.map((one): Found => {
    const { place, resource } = one;
    const { kind, create, itemPath, elsewhere } = resource;
    const isHere = itemPath !== undefined && placeOf(itemPath) === `${place}/{}`;
    if (kind !== 'collection' || create === undefined || !isHere || elsewhere !== undefined) return one;
    if (resource.list !== undefined) return one;
    for (const { isOf, words } of GROUNDS) {
      const [list, ...others] = operations.filter(
        (operation) =>
          operation.method === 'GET' && !known.has(operation) && isOf(operation, place, resource),
      );
      if (list === undefined || others.length > 0 || !showsThese(resource, list)) continue;
      const findings = [...roleFinding('list', list, words), ...resource.findings];
      return { ...one, resource: { ...resource, list, entries: entriesOf(list), findings } };
    }
    return one;
  });
}

/** True for entries whose list is for all, beside who keeps them: it may have reasons of its own to leave one out. */
export function isListedForAll({ list, itemPath }: Pick<Resource, 'list' | 'itemPath'>): boolean {
  if (list === undefined || itemPath === undefined) return false;
  return isWithoutWord(placeOf(templateOf(list)), parted(placeOf(itemPath))[0]);
}

/** The path of the list that shows an entry, by the path in front of the name of the entry. */
export function listPlaceOf(resource: Resource, holder: string): string {
  const { list, itemPath } = resource;
  if (list === undefined) return holder;
  if (isListedForAll(resource)) return canonicalPath(templateOf(list));
  const place = placeOf(templateOf(list));
  const [own] = parted(placeOf(itemPath ?? ''));
  if (!isSameWord(place, own)) return holder;
  return canonicalPath(`${parted(holder)[0]}/${parted(place)[1]}`);
}
