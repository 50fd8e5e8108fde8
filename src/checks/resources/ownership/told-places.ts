import { USUAL_IDENTITIES } from '../../../interface/resources/names/called.ts';
import { percentDecoded } from '../../../http/target.ts';
import { plainName } from '../../../interface/names.ts';
import { parameterNames } from '../../../interface/path-matching.ts';
import type { Naming } from '../../../interface/resources/places/made-elsewhere.ts';
import { canonicalPath, filledInOrder } from '../../../interface/resources/places/places.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import { valueAt } from '../../../json/pointer.ts';
import { isList, isObject, type JsonObject, type Json, memberOf } from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { markersIn, sentMarkers } from '../creations/creations.ts';
import {
  entryIn,
  hasWordOf,
  isSuccess,
  locationOf,
  pathBy,
  placeReferredTo,
  tellsOfNew,
  textOf,
} from '../deeds.ts';

/**
 * Where the answer to a creation says that something is which was made at another place, and which read shows that it is. Whatever an
 * answer says could name somebody else's entry: nothing is the run's before its own text is shown there.
 */

/** Places that are looked at for one creation, the surest first: `Location`, links, names. */
const MOST_PLACES = 3;

/** Members by which an answer refers to what it shows, and that no client sends. */
const SELF_LINKS: readonly (readonly string[])[] = [
  ['links', 'self'],
  ['_links', 'self'],
  ['_links', 'self', 'href'],
];

/** Members that refer to what an object is about. */
const LINKS: readonly (readonly string[])[] = [['url'], ['self'], ['href'], ['uri'], ...SELF_LINKS];

/** The path by a member that has all names in one text (`full_name: "owner/name"`), the last of which is the entry's own. */
function pathByWholeName(itemPath: string, naming: Naming, entry: JsonObject): string | undefined {
  const [count, last] = [parameterNames(itemPath).length, naming.at(-1)];
  const own = last === undefined ? undefined : textOf(valueAt(entry, last));
  if (count < 2 || own === undefined) return undefined;
  const names = Object.values(entry).flatMap((value) =>
    typeof value === 'string' ? [value.split('/')] : [],
  );
  const whole = names.find((parts) => parts.length === count && parts.at(-1) === own);
  return whole === undefined || whole.includes('')
    ? undefined
    : canonicalPath(filledInOrder(itemPath, whole));
}

/** The places of an entry that links of these members lead to: those that HAL and JSON:API have (`_links.self.href`), or others too. */
export function linkedPlaces(
  contract: Contract,
  resource: Resource,
  reading: Reading,
  members = SELF_LINKS,
): readonly string[] {
  const entry = entryIn(resource, reading);
  return members.flatMap((place) => {
    const link = entry === undefined ? undefined : valueAt(entry, place);
    return typeof link === 'string' ? (placeReferredTo(contract, resource, reading, link) ?? []) : [];
  });
}

/**
 * Where `Location` says that a new entry is. Where its answer shows a name that can stand in no path (`a\u0000b`), and the place has
 * nothing of that, nobody can say that it is there: it may be written by another identity than the one that is read.
 */
export function placeLocated(contract: Contract, resource: Resource, reading: Reading): string | undefined {
  const place = locationOf(contract, resource, reading);
  const entry = entryIn(resource, reading);
  const name = entry === undefined ? undefined : memberOf(entry, resource.identity ?? '');
  const isUnfit = typeof name === 'string' && name !== '' && textOf(name) === undefined;
  if (place === undefined || !isUnfit || isGuessed(resource)) return place;
  return hasWordOf(percentDecoded(place.slice(place.lastIndexOf('/') + 1)) ?? '', name) ? place : undefined;
}

/** The places of what a creation made, as its answer tells them, the surest first. */
export function placesTold(
  contract: Contract,
  resource: Resource,
  values: readonly string[],
  reading: Reading,
): readonly string[] {
  const { itemPath, elsewhere } = resource;
  const { operation } = reading.expectation;
  const maker = elsewhere?.makers.find((one) => one.operation === operation);
  if (itemPath === undefined || operation === undefined || maker === undefined) return [];
  const names = parameterNames(operation.path).map(plainName);
  const others = new Map(names.flatMap((name, at) => (values[at] === undefined ? [] : [[name, values[at]]])));
  const entry = entryIn(resource, reading);
  const links = linkedPlaces(contract, resource, reading, LINKS);
  const named = entry === undefined ? undefined : pathBy(itemPath, maker.naming, entry, others);
  const whole = entry === undefined ? undefined : pathByWholeName(itemPath, maker.naming, entry);
  const told = [locationOf(contract, resource, reading), ...links, whole, named];
  return [...new Set(told.flatMap((path) => path ?? []))].slice(0, MOST_PLACES);
}

function scalarsIn(value: Json | undefined): readonly string[] {
  if (isList(value)) return value.flatMap((item) => scalarsIn(item));
  if (isObject(value)) return Object.values(value).flatMap((item) => scalarsIn(item));
  const text = textOf(value);
  return text === undefined ? [] : [text];
}

/** True where the request sent the last name of a path: what is there may have been there before, and changed. */
export function isNameSent(path: string, reading: Reading): boolean {
  const name = percentDecoded(path.slice(path.lastIndexOf('/') + 1)) ?? '';
  return scalarsIn(sentValue(reading)).includes(name);
}

/**
 * What an answer names and only a read can say of whether the run made it: its one word (`whole`), or where it tells of an entry (`told`)
 * with neither a new status nor the text of the request, which may have been there before.
 */
export function placeToRead(
  reading: Reading,
  { whole, told }: { readonly whole: string | undefined; readonly told: string | undefined },
): string | undefined {
  const path = whole ?? (tellsOfNew(reading) ? undefined : told);
  return path === undefined || isNameSent(path, reading) ? undefined : path;
}

/** What was made, or will be in the background. */
const MADE: ReadonlySet<number> = new Set([201, 202]);

function markersAt(value: Json | undefined, name: string): readonly string[] {
  const member = isObject(value) ? memberOf(value, name) : undefined;
  return typeof member === 'string' ? markersIn(member) : [];
}

/**
 * True where a read shows what a creation made: a text of that request, in the member in which it was sent or told of, and no other
 * identity than that. `isInside`: it was made inside of an entry of the run, so that its identity is enough where a 201 or a 202 told of it.
 */
export function showsWhatWasMade(
  resource: Resource,
  madeBy: Reading,
  reading: Reading,
  isInside: boolean,
): boolean {
  const shown = isSuccess(reading) ? entryIn(resource, reading) : undefined;
  if (shown === undefined) return false;
  const told = entryIn(resource, madeBy);
  const own = new Set(sentMarkers(madeBy));
  const sent = sentValue(madeBy);
  const isShown = Object.keys(shown).some((name) => {
    // A body that is one text has no members, and that text may be called anything.
    const given = isObject(sent) ? [sent, told].flatMap((one) => markersAt(one, name)) : [...own];
    return markersAt(shown, name).some((marker) => own.has(marker) && given.includes(marker));
  });
  const known = USUAL_IDENTITIES.flatMap((name) => {
    const [before, now] = [told, shown].map((one) => textOf(memberOf(one ?? {}, name)));
    return before === undefined || now === undefined ? [] : [before === now];
  });
  const isSame = known.length > 0 && isInside && MADE.has(madeBy.answer?.status ?? 0);
  return (isShown || isSame) && !known.includes(false);
}

/** True where a name alone tells which member of an entry stands in its path. */
export function isGuessed({ findings }: Resource): boolean {
  return findings.some(({ part, ground }) => part.startsWith('identity ') && ground === 'names');
}
