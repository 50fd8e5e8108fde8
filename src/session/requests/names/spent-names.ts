import { markersIn } from '../../../checks/resources/creations/creations.ts';
import type { OwnEntry } from '../../../checks/resources/ownership/own-entries.ts';
import type { Operation } from '../../../interface/model.ts';
import { partOf, type Resource } from '../../../interface/resources/resources.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { plainText } from '../../../json/lossless.ts';
import { isList, isObject, type Json } from '../../../json/value.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { isBaseline } from '../../baseline.ts';
import { identityIn } from '../../entries/named-in-bodies.ts';
import { ownershipOf, type Sent } from '../../entries/own-things.ts';
import { callsIn, isCalled, thingAt } from '../../../interface/resources/names/called.ts';

/**
 * What may be named once alone: a parcel is part of one shipment, a cart becomes one order. Few documents say so, and a service refuses
 * what it served before. Requests name something else of the kind then.
 */

/** What was seen of the requests that make or change entries of one resource. */
type Seen = {
  /** What a request that was served named, with the bodies that named it. */
  readonly named: Map<OwnEntry, Set<string>>;
  /** Kinds of things of which one was refused that had been named before. */
  readonly spent: Set<Resource>;
  /** What was there of such kinds when something else of them was refused: it may be in a state in which it is not to be named. */
  readonly unfit: Set<OwnEntry>;
  /** How many requests were refused that named nothing that was named before. */
  refusedAnew: number;
};

type Kept = { readonly of: Map<Resource, Seen>; noted: number };

const kept = new WeakMap<Sent, Kept>();

/** Where new things are refused as well, it is not for having been named. */
const MOST_REFUSED_ANEW = 2;

/** True for a member that is called for things of a resource. */
function isCalledFor(resource: Resource, calls: readonly string[]): boolean {
  const one = { thing: thingAt(resource.path), identity: 'id', value: null, place: resource.path };
  return calls.some((called) => isCalled(called, one));
}

/** The entries of the run that a body names. */
function namedIn(session: Sent, body: Json): readonly OwnEntry[] {
  const names = [...callsIn(body)];
  return ownershipOf(session).entries.filter(({ path, resource }) =>
    names.some(({ calls, value }) => isNameOf(path, plainText(value)) && isCalledFor(resource, calls)),
  );
}

/** True for a text that is the identity of what stands at a path, or its address. */
function isNameOf(path: string, text: string): boolean {
  return text === identityIn(path) || text.endsWith(path);
}

/** A body as it is but for what each request has of its own. */
function withoutMarkers(body: Json): Json {
  if (isList(body)) return body.map(withoutMarkers);
  if (isObject(body))
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, withoutMarkers(value)]));
  return typeof body === 'string' && markersIn(body).length > 0 ? '' : body;
}

function note(session: Sent, { of }: Kept, reading: Reading): void {
  const { answer, expectation } = reading;
  const { operation, situation } = expectation;
  if (operation === undefined || answer === undefined || situation !== 'ordinary') return;
  const found =
    operation.requestBody === undefined ? undefined : partOf(session.contract.interface, operation);
  if (found === undefined || found.part === 'remove' || reading.exchange.request.method === 'GET') return;
  const body = sentValue(reading);
  const named =
    body === undefined ? [] : namedIn(session, body).filter((one) => one.resource !== found.resource);
  if (body === undefined || named.length === 0) return;
  const seen = of.get(found.resource) ?? {
    named: new Map(),
    spent: new Set(),
    unfit: new Set(),
    refusedAnew: 0,
  };
  of.set(found.resource, seen);
  const text = canonicalJson(withoutMarkers(body));
  if (isBaseline(reading)) {
    for (const one of named) seen.named.set(one, (seen.named.get(one) ?? new Set()).add(text));
    return;
  }
  const again = named.filter((one) => seen.named.has(one));
  if (answer.status === 409 && seen.spent.size > 0 && again.length === 0) {
    seen.refusedAnew += 1;
    for (const one of ownershipOf(session).entries) if (seen.spent.has(one.resource)) seen.unfit.add(one);
  }
  // Other refusals may be owed to other values.
  const isSame = again.some((one) => seen.named.get(one)?.has(text) === true);
  if (answer.status === 409 || (isSame && (answer.status === 400 || answer.status === 422)))
    for (const { resource } of again) seen.spent.add(resource);
}

function seenBy(session: Sent, operation: Operation): Seen | undefined {
  const known = kept.get(session) ?? { of: new Map<Resource, Seen>(), noted: 0 };
  kept.set(session, known);
  for (const reading of session.readings.slice(known.noted)) note(session, known, reading);
  known.noted = session.readings.length;
  const resource = partOf(session.contract.interface, operation)?.resource;
  return resource === undefined ? undefined : known.of.get(resource);
}

const NOTHING: ReadonlySet<OwnEntry> = new Set();

/** What a request of the operation should not name, since it was named before and is refused now. */
export function spentFor(session: Sent, operation: Operation): ReadonlySet<OwnEntry> {
  const seen = seenBy(session, operation);
  if (seen === undefined || seen.spent.size === 0 || seen.refusedAnew >= MOST_REFUSED_ANEW) return NOTHING;
  return new Set([...seen.named.keys(), ...seen.unfit].filter(({ resource }) => seen.spent.has(resource)));
}

/** What requests of the operation named that were served. */
export function servedNamesFor(session: Sent, operation: Operation): ReadonlySet<OwnEntry> {
  const seen = seenBy(session, operation);
  return seen === undefined ? NOTHING : new Set(seen.named.keys());
}

/** What makes things for a request of the operation to name, where all that are there were named before. */
export function freshMakersFor(session: Sent, operation: Operation, body?: Json): readonly Operation[] {
  const spent = spentFor(session, operation);
  if (spent.size === 0) return [];
  const { entries } = ownershipOf(session);
  const names = body === undefined ? undefined : [...callsIn(body)];
  const kinds = new Set([...spent].map(({ resource }) => resource));
  return [...kinds].flatMap((resource) => {
    const isFree = entries.some(
      (one) => one.resource === resource && one.standing === 'there' && !spent.has(one),
    );
    const isNamed = names?.some(({ calls }) => isCalledFor(resource, calls)) ?? true;
    return isFree || !isNamed || resource.create === undefined ? [] : [resource.create];
  });
}
