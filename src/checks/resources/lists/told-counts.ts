import { opened } from '../../../interface/resources/lists/member-places.ts';
import {
  type Counting,
  type ToldCount,
  toldCountsOf,
} from '../../../interface/resources/words/members/told-counts.ts';
import { isListedAlone, partOf, type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { SAFE_METHODS, saysAbsent } from '../../../http/exchange.ts';
import { isList, isObject, memberOf } from '../../../json/value.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import type { JudgedRun } from '../../check.ts';
import type { Tribunal } from '../../judge-each.ts';
import { type Deed, deedOf, entriesIn, entryIn, isSuccess, tellsOfSeveral } from '../deeds.ts';
import { namedEntries, showsAllAndRemoved } from '../life/list-looks.ts';
import { TELLING_LAG_MS } from '../judges.ts';
import { namedInBody } from '../creations/named-in-body.ts';
import type { OwnEntry } from '../ownership/own-entries.ts';
import { Ownership } from '../ownership/ownership.ts';

/**
 * Whether a number is the one of what it is said to count. What an entry shows in a list is counted where the request gave as much.
 * What is made inside of an entry is not counted: a service may hide some of it. The number has to grow when the run puts something
 * there, and to fall when what the run put there is gone; a sum likewise.
 */

type Listing = Extract<ToldCount, { readonly of: 'list' }>;

/** What is known of a number since an entry was last read. */
type Known = {
  readonly told: Counting;
  readonly resource: Resource;
  readonly path: string;
  readonly shown: number;
  readonly by: Reading;
  /** What put something inside since, or took it away. */
  readonly changes: Reading[];
  /** By how much the number has to be another one since then. */
  change: number;
  /** Paths of what was removed and may still be there. */
  readonly removed: Map<string, { readonly by: Reading; readonly entry: OwnEntry }>;
};

function judgeInside(tribunal: Tribunal, reading: Reading, resource: Resource, told: Listing): void {
  const entry = entryIn(resource, reading);
  const [items, count] = entry === undefined ? [] : [memberOf(entry, told.list), memberOf(entry, told.name)];
  if (!isList(items) || typeof count !== 'number') return;
  const sent = sentValue(reading);
  const given = isObject(sent) ? memberOf(sent, told.list) : undefined;
  // A list may be shown in part.
  const isWhole = isList(given) && given.length === items.length;
  const operation = reading.expectation.operation?.id;
  if (count < items.length || (isWhole && count !== items.length))
    tribunal.breaks({
      exchanges: [reading.exchange.id],
      operation,
      expected: `${told.name}: ${String(items.length)}: ${told.words}`,
      actual: `${told.name}: ${String(count)}, with ${String(items.length)} in ${told.list}`,
      deviation: 'a number is not the one of what it counts',
    });
  else if (isWhole && count > 0) tribunal.proves(operation);
}

class CountBook {
  readonly #run: JudgedRun;
  readonly #tribunal: Tribunal;
  readonly #ownership: Ownership;
  #known: readonly Known[] = [];

  constructor(run: JudgedRun, tribunal: Tribunal) {
    this.#run = run;
    this.#tribunal = tribunal;
    this.#ownership = new Ownership(run.contract, run.foreign);
  }

  note(reading: Reading): void {
    const { contract } = this.#run;
    const deed = deedOf(contract, reading);
    this.#ownership.note(reading);
    const { answer, exchange } = reading;
    if (answer?.limited === true) return;
    const { method, credential } = exchange.request;
    if (SAFE_METHODS.has(method)) {
      if (deed?.part === 'read' && credential.kind === 'valid') this.#read(deed, reading);
      if (deed?.part === 'list' && credential.kind === 'valid') this.#listed(deed, reading);
      return;
    }
    // What was refused did nothing.
    if (answer !== undefined && answer.status >= 400 && answer.status < 500) return;
    const isPlain = isSuccess(reading) && answer?.status !== 202 && credential.kind === 'valid';
    if (isPlain && deed?.part === 'create') this.#created(deed, reading);
    else if (isPlain && deed?.part === 'remove') this.#removed(deed, reading);
    else this.#known = [];
  }

  /** Forgets numbers that what was done may have to do with in an unknown way. */
  #forget(isLost: (known: Known) => boolean): void {
    this.#known = this.#known.filter((known) => !isLost(known));
  }

  #created({ resource }: Deed, reading: Reading): void {
    const made = this.#ownership.entries.filter(({ madeBy }) => madeBy === reading);
    const isOne = made.length === 1 && !tellsOfSeveral(reading);
    this.#forget(({ told }) => told.child.path === resource.path && !isOne);
    for (const known of this.#known) {
      if (known.told.child.path !== resource.path) continue;
      for (const entry of made) if (this.#isInside(entry, known)) changed(known, entry, reading, 1);
    }
  }

  #removed({ resource, path }: Deed, reading: Reading): void {
    const entry = this.#ownership.at(path);
    this.#forget((known) => known.path === path);
    for (const known of this.#known)
      if (entry !== undefined && known.told.child.path === resource.path)
        if (this.#isInside(entry, known)) known.removed.set(path, { by: reading, entry });
  }

  #isInside(entry: OwnEntry, { path, told, resource }: Known): boolean {
    return told.by === undefined
      ? this.#ownership.isInside(entry, path)
      : namedInBody([{ path, resource }], entry.madeBy).length > 0;
  }

  #read(deed: Deed, reading: Reading): void {
    const { resource, path } = deed;
    const status = reading.answer?.status ?? 0;
    if (saysAbsent(status))
      for (const known of this.#known) {
        const gone = known.removed.get(path);
        if (gone !== undefined) changed(known, gone.entry, gone.by, -1);
        known.removed.delete(path);
      }
    const entry = isSuccess(reading) ? entryIn(resource, reading) : undefined;
    if (entry === undefined || this.#ownership.at(path)?.standing !== 'there') return;
    for (const told of toldCountsOf(this.#run.contract.interface, resource)) {
      const shown = memberOf(opened(entry), told.name);
      if (told.of === 'entries' && typeof shown === 'number')
        this.#shown({ path, resource, told, shown, by: reading });
    }
  }

  /** What a list that shows all there is does not show is gone, where no operation reads it by itself. */
  #listed(deed: Deed, reading: Reading): void {
    const { resource, path: place } = deed;
    const entries = isSuccess(reading) && isListedAlone(resource) ? entriesIn(resource, reading) : undefined;
    if (entries === undefined) return;
    if (!showsAllAndRemoved(this.#run.contract, deed, reading, entries.length)) return;
    const { shown, areAllNamed } = namedEntries(deed, entries);
    if (!areAllNamed) return;
    for (const known of this.#known)
      for (const [path, { by, entry }] of known.removed) {
        if (entry.place !== place || shown.has(path)) continue;
        changed(known, entry, by, -1);
        known.removed.delete(path);
      }
  }

  #shown(seen: Pick<Known, 'path' | 'resource' | 'told' | 'shown' | 'by'>): void {
    const { path, told, shown, by } = seen;
    const before = this.#known.find((known) => known.told === told && known.path === path);
    const verdict = before === undefined ? 'open' : verdictOn(before, shown, by);
    // It may lag: a later look tells.
    if (verdict === 'early') return;
    const operation = by.expectation.operation?.id;
    if (verdict === 'right') this.#tribunal.proves(operation);
    if (verdict === 'wrong' && before !== undefined)
      this.#tribunal.breaks({
        exchanges: [...before.changes, before.by, by].map(({ exchange }) => exchange.id),
        operation,
        expected: `${told.name}: ${String(before.shown + before.change)}: ${told.words}`,
        actual: `${told.name}: ${String(shown)}, and ${String(before.shown)} before ${methodsOf(before)}`,
        deviation: 'a number does not follow what it counts',
      });
    this.#forget((known) => known === before);
    this.#known = [...this.#known, { ...seen, changes: [], change: 0, removed: new Map() }];
  }
}

/** Notes that an entry came, or went. */
function changed(known: Known, { resource, madeBy }: OwnEntry, by: Reading, way: 1 | -1): void {
  const { sums } = known.told;
  const entry = sums === undefined ? undefined : entryIn(resource, madeBy);
  const value = sums === undefined ? 1 : entry === undefined ? undefined : memberOf(entry, sums);
  known.change += typeof value === 'number' ? way * value : Number.NaN;
  known.changes.push(by);
}

function methodsOf({ changes }: Known): string {
  return changes
    .map(({ exchange: { request } }) => `${request.method} ${request.target.split('?', 1).join()}`)
    .join(', ');
}

function verdictOn(
  { shown: before, change, removed, changes }: Known,
  shown: number,
  { exchange }: Reading,
): 'open' | 'early' | 'right' | 'wrong' {
  if (removed.size > 0 || change === 0 || Number.isNaN(change)) return 'open';
  if (change > 0 ? shown > before : shown < before) return 'right';
  const lastMs = Math.max(...changes.map(({ exchange: { endMs } }) => endMs));
  return exchange.startMs - lastMs < TELLING_LAG_MS ? 'early' : 'wrong';
}

/** True where the document says of a number what it counts. */
export function tellsCounts(document: JudgedRun['contract']['interface']): boolean {
  return resourcesOf(document).some((resource) => toldCountsOf(document, resource).length > 0);
}

/** Judges the numbers in all answers of a run. */
export function judgeCounts(run: JudgedRun, tribunal: Tribunal): void {
  const { interface: document } = run.contract;
  if (!tellsCounts(document)) return;
  const book = new CountBook(run, tribunal);
  for (const reading of run.readings) {
    const { operation } = reading.expectation;
    const found = operation === undefined ? undefined : partOf(document, operation);
    if (found !== undefined && found.part !== 'list' && isSuccess(reading))
      for (const told of toldCountsOf(document, found.resource))
        if (told.of === 'list') judgeInside(tribunal, reading, found.resource, told);
    book.note(reading);
  }
}
