import {
  type DrawnCase,
  drawnOperations,
  LANES,
  LaneEntries,
  planRound,
  readyCase,
  type SentCase,
} from '../../../suites/drawn/rounds.ts';
import { livingResources } from '../../../suites/resources/steps.ts';
import { play } from '../../../suites/resources/sequences.ts';
import type { Check } from '../../checks/check.ts';
import type { Outcome } from '../../checks/outcome.ts';
import type { Operation } from '../../interface/model.ts';
import type { Reading } from '../../oracle/reading.ts';
import type { DrawnTally, Leftover, Slowed } from '../../record/record.ts';
import { besideBaselines, isBaseline } from '../../session/baseline.ts';
import { Halt, type HaltReason } from '../../session/pace/budget.ts';
import { removeSince } from '../../session/entries/clean-up.ts';
import { confirmBaselines } from '../../session/first-requests.ts';
import { judgedRun, leftoversOf, outcomeOf } from '../../session/judge-run.ts';
import { keepChangesFrom } from '../../session/entries/left-changed.ts';
import { keepNamesFrom } from '../../session/entries/named-in-bodies.ts';
import { forgetFrom, ownershipOf } from '../../session/entries/own-things.ts';
import { type ProbeContext, sendSpec } from '../../session/probe.ts';
import { SideBySide } from '../../session/side-by-side.ts';
import { Width } from '../../session/pace/width.ts';
import type { SendSpec } from '../../session/pace/sending.ts';
import { AnswerKinds } from './answer-kinds.ts';
import { DrawnLedger } from './drawn-ledger.ts';
import { Shrinking } from './shrinking.ts';

/**
 * Draws cases round by round until the budget or the time is over. Each round is judged by itself, by every check, beside the
 * requests that were served before; then what it made is taken away, and all but what tells something is forgotten: a run of a
 * million cases takes no more memory than one of a few thousand.
 */

/** Requests that are left alone: for what comes after, and for taking away what was made. */
const SPARE_REQUESTS = 40;
/** What a creation may leave behind where the document has no way to take it away. */
const MOST_LEFT_BEHIND = 250;
/** Requests that are remembered for the values that they gave what is still there. */
const MOST_BEFORE = 6_000;
/** Rounds in a row in which nothing could be sent. */
const MOST_EMPTY = 2;

export type DrawingOptions = {
  readonly context: ProbeContext;
  /** What the cases are drawn by. */
  readonly seed: number;
  /** The checks that judge what comes. */
  readonly checks: readonly Check[];
  /** When less time than this is left, nothing more is drawn, in ms. */
  readonly spareMs: number;
  /** Takes note of exchanges that are kept in the record. */
  readonly keep: (readings: readonly Reading[]) => void;
  /** As many exchanges are kept, whatever they tell. */
  readonly mostKept: number;
  /** As many requests that change nothing go out side by side. */
  readonly concurrency: number;
  /** Fewer go out side by side from now on. */
  readonly slowed: (slowed: Slowed) => void;
};

export class Drawing {
  readonly ledger = new DrawnLedger();
  readonly leftovers: Leftover[] = [];
  readonly #options: DrawingOptions;
  readonly #context: ProbeContext;
  readonly #kinds = new AnswerKinds();
  readonly #shrinking: Shrinking;
  /** One request of each operation that was served: what is drawn tells something beside it. */
  #stem: readonly Reading[] = [];
  /** What was served before a round, and may still be shown. */
  readonly #before: Reading[] = [];
  /** The paths of what others had made before a round. */
  #foreign: ReadonlySet<string> = new Set();
  /** What creations left behind. */
  readonly #left = new Map<string, number>();
  #isOver = false;
  readonly #width: Width;
  #slowed: Slowed | undefined;
  #cases = 0;
  #rounds = 0;
  #kept = 0;
  #forgotten = 0;

  constructor(options: DrawingOptions) {
    this.#options = options;
    // What can't be made of a drawn case is no gap of the run: another one is drawn.
    const quiet = { ...options.context, leaveOut: () => undefined, failed: () => undefined };
    this.#context = { ...quiet, seed: options.seed };
    this.#width = new Width(
      options.concurrency,
      options.context.session.readings.map(({ exchange }) => exchange),
    );
    // A counterexample is told with the seed that a run is given.
    this.#shrinking = new Shrinking(quiet, options.checks);
  }

  get tally(): DrawnTally {
    return {
      cases: this.#cases,
      rounds: this.#rounds,
      kinds: this.#kinds.count,
      forgotten: this.#forgotten,
      ...(this.#slowed === undefined ? {} : { slowed: this.#slowed }),
    };
  }

  /** Draws until nothing is left to spend. Returns why the run can't go on, where it can't. */
  async run(): Promise<HaltReason | undefined> {
    const { session, seed } = this.#context;
    session.budget.openShare();
    this.#stem = stemOf(session.readings);
    this.#before.push(...session.readings.filter(gives));
    let empty = 0;
    for (let round = 0; empty < MOST_EMPTY && this.#goesOn(); round += 1) {
      const operations = drawnOperations(this.#context).filter((one) => this.#hasRoomFor(one));
      const cases = planRound(operations, {
        seed,
        round,
        seedsOf: (operation) => this.#kinds.seedsOf(operation),
      });
      const before = this.#cases;
      const halt = await this.#round(cases, round);
      empty = this.#cases === before ? empty + 1 : 0;
      if (halt !== undefined) return isEnd(halt) ? undefined : halt;
    }
    return undefined;
  }

  /** Once false it stays so: what would be drawn after a cut is not what comes next. */
  #goesOn(): boolean {
    this.#isOver ||= !this.#hasLeft;
    return !this.#isOver;
  }

  get #hasLeft(): boolean {
    const { session, signal } = this.#context;
    const made = ownershipOf(session).entries.filter(({ standing }) => standing !== 'gone').length;
    return (
      !signal.aborted &&
      session.budget.left('key') > SPARE_REQUESTS + 2 * made &&
      session.timeLeftMs > this.#options.spareMs
    );
  }

  /** False for what has left enough behind, and for creations where nobody can tell any more whose an entry is. */
  #hasRoomFor(operation: Operation): boolean {
    if (operation.method === 'GET') return true;
    return (
      ownershipOf(this.#context.session).hasRoom && (this.#left.get(operation.id) ?? 0) < MOST_LEFT_BEHIND
    );
  }

  async #round(cases: readonly DrawnCase[], round: number): Promise<HaltReason | undefined> {
    const { session } = this.#context;
    const mark = session.readings.length;
    const known = new Set(ownershipOf(session).entries);
    this.#foreign = ownershipOf(session).foreign;
    const sent: SentCase[] = [];
    let halt = await halted(async () => {
      await this.#sendAll(cases, sent);
      await this.#playOne(round);
      await confirmBaselines(this.#context, 0);
    });
    const judged = this.#judge(mark);
    if (halt === undefined)
      halt = await halted(async () => {
        const isShrunk = await this.#shrinking.shrink({
          judged,
          sent,
          ledger: this.ledger,
          stem: this.#stem,
        });
        if (isShrunk) await confirmBaselines(this.#context, 0);
      });
    const isEnded = halt !== undefined && (halt.kind === 'interrupted' || halt.kind === 'target-lost');
    if (!isEnded) {
      const over = await halted(() => removeSince(this.#context, known));
      halt ??= over;
    }
    this.#conclude(mark, sent);
    this.#rounds += 1;
    return halt;
  }

  /** Sends what changes nothing side by side, and everything else alone and in turn. */
  async #sendAll(cases: readonly DrawnCase[], sent: SentCase[]): Promise<void> {
    const { session, baselines } = this.#context;
    const crowd = new SideBySide(session, this.#width, (slowed) => this.#slow(slowed));
    const alone = async (spec: SendSpec): Promise<Reading | undefined> => {
      await crowd.settle();
      return sendSpec(this.#context, spec);
    };
    const lanes = Array.from({ length: LANES }, () => new LaneEntries(this.#context, alone));
    try {
      for (const one of cases) {
        if (!this.#goesOn()) break;
        session.requireTime();
        const entries = lanes[one.lane % LANES];
        const ready = entries === undefined ? undefined : await readyCase(this.#context, one, entries);
        if (ready === undefined) continue;
        const note = (reading: Reading | undefined): void => {
          if (reading === undefined) return;
          this.#cases += 1;
          sent.push({ ...ready, reading });
        };
        if (ready.isQuiet)
          await crowd.begin(ready.spec, (reading) => {
            baselines.note(ready.spec, reading);
            note(reading);
          });
        else note(await alone(ready.spec));
      }
    } finally {
      await crowd.settle();
    }
  }

  #slow(slowed: Slowed): void {
    this.#slowed = slowed;
    this.#options.slowed(slowed);
  }

  /** One sequence over one resource, each in turn. */
  async #playOne(round: number): Promise<void> {
    const resources = livingResources(this.#context);
    const resource = resources[round % Math.max(1, resources.length)];
    if (resource === undefined || !this.#goesOn()) return;
    await play(this.#context, resource, `drawn/${String(round)}-sequence`);
  }

  #ownReadings(mark: number): readonly Reading[] {
    const { contract, readings } = this.#context.session;
    const stem = this.#stem;
    return besideBaselines(contract, [...stem, ...readings.slice(mark)]).slice(stem.length);
  }

  /** What each check says of the round as far as it has come. */
  #judge(mark: number): readonly (readonly [Check, Outcome])[] {
    const { session, capabilities } = this.#context;
    const run = {
      ...judgedRun(session.contract, capabilities, this.#ownReadings(mark)),
      before: this.#before,
      foreign: this.#foreign,
    };
    return this.#options.checks.map((check) => [check, outcomeOf(check, run)] as const);
  }

  #conclude(mark: number, sent: readonly SentCase[]): void {
    const { session, capabilities } = this.#context;
    const shrunk = new Set(this.#context.counterexamples.found.map(({ exchange }) => exchange));
    const cited = new Set<string>();
    for (const [check, outcome] of this.#judge(mark))
      for (const id of this.ledger.add(check, simplestFirst(outcome, shrunk))) cited.add(id);
    for (const { one, reading, seed } of sent) this.#kinds.note(one.operation, reading, seed);
    const readings = session.readings.slice(mark);
    const { entries } = ownershipOf(session);
    const made = new Set(entries.map(({ madeBy }) => madeBy));
    // What has no address of its own is no entry that could be taken away: it stays.
    const isLeft =
      entries.some(({ standing, madeBy }) => standing !== 'gone' && readings.includes(madeBy)) ||
      readings.some((one) => one.exchange.request.method === 'POST' && gives(one) && !made.has(one));
    if (isLeft && this.#before.length < MOST_BEFORE) this.#before.push(...readings.filter(gives));
    for (const left of leftoversOf(judgedRun(session.contract, capabilities, readings))) {
      this.#left.set(left.operation, (this.#left.get(left.operation) ?? 0) + 1);
      this.leftovers.push(left);
    }
    this.#keep(readings, cited);
    keepNamesFrom(session, mark);
    keepChangesFrom(session, mark);
    forgetFrom(session, mark);
  }

  /** Keeps what tells something, with what made the entries that it is about; of the first rounds everything. */
  #keep(readings: readonly Reading[], cited: ReadonlySet<string>): void {
    const isEarly = this.#kept + readings.length <= this.#options.mostKept;
    const repeated = new Set(
      readings.filter(({ exchange }) => cited.has(exchange.id)).map(({ exchange }) => exchange.repeats),
    );
    const about = new Set(
      readings.flatMap(({ exchange }) => (cited.has(exchange.id) ? [entryOf(exchange.request.target)] : [])),
    );
    const kept = isEarly
      ? readings
      : readings.filter(
          ({ exchange, expectation }) =>
            cited.has(exchange.id) ||
            repeated.has(exchange.id) ||
            (expectation.situation === 'ordinary' &&
              exchange.probe.endsWith('/entry') &&
              about.has(entryOf(exchange.request.target))),
        );
    this.#kept += kept.length;
    this.#forgotten += readings.length - kept.length;
    this.#options.keep(kept);
  }
}

/** The part of a target by which requests about one family of entries are found. */
function entryOf(target: string): string {
  return target.split('?', 1).join('').split('/').slice(0, 4).join('/');
}

/** A violation that was shrunk tells it best. */
function simplestFirst(outcome: Outcome, shrunk: ReadonlySet<string>): Outcome {
  if (outcome.kind !== 'fail' && outcome.kind !== 'warn') return outcome;
  const rank = ({ exchanges: [first = ''] }: { readonly exchanges: readonly string[] }): number =>
    shrunk.has(first) ? 0 : 1;
  return { ...outcome, violations: outcome.violations.toSorted((a, b) => rank(a) - rank(b)) };
}

/** One request of each operation that was served, the last one. */
function stemOf(readings: readonly Reading[]): readonly Reading[] {
  const served = new Map(
    readings.filter(isBaseline).map((reading) => [reading.expectation.operation?.id, reading] as const),
  );
  return [...served.values()];
}

/** True for a served request that may have given something its values. */
function gives({ answer, exchange }: Reading): boolean {
  return answer !== undefined && answer.status < 300 && exchange.request.body !== undefined;
}

/** True where nothing more can be drawn, and the run goes on. */
function isEnd({ kind }: HaltReason): boolean {
  return kind === 'budget' || kind === 'limited' || kind === 'patience' || kind === 'closed-place';
}

async function halted(action: () => Promise<unknown>): Promise<HaltReason | undefined> {
  try {
    await action();
    return undefined;
  } catch (error) {
    if (error instanceof Halt) return error.halt;
    throw error;
  }
}
