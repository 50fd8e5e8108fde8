import { saysAbsent } from '../../../http/exchange.ts';
import { type JsonObject, memberOf } from '../../../json/value.ts';
import {
  actsOnTag,
  isSameTag,
  needsTag,
  refusesWhatIsThere,
  saysNotModified,
  showsDate,
  showsStatus,
  showsTag,
  takesDate,
  takesTag,
} from '../../../oracle/conditions.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { JudgedRun } from '../../check.ts';
import { excerpt, excerptJson, type Violation } from '../../outcome.ts';
import { statusText } from '../../statuses.ts';
import { isSameValue } from '../life/members/shown-values.ts';
import {
  type Act,
  beginLife,
  DATE_MS,
  dateOf,
  fieldOf,
  isStored,
  isTakenAway,
  type Known,
  mayKeepTag,
  type Sight,
  versionsIn,
  wasMadeAgain,
} from './versions.ts';
import { Ownership } from '../ownership/ownership.ts';
import { placeAskedBy } from '../creations/creations.ts';
import { type Deed, deedOf, entryIn } from '../deeds.ts';

/**
 * Entity tags over the life of an entry (RFC 9110 sections 8.8.3 and 13): a tag changes with what it names, and a condition on an
 * old one is not met. What a request did shows in a later read; what it answered alone breaks nothing.
 */

/** What a document with entity tags promises. */
export type TagLaw = 'tag-changes' | 'not-modified' | 'stale-tag-refused' | 'tag-required';

export type TagFindings = { readonly violations: readonly Violation[]; readonly proofs: readonly string[] };

/** So many versions of an entry are remembered. */
const MOST_SIGHTS = 50;

class TagBook {
  readonly #ownership: Ownership;
  readonly #entries = new Map<string, Known>();
  readonly #violations = new Map<TagLaw, Violation[]>();
  readonly #proofs = new Map<TagLaw, string[]>();

  constructor(run: JudgedRun) {
    this.#ownership = new Ownership(run.contract, run.foreign);
    for (const reading of run.readings) {
      const deed = deedOf(run.contract, reading);
      const isFirst = reading.exchange.request.credential.kind === 'valid';
      if (deed !== undefined && isFirst && reading.answer !== undefined && !reading.answer.limited)
        this.#note(deed, reading);
      if (deed === undefined && isFirst) this.#acted(run, reading);
      this.#ownership.note(reading);
    }
  }

  /** An action on an entry (`POST /orders/7/confirm`). */
  #acted({ contract }: JudgedRun, reading: Reading): void {
    const { operation } = reading.expectation;
    const place = placeAskedBy(contract, reading) ?? '';
    if (operation === undefined || reading.answer === undefined || reading.answer.limited) return;
    for (const [path, known] of this.#entries) {
      if (!known.resource.actions.includes(operation) || !`${place}/`.startsWith(`${path}/`)) continue;
      const condition = fieldOf(reading, 'if-match');
      const { resource } = known;
      known.acts.push({
        reading,
        resource,
        part: 'action',
        condition,
        asksForNone: false,
        sinceMs: undefined,
        versions: new Map(),
      });
    }
  }

  findings(law: TagLaw): TagFindings {
    return { violations: this.#violations.get(law) ?? [], proofs: this.#proofs.get(law) ?? [] };
  }

  #proves(law: TagLaw, { expectation }: Reading): void {
    this.#proofs.set(law, [...(this.#proofs.get(law) ?? []), expectation.operation?.id ?? '*']);
  }

  #breaks(
    law: TagLaw,
    readings: readonly [Reading, ...Reading[]],
    of: Reading,
    words: Pick<Violation, 'expected' | 'actual' | 'deviation'>,
  ): void {
    const exchanges = [...new Set(readings.map(({ exchange }) => exchange.id))];
    const violation = { exchanges, operation: of.expectation.operation?.id, ...words };
    this.#violations.set(law, [...(this.#violations.get(law) ?? []), violation]);
  }

  #note({ part, path, resource }: Deed, reading: Reading): void {
    if (this.#ownership.at(path) === undefined) return;
    const known = this.#entries.get(path) ?? {
      resource,
      tags: new Set<string>(),
      sights: [],
      acts: [],
      isGone: false,
      unmodified: [],
    };
    this.#entries.set(path, known);
    for (const tag of reading.answer?.header('etag') ?? []) known.tags.add(tag);
    if (part === 'read') this.#read(known, reading);
    if (part === 'replace' && known.isGone) this.#made(reading);
    if (part === 'change' || part === 'replace' || part === 'remove')
      known.acts.push({
        reading,
        resource: known.resource,
        part,
        condition: fieldOf(reading, 'if-match'),
        asksForNone: fieldOf(reading, 'if-none-match')?.trim() === '*',
        sinceMs: dateOf(fieldOf(reading, 'if-unmodified-since')),
        versions: versionsIn(resource, reading),
      });
  }

  /** A PUT that asks for something that is there, sent to where the last read found nothing. */
  #made(reading: Reading): void {
    const { answer, expectation } = reading;
    const isAsked = fieldOf(reading, 'if-match') !== undefined;
    if (!isAsked || answer === undefined || expectation.operation === undefined) return;
    if (!takesTag(expectation.operation)) return;
    if (answer.status === 201)
      this.#breaks('stale-tag-refused', [reading], reading, {
        expected: '412: nothing is there, and If-Match asks for something',
        actual: `${statusText(answer)}, and it is made`,
        deviation: 'what may only change something makes something new',
      });
    else if (answer.status >= 400 && answer.status < 500) this.#proves('stale-tag-refused', reading);
  }

  #read(known: Known, reading: Reading): void {
    const { answer, expectation } = reading;
    const status = answer?.status ?? 0;
    const condition = fieldOf(reading, 'if-none-match');
    const [tag] = answer?.header('etag') ?? [];
    if (status >= 500 || answer === undefined) return;
    if (status === 304) {
      if (condition !== undefined) this.#unmodified(known, reading, condition, tag);
      else this.#unmodifiedSince(known, reading);
      return;
    }
    const shown = status < 300 ? entryIn(known.resource, reading) : undefined;
    if (shown !== undefined && (known.isGone || wasMadeAgain(known.acts))) beginLife(known);
    known.isGone = saysAbsent(status);
    const isSameAsked = condition !== undefined && isSameTag(condition, tag);
    const { operation } = expectation;
    if (isSameAsked && operation !== undefined && saysNotModified(operation))
      this.#breaks('not-modified', [reading], reading, {
        expected: `304: the tag is still ${excerpt(condition)}`,
        actual: `${statusText(answer)} with the same tag`,
        deviation: 'the whole entry although its tag is the same',
      });
    for (const act of known.acts) this.#settle(known, act, reading, shown);
    const dateMs = dateOf(answer.header('last-modified')[0]);
    if (shown !== undefined) this.#seen(known, { reading, tag, shown, dateMs });
    known.acts = [];
    known.unmodified = [];
  }

  #unmodified(known: Known, reading: Reading, condition: string, tag: string | undefined): void {
    if (tag !== undefined && !isSameTag(condition, tag))
      this.#breaks('not-modified', [reading], reading, {
        expected: `200, or the tag ${excerpt(condition)} with 304`,
        actual: `304 with the tag ${excerpt(tag)}`,
        deviation: '304 with another tag',
      });
    else if (known.acts.length === 0 && isSameTag(known.sights.at(-1)?.tag, condition))
      this.#proves('not-modified', reading);
    else known.unmodified.push({ reading, tag: condition });
  }

  /** The version with this date, where values have changed since, so long after it that the date has to be another one. */
  #staleVersion(known: Known, sinceMs: number | undefined): Sight | undefined {
    const now = known.sights.at(-1);
    const version = known.sights.findLast(({ dateMs }) => dateMs !== undefined && dateMs === sinceMs);
    if (now === undefined || version === undefined || version.generation >= now.generation) return undefined;
    return now.changedMs - version.reading.exchange.endMs >= DATE_MS ? version : undefined;
  }

  #unmodifiedSince(known: Known, reading: Reading): void {
    const sinceMs = dateOf(fieldOf(reading, 'if-modified-since'));
    const stale = this.#staleVersion(known, sinceMs);
    const [now] = known.sights.slice(-1);
    if (sinceMs === undefined || now === undefined || known.acts.length > 0) return;
    if (stale === undefined) {
      if (now.dateMs === sinceMs) this.#proves('not-modified', reading);
      return;
    }
    this.#breaks('not-modified', [reading, now.reading, stale.reading], reading, {
      expected: '200: the entry has other values than at this date',
      actual: `304 for ${excerpt(fieldOf(reading, 'if-modified-since') ?? '')}`,
      deviation: '304 for an old date',
    });
  }

  /** The version that a tag named, as far as the run has read it. */
  #versionOf(known: Known, tag: string | undefined): Sight | undefined {
    return known.sights.findLast((sight) => isSameTag(sight.tag, tag));
  }

  #seen(known: Known, found: Omit<Sight, 'generation' | 'changedMs'>): void {
    const before = known.sights.at(-1);
    const updated = known.acts.find(
      (act) => before !== undefined && isStored(act, before.shown, found.shown),
    );
    const generation = (before?.generation ?? 0) + (updated === undefined ? 0 : 1);
    const changedMs = updated?.reading.exchange.startMs ?? before?.changedMs ?? 0;
    const now: Sight = { ...found, generation, changedMs };
    // What an action does the document does not say: a tag may be of what clients gave alone.
    const isUpdate = updated !== undefined && updated.part !== 'action';
    if (before !== undefined && isUpdate) this.#dated(before, updated, now);
    if (before !== undefined && isUpdate) this.#answered(before, updated, now);
    const isDocumented =
      now.reading.expectation.operation !== undefined && showsTag(now.reading.expectation.operation);
    if (before?.tag !== undefined && isUpdate && now.tag !== undefined && isDocumented) {
      if (!isSameTag(before.tag, now.tag)) this.#proves('tag-changes', updated.reading);
      else if (!mayKeepTag(before, updated))
        this.#breaks('tag-changes', [now.reading, updated.reading, before.reading], updated.reading, {
          expected: 'another tag: the entry has other values than before',
          actual: `the tag ${excerpt(now.tag)}, as before`,
          deviation: 'the same tag for other values',
        });
    }
    for (const { reading, tag } of known.unmodified) {
      const version = this.#versionOf(known, tag);
      if (version === undefined || isSameTag(tag, now.tag)) continue;
      const isOther = known.acts.some(
        (act) =>
          act.part !== 'action' &&
          act.reading.exchange.endMs <= reading.exchange.startMs &&
          !mayKeepTag(version, act) &&
          isStored(act, version.shown, now.shown),
      );
      if (isOther)
        this.#breaks('not-modified', [reading, now.reading, version.reading], reading, {
          expected: '200: the entry has other values than with this tag',
          actual: `304 for the tag ${excerpt(tag)}`,
          deviation: '304 for an old tag',
        });
    }
    known.sights.push(now);
    if (known.sights.length > MOST_SIGHTS) known.sights.shift();
  }

  /** The date of the last change is another one after a change. */
  #dated(before: Sight, updated: Act, now: Sight): void {
    const { operation } = now.reading.expectation;
    const afterMs = updated.reading.exchange.startMs - before.reading.exchange.endMs;
    if (operation === undefined || !showsDate(operation) || afterMs < DATE_MS) return;
    if (before.dateMs === undefined || now.dateMs === undefined) return;
    if (now.dateMs !== before.dateMs) this.#proves('tag-changes', updated.reading);
    else
      this.#breaks('tag-changes', [now.reading, updated.reading, before.reading], updated.reading, {
        expected: 'another Last-Modified: the entry has other values than before',
        actual: `${new Date(now.dateMs).toUTCString()}, as before`,
        deviation: 'the same date for other values',
      });
  }

  /** The tag in the answer to an update is that of what it made, where the document shows one there. */
  #answered(before: Sight, { reading: updated }: Act, now: Sight): void {
    const [tag] = updated.answer?.header('etag') ?? [];
    const { operation } = updated.expectation;
    if (tag === undefined || operation === undefined || !showsTag(operation)) return;
    if (!isSameTag(before.tag, tag) || isSameTag(before.tag, now.tag)) return;
    this.#breaks('tag-changes', [updated, now.reading, before.reading], updated, {
      expected: `the tag of the new values, ${excerpt(now.tag ?? '')}`,
      actual: `${excerpt(tag)}, the tag from before`,
      deviation: 'an update answers with the old tag',
    });
  }

  /** What became of an update whose body names an old version. */
  #settleVersion(known: Known, act: Act, reading: Reading, isExecuted: boolean): void {
    const before = known.sights.at(-1);
    const status = act.reading.answer?.status ?? 0;
    for (const [name, value] of act.versions) {
      const version = known.sights.findLast(({ shown }) => isSameValue(value, memberOf(shown, name)));
      if (before === undefined || version === undefined || version.generation >= before.generation) continue;
      if (isSameValue(value, memberOf(before.shown, name))) continue;
      if (isExecuted)
        this.#breaks('stale-tag-refused', [act.reading, reading, version.reading], act.reading, {
          expected: `a refusal: the entry has changed since its ${name} was ${excerptJson(value)}`,
          actual: `${act.reading.answer === undefined ? '' : statusText(act.reading.answer)}, and it is done`,
          deviation: 'a change of an old version is done, and the one before it is lost',
        });
      else if (status >= 400) this.#proves('stale-tag-refused', act.reading);
    }
  }

  /** What became of a request with an old tag, or with none where one is asked for. */
  #settle(known: Known, act: Act, reading: Reading, shown: JsonObject | undefined): void {
    const { operation } = act.reading.expectation;
    const before = known.sights.at(-1);
    const status = act.reading.answer?.status ?? 0;
    if (operation === undefined || before === undefined || status >= 500) return;
    const isGone = isTakenAway(known, reading, before.shown, shown);
    const isExecuted =
      status < 300 &&
      (act.part === 'remove' ? isGone : shown !== undefined && isStored(act, before.shown, shown));
    if (act.asksForNone) {
      if (!refusesWhatIsThere(operation)) return;
      if (isExecuted)
        this.#breaks('stale-tag-refused', [act.reading, reading, before.reading], act.reading, {
          expected: '412: the entry is there, and If-None-Match asks for none',
          actual: `${act.reading.answer === undefined ? '' : statusText(act.reading.answer)}, and it is done`,
          deviation: 'what may only make something new changes what is there',
        });
      else if (status >= 400) this.#proves('stale-tag-refused', act.reading);
      return;
    }
    if (act.sinceMs !== undefined && act.condition === undefined) {
      const version = takesDate(operation) ? this.#staleVersion(known, act.sinceMs) : undefined;
      if (version === undefined) return;
      if (isExecuted)
        this.#breaks('stale-tag-refused', [act.reading, reading, version.reading], act.reading, {
          expected: '412: the entry has changed since this date',
          actual: `${act.reading.answer === undefined ? '' : statusText(act.reading.answer)}, and it is done`,
          deviation: 'a change with an old date is done, and the one before it is lost',
        });
      else if (status >= 400) this.#proves('stale-tag-refused', act.reading);
      return;
    }
    if (act.versions.size > 0 && act.condition === undefined)
      this.#settleVersion(known, act, reading, isExecuted);
    if (act.condition === undefined) {
      if (!showsStatus(operation, 428) || before.tag === undefined) return;
      if (status === 428) this.#proves('tag-required', act.reading);
      else if (isExecuted)
        this.#breaks('tag-required', [act.reading, reading], act.reading, {
          expected: '428: the request has no If-Match',
          actual: `${act.reading.answer === undefined ? '' : statusText(act.reading.answer)}, and it is done`,
          deviation: 'a request without a condition is done',
        });
      return;
    }
    const isGuarded =
      act.part === 'action' ? actsOnTag(operation) : takesTag(operation) || needsTag(operation);
    if (!isGuarded) return;
    const version = this.#versionOf(known, act.condition);
    if (isExecuted && act.condition === COINED_TAG && !known.tags.has(act.condition)) {
      this.#breaks('stale-tag-refused', [act.reading, reading], act.reading, {
        expected: '412: no version of the entry had this tag',
        actual: `${act.reading.answer === undefined ? '' : statusText(act.reading.answer)}, and it is done`,
        deviation: 'a change with a tag that no version had is done',
      });
      return;
    }
    // Another tag alone may be owed to members that the service computes: what the client saw has to be out of date.
    const isStale =
      version !== undefined &&
      !isSameTag(before.tag, act.condition) &&
      version.generation < before.generation;
    if (!isStale) return;
    if (isExecuted)
      this.#breaks('stale-tag-refused', [act.reading, reading, version.reading], act.reading, {
        expected: '412: the entry has changed since it had this tag',
        actual: `${act.reading.answer === undefined ? '' : statusText(act.reading.answer)}, and it is done`,
        deviation: 'a change with an old tag is done, and the one before it is lost',
      });
    else if (status >= 400) this.#proves('stale-tag-refused', act.reading);
  }
}

/** A tag that a run makes up: no service has given it to anything. */
export const COINED_TAG = '"assay-no-such-version"';

const bookOf = onceFor((run: JudgedRun) => new TagBook(run));

/** What a run tells about entity tags. */
export function tagFindings(run: JudgedRun, law: TagLaw): TagFindings {
  return bookOf(run).findings(law);
}
