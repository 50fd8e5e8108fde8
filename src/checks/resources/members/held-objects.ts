import { plainName, singularOf } from '../../../interface/names.ts';
import { thingAt } from '../../../interface/resources/names/called.ts';
import { isEntryInside, isEnvelope, isOfMessage } from '../../../interface/resources/held-entry.ts';
import { nameWrittenOtherwise } from '../../../interface/resources/names/names-elsewhere.ts';
import { type Entries, sentSchemaOf } from '../../../interface/resources/read-collections.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import { saysNothingOf } from '../../../interface/resources/shown-entries.ts';
import { percentDecoded } from '../../../http/target.ts';
import { withoutEndSlashes } from '../../../interface/resources/places/places.ts';
import { plainText } from '../../../json/lossless.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { isList, isObject, type Json, type JsonObject, memberOf, objectsIn } from '../../../json/value.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { markersIn, sentMarkers } from '../creations/creations.ts';

/** The objects inside of an answer that may be the entry which it tells of. */

export type Held = { readonly member: string; readonly value: JsonObject };

function objectsHeldBy(whole: JsonObject): readonly Held[] {
  return Object.entries(whole).flatMap(([member, value]) => (isObject(value) ? [{ member, value }] : []));
}

/**
 * The objects inside of one that have a member of this name; where none has, those inside of the only one that are called so, or that hold
 * what a message is about inside of another message (`{"data": {"message": "…", "data": {…}}}`).
 */
function namedInside(whole: JsonObject, identity: string, thing: string): readonly Held[] {
  const objects = objectsHeldBy(whole);
  const hasName = ({ value }: Held): boolean =>
    Object.hasOwn(value, identity) || nameWrittenOtherwise(value, identity) !== undefined;
  const found = objects.filter(hasName);
  const [only, ...others] = objects;
  return found.length > 0 || only === undefined || others.length > 0
    ? found
    : objectsHeldBy(only.value).filter(
        (held) =>
          hasName(held) &&
          (plainName(held.member) === thing ||
            (isEnvelope(only.member) && isEnvelope(held.member) && isMessageBeside(only.value, held.member))),
      );
}

/** True where nothing but words of a message stands beside a member. */
function isMessageBeside(whole: JsonObject, member: string): boolean {
  return Object.keys(whole).every((name) => name === member || isOfMessage(name));
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

/** True for an object with a text that the request gave under the same name. */
function showsGiven(value: JsonObject, reading: Reading): boolean {
  const sent = sentValue(reading);
  const own = sentMarkers(reading);
  return (
    isObject(sent) &&
    Object.entries(value).some(
      ([name, text]) =>
        typeof text === 'string' &&
        memberOf(sent, name) === text &&
        markersIn(text).some((marker) => own.includes(marker)),
    )
  );
}

/** True for an object that is called as the path ends. */
function isNamedByPath(name: Json | undefined, { exchange }: Reading): boolean {
  const [path = ''] = exchange.request.target.split('?', 1);
  const last = percentDecoded(withoutEndSlashes(path).split('/').at(-1) ?? '');
  return name !== undefined && plainText(name) === last;
}

/**
 * The entry in an answer of which nothing is described, where it comes as databases give it, as the one object of the only list
 * (`{"ok": true, "notes": [{…}]}`): with a text that its creation gave, or the name that its path has.
 */
function rowIn(whole: JsonObject, identity: string, reading: Reading): readonly Held[] {
  const { operation } = reading.expectation;
  if (operation === undefined || !saysNothingOf(operation)) return [];
  const [list, ...others] = Object.entries(whole).filter(([, value]) => isList(value) || isObject(value));
  const [value, ...more] = list === undefined ? [] : objectsIn(list[1]);
  if (list === undefined || value === undefined || others.length > 0 || more.length > 0) return [];
  const name = memberOf(value, identity);
  const isIt = operation.method === 'POST' ? showsGiven(value, reading) : isNamedByPath(name, reading);
  return isIt && name !== undefined ? [{ member: list[0], value }] : [];
}

/** The objects inside of an answer that have the name of an entry, and are it by all that is known. */
export function holdersIn(
  whole: JsonObject,
  identity: string,
  reading: Reading,
  sought: Sought,
): readonly Held[] {
  const thing = thingAt(sought.path ?? '');
  const held = namedInside(whole, identity, thing).filter((one) => mayBeEntry(one, whole, reading, sought));
  return held.length > 0 ? held : rowIn(whole, identity, reading);
}

/**
 * What the answer to a list shows where the document has its entries. Where nothing is said of it, they may stand in the only list, that is
 * called as they are (`{"notes": […]}` of `/notes`) or as what messages hold (`{"data": […]}`).
 */
export function listIn(whole: Json, { pointer, schema }: Entries, path: string): Json | undefined {
  const found = valueAt(whole, fromPointer(pointer));
  if (schema !== true || !isObject(found)) return found;
  const [only, ...others] = Object.entries(found).filter(([, value]) => isList(value));
  const isCalledSo =
    only !== undefined && (singularOf(plainName(only[0])) === thingAt(path) || isEnvelope(only[0]));
  return isCalledSo && others.length === 0 ? only[1] : undefined;
}
