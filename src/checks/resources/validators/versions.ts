import { saysAbsent } from '../../../http/exchange.ts';
import { parseHttpDate } from '../../../http/date.ts';
import { fieldValues } from '../../../http/fields.ts';
import { wordsOfName } from '../../../interface/names.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import { isName, isObject, type Json, type JsonObject, memberOf } from '../../../json/value.ts';
import { toldLocks } from '../../../oracle/locks.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { wishOf } from '../life/members/entry-state.ts';
import { isEqual, isSameValue } from '../life/members/shown-values.ts';
import { tellsOfRemoval } from '../life/life.ts';

/** What is known of the versions of an entry: how reads showed it, and what may have changed it since. */

/** An entry as a read showed it. */
export type Sight = {
  readonly reading: Reading;
  readonly tag: string | undefined;
  readonly shown: JsonObject;
  /** When it was last changed, as the answer says (`Last-Modified`), in ms since the epoch. */
  readonly dateMs: number | undefined;
  /** How often a client's values were seen to have changed until then. */
  readonly generation: number;
  /** When the last one of these changes was sent. */
  readonly changedMs: number;
};

/** A request that may have changed an entry, until the next read. */
export type Act = {
  readonly reading: Reading;
  readonly resource: Resource;
  readonly part: 'change' | 'replace' | 'remove' | 'action';
  readonly condition: string | undefined;
  /** `If-None-Match: *`: it is only to be done where nothing is there yet. */
  readonly asksForNone: boolean;
  /** `If-Unmodified-Since`, in ms since the epoch. */
  readonly sinceMs: number | undefined;
  /** The versions that its body names, by their members, where the document says that they have to be the newest. */
  readonly versions: ReadonlyMap<string, Json>;
};

export type Known = {
  readonly resource: Resource;
  /** All tags that answers about the entry had. */
  readonly tags: Set<string>;
  readonly sights: Sight[];
  acts: Act[];
  /** The last read showed that it is not there. */
  isGone: boolean;
  /** Answers of 304, until the next read. */
  unmodified: { readonly reading: Reading; readonly tag: string }[];
};

/** A weak tag may tell of whole seconds alone (RFC 9110 section 8.8.1): what changes within one may keep it. */
export const WEAK_TAG_MS = 1_000;

/** True where a request came so soon after a read that a weak tag may still be the same. */
export function mayKeepTag({ tag, reading }: Sight, act: Act): boolean {
  const afterMs = act.reading.exchange.startMs - reading.exchange.endMs;
  return tag?.startsWith('W/') === true && afterMs < WEAK_TAG_MS;
}

/** A date tells of whole seconds: what changes this long after a version is another one. */
export const DATE_MS = 2_000;

export function fieldOf({ exchange }: Reading, name: string): string | undefined {
  return fieldValues(exchange.request.headers, name)[0];
}

export function dateOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseHttpDate(text);
}

/** True where an entry was removed, and made again under the same name. */
export function wasMadeAgain(acts: readonly Act[]): boolean {
  const done = acts.filter(({ reading }) => (reading.answer?.status ?? 500) < 300);
  const removed = done.findIndex(({ part }) => part === 'remove');
  return removed >= 0 && done.slice(removed).some(({ part }) => part === 'replace');
}

/** Another entry has the name from now on: many services count its versions from the beginning, and no document speaks of that. */
export function beginLife(known: Known): void {
  known.sights.length = 0;
  known.tags.clear();
  known.acts = [];
  known.unmodified = [];
}

/** The versions that the body of an update names, where the document says that they have to be the newest. */
export function versionsIn(resource: Resource, reading: Reading): ReadonlyMap<string, Json> {
  const { operation } = reading.expectation;
  const names = operation === undefined ? [] : toldLocks(resource, operation);
  const sent = names.length === 0 ? undefined : sentValue(reading);
  return new Map(
    names.flatMap((name): (readonly [string, Json])[] => {
      const value = isObject(sent) ? memberOf(sent, name) : undefined;
      return isName(value) ? [[name, value]] : [];
    }),
  );
}

/** True where a value that a request brought, and that was not there, is there afterwards. */
export function isStored({ reading, part, resource }: Act, before: JsonObject, now: JsonObject): boolean {
  const { operation } = reading.expectation;
  if (operation === undefined || part === 'remove') return false;
  if (part === 'action') return isMoved(reading, before, now);
  const sent = wishOf(part, { operation, resource }, reading)?.values ?? new Map<string, Json>();
  return [...sent].some(
    ([name, value]) => !isSameValue(value, memberOf(before, name)) && isSameValue(value, memberOf(now, name)),
  );
}

/** Members that tell of a moment, or of how often something came to pass: they may change with any request, or with none. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(
  'at on date time count seen version revision etag'.split(' '),
);

/** True where an action was served, and another entry is there afterwards. */
function isMoved({ answer }: Reading, before: JsonObject, now: JsonObject): boolean {
  const status = answer?.status ?? 0;
  if (status < 200 || status >= 300 || status === 202) return false;
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].some(
    (name) =>
      !OF_THE_MOMENT.has(wordsOfName(name).at(-1) ?? '') &&
      !isEqual(memberOf(before, name), memberOf(now, name)),
  );
}

/** True where a read shows that a removal was done: the entry is gone, or tells that it is removed. */
export function isTakenAway(
  { resource }: Pick<Known, 'resource'>,
  read: Reading,
  before: JsonObject,
  now: JsonObject | undefined,
): boolean {
  const status = read.answer?.status ?? 0;
  return saysAbsent(status) || tellsOfRemoval(resource, read.expectation.operation, before, now);
}
