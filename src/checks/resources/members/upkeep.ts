import { SAFE_METHODS } from '../../../http/exchange.ts';
import type { Interface } from '../../../interface/model.ts';
import {
  entrySchemaOf,
  type Resource,
  type ResourcePart,
  resourcesOf,
} from '../../../interface/resources/resources.ts';
import { type Upkeep, upkeepIn } from '../../../interface/resources/words/members/told-upkeep.ts';
import { toldAfter } from '../../../interface/resources/words/states/told-after.ts';
import { isObject, type JsonObject, type Json, memberOf } from '../../../json/value.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { saysWhenRefused } from '../../../oracle/contract.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { Check, JudgedRun } from '../../check.ts';
import { openTribunal, saysNothing, type Tribunal } from '../../judge-each.ts';
import { excerptJson, type Outcome, type Violation } from '../../outcome.ts';
import { asksForWhole } from '../lists/asked-in-query.ts';
import { placeAskedBy } from '../creations/creations.ts';
import { deedOf, entryIn, isSuccess } from '../deeds.ts';
import { sentTo } from '../life/members/entry-state.ts';
import { isEqual, isSameValue } from '../life/members/shown-values.ts';

/**
 * Whether a service keeps the members that are its own as the document says: what is set when an entry is made stays, and what tells of
 * the last change is another one after each.
 */

/** How finely a moment is told, in ms. */
const [SECOND_MS, FINE_MS] = [2_000, 20];
/** Larger numbers are moments in ms, not in seconds. */
const LARGEST_IN_SECONDS = 100_000_000_000;

/** A moment in ms since the epoch, as texts and numbers tell it. */
function momentOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value < LARGEST_IN_SECONDS ? value * 1_000 : value;
  const moment = typeof value === 'string' && /^\d{4}-/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** The time after which a moment that is told like this one is another one. */
function gapFor(moment: number): number {
  return moment % 1_000 === 0 ? SECOND_MS : FINE_MS;
}

/** So long an update waits for one before it to be told from it; 0 where nothing tells of the last change so finely. */
export function gapBefore(resource: Resource, shown: JsonObject | undefined): number {
  const { changed = [] } = upkeepOf(resource) ?? {};
  const moments = changed.flatMap((name) => momentOf(memberOf(shown ?? {}, name)) ?? []);
  return moments.some((moment) => gapFor(moment) === FINE_MS) ? FINE_MS : 0;
}

const upkeepOf = onceFor((resource: Resource): Upkeep | undefined => {
  const entry = resource.read === undefined ? undefined : entrySchemaOf(resource);
  const upkeep = isObject(entry) ? upkeepIn(entry) : undefined;
  return upkeep !== undefined && Object.values(upkeep).some((names) => names.length > 0) ? upkeep : undefined;
});

/** What a read showed of an entry. */
type Sight = { readonly by: Reading; readonly shown: JsonObject };

/** An update that was served after the last read of an entry. `gapMs`: how long after the write before it. */
type Update = { readonly by: Reading; readonly sent: JsonObject; readonly gapMs: number };

type Known = {
  sight: Sight | undefined;
  updates: readonly Update[];
  /** Something else was done to it, or to what is inside of it. */
  isTouched: boolean;
  writtenMs: number;
};

class UpkeepBook {
  readonly #run: JudgedRun;
  readonly #tribunal: Tribunal;
  readonly #known = new Map<string, Known>();
  /** What stayed although an entry was changed, once so far. */
  readonly #stayed = new Map<string, Violation>();

  constructor(run: JudgedRun, tribunal: Tribunal) {
    this.#run = run;
    this.#tribunal = tribunal;
  }

  note(reading: Reading): void {
    const { exchange, answer } = reading;
    if (answer?.limited === true) return;
    const deed = deedOf(this.#run.contract, reading);
    if (deed?.part === 'read') {
      if (upkeepOf(deed.resource) !== undefined) this.#read(deed.resource, deed.path, reading);
    } else if (SAFE_METHODS.has(exchange.request.method)) return;
    else if (deed?.part === 'change' || deed?.part === 'replace')
      this.#written(deed.resource, deed.path, reading);
    else this.#touched(placeAskedBy(this.#run.contract, reading) ?? '', deed?.part);
  }

  /** What is done to what is inside of an entry may change it as well, and so may what is done to its holder, but for another entry there. */
  #touched(place: string, part: ResourcePart | undefined): void {
    const segments = place.split('/');
    for (const at of segments.keys()) {
      const known = this.#known.get(segments.slice(0, at + 1).join('/'));
      if (known !== undefined) known.isTouched = true;
    }
    if (part === 'create' || part === 'makeAt') return;
    for (const [path, known] of this.#known) if (path.startsWith(`${place}/`)) known.isTouched = true;
  }

  #written(resource: Resource, path: string, reading: Reading): void {
    const { exchange, answer, expectation } = reading;
    const known = this.#known.get(path);
    if (known === undefined) return;
    const isPlain = expectation.situation === 'ordinary' && exchange.request.credential.kind === 'valid';
    const status = answer?.status ?? 0;
    if (status >= 400 && status < 500) return;
    const { operation } = expectation;
    const whole = operation === undefined ? undefined : sentValue(reading);
    const place = operation === undefined ? undefined : sentTo(operation, resource)?.pointer;
    const sent = whole === undefined ? undefined : valueAt(whole, fromPointer(place ?? ''));
    if (!isPlain || !isSuccess(reading) || status === 201 || status === 202 || !isObject(sent)) {
      known.isTouched = true;
      return;
    }
    const gapMs = exchange.startMs - known.writtenMs;
    known.updates = [...known.updates, { by: reading, sent, gapMs }];
    known.writtenMs = exchange.endMs;
  }

  #read(resource: Resource, path: string, reading: Reading): void {
    const upkeep = upkeepOf(resource);
    const shown = isSuccess(reading) && asksForWhole(reading) ? entryIn(resource, reading) : undefined;
    if (upkeep === undefined || reading.exchange.request.credential.kind !== 'valid') return;
    const known = this.#known.get(path);
    if (shown === undefined) {
      if (known !== undefined) known.isTouched = true;
      return;
    }
    if (known?.sight !== undefined && !known.isTouched) {
      const [before, now] = [known.sight, { by: reading, shown }];
      this.#staysAsMade(upkeep, before, now, known.updates);
      const [update, ...more] = known.updates;
      if (update !== undefined && more.length === 0) this.#follows(upkeep, before, now, update);
    }
    const writtenMs = known?.writtenMs ?? reading.exchange.startMs;
    this.#known.set(path, { sight: { by: reading, shown }, updates: [], isTouched: false, writtenMs });
  }

  #staysAsMade({ made, named }: Upkeep, before: Sight, now: Sight, updates: readonly Update[]): void {
    const last = updates.at(-1)?.by;
    for (const name of [...made, ...named]) {
      const [old, got] = [memberOf(before.shown, name), memberOf(now.shown, name)];
      // What clients may give is theirs.
      if (updates.some(({ sent }) => Object.hasOwn(sent, name) && isSameValue(memberOf(sent, name), got)))
        continue;
      const isSame = made.includes(name) ? isSameMoment(old, got) : isSameName(old, got);
      if (isSame === undefined) continue;
      if (isSame) this.#tribunal.proves(last?.expectation.operation?.id ?? operationOf(now));
      else
        this.#tribunal.breaks({
          exchanges: idsOf([now.by, ...(last === undefined ? [] : [last]), before.by]),
          operation: last?.expectation.operation?.id ?? operationOf(now),
          expected: `${name}: ${excerptJson(old ?? null)}, as it was: it is set once`,
          actual: `${name}: ${excerptJson(got ?? null)}`,
          deviation:
            last === undefined
              ? 'what is set once is another one in each answer'
              : 'an update sets anew what is set once',
        });
    }
  }

  /** What tells of the last change is another one after an update that is there to be seen. */
  #follows({ changed, versions }: Upkeep, before: Sight, now: Sight, { by, sent, gapMs }: Update): void {
    const isSeen = Object.keys(sent).some((name) => {
      const got = memberOf(now.shown, name);
      return isSameValue(memberOf(sent, name), got) && !isSameValue(memberOf(before.shown, name), got);
    });
    if (!isSeen) return;
    for (const name of [...changed, ...versions]) {
      const [old, got] = [memberOf(before.shown, name), memberOf(now.shown, name)];
      if (old === undefined || old === null || got === undefined) continue;
      // A version may be sent to say which one is changed; a moment that is sent is the client's.
      if (changed.includes(name) && Object.hasOwn(sent, name)) continue;
      if (!isEqual(old, got)) {
        this.#tribunal.proves(by.expectation.operation?.id);
        continue;
      }
      const moment = changed.includes(name) ? momentOf(old) : undefined;
      if (changed.includes(name) && (moment === undefined || gapMs < gapFor(moment))) continue;
      this.#stays(name, {
        exchanges: idsOf([now.by, by, before.by]),
        operation: by.expectation.operation?.id,
        expected: `another ${name} than before the change: it tells of the last one, as the document says`,
        actual: `${name}: ${excerptJson(got)}, as before`,
        deviation: 'what tells of the last change stays as it was',
      });
    }
  }

  /** Once may be a change that came out the same. */
  #stays(name: string, violation: Violation): void {
    const key = `${violation.operation ?? ''} ${name}`;
    const first = this.#stayed.get(key);
    this.#stayed.set(key, violation);
    if (first !== undefined) this.#tribunal.breaks(violation);
  }
}

function operationOf({ by }: Sight): string | undefined {
  return by.expectation.operation?.id;
}

function idsOf(readings: readonly Reading[]): readonly string[] {
  return [...new Set(readings.map(({ exchange }) => exchange.id))];
}

/** What is rounded in one place and cut off in another differs by so much. */
const ROUNDING_MS = 5;

/** `undefined` where one of them tells no moment. Within a second, two ways of telling one may differ. */
function isSameMoment(old: Json | undefined, got: Json | undefined): boolean | undefined {
  const [one, other] = [momentOf(old), momentOf(got)];
  if (one === undefined || other === undefined) return undefined;
  const isAlike =
    excerptJson(old ?? null).length === excerptJson(got ?? null).length &&
    one % 1_000 !== 0 &&
    other % 1_000 !== 0;
  return Math.abs(one - other) <= (isAlike ? ROUNDING_MS : 1_000);
}

function isSameName(old: Json | undefined, got: Json | undefined): boolean | undefined {
  if (typeof old !== 'string' || typeof got !== 'string') return undefined;
  return old.toLowerCase() === got.toLowerCase();
}

/** What an update sets or clears by the words of the document (`Sets edited_at`), where its own answer shows that it was done. */
function judgeSet({ contract }: JudgedRun, tribunal: Tribunal, reading: Reading): void {
  const { exchange, answer, expectation } = reading;
  const { operation, situation } = expectation;
  const { part, resource } = deedOf(contract, reading) ?? {};
  const isPlain = situation === 'ordinary' && exchange.request.credential.kind === 'valid';
  if (resource === undefined || operation === undefined || (part !== 'change' && part !== 'replace')) return;
  if (!isPlain || !isSuccess(reading) || answer?.status === 202) return;
  const [sent, shown] = [sentValue(reading), entryIn(resource, reading)];
  if (!isObject(sent) || shown === undefined) return;
  if (!Object.keys(sent).some((name) => isSameValue(memberOf(sent, name), memberOf(shown, name)))) return;
  for (const { member, wanted, words } of toldAfter(resource, operation)) {
    const now = memberOf(shown, member);
    const isFlag = wanted === 'true' || wanted === 'false';
    if (now === undefined || (isFlag && typeof now !== 'boolean') || Object.hasOwn(sent, member)) continue;
    if (isFlag ? now === (wanted === 'true') : (now === null) === (wanted === 'null'))
      tribunal.proves(operation.id);
    else
      tribunal.breaks({
        exchanges: [exchange.id],
        operation: operation.id,
        expected: `${wanted} in ${member}, as the document says of the update: ${words}`,
        actual: `${member}: ${excerptJson(now)}`,
        deviation: 'an update does not do with a member what is said of it',
      });
  }
}

/** True where the document says what an update sets or clears. */
function isSetByUpdates(resource: Resource): boolean {
  return [resource.change, resource.replace].some(
    (operation) => operation !== undefined && toldAfter(resource, operation).length > 0,
  );
}

function judge(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const book = new UpkeepBook(run, tribunal);
  for (const reading of run.readings) {
    book.note(reading);
    judgeSet(run, tribunal, reading);
  }
  return tribunal.outcome();
}

/** The check of members that are the service's own. */
export const upkeepChecks: readonly Check[] = [
  {
    id: 'resources.upkeep',
    suite: 'resources',
    level: 'must',
    needs: ['life'],
    title: 'what the service keeps by itself goes with what was done to the entry',
    explanation:
      'Reads entries before and after updates. The moment at which an entry was made (`createdAt`) and an identity beside the one in paths (`uid`) stay, where the document marks them readOnly or says it of them. A moment of the last change, and a version, of which the document says in words that they are others after each change, are so where the reads show that something changed: blamed where that came twice, so long after the write before that the moment has to be another one. What an update sets by the words of the document (`Sets edited_at`) has a value in its answer.',
    notApplicable: (document: Interface) =>
      !saysWhenRefused(document) &&
      resourcesOf(document).some((resource) => upkeepOf(resource) !== undefined || isSetByUpdates(resource))
        ? undefined
        : 'no entry has a member that the service sets once or with each change, by the document',
    judge,
    foreign: saysNothing(
      'others may have changed the entries in between, by requests that are not part of this traffic',
    ),
    // Which members answers show is the service's.
    sharpens: true,
  },
];
