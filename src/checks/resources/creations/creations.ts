import { isMarked } from '../../../schema/direction.ts';
import { targetParts } from '../../../http/target.ts';
import { isDoneOtherwise, mayFilter } from '../lists/asked-in-query.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { printJson } from '../../../json/lossless.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { type Collection, isUnnamed, type Operation } from '../../../interface/model.ts';
import { splitTarget } from '../../../interface/path-matching.ts';
import { nameWrittenOtherwise } from '../../../interface/resources/names/names-elsewhere.ts';
import { nameSent } from '../../../interface/resources/places/name-sent.ts';
import { placeAsked, placeAt, withoutEndSlashes } from '../../../interface/resources/places/places.ts';
import { isList, isObject, type JsonObject, type Json, memberOf, objectsIn } from '../../../json/value.ts';
import { keySent } from '../../../oracle/conditions.ts';
import type { Contract } from '../../../oracle/contract.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { holdersOfHidden } from '../../../schema/hidden-places.ts';
import { documentedMembers } from '../../../schema/members.ts';
import type { JudgedRun } from '../../check.ts';
import { noted, onceFor } from '../../../system/once-for.ts';
import { isSameDay, isSameNumeral } from '../members/written-values.ts';
import { givenOf, ownInsideOf } from '../members/own-inside.ts';

/** A creation that succeeded: what was sent and what came back. */
export type Creation = {
  readonly reading: Reading;
  readonly collection: Collection;
  readonly sent: JsonObject;
  readonly returned: JsonObject;
  /** The identity that the service assigned, as comparable text; `undefined` when it is missing. */
  readonly identity: string | undefined;
};

/** A list of the collection as it was answered. */
export type Listing = {
  readonly reading: Reading;
  readonly collection: Collection;
  /** Of a long list they are parsed anew whenever they are asked for: `indexOf` holds what is asked often. */
  readonly entries: readonly JsonObject[];
  readonly count: number;
};

/** Names made by probes have a fixed width, so that none is found inside another. */
const MARKER = /^assay-[0-9a-z]{6}-[0-9]{3}$/;
const MARKER_START = 'assay-';
const MARKER_LENGTH = 16;
/** So many markers have the id of the run; those behind them have an id that comes after it. */
const MARKERS_OF_ID = 1_000;
const DIGITS_OF_ID = 6;
/**
 * Prime to the number of markers, and near the golden section of it: every number comes once, and those of one time lie far apart, so that
 * a list in the order of creation is in no order of names.
 */
const STRIDE = 617;

/** The marker of so many in a run: whoever makes more than a thousand gets further ones that are as long. */
export function markerOf(runId: string, count: number): string {
  const beyond = Math.floor(count / MARKERS_OF_ID);
  const number = String((count * STRIDE) % MARKERS_OF_ID).padStart(3, '0');
  const id = (Number.parseInt(runId, 36) + beyond) % 36 ** DIGITS_OF_ID;
  const own = beyond === 0 ? runId : id.toString(36).padStart(DIGITS_OF_ID, '0');
  return `${MARKER_START}${own}-${number}`;
}

/** Markers inside a text; after each the search goes on `step` characters later. */
function findMarkers(text: string, step: number): readonly string[] {
  const found: string[] = [];
  let at = text.indexOf(MARKER_START);
  while (at >= 0) {
    const candidate = text.slice(at, at + MARKER_LENGTH);
    const isMarker = MARKER.test(candidate);
    if (isMarker) found.push(candidate);
    at = text.indexOf(MARKER_START, at + (isMarker ? step : 1));
  }
  return found;
}

/** The markers inside a text. */
export function markersIn(text: string): readonly string[] {
  return findMarkers(text, MARKER_LENGTH);
}

/** The markers in the texts of an entry, and of the `attributes` in which JSON:API has them: what it shows of other entries has theirs. */
export function markersOf(entry: JsonObject): readonly string[] {
  const attributes = memberOf(entry, 'attributes');
  const holders = isObject(attributes) ? [entry, attributes] : [entry];
  const texts = holders.flatMap((held) => Object.values(held).filter((value) => typeof value === 'string'));
  return markersIn(JSON.stringify(texts));
}

/** The markers inside a text that somebody else wrote, who may have run them into one another. */
export function overlappingMarkersIn(text: string): readonly string[] {
  return findMarkers(text, 1);
}

/** What a request says of an entry as text, for markers: its body, also when it is no JSON, or what it gives in its query. */
export const sentText: (reading: Reading) => string = onceFor((reading) => {
  const { body } = reading.exchange.request;
  if (body !== undefined) return new TextDecoder().decode(body);
  const given = sentValue(reading);
  return given === undefined ? '' : printJson(given);
});

/** The markers that a request brought in its body. */
export const sentMarkers: (reading: Reading) => readonly string[] = onceFor((reading) =>
  markersIn(sentText(reading)),
);

/** What names an entry in a list, also where the service writes that name otherwise (`ID` for `id`). */
export function nameIn({ identity }: Collection, entry: JsonObject): Json | undefined {
  const own = memberOf(entry, identity);
  return own === undefined ? nameWrittenOtherwise(entry, identity) : own;
}

/** The identity of an entry as comparable text. */
export function identityOf(collection: Collection, entry: JsonObject): string | undefined {
  const identity = isUnnamed(collection) ? undefined : nameIn(collection, entry);
  return identity === undefined ? undefined : canonicalJson(identity);
}

/** What a service answered that it made, whatever it was sent. */
type Made = Pick<Creation, 'reading' | 'collection' | 'returned' | 'identity'>;

const madeIn = onceFor((collection: Collection) =>
  onceFor((reading: Reading): readonly Made[] => {
    const { answer } = reading;
    if (answer === undefined || answer.status >= 300 || answer.json.kind === 'invalid') return [];
    const returned = valueAt(answer.json.value, fromPointer(collection.created.pointer));
    return isObject(returned)
      ? [{ reading, collection, returned, identity: identityOf(collection, returned) }]
      : [];
  }),
);

const creationsIn = onceFor((collection: Collection) =>
  onceFor((reading: Reading): readonly Creation[] => {
    if (reading.expectation.situation === 'doubtful') return [];
    const body = sentValue(reading);
    const sent = body === undefined ? undefined : valueAt(body, fromPointer(collection.sent.pointer));
    return isObject(sent) ? madeIn(collection)(reading).map((made) => ({ ...made, sent })) : [];
  }),
);

/** False for what another user of the service sees and does. */
export function isOfRun({ exchange }: Reading): boolean {
  return exchange.request.credential.kind !== 'other-key';
}

/**
 * The key by which the service knows a request again, where the document has a field for one: the same key once more asks for
 * nothing new.
 */
export function keyOfRequest({ exchange, expectation }: Reading): string | undefined {
  const { operation } = expectation;
  const key = operation === undefined ? undefined : keySent(operation, exchange.request);
  return key === undefined ? undefined : `${operation?.id ?? ''} ${key}`;
}

/**
 * True for a 200 beside which the document has 201: the first says that it was there already (`201: The new reaction`, `200: The one that
 * you gave before`).
 */
function mayHaveBeenThere({ answer, expectation: { operation } }: Reading): boolean {
  const documented = operation?.responses.map(({ status }) => status) ?? [];
  return answer?.status === 200 && documented.includes('200') && documented.includes('201');
}

/** What the creations of the run's own key gave, in the order of sending. Repetitions of one are left out, and what was there before. */
function ofCreations<T>(
  run: JudgedRun,
  read: (collection: Collection, reading: Reading) => readonly T[],
): readonly T[] {
  const { collections } = run.contract.interface;
  if (collections.length === 0) return [];
  const keys = new Set<string>();
  const isFirst = (reading: Reading): boolean => {
    const key = keyOfRequest(reading);
    const isKnown = key !== undefined && keys.has(key);
    if (key !== undefined) keys.add(key);
    return !isKnown;
  };
  return run.readings.flatMap((reading) => {
    const collection = collections.find((c) => c.create.id === reading.expectation.operation?.id);
    if (collection === undefined || !isOfRun(reading) || !isFirst(reading)) return [];
    if (mayHaveBeenThere(reading)) return [];
    return read(collection, reading);
  });
}

/** Creations that got the documented success with an object, and were not asked to be done in another way. */
export const creationsOf: (run: JudgedRun) => readonly Creation[] = onceFor((run: JudgedRun) =>
  ofCreations(run, (collection, reading) =>
    isDoneOtherwise(reading) ? [] : creationsIn(collection)(reading),
  ),
);

/**
 * Creations, and what answers name that were served without a body that can be read (no `Content-Type`, a megabyte, two readings): whatever
 * that was, it is there.
 */
export function madeOf(run: JudgedRun): readonly Made[] {
  return ofCreations(run, (collection, reading) => {
    const sure = creationsIn(collection)(reading);
    return sure.length > 0
      ? sure
      : madeIn(collection)(reading).filter(({ identity }) => identity !== undefined);
  });
}

function entriesAt(body: Json, pointer: string): readonly JsonObject[] | undefined {
  const value = valueAt(body, fromPointer(pointer));
  return isList(value) ? objectsIn(value) : undefined;
}

/** A class for the same reason as what was read of an answer is one. */
class ListRead implements Listing {
  readonly reading: Reading;
  readonly collection: Collection;
  readonly count: number;

  constructor(reading: Reading, collection: Collection, count: number) {
    this.reading = reading;
    this.collection = collection;
    this.count = count;
  }

  get entries(): readonly JsonObject[] {
    const json = this.reading.answer?.json;
    return json?.kind === 'json' ? (entriesAt(json.value, this.collection.entriesPointer) ?? []) : [];
  }
}

const listingsIn = onceFor((collection: Collection) =>
  onceFor((reading: Reading): readonly Listing[] => {
    const { target } = reading.exchange.request;
    return mayFilter(collection.list, target) ? [] : readListing(collection, reading);
  }),
);

/** What an answer shows as a list of the collection; nothing where it is none. */
export function readListing(collection: Collection, reading: Reading): readonly Listing[] {
  const { answer } = reading;
  if (answer === undefined || answer.status >= 300) return [];
  if (answer.answer.truncated || answer.json.kind === 'invalid') return [];
  const entries = entriesAt(answer.json.value, collection.entriesPointer);
  return entries === undefined ? [] : [noted(new ListRead(reading, collection, entries.length))];
}

/** The path that a request was sent to: what is inside of different entries is in different places. */
export function placeOf({ exchange, expectation: { operation } }: Reading): string {
  const { path } = targetParts(exchange.request.target);
  return withoutEndSlashes(operation === undefined ? path : placeAt(operation, path));
}

/** The place below the base address that a request asks for, an action below what it is done to; `undefined` outside of it. */
export function placeAskedBy(
  { interface: document, basePath }: Contract,
  { exchange: { request } }: Reading,
): string | undefined {
  const { path } = splitTarget(basePath, request.target);
  const nameFor = (operation: Operation): string | undefined => nameSent(operation, request);
  return path === undefined ? undefined : placeAsked(document, request.method, path, nameFor);
}

/** Lists that got the documented success, in the order of sending. */
export const listingsOf: (run: JudgedRun) => readonly Listing[] = onceFor((run: JudgedRun) => {
  const { collections } = run.contract.interface;
  return run.readings.flatMap((reading) => {
    const collection = collections.find((c) => c.list.id === reading.expectation.operation?.id);
    return collection === undefined || !isOfRun(reading) ? [] : listingsIn(collection)(reading);
  });
});

/** True for a creation in the list at a place: what makes several at once is asked at one of its own. */
export function isMadeAt(
  { reading, collection }: Pick<Creation, 'reading' | 'collection'>,
  place: string,
): boolean {
  return reading.expectation.operation?.id !== collection.create.id || placeOf(reading) === place;
}

/** Listings that were asked for after an exchange had its answer. */
export function listingsAfter(listings: readonly Listing[], creation: Creation): readonly Listing[] {
  return listings.filter(
    (listing) =>
      listing.collection.path === creation.collection.path &&
      isMadeAt(creation, placeOf(listing.reading)) &&
      listing.reading.exchange.startMs >= creation.reading.exchange.endMs,
  );
}

/** How a text came back: the same, trimmed at its ends, or changed. */
type Fidelity = 'same' | 'trimmed' | 'changed';

function fidelityOf(sent: Json | undefined, got: Json | undefined): Fidelity {
  if (canonicalJson(sent) === canonicalJson(got)) return 'same';
  if (typeof sent !== 'string' || typeof got !== 'string') return 'changed';
  if (sent.trim() === got.trim()) return 'trimmed';
  if (isSameNumeral(sent, got) || isSameDay(sent, got)) return 'same';
  const instants = [sent, got].map((text) =>
    /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN,
  );
  return instants[0] === instants[1] ? 'same' : 'changed';
}

/** What a clock shows of an instant that is written with its offset. */
const SHOWN_BY_A_CLOCK = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** True for another instant that a clock shows alike: the offset was dropped, and no rule of a service comes to that. */
export function isOffsetLost(sent: Json | undefined, got: Json | undefined): boolean {
  if (typeof sent !== 'string' || typeof got !== 'string') return false;
  const [own, other] = [sent, got].map((text) => SHOWN_BY_A_CLOCK.exec(text)?.[1]?.replace(' ', 'T'));
  return own !== undefined && own === other && Math.abs(Date.parse(sent) - Date.parse(got)) >= 60_000;
}

/** A member that did not come back as it was sent. */
export type Difference = {
  readonly member: string;
  readonly fidelity: 'trimmed' | 'changed';
  readonly sent: Json | undefined;
  readonly got: Json | undefined;
};

/** Members that answers show as they were sent: those that are `writeOnly`, or hold such, are none of them. */
const shownMembers = onceFor(({ sent, created: { schema } }: Collection): ReadonlySet<string> => {
  const all = [...documentedMembers(schema)];
  const holders = holdersOfHidden(sent.schema, schema);
  return new Set(all.filter((name) => !isMarked(schema, name, 'writeOnly') && !holders.has(name)));
});

/** Compares an entry with what was sent: members that the document shows in both, apart from the assigned ones. */
export function differences(
  collection: Collection,
  sent: JsonObject,
  entry: JsonObject,
): readonly Difference[] {
  const shown = shownMembers(collection);
  const own = ownInsideOf(collection.sent.schema, collection.created.schema);
  return Object.keys(sent).flatMap((member): Difference[] => {
    if (!shown.has(member) || collection.assigned.includes(member)) return [];
    const [given, got] = [givenOf(own, member, memberOf(sent, member)), memberOf(entry, member)];
    const fidelity = fidelityOf(given, got);
    return fidelity === 'same' ? [] : [{ member, fidelity, sent: given, got }];
  });
}
