import { schemaMembers } from '../../../schema/members.ts';
import type { Operation } from '../../model.ts';
import { plainName, singularOf } from '../../names.ts';
import { entriesOf } from '../read-collections.ts';
import type { Resource } from '../resources.ts';
import { roleFinding, shownBy } from '../shown-entries.ts';
import type { Found } from './made-inside.ts';
import { canonicalPath, placeOf, templateOf } from './places.ts';

/** Entries that are made and read under the singular, and listed under the plural (`POST /user`, `/user/{id}`, `GET /users`). */

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

/** True where a list has the name of an entry in each, and else members that a reading of one has. */
function showsThese({ create, read, parameter, identity }: Found['resource'], list: Operation): boolean {
  const shown = shownBy(read ?? create, { parameter });
  const entries = entriesOf(list);
  if (shown === undefined || entries === undefined || identity === undefined) return false;
  const [own, names] = [shown, entries.schema].map((schema) => [...schemaMembers(schema).properties.keys()]);
  const isAlike = names !== undefined && names.length > 1 && names.every((name) => own?.includes(name));
  return isAlike && names.includes(identity);
}

/** The same, with the lists that stand under the plural of what they show, where no list stands at the path of the entries. */
export function withPluralLists(found: readonly Found[], operations: readonly Operation[]): readonly Found[] {
  const known = new Set(found.flatMap(({ resource: { read, list } }) => [read, list]));
  return found.map((one): Found => {
    const { place, resource } = one;
    const { kind, create, itemPath, elsewhere } = resource;
    const isHere = itemPath !== undefined && placeOf(itemPath) === `${place}/{}`;
    if (kind !== 'collection' || create === undefined || !isHere || elsewhere !== undefined) return one;
    const [list, ...others] = operations.filter(
      (operation) =>
        operation.method === 'GET' &&
        !known.has(operation) &&
        isSameWord(placeOf(templateOf(operation)), place),
    );
    if (resource.list !== undefined || list === undefined || others.length > 0 || !showsThese(resource, list))
      return one;
    const findings = roleFinding('list', list, 'a list of the same entries, under the plural of their path');
    return {
      ...one,
      resource: {
        ...resource,
        list,
        entries: entriesOf(list),
        findings: [...findings, ...resource.findings],
      },
    };
  });
}

/** The path of the list that shows an entry, by the path in front of the name of the entry: the same one, unless the list is called in the plural. */
export function listPlaceOf({ list, itemPath }: Resource, holder: string): string {
  const place = list === undefined ? '' : placeOf(templateOf(list));
  const [own] = parted(placeOf(itemPath ?? ''));
  if (!isSameWord(place, own)) return holder;
  return canonicalPath(`${parted(holder)[0]}/${parted(place)[1]}`);
}
