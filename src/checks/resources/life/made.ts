import type { Operation } from '../../../interface/model.ts';
import {
  entrySchemaOf,
  isListedAlone,
  isMarked,
  type Resource,
} from '../../../interface/resources/resources.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { isObject, type JsonObject, type LosslessJson, memberOf } from '../../../json/value.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import type { Contract } from '../../../oracle/contract.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { besideNull, schemaMembers } from '../../../schema/members.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { excerptJson } from '../../outcome.ts';
import { markersIn } from '../creations.ts';
import { isFreeText } from '../promises.ts';
import { deedOf, entryIn, isSuccess } from '../deeds.ts';
import { asksNothingCertain, isHidden, type Life, type LifeCourt } from './life.ts';
import { isSameValue, listedMembers, promisedBetween, sentTo, wishOf } from './entry-state.ts';
import { isSettled } from './list-looks.ts';

/**
 * What a new entry has of the request that made it: what the request gave and no answer shows, and what it left out although the
 * document has a default for it.
 */

/** What a creation asked for, and what its answer shows. */
export type Making = {
  readonly operation: Operation;
  readonly values: ReadonlyMap<string, LosslessJson>;
  readonly shown: JsonObject | undefined;
};

export function makingOf(
  resource: Resource,
  reading: Reading,
  shown: JsonObject | undefined,
): Making | undefined {
  const { operation, situation } = reading.expectation;
  const makers = [resource.create, resource.makeAt];
  if (operation === undefined || !makers.includes(operation) || reading.answer?.status === 202)
    return undefined;
  if (asksNothingCertain(reading) || situation === 'unusual-text') return undefined;
  const values = wishOf('create', { operation, resource }, reading)?.values;
  return values === undefined ? undefined : { operation, values, shown };
}

/** What requests sent of a number, and what the answers showed. */
type Numbers = { readonly sent: number; readonly shown: LosslessJson };

/** Members of entries whose numbers are the service's own, by what the creations of a run sent and showed. */
export function countedByResource(
  contract: Contract,
  readings: readonly Reading[],
): ReadonlyMap<Resource, ReadonlySet<string>> {
  const made = new Map<Resource, Made[]>();
  for (const reading of readings) {
    const deed = isSuccess(reading) ? deedOf(contract, reading) : undefined;
    const { operation } = reading.expectation;
    if (deed?.part !== 'create' || operation === undefined) continue;
    const place = fromPointer(sentTo(operation, deed.resource)?.pointer ?? '');
    const [sent, shown] = [valueAt(sentValue(reading) ?? null, place), entryIn(deed.resource, reading)];
    if (!isObject(sent) || shown === undefined) continue;
    made.set(deed.resource, [...(made.get(deed.resource) ?? []), { sent, shown }]);
  }
  return new Map([...made].map(([resource, all]) => [resource, countedMembers(all)]));
}

/** So many numbers of the service's for each that is what was sent. */
const MOSTLY = 3;

/** What a creation sent of an entry, and what its answer showed. */
type Made = { readonly sent: JsonObject; readonly shown: JsonObject };

/**
 * Members whose numbers are the service's own, although the document does not say so (a count, an instant): hardly one was taken as it
 * was sent, and they differ. A bound that numbers are cut to would be the same each time.
 */
function countedMembers(made: readonly Made[]): ReadonlySet<string> {
  const all = new Map<string, Numbers[]>();
  for (const one of made)
    for (const [name, value] of Object.entries(one.sent)) {
      const shown = memberOf(one.shown, name);
      if (typeof value !== 'number' || shown === undefined) continue;
      all.set(name, [...(all.get(name) ?? []), { sent: value, shown }]);
    }
  const isOwn = (numbers: readonly Numbers[]): boolean => {
    const own = numbers.filter(({ sent, shown }) => typeof shown === 'number' && Math.abs(sent - shown) >= 1);
    // A count may come by what was sent by chance.
    const isRule = own.length > 0 && own.length >= (numbers.length - own.length) * MOSTLY;
    // One alone may be cut or counted: it tells nothing.
    return isRule && (own.length === 1 || own.some(({ shown }) => shown !== own[0]?.shown));
  };
  return new Set([...all].filter(([, numbers]) => isOwn(numbers)).map(([name]) => name));
}

function isTelling(value: LosslessJson): boolean {
  if (typeof value === 'string') return value.length > 1;
  return typeof value === 'number' && value !== 0;
}

function has(entry: JsonObject | undefined, name: string): boolean {
  return entry !== undefined && (memberOf(entry, name) ?? null) !== null && memberOf(entry, name) !== '';
}

/** What one side has, with the definitions that describe it. */
type Described = { readonly root: Schema; readonly schema: Schema; readonly value: LosslessJson };

/** How deep objects are looked into for what a creation gave them. */
const DEEPEST = 3;

/**
 * The place of a text, inside of objects, that a creation gave in the client's own words and that is shown nowhere, although the object
 * that it was in is shown with others of its members.
 */
function lostInside(sent: Described, shown: Described, depth = 0): readonly string[] | undefined {
  const { value: given } = sent;
  const { value: got } = shown;
  if (!isObject(given) || !isObject(got) || depth > DEEPEST) return undefined;
  const [own, theirs] = [sent, shown].map(
    ({ root, schema }) => schemaMembers(besideNull(schema, root), root).properties,
  );
  const isKept = Object.keys(given).some((name) => isSameValue(memberOf(given, name), memberOf(got, name)));
  for (const [name, value] of Object.entries(given)) {
    const [mine, other] = [own?.get(name), theirs?.get(name)];
    if (mine === undefined || other === undefined) continue;
    const now = memberOf(got, name);
    const isWords = isFreeText(sent.root, mine) && isFreeText(shown.root, other);
    const isLost = typeof value === 'string' && isTelling(value) && (now === undefined || now === null);
    if (isLost && isKept && isWords && !isHidden(name)) return [name];
    const inner = lostInside(
      { root: sent.root, schema: mine, value },
      { root: shown.root, schema: other, value: now ?? null },
      depth + 1,
    );
    if (inner !== undefined) return [name, ...inner];
  }
  return undefined;
}

/** Judges what a creation gave to members of objects inside of the entry. Returns whether one of them is lost. */
function judgeInside(court: LifeCourt, life: Life, reading: Reading, shown: JsonObject): boolean {
  const { making, resource } = life;
  const [sent, entry] =
    making === undefined ? [] : [sentTo(making.operation, resource)?.schema, entrySchemaOf(resource)];
  if (making === undefined || sent === undefined || entry === undefined) return false;
  const promised = promisedBetween(making.operation, resource);
  const lists = isListedAlone(resource) ? listedMembers(resource) : undefined;
  const objects = [...making.values].filter(
    ([name, value]) => isObject(value) && promised.has(name) && lists?.has(name) !== false,
  );
  const lost = lostInside(
    { root: sent, schema: sent, value: Object.fromEntries(objects) },
    { root: entry, schema: entry, value: shown },
  );
  if (lost === undefined) return false;
  const value = valueAt(Object.fromEntries(objects), lost);
  court.breaks(
    'made-as-asked',
    life,
    { telling: reading, others: [] },
    {
      expected: `${lost.join('.')}: ${excerptJson(value)}, as the creation gave it`,
      actual: `${lost.join('.')}: it is missing, and other members beside it are there`,
      deviation: 'a creation loses a member',
    },
  );
  return true;
}

/**
 * True where the document describes entries apart from the requests that make them: these have no place for what names an entry. One
 * schema for both lists a service's own members among the client's.
 */
function isDescribedApart(sent: Schema | undefined, { identity }: Resource): boolean {
  if (sent === undefined || identity === undefined) return false;
  return !schemaMembers(sent).properties.has(identity) || isMarked(sent, identity, 'readOnly');
}

/** Names of what stands elsewhere: a service may leave out what it finds nothing for. */
const ELSEWHERE = /(?:id|ref|url|uri|slug)s?$/i;

/** True for a text of which the document says how it is written: a day, a moment, what a pattern describes. */
function isFormed(sent: Schema | undefined, name: string): boolean {
  const member = sent === undefined ? undefined : schemaMembers(sent).properties.get(name);
  if (sent === undefined || member === undefined || ELSEWHERE.test(name)) return false;
  const said = mergedKeywords(besideNull(member, sent), sent);
  const [format, pattern, values] = ['format', 'pattern', 'enum'].map((key) => memberOf<unknown>(said, key));
  if (values !== undefined) return false;
  return format === undefined ? typeof pattern === 'string' : format === 'date' || format === 'date-time';
}

/** True where another entry of the kind was given the member, too, and shows nothing of it. */
function isLostElsewhere(life: Life, name: string, fellows: readonly Life[]): boolean {
  return fellows.some(
    ({ resource, making, shown }) =>
      resource === life.resource &&
      making !== undefined &&
      making !== life.making &&
      shown !== undefined &&
      isTelling(making.values.get(name) ?? null) &&
      !has(making.shown, name) &&
      !has(shown, name),
  );
}

/** Judges the first reading of an entry that nothing was done to: what the creation gave it is shown. `fellows`: other entries of the run. */
export function judgeMade(
  court: LifeCourt,
  life: Life,
  reading: Reading,
  { shown, fellows }: { readonly shown: JsonObject; readonly fellows: readonly Life[] },
): void {
  const { making, resource } = life;
  if (making === undefined) return;
  const promised = promisedBetween(making.operation, resource);
  // What the answer of a creation in a list has to show is judged with that list.
  const isInPlace = making.operation === resource.makeAt;
  const optional = [...making.values].filter(([name]) => {
    const promise = promised.get(name);
    return promise !== undefined && (isInPlace || !promise.isRequired);
  });
  const kept = optional.filter(([name]) => has(shown, name));
  const sent = sentTo(making.operation, resource)?.schema;
  const isApart = isDescribedApart(sent, resource);
  for (const [name, value] of optional) {
    const promise = promised.get(name);
    if (promise === undefined || !isTelling(value) || has(shown, name) || has(making.shown, name)) continue;
    if (isListedAlone(resource) && !listedMembers(resource).has(name)) continue;
    if (isSameValue(value, promise.fallback) || isHidden(name, isApart)) continue;
    // A client's own words are shown where other optional members are; what has a form where no creation of several keeps it; anything
    // else where another entry shows it.
    const isShown = fellows.some((other) => other.resource === resource && has(other.shown, name));
    const isBesideKept = kept.length > 0 || optional.length === 1;
    const isOfForm = isApart && isFormed(sent, name) && isLostElsewhere(life, name, fellows);
    if (!isShown && !((promise.isFreeText || isOfForm) && isBesideKept)) continue;
    court.breaks(
      'made-as-asked',
      life,
      { telling: reading, others: [] },
      {
        expected: `${name}: ${excerptJson(value)}, as the creation gave it`,
        actual: `${name}: it is missing, in the answer and when it is read`,
        deviation: 'a creation loses a member',
      },
    );
    return;
  }
  if (judgeInside(court, life, reading, shown)) return;
  if (optional.some(([name, value]) => isSameValue(value, memberOf(shown, name))))
    court.proves('made-as-asked', life.madeBy);
}

/**
 * Judges a reading of a holder, or of a list, that does not show what was made inside of it. Where the reading has parameters, they may be what asks
 * for it. `isLate`: what is shown can't be an answer from before it was made.
 */
export function judgeUnseen(
  court: LifeCourt,
  life: Life,
  reading: Reading,
  isLate: boolean = isSettled(life, reading),
): void {
  const parameters = reading.expectation.operation?.parameters ?? [];
  const isPut = life.madeBy.expectation.operation === life.resource.replace;
  if (life.standing !== 'there' || life.isRead || (life.making === undefined && !isPut)) return;
  if (life.madeBy.answer?.status === 202) return;
  if (life.changedMs !== life.madeBy.exchange.endMs || parameters.some((one) => one.in === 'query')) return;
  life.isUnsettled = !isLate;
  if (life.isUnsettled) return;
  life.standing = 'unknown';
  const isList = reading.expectation.operation === life.resource.list;
  const where = isList ? 'its list' : 'what it is inside of';
  court.breaks(
    'made-as-asked',
    life,
    { telling: reading, others: [] },
    {
      expected: `${life.resource.identity ?? 'the entry'}: what was made, in ${where}`,
      actual: 'it is not there',
      deviation: `a new entry is not shown by ${where}`,
    },
  );
}

/** Values that nobody but the client can have thought of. */
const LEAST_CLAIM = 1_000_000;

/** True where a member of the service can have its value from the client alone: by itself, or since a creation that was the same but for it got another one. */
function isOfClaim(life: Life, name: string, value: LosslessJson, fellows: readonly Life[]): boolean {
  const { making } = life;
  if (making === undefined) return false;
  const others = fellows.filter((other) => other !== life && other.making?.operation === making.operation);
  const isNobodys =
    typeof value === 'number'
      ? Math.abs(value) >= LEAST_CLAIM
      : typeof value === 'string' && value.startsWith('2001-02-03T');
  if (isNobodys) return !others.some(({ shown }) => isSameValue(value, memberOf(shown ?? {}, name)));
  const twins = others.flatMap(({ making: other, shown }) => {
    const entry = other?.shown ?? shown;
    const isTwin =
      other !== undefined &&
      [...other.values].every(([own, given]) => isAlike(given, making.values.get(own)));
    return isTwin && entry !== undefined && Object.hasOwn(entry, name) ? [memberOf(entry, name)] : [];
  });
  return twins.length > 0 && !twins.some((other) => isSameValue(value, other));
}

/** Leaves out claims of a creation that the service may have come to by itself. */
export function leaveOutClaims(lives: readonly Life[], life: Life, shown: JsonObject): void {
  for (const [name, { value, by }] of life.claimed)
    if (by === life.madeBy && isSameValue(value, memberOf(shown, name)))
      if (!isOfClaim(life, name, value, lives)) life.claimed.delete(name);
}

function isAlike(a: LosslessJson, b: LosslessJson | undefined): boolean {
  if (typeof a === 'string' && typeof b === 'string' && markersIn(a).length > 0 && markersIn(b).length > 0)
    return true;
  return canonicalJson(a) === canonicalJson(b);
}
