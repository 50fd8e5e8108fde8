import { USUAL_IDENTITIES } from '../../../../interface/resources/names/called.ts';
import { entrySchemaOf, type Resource } from '../../../../interface/resources/resources.ts';
import { namesWhose } from '../../../../interface/resources/words/members/told-upkeep.ts';
import { isList, isName, isObject, type JsonObject, type Json, memberOf } from '../../../../json/value.ts';
import { plainText } from '../../../../json/lossless.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { dereferenced } from '../../../../schema/references.ts';
import { allowsToldNull } from '../../../../schema/told-null.ts';
import { isEqual, isSameValue } from '../members/shown-values.ts';
import { isPlaceInOrder } from '../../promises.ts';
import type { Life } from '../life.ts';

/** Values that a service shows in a shape of its own, or later. */

/** States go on by themselves, and stay where nobody leads them on. */
export const ON_ITS_WAY = /state|status|stage|phase|step/i;

/** Moments as RFC 3339 writes them, with their offset. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/i;

/** True for two moments that are further apart than by rounding. */
function isOtherMoment(value: Json, got: Json | undefined): boolean {
  if (typeof value !== 'string' || typeof got !== 'string' || !MOMENT.test(value) || !MOMENT.test(got))
    return false;
  return Math.abs(Date.parse(value) - Date.parse(got)) >= 60_000;
}

/** True for two objects that name one thing by the usual names, or for lists of those that name the same, however often. */
function namesSame(one: Json, other: Json | undefined): boolean {
  if (isList(one) !== isList(other)) return false;
  const [own, named] = [one, other].map((value) => new Set((isList(value) ? value : [value]).map(nameOf)));
  if (own === undefined || named === undefined || own.size === 0 || own.size !== named.size) return false;
  return [...own].every((name) => name !== undefined && named.has(name));
}

/** What names an object that stands inside of another one, whatever else is said of it there. */
function nameOf(value: Json | undefined): string | undefined {
  if (!isObject(value)) return undefined;
  const name = USUAL_IDENTITIES.map((member) => memberOf(value, member)).find((one) => isName(one));
  return name === undefined ? undefined : plainText(name);
}

/**
 * True where what is shown may be the shape that a service gives the value, although it was shown before: the same value was shown
 * otherwise already, or one that names the same things (a company by its `id`, with members of the client's own beside it), or numbers of
 * the member are, and this one may be rounded to what it was. What is switched on or off by a place of
 * its own (`PUT /machines/{id}/power {state}`) may be on its way.
 */
export function mayBeShape(
  { resource, reshaped }: Pick<Life, 'resource' | 'reshaped'>,
  name: string,
  value: Json,
  got: Json | undefined,
): boolean {
  if (resource.kind === 'singleton' && ON_ITS_WAY.test(name)) return true;
  const known = reshaped.get(name);
  // What is on or off has no other shape.
  if (known === undefined || typeof value === 'boolean' || isOtherMoment(value, got)) return false;
  return (
    isEqual(known, value) ||
    (namesSame(known, value) && namesSame(value, got)) ||
    (typeof value === 'number' && typeof got === 'number' && Math.abs(value - got) < 1)
  );
}

/**
 * True where what is shown is a place in an order before the one that was asked for: an order has none behind its end, and nobody knows
 * how long it is. What is put before where it stood has such a place.
 */
export function isPutAtEnd(
  name: string,
  value: Json,
  got: Json | undefined,
  before: Json | undefined,
): boolean {
  if (!isPlaceInOrder(name) || typeof value !== 'number' || typeof got !== 'number') return false;
  return got < value && (typeof before !== 'number' || value > before);
}

/** Shorter ones, and numbers, may be the same by chance. */
const LEAST_NAME = 8;

/** True where a member shows what names the entry: another word for its identity, in letters, and not by chance. */
export function showsIdentity({ identity }: Resource, name: string, shown: JsonObject): boolean {
  const got = memberOf(shown, name);
  if (identity === undefined || identity === name || typeof got !== 'string') return false;
  return got.length >= LEAST_NAME && !/^\d+$/.test(got) && isEqual(got, memberOf(shown, identity));
}

/**
 * True where a member shows what names the entry, before an update as after it (`uuid` beside `id`, the `name` of a file that its path
 * has): no update of what stands in that place can change it.
 */
export function isOtherName(
  { resource }: Pick<Life, 'resource'>,
  name: string,
  shown: JsonObject,
  before: Json | undefined,
): boolean {
  const got = memberOf(shown, name);
  return before !== undefined && isEqual(got, before) && showsIdentity(resource, name, shown);
}

/**
 * True where a member shows whose the entry is, as it did when the entry was made, although the creation named another one or nobody: the
 * service takes who asks, and an update cannot change that.
 */
export function isWhoAsks({ making }: Pick<Life, 'making'>, name: string, got: Json | undefined): boolean {
  if (making?.shown === undefined || !namesWhose(name) || !isName(got) || got === 0) return false;
  return isEqual(memberOf(making.shown, name), got) && !isSameValue(making.values.get(name), got);
}

/** True for a null that the description alone has (`The content, if requested (otherwise null)`): when it comes is said to people. */
export function isToldNull(resource: Resource, name: string, got: Json | undefined): boolean {
  const schema = entrySchemaOf(resource);
  const member = schema === undefined ? undefined : schemaMembers(schema).properties.get(name);
  return got === null && member !== undefined && allowsToldNull(dereferenced(schema ?? true, member));
}
