import { plainName } from '../../../interface/names.ts';
import { thingAt } from '../../../interface/resources/names/called.ts';
import { isEntryInside } from '../../../interface/resources/held-entry.ts';
import { nameWrittenOtherwise } from '../../../interface/resources/names/names-elsewhere.ts';
import { sentSchemaOf } from '../../../interface/resources/read-collections.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import { isObject, type JsonObject, memberOf } from '../../../json/value.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { schemaMembers } from '../../../schema/members.ts';

/** The objects inside of an answer that may be the entry which it tells of. */

export type Held = { readonly member: string; readonly value: JsonObject };

function objectsHeldBy(whole: JsonObject): readonly Held[] {
  return Object.entries(whole).flatMap(([member, value]) => (isObject(value) ? [{ member, value }] : []));
}

/** The objects inside of one that have a member of this name; where none has, those inside of the only one that are called so. */
function namedInside(whole: JsonObject, identity: string, thing: string): readonly Held[] {
  const objects = objectsHeldBy(whole);
  const hasName = ({ value }: Held): boolean =>
    Object.hasOwn(value, identity) || nameWrittenOtherwise(value, identity) !== undefined;
  const found = objects.filter(hasName);
  const [only, ...others] = objects;
  return found.length > 0 || only === undefined || others.length > 0
    ? found
    : objectsHeldBy(only.value).filter((held) => hasName(held) && plainName(held.member) === thing);
}

/** What an answer is read for: which member names an entry, and what is known of such entries besides. */
export type Sought = Pick<Resource, 'identity'> &
  Partial<Pick<Resource, 'path' | 'itemPath' | 'inHolder' | 'holding' | 'create' | 'makeAt' | 'replace'>>;

/** True for an object that is the entry, by what is sent and by what stands beside it: a customer is none of the orders that have one. */
function mayBeEntry({ member, value }: Held, whole: JsonObject, reading: Reading, sought: Sought): boolean {
  if (memberOf(whole, member) !== value) return true;
  const { create, makeAt, replace, path = '' } = sought;
  const sent = sentValue(reading);
  const schema = sentSchemaOf(create ?? makeAt ?? replace) ?? true;
  const names = new Set([
    ...schemaMembers(schema).properties.keys(),
    ...Object.keys(isObject(sent) ? sent : {}),
  ]);
  const objects = objectsHeldBy(whole).map((held) => held.member);
  // What is null may be an object.
  const others = Object.entries(whole).flatMap(([name, one]) =>
    one === null || isObject(one) ? [] : [name],
  );
  const inside = { name: member, names: Object.keys(value), objects, others };
  return isEntryInside(inside, names, thingAt(path));
}

/** The objects inside of an answer that have the name of an entry, and are it by all that is known. */
export function holdersIn(
  whole: JsonObject,
  identity: string,
  reading: Reading,
  sought: Sought,
): readonly Held[] {
  const thing = thingAt(sought.path ?? '');
  return namedInside(whole, identity, thing).filter((held) => mayBeEntry(held, whole, reading, sought));
}
