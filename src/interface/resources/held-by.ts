import { toPointer } from '../../json/pointer.ts';
import type { Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import type { Operation } from '../model.ts';
import { plainName } from '../names.ts';
import { placeOf } from './places/places.ts';
import { at, isItemPlace, type Places } from './places/standing-at.ts';
import type { Resource } from './resources.ts';
import {
  answeredBy,
  entriesHeldIn,
  type Finding,
  identityIn,
  memberNames,
  shownBy,
} from './shown-entries.ts';

/** Entries that answers show inside of what holds them: the lines of a cart. */

type Apart = Omit<Resource, 'parent'>;

/** What holds entries: an entry itself (`/carts/{id}`), or one thing that is always there (`/cart`). */
type Holder = { readonly schema: Schema | undefined; readonly read: Operation | undefined };

/** What reads the one thing that holds the entries of a path: `GET /cart`, of `/cart/items`. */
function thingAbove(places: Places, path: string): Holder | undefined {
  const above = placeOf(path.slice(0, path.lastIndexOf('/')));
  const read = above === '' || isItemPlace(above) ? undefined : at(places, above, 'GET');
  return read === undefined || read.parameters.some(({ required }) => required)
    ? undefined
    : { schema: answeredBy(read), read };
}

/**
 * The member of a holder that has the entries, where what makes or replaces one answers with the holder: its answer is described
 * as that of reading the holder, and has a list that is called as the path of the entries is, with what names an entry in each.
 */
function memberOfHolder(
  { path, parameter, create, replace, change }: Apart,
  { schema: shown }: Holder,
): Pick<Resource, 'inHolder' | 'identity'> | undefined {
  if (shown === undefined || parameter === undefined) return undefined;
  const last = path.slice(path.lastIndexOf('/') + 1);
  const own = [create, replace, change].flatMap((one) => {
    const schema = answeredBy(one);
    return schema === undefined ? [] : [schema];
  });
  if (own.length === 0 || own.some((schema) => memberNames(schema) !== memberNames(shown))) return undefined;
  const member = [...schemaMembers(shown).properties.keys()].find(
    (name) => plainName(name) === plainName(last),
  );
  const entry = entriesHeldIn(shown, member);
  const identity = entry === undefined ? undefined : identityIn(entry, parameter)?.member;
  return member === undefined || identity === undefined ? undefined : { inHolder: member, identity };
}

/**
 * Where the answer about a holder shows the entries inside of it, for entries that no operation reads or lists: in a list that is
 * called as their path is, with what names an entry in each.
 */
function shownByHolder(
  { path, itemPath, parameter, read, list }: Apart,
  { schema, read: seenIn }: Holder,
): Pick<Resource, 'seenIn' | 'entries' | 'identity'> | undefined {
  if (schema === undefined || seenIn === undefined || parameter === undefined) return undefined;
  if (read !== undefined || list !== undefined || itemPath === undefined) return undefined;
  const last = plainName(path.slice(path.lastIndexOf('/') + 1));
  const member = [...schemaMembers(schema).properties.keys()].find((name) => plainName(name) === last);
  const entry = entriesHeldIn(schema, member);
  const named = entry === undefined ? undefined : identityIn(entry, parameter);
  if (entry === undefined || member === undefined || named === undefined || named.ground === 'names')
    return undefined;
  return { seenIn, entries: { pointer: toPointer([member]), schema: entry }, identity: named.member };
}

/** What is known of entries from what holds them: an entry with its schema, or one thing above them. */
export function heldBy(
  resource: Apart,
  holder: (Apart & Pick<Holder, 'schema'>) | undefined,
  places: Places,
): Pick<Resource, 'seenIn' | 'inHolder'> & Partial<Pick<Resource, 'entries' | 'identity'>> {
  const { path, itemPath } = resource;
  if (holder === undefined) {
    const thing = itemPath === undefined ? undefined : thingAbove(places, path);
    const answered = thing === undefined ? undefined : memberOfHolder(resource, thing);
    return thing === undefined || answered === undefined
      ? {}
      : { ...shownByHolder(resource, thing), ...answered };
  }
  const answered = memberOfHolder(resource, holder);
  if (answered !== undefined) return answered;
  const isInside = placeOf(holder.itemPath ?? '') === placeOf(path.slice(0, path.lastIndexOf('/')));
  const schema = answeredBy(holder.read);
  // What stands in one member (`data`) is left alone.
  const isWhole = schema !== undefined && shownBy(holder.read, holder) === schema;
  return (isInside && isWhole ? shownByHolder(resource, { schema, read: holder.read }) : undefined) ?? {};
}

/** What was found, with the member that names an entry where what holds them tells it. */
export function withIdentity(findings: readonly Finding[], member: string | undefined): readonly Finding[] {
  if (member === undefined) return findings;
  const words = 'what holds the entries shows it in each';
  const others = findings.filter(({ part }) => !part.startsWith('identity '));
  return [...others, { part: `identity ${member}`, ground: 'schemas', words }];
}
