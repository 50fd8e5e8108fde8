import { checks } from '../checks/catalogue.ts';
import { type Capabilities, type Check, suiteTraits } from '../checks/check.ts';
import type { Outcome } from '../checks/outcome.ts';
import { markerOf } from '../checks/resources/creations/creations.ts';
import { basePathOf } from '../http/target.ts';
import { clausesOf } from '../interface/clauses.ts';
import type { Reading } from '../oracle/reading.ts';
import { allowanceUpTo, unboundTotal } from '../record/allowance.ts';
import type { CheckResult, RecordFooter, Stop } from '../record/record.ts';
import { Baselines } from '../session/baseline.ts';
import {
  BEYOND_FOR_LAST_LIST,
  Budget,
  Halt,
  type HaltReason,
  patienceOf,
  shortestQuota,
} from '../session/pace/budget.ts';
import { Counterexamples } from '../session/counterexamples.ts';
import { cleanUp } from '../session/entries/clean-up.ts';
import { noteEarlier } from '../session/entries/left-changed.ts';
import { clientIdentity } from '../session/identity.ts';
import {
  capabilitiesOf,
  judgedParts,
  judgedRun,
  outcomeOf,
  outcomeOverParts,
  type RunParts,
  stateAcross,
  withUnknownKey,
} from '../session/judge-run.ts';
import { ProbeLedger } from '../session/probe-ledger.ts';
import { confirmBaselines, sendFirstRequests } from '../session/first-requests.ts';
import type { ProbeContext } from '../session/probe.ts';
import { shared, type Probe, type Suite } from '../session/suite.ts';
import { Session } from '../session/session.ts';
import type { Drawing } from './drawn/drawing.ts';
import { DRAWN, drawsCases, isRaised, openDrawing } from './drawn/open-drawing.ts';
import { isOfSequences, ShortestSequences } from './replay/shortest-sequences.ts';
import { type EngineOptions, withUsers } from './engine-options.ts';
import { openReplaying, REPLAYED } from './replay/open-replaying.ts';
import type { EarlierRun } from './open-run.ts';
import type { ReplayFirst } from './replay/replay-first.ts';
import { footerOf } from './run-footer.ts';
import {
  fateOf,
  judgingEndMs,
  lostKey,
  lostTarget,
  refusedOther,
  refusesKey,
  selectedChecks,
  shownBy,
  sendableWith,
  simplestFirst,
  spentBudget,
  spentTime,
  TOO_LATE,
  usable,
} from './plan.ts';

/** Shrinking a failed property may cost this many requests. */
const MOST_SHRINK_REQUESTS = 8;

/** Runs suites against one target and judges what came back. Knows no test runner, no files and no terminal. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #session: Session;
  readonly #context: ProbeContext;
  /** The same value for the whole run: what was judged under it stays judged. */
  readonly #capabilities: Capabilities;
  /** Checks of which a single exchange may be a counterexample. */
  readonly #tellingAlone: readonly Check[];
  readonly #tellingInSequence: readonly Check[];
  readonly #sequences: ShortestSequences;
  readonly #ledger = new ProbeLedger();
  #drawing: Drawing | undefined;
  #replaying: ReplayFirst | undefined;
  /** Exchanges of drawn cases are kept when their round is judged. */
  #isDrawing = false;
  readonly #startedMs: number;
  #suite = '';
  #stop: Stop | undefined;
  #prepared = false;
  /** Why nothing can be judged: the first valid requests told that the target can't be tested. */
  #blocked: string | undefined;
  /** The end of a run whose key is refused: what needs no key was looked at all the same. */
  #refusal: Stop | undefined;
  #markers = 0;
  #lastJudged:
    | { readonly length: number; readonly refusal: Stop | undefined; readonly run: RunParts }
    | undefined;
  /** Requests of earlier parts. */
  readonly #before = { withKey: 0, withoutKey: 0 };
  #done: readonly string[] = [];

  constructor(options: EngineOptions) {
    this.#options = options;
    const { document, settings, clock, signal, ownChecks = [] } = options;
    this.#startedMs = clock.monotonicMs();
    const quota = shortestQuota(document.rateLimits, settings.plan);
    const declared = capabilitiesOf(settings, document);
    this.#capabilities = withUsers(declared, options);
    this.#tellingAlone = [...checks, ...ownChecks].filter(
      (check) => check.level === 'must' && check.notApplicable(document) === undefined,
    );
    this.#session = new Session({
      contract: { interface: document, basePath: basePathOf(settings.url) },
      client: options.client,
      budget: new Budget(allowanceUpTo(settings.maxRequests, settings.profile, document, settings.plan)),
      clock,
      deadlineMs: this.#startedMs + settings.maxDurationS * 1000,
      signal,
      quota,
      patienceMs: isRaised(options) ? undefined : patienceOf(settings.profile, quota),
      allowWrites: settings.allowWrites === true,
      heard: options.heard,
      ownsAccount: this.#capabilities.ownAccount === true,
      onExchange: (reading) => this.#exchanged(reading),
      onRest: (untilMs, reason) => options.onEvent({ kind: 'resting', untilMs, reason }),
    });
    this.#context = {
      document,
      profile: settings.profile,
      readOnly: settings.readOnly,
      allowWrites: settings.allowWrites === true,
      baselines: new Baselines(),
      capabilities: this.#capabilities,
      signal,
      seed: settings.seed,
      session: this.#session,
      counterexamples: new Counterexamples({
        seed: settings.seed,
        breaks: (reading) => this.#breaks(reading),
        mostShrinkRequests: MOST_SHRINK_REQUESTS,
      }),
      marker: () => this.#marker(),
      identityOfClient: (collection) => clientIdentity(collection, settings.seed),
      sendable: (use, { credential }) => sendableWith(options, credential, use),
      leaveOut: (probe, why) => this.#ledger.leaveOut(probe, why),
      spent: (reason) => spentBudget(reason, options, this.#session.readings),
      failed: (part, reason) => this.#ledger.fault(part, reason),
    };
    this.#sequences = new ShortestSequences(this.#context);
    this.#tellingInSequence = selectedChecks(settings).filter(
      (check) => isOfSequences(check) && check.notApplicable(document) === undefined,
    );
    if (options.earlier !== undefined) this.#recall(options.earlier);
  }

  #recall({ parts }: EarlierRun): void {
    for (const reading of parts.flat()) {
      noteEarlier(this.#session, reading);
      this.#before[this.#session.recall(reading) === 'key' ? 'withKey' : 'withoutKey'] += 1;
    }
  }

  /**
   * Probes that an earlier part had done count as done while the service still has what that part created: what a probe left
   * behind shows only in a later list.
   */
  #takeOver({ parts, done }: EarlierRun): void {
    const { contract, readings } = this.#session;
    const [before, now] = [parts.flat(), readings].map((part) =>
      judgedRun(contract, this.#capabilities, part),
    );
    if (before === undefined || now === undefined || stateAcross(before, now) === 'lost') return;
    this.#done = done;
    for (const id of done) this.#ledger.takeOver(id);
    for (const id of done) this.#options.onProbeDone?.(id);
  }

  /** Why the run can't go on; `undefined` while it can. */
  get stop(): Stop | undefined {
    return this.#stop;
  }

  #marker(): string {
    this.#markers += 1;
    return markerOf(this.#options.runId, this.#markers);
  }

  #exchanged(reading: Reading): void {
    const { spent, most } = this.#session.budget;
    const { used } = this.#session.pacer;
    if (!this.#isDrawing) {
      this.#ledger.sent(reading.exchange.id);
      this.#options.onExchange(reading);
    }
    const told = used === undefined ? {} : { window: used };
    this.#options.onEvent({ kind: 'exchange', suite: this.#suite, ...spent, most, ...told });
  }

  #breaks(reading: Reading): boolean {
    const run = judgedRun(this.#session.contract, this.#capabilities, [reading]);
    return this.#tellingAlone.some((check) => outcomeOf(check, run).kind === 'fail');
  }

  /** Sends the first valid requests, which say whether the target can be tested at all. */
  async prepare(): Promise<void> {
    if (this.#prepared) return;
    this.#prepared = true;
    await this.#guarded('baseline', () => sendFirstRequests(this.#context));
    if (this.#options.earlier !== undefined) this.#takeOver(this.#options.earlier);
    const { readings, contract } = this.#session;
    const problem = usable(readings, this.#options.settings.url, contract.interface.basePath);
    if (problem === undefined && this.#stop === undefined)
      await this.#guarded(REPLAYED, async () => {
        this.#replaying = await openReplaying(this.#context, this.#options);
        await this.#replaying?.send();
      });
    if (problem === undefined || this.#stop?.kind === 'interrupted') return;
    if (refusesKey(this.#session.readings)) {
      this.#refusal = problem;
      this.#session.giveUpKey('the target refuses the key');
      return;
    }
    this.#stop = problem;
    this.#blocked = 'the target cannot be tested';
  }

  /** Runs the probes of a suite, as far as the plan, the budget and the target allow. */
  async runSuite(suite: Suite): Promise<void> {
    await this.prepare();
    if (this.#blocked !== undefined) return;
    const own = selectedChecks(this.#options.settings, this.#options.ownChecks).filter(
      (check) => check.suite === suite.name,
    );
    if (suiteTraits(suite.name).usesWindowUp === true) await this.#draw();
    this.#suite = suite.name;
    const { name, title } = suite;
    this.#options.onEvent({ kind: 'suite-started', suite: name, title, checks: own.length });
    if (suiteTraits(suite.name).usesWindowUp === true) await this.#shrinkAll();
    await shared(this.#session.budget, this.#options, suite, (probe) => this.#runProbe(probe, suite));
    this.#options.onEvent({ kind: 'suite-ended', suite: suite.name });
  }

  /** Draws cases with what the planned ones left of the budget. */
  async #draw(): Promise<void> {
    if (this.#stop !== undefined || this.#refusal !== undefined || !drawsCases(this.#options)) return;
    this.#suite = DRAWN;
    this.#options.onEvent({ kind: 'suite-started', suite: DRAWN, title: 'Drawn cases', checks: 0 });
    this.#drawing = await openDrawing(this.#context, this.#options);
    this.#isDrawing = true;
    await this.#guarded(DRAWN, async () => {
      const halt = await this.#drawing?.run();
      if (halt !== undefined) this.#halted(DRAWN, halt);
    });
    this.#isDrawing = false;
    this.#options.onEvent({ kind: 'suite-ended', suite: DRAWN });
  }

  async #runProbe(probe: Probe, suite: Suite): Promise<void> {
    const { document, settings } = this.#options;
    const fate = fateOf(probe, suite, settings, document, this.#options.ownChecks);
    switch (fate.kind) {
      case 'unselected':
        return;
      case 'left-out':
        this.#ledger.neverBegun(probe.id, fate);
        return;
      case 'runs':
        if (this.#done.includes(probe.id)) return;
        if (this.#stop === undefined) await this.#runWhole(probe);
        else this.#ledger.neverBegun(probe.id, { cause: 'went-wrong', reason: 'the run had ended' });
    }
  }

  async #runWhole(probe: Probe): Promise<void> {
    const before = this.#ledger.leftOut.length;
    await this.#guarded(probe.id, () => probe.run(this.#context));
    if (this.#stop === undefined)
      await this.#guarded(probe.id, async () => {
        const lost = await confirmBaselines(this.#context, BEYOND_FOR_LAST_LIST);
        if (lost !== undefined) this.#stop = lostKey(lost);
      });
    if (this.#stop === undefined && this.#ledger.leftOut.length === before)
      this.#options.onProbeDone?.(probe.id);
  }

  /** A fault of assay ends what it happens in, and nothing else: it is noted, and never taken for one of the target. */
  async #guarded(probe: string, action: () => Promise<void>): Promise<void> {
    this.#ledger.begin(probe);
    try {
      await action();
    } catch (error) {
      if (error instanceof Halt) this.#halted(probe, error.halt);
      else this.#ledger.fault(probe, error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }

  #halted(probe: string, halt: HaltReason): void {
    switch (halt.kind) {
      case 'interrupted':
        this.#stop = { kind: 'interrupted' };
        this.#ledger.leaveOut(probe, { cause: 'went-wrong', reason: 'the run was interrupted' });
        return;
      case 'target-lost':
        this.#stop = lostTarget(halt.reason, this.#session.readings);
        this.#ledger.leaveOut(probe, { cause: 'went-wrong', reason: halt.reason });
        return;
      case 'broken-harness':
        this.#ledger.fault(probe, halt.reason);
        return;
      case 'budget':
        this.#ledger.outOfRequests(probe, spentBudget(halt.reason, this.#options, this.#session.readings));
        return;
      case 'patience':
        this.#ledger.outOfTime(probe, spentTime(halt.reason, this.#session.readings));
        return;
      case 'limited':
      case 'closed-place':
        this.#ledger.leaveOut(probe, { cause: 'went-wrong', reason: halt.reason });
    }
  }

  /** Of a key that is refused everywhere nobody knows whether it is valid: requests with it prove nothing of their status. */
  get #ownReadings(): readonly Reading[] {
    const { readings, contract } = this.#session;
    return this.#refusal === undefined ? readings : withUnknownKey(contract, readings);
  }

  /** The run as far as it has come, set up for its checks once for each exchange that was added. */
  get #judged(): RunParts {
    const { length } = this.#session.readings;
    const known = this.#lastJudged;
    if (known?.length === length && known.refusal === this.#refusal) return known.run;
    const parts = [...(this.#options.earlier?.parts ?? []), this.#ownReadings];
    const run = judgedParts(this.#session.contract, this.#capabilities, parts);
    this.#lastJudged = { length, refusal: this.#refusal, run };
    return run;
  }

  /** The outcome of a check as far as the run has come. */
  outcome(check: Check, suites: readonly Suite[], run: RunParts = this.#judged): Outcome {
    const planned = outcomeOverParts(run, check);
    const outcome = this.#drawing?.ledger.combined(check, planned) ?? planned;
    const isKnown = this.#options.earlier !== undefined && outcome.kind === 'fail';
    if (this.#blocked !== undefined && outcome.kind !== 'not-applicable' && !isKnown) {
      return { kind: 'blocked', reason: this.#blocked };
    }
    if (outcome.kind !== 'inconclusive') return outcome;
    const probes = suites.flatMap((suite) => suite.probes);
    const readings = run.apart.flatMap((part) => part.readings);
    const { document, settings } = this.#options;
    return this.#ledger.explained(check, outcome, { probes, readings, document, settings });
  }

  /** Makes smaller what shows violations: values of single requests, and sequences of several. */
  async #shrinkAll(): Promise<void> {
    await this.#guarded('shrinking', () => this.#context.counterexamples.shrinkAll());
    // What can be sent no more shows nothing shorter.
    if (this.#stop !== undefined || this.#blocked !== undefined || this.#session.timeLeftMs <= 0) return;
    const run = this.#judged;
    const told = this.#tellingInSequence.map((check) => [check, outcomeOverParts(run, check)] as const);
    await this.#guarded('shrinking', () => this.#sequences.shortenAll(told, this.#ownReadings));
  }

  /** Ends the run: shrinks what is left to shrink and judges everything once, over all exchanges. */
  async finish(suites: readonly Suite[]): Promise<{ results: readonly CheckResult[]; footer: RecordFooter }> {
    if (this.#stop === undefined) await this.#shrinkAll();
    const { document, settings, clock, ownChecks = [] } = this.#options;
    const isLowered = settings.maxRequests < unboundTotal(document, settings);
    if (this.#blocked === undefined && this.#refusal === undefined && this.#stop?.kind !== 'unusable-target')
      await this.#guarded('clean-up', () => cleanUp(this.#context, { isLowered }));
    const lateMs = judgingEndMs({ ...settings, startedMs: this.#startedMs, sinceMs: clock.monotonicMs() });
    const run = this.#judged;
    const results = selectedChecks(settings, ownChecks).map((check): CheckResult => {
      const { id, suite, title, level } = check;
      const clauses = clausesOf(document, id);
      const outcome =
        clock.monotonicMs() > lateMs
          ? TOO_LATE
          : this.#sequences.told(
              check,
              simplestFirst(this.outcome(check, suites, run), this.#context.counterexamples.found),
            );
      const counterexamples = shownBy(outcome, this.#context.counterexamples.found);
      return { id, suite, title, level, clauses, outcome, counterexamples };
    });
    const footer = footerOf(this.#options, {
      startedMs: this.#startedMs,
      before: this.#before,
      ledger: this.#ledger,
      drawing: this.#drawing,
      replayed: this.#replaying?.tally(results),
      session: this.#session,
      parts: run.apart,
      stop: this.#stop ?? this.#refusal ?? refusedOther(this.#session.readings) ?? { kind: 'completed' },
    });
    return { results, footer };
  }
}
