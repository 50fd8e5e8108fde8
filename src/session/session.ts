import type { Client } from '../client/client.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Quota } from '../interface/model.ts';
import type { Contract } from '../oracle/contract.ts';
import { expectation } from '../oracle/expectation.ts';
import { type Asked, readExchange, type Reading } from '../oracle/reading.ts';
import { bound } from '../system/bounds.ts';
import type { Clock } from '../system/clock.ts';
import { listeningOn } from './entries/interrupted-creation.ts';
import { type Budget, Halt, LAST_WINDOW_MS } from './pace/budget.ts';
import { namesOthers } from './entries/named-in-bodies.ts';
import { namesAnotherPlace, ownershipOf, touchesOthers } from './entries/own-things.ts';
import { isGone, Liveness } from './liveness.ts';
import { type Caller, Pacer } from './pace/pacer.ts';
import { type KnownRoom, roomAt, roomFromMs } from './pace/room.ts';
import { callerOf, ORDINARY_MODE, type SendMode, type SendSpec } from './pace/sending.ts';

/** How many times as long is waited for an answer that did not come in time. */
const MORE_PATIENT = 2;

export type SessionOptions = {
  readonly contract: Contract;
  readonly client: Client;
  readonly budget: Budget;
  readonly clock: Clock;
  /** Monotonic time after which nothing more is sent or waited for. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** How long after the start windows are waited for on the way, in ms; as long as `deadlineMs` allows where it is left out. */
  readonly patienceMs?: number | undefined;
  /** The key's shortest documented window, as far as it is known: the fields may speak of a longer one. */
  readonly quota: Quota | undefined;
  /** What others made may be changed and removed. */
  readonly allowWrites?: boolean;
  /** Who asks was registered for the run. */
  readonly ownsAccount?: boolean;
  /** What was answered before the session began. */
  readonly heard?: readonly Exchange[] | undefined;
  readonly onExchange: (reading: Reading) => void;
  readonly onRest: (untilWallMs: number, reason: string) => void;
};

/** However late a request goes out, an answer may take this long. */
const SHORTEST_ANSWER_MS = 1_000;
const MOST_TRIES_AFTER_REFUSAL = 2;
/** Of a second. */
const TELLING_PHASE = { leastMs: 300, aimMs: 450, mostMs: 650 };
/** A window that ends sooner is not worth beginning. */
const LITTLE_LEFT_MS = 8_000;

/** A request and what the oracle said of it before it goes out. */
export type Planned = { readonly spec: SendSpec; readonly asked?: Asked };

/** A request that is under way beside others. */
export type Aside = { readonly planned: Planned; readonly came: Promise<Reading> };

/** How long removing what the run made goes on after an interruption; so much of its time a run keeps for it, or a share of that. */
const MOST_REMOVING_MS = 10_000;
const REMOVING_SHARE = 0.1;
/** How long it may go on after the time of the run. */
const REMOVING_LATE_MS = 2_000;
/** Answers whose pace is that of the next ones. */
const PACE_OF = 20;

/** Whether the service failed (5xx), which one answer alone may owe to the network. A documented refusal is no failure. */
export const hasFailed = ({ answer }: Reading): boolean =>
  answer !== undefined && answer.status >= 500 && !answer.limited;

/**
 * Sends the requests of one run, one after the other unless asked otherwise: holds the budget, rests where the target
 * asks for it, repeats what a fault of the transport or a 5xx makes doubtful, and keeps every exchange.
 */
export class Session {
  readonly readings: Reading[] = [];
  readonly pacer: Pacer;
  readonly #options: SessionOptions;
  #count = 0;
  readonly #liveness = new Liveness();
  #refusedKey: string | undefined;
  #restedUntilMs = 0;
  #waitedForWindow = false;
  #ending: { readonly signal: AbortSignal; readonly deadlineMs: number } | undefined;
  readonly #startedMs: number;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#startedMs = options.clock.monotonicMs();
    this.pacer = new Pacer(options.contract.interface.rateLimits);
    for (const exchange of options.heard ?? []) this.recall(readExchange(options.contract, exchange));
  }

  get ownsAccount(): boolean {
    return this.#options.ownsAccount === true;
  }

  get contract(): Contract {
    return this.#options.contract;
  }

  get budget(): Budget {
    return this.#options.budget;
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  /** When the first request on the key went out since the run last rested; `undefined` before that. Monotonic ms. */
  get firstOnKeyMs(): number | undefined {
    return this.readings.find(
      ({ exchange: { request, startMs } }) =>
        request.credential.kind === 'valid' && startMs >= this.#restedUntilMs,
    )?.exchange.startMs;
  }

  /** Time left for sending and for waiting, in ms. What it takes to remove what the run made is kept from it. */
  get timeLeftMs(): number {
    const now = this.clock.monotonicMs();
    if (this.#ending !== undefined) return this.#ending.deadlineMs - now;
    const leftMs = this.#options.deadlineMs - now;
    const mostMs = Math.max(MOST_REMOVING_MS, (this.#options.deadlineMs - this.#startedMs) * REMOVING_SHARE);
    return leftMs > mostMs ? leftMs : leftMs - Math.min(mostMs, this.#removingMs);
  }

  /** How long it takes to remove what the run made, at the pace of the last answers. */
  get #removingMs(): number {
    const removable = ownershipOf(this).entries.filter(
      ({ resource, standing }) => resource.remove !== undefined && standing !== 'gone',
    ).length;
    const last = this.readings.slice(-PACE_OF).map(({ exchange }) => exchange.endMs - exchange.startMs);
    const pace = last.reduce((sum, ms) => sum + ms, 0) / Math.max(1, last.length);
    // What is under way when the time is over takes as long as one of them.
    return removable === 0 ? 0 : (removable + 1) * pace;
  }

  get #signal(): AbortSignal {
    return this.#ending?.signal ?? this.#options.signal;
  }

  /**
   * From now on requests go out although the run was interrupted or its time is over, for a while: what the run made is taken
   * away again.
   */
  beginEnding(): void {
    const now = this.clock.monotonicMs();
    this.#ending = this.#options.signal.aborted
      ? { signal: AbortSignal.timeout(MOST_REMOVING_MS * 2), deadlineMs: now + MOST_REMOVING_MS }
      : {
          signal: this.#options.signal,
          deadlineMs: Math.max(this.#options.deadlineMs, now + REMOVING_LATE_MS),
        };
  }

  /**
   * Takes note of an answer of an earlier part of the run: the rest that it asked for still holds, its number is taken. It
   * is no reading of this session, and no part of its budget. Returns whom it was sent for.
   */
  recall(reading: Reading): Caller {
    const { request, id, sentAt, startMs, endMs } = reading.exchange;
    const { credential } = request;
    const caller = callerOf({ credential, scheme: reading.expectation.operation?.credential });
    this.pacer.note(caller, reading, endMs, sentAt + endMs - startMs);
    this.#count = Math.max(this.#count, Number(/^x(\d{1,9})$/.exec(id)?.[1] ?? 0));
    return caller;
  }

  /** Throws `Halt` where the time is over or the run was interrupted: what takes time without sending asks here. */
  requireTime(): void {
    if (this.#signal.aborted) throw new Halt({ kind: 'interrupted' });
    if (this.timeLeftMs <= 0)
      throw new Halt({ kind: 'limited', reason: 'the time of --max-duration is over' });
  }

  /** From now on nothing more is sent with the valid key: the target refuses it. */
  giveUpKey(reason: string): void {
    this.#refusedKey = reason;
  }

  /** Sends one request in turn and returns the reading of the answer that counts. Throws `Halt` when it can't. */
  send(spec: SendSpec, mode: Partial<SendMode> = {}): Promise<Reading> {
    const turn = this.#turn.then(() => this.#sendInTurn(spec, { ...ORDINARY_MODE, ...mode }));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /**
   * Sends a request beside others that are under way, once, as soon as nothing asks for a rest: resolves when it is out. What comes
   * counts when `take` is told of it. Throws `Halt` when it can't go out.
   */
  async beginAside(spec: SendSpec): Promise<Aside> {
    const asked = this.#agree(spec);
    this.#bearable(spec);
    const caller = callerOf(spec);
    this.#spendable(caller, 0);
    // Asked once more where somebody waited: an answer may have come meanwhile.
    do await this.#admit(caller);
    while (this.pacer.admit(caller, this.clock.monotonicMs()).kind === 'rest');
    return { planned: { spec, asked }, came: this.#sendOnce({ spec, asked }, undefined, false) };
  }

  /** Takes note of what came of a request that went out beside others, in the order in which they are told. */
  take(reading: Reading, { planned }: Aside): void {
    this.#keep(reading);
    const { result } = reading.exchange;
    const isLost = result.kind === 'failure' && result.failure.kind !== 'aborted';
    if (!isLost) this.#liveness.note(reading.exchange, planned.spec);
  }

  /**
   * The reading that counts of a request that went out beside others: it is sent once more, alone, where the first try tells nothing
   * or was refused over a limit. Throws `Halt` when the session can't go on.
   */
  async confirm(reading: Reading, { planned }: Aside): Promise<Reading> {
    if (reading.answer?.limited === true) return this.send(planned.spec, { again: 'after-faults' });
    if (reading.answer === undefined) this.#liveness.note(reading.exchange, planned.spec);
    const confirmed = await this.#again(reading, planned, ORDINARY_MODE);
    await this.#requireTarget();
    return confirmed;
  }

  /** Leaves out the readings from a place on, where they are judged and nothing later needs them. Whoever follows them has to know. */
  forgetFrom(at: number): void {
    this.readings.splice(at);
  }

  /** Sends several requests at the same time. They go out only when the window surely has room for all of them. */
  sendTogether(specs: readonly SendSpec[], beyond = 0): Promise<readonly Reading[]> {
    const turn = this.#turn.then(async () => {
      const room = roomAt(this.clock.monotonicMs(), this.#room);
      if (room < specs.length + 2) {
        const kind = this.bears(this.#roomFromMs(specs.length + 2)) ? 'limited' : 'patience';
        throw new Halt({ kind, reason: `the window has only ${room} requests left` });
      }
      const agreed = specs.map((spec) => {
        const asked = this.#agree(spec);
        this.#bearable(spec);
        return { spec, asked };
      });
      if (this.budget.left('key', beyond) < specs.length) {
        throw new Halt({ kind: 'budget', reason: 'the budget of requests on the key is spent' });
      }
      await this.#admit('key');
      const readings = await Promise.all(agreed.map((each) => this.#exchange(each, undefined, false)));
      await this.#requireTarget();
      return readings;
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #sendInTurn(spec: SendSpec, mode: SendMode): Promise<Reading> {
    const asked = this.#agree(spec);
    this.#bearable(spec);
    const caller = callerOf(spec);
    for (let tries = 0; ; tries += 1) {
      this.#spendable(caller, mode.beyond);
      await this.#admit(caller, mode);
      const reading = await this.#confirmed({ spec, asked }, mode);
      await this.#requireTarget();
      const refused = reading.answer?.limited === true;
      if (!refused || mode.again !== 'after-refusals' || tries >= MOST_TRIES_AFTER_REFUSAL) return reading;
    }
  }

  /** Sends a request, and once more when the first try tells nothing: no answer, or a 5xx that asks for no rest. */
  async #confirmed(planned: Planned, mode: SendMode): Promise<Reading> {
    const reading = await this.#exchange(planned, undefined, mode.freshConnection);
    return this.#again(reading, planned, mode);
  }

  async #again(reading: Reading, planned: Planned, mode: SendMode): Promise<Reading> {
    const { spec } = planned;
    const lost = reading.answer === undefined;
    if (mode.again === 'never' || (!lost && !hasFailed(reading))) return reading;
    const caller = callerOf(spec);
    const rests = this.pacer.admit(caller, this.clock.monotonicMs(), { overMs: mode.overMs }).kind === 'rest';
    // Where Retry-After comes with everything it excuses no failure: the first is worth its rest, a second confirms it.
    const excused =
      rests && !(this.pacer.retryAfterEverywhere && this.readings.filter(hasFailed).length === 1);
    const spent = this.budget.left(caller, mode.beyond) === 0 || this.timeLeftMs <= 0;
    const over =
      spent || this.#signal.aborted || this.#liveness.isGivenUp(spec) || this.#liveness.loss !== undefined;
    if (excused || over) return reading;
    await this.#admit(caller, { ...mode, overLimit: false });
    return this.#exchange(planned, reading.exchange.id, lost);
  }

  #agree(spec: SendSpec): Asked {
    const request = { ...spec, target: `${this.contract.basePath}${spec.path}` };
    const mayTouch = this.#options.allowWrites === true;
    const elsewhere = mayTouch ? undefined : namesAnotherPlace(spec);
    const touches = mayTouch
      ? undefined
      : (elsewhere ?? touchesOthers(this, spec) ?? namesOthers(this, spec));
    const said = expectation(this.contract, request);
    if (touches !== undefined) {
      const isOrdinary = spec.intent === 'ordinary' && said.operation !== undefined;
      // What the service calls so is there, and no document keeps the run from it.
      if (isOrdinary && elsewhere !== undefined) throw new Halt({ kind: 'closed-place', reason: elsewhere });
      const whose = isOrdinary ? { operation: said.operation.id } : {};
      throw new Halt({ kind: 'broken-harness', reason: touches, ...whose });
    }
    if (said.situation === spec.intent) return { request, expectation: said };
    const reason = `probe ${spec.probe} intends "${spec.intent}", the oracle reads "${said.situation}" (${said.because})`;
    throw new Halt({ kind: 'broken-harness', reason });
  }

  #spendable(caller: Caller, beyond: number): void {
    if (this.#signal.aborted) throw new Halt({ kind: 'interrupted' });
    if (this.budget.left(caller, beyond) > 0) return;
    const whose = caller === 'key' ? 'on the key' : 'without a valid key';
    throw new Halt({ kind: 'budget', reason: `the budget of requests ${whose} is spent` });
  }

  /** Whether the profile waits until then for a window, or begins another one. Monotonic ms. */
  bears(untilMs: number): boolean {
    return untilMs - this.#startedMs <= (this.#options.patienceMs ?? Number.POSITIVE_INFINITY);
  }

  async #admit(caller: Caller, mode: SendMode = ORDINARY_MODE): Promise<void> {
    for (;;) {
      this.requireTime();
      const now = this.clock.monotonicMs();
      const admission = this.pacer.admit(caller, now, mode);
      if (admission.kind === 'go') return;
      const waitMs = admission.untilMs - now;
      const wallMs = this.clock.now() + waitMs;
      if (waitMs > this.timeLeftMs) {
        // Whole seconds: what waits for one thing gives one reason.
        const wholeMs = Math.ceil(Math.min(wallMs, 8.64e15) / 1000) * 1000;
        const when = new Date(wholeMs).toISOString().replace('.000Z', 'Z');
        const reason = `${admission.reason}: the target takes requests again at ${when}, after the end of --max-duration`;
        throw new Halt({ kind: 'limited', reason });
      }
      const spareMs = mode.waits === 'as-run' ? LAST_WINDOW_MS : 0;
      if (!this.bears(admission.untilMs - spareMs)) {
        const kind = admission.usedUp === true || spareMs > 0 ? 'patience' : 'limited';
        throw new Halt({ kind, reason: `${admission.reason}, and the profile has no time for another wait` });
      }
      await this.#rest(waitMs, admission.reason);
    }
  }

  async #rest(waitMs: number, reason: string): Promise<void> {
    this.#options.onRest(this.clock.now() + waitMs, reason);
    await this.clock.sleep(waitMs, this.#signal);
    this.#restedUntilMs = this.clock.monotonicMs();
  }

  get #room(): KnownRoom {
    const { limit, remaining } = this.pacer.told('key');
    const told = {
      limit: limit === undefined ? undefined : Number(limit),
      remaining: Number(remaining ?? Infinity),
    };
    return { readings: this.readings, quota: this.#options.quota, told };
  }

  #roomFromMs(needed: number): number {
    const now = this.clock.monotonicMs();
    return roomFromMs(now, needed, this.pacer.resetMs('key'), this.#room) + 1_000;
  }

  /**
   * Waits until the key has room for as many requests as are `needed`, if there is time for that. Whether it really has them
   * then has to be asked with a request of its own.
   */
  async restForRoom(needed: number): Promise<'has room' | 'rested' | 'no time'> {
    const now = this.clock.monotonicMs();
    const room = roomAt(now, this.#room);
    if (room >= needed) return 'has room';
    const untilMs = this.#roomFromMs(needed);
    if (untilMs - now > this.timeLeftMs || !this.bears(untilMs)) return 'no time';
    await this.#rest(untilMs - now, `the window has only ${room} requests left`);
    return 'rested';
  }

  /**
   * Lets a window begin in the middle of a second, if the service's clock is like this one's: then its fields, which count whole
   * seconds, tell their rounding, whichever it is.
   */
  async restToMidSecond(): Promise<void> {
    const phaseMs = this.clock.now() % 1_000;
    if (phaseMs >= TELLING_PHASE.leastMs && phaseMs <= TELLING_PHASE.mostMs) return;
    await this.clock.sleep((TELLING_PHASE.aimMs - phaseMs + 1_000) % 1_000, this.#signal);
  }

  /** Waits for the next window, once a run, when this one is nearly over: a run that begins with a window fits into it. */
  async restAtWindowEnd(): Promise<boolean> {
    const leftMs = (this.pacer.resetMs('key') ?? Number.POSITIVE_INFINITY) - this.clock.monotonicMs();
    if (this.#waitedForWindow || leftMs <= 0 || leftMs > LITTLE_LEFT_MS) return false;
    this.#waitedForWindow = true;
    await this.#rest(leftMs + 1_000, 'the window is nearly over');
    return true;
  }

  async #exchange(planned: Planned, repeats: string | undefined, freshConnection: boolean): Promise<Reading> {
    const reading = await this.#sendOnce(planned, repeats, freshConnection);
    this.#keep(reading);
    this.#liveness.note(reading.exchange, planned.spec);
    return reading;
  }

  #keep(reading: Reading): void {
    this.readings.push(reading);
    this.#options.onExchange(reading);
  }

  async #sendOnce(
    { spec, asked }: Planned,
    repeats: string | undefined,
    freshConnection: boolean,
  ): Promise<Reading> {
    const caller = callerOf(spec);
    this.budget.spend(caller);
    this.#count += 1;
    const id = `x${this.#count}`;
    const { probe, method, path, headers, body, credential, scheme } = spec;
    const outgoing = { method, path, headers, body, credential, scheme, transport: 'pool' } as const;
    const answerMs = Math.max(SHORTEST_ANSWER_MS, this.timeLeftMs + bound('runOverrunMs'));
    // Whoever takes a little longer than is waited for answers after all: no document says how long.
    const patience = repeats === undefined ? 1 : MORE_PATIENT;
    const { sent, result, ...times } = await listeningOn(
      { method, signal: this.#signal, clock: this.clock },
      (signal) => this.#options.client.send(outgoing, { signal, freshConnection, answerMs, patience }),
    );
    const exchange: Exchange = { id, probe, request: sent, result, ...times, repeats };
    const reading = readExchange(this.contract, exchange, asked);
    this.pacer.note(caller, reading, this.clock.monotonicMs(), this.clock.now());
    return reading;
  }

  /** Throws `Halt` for a request that would tell nothing more. */
  #bearable(spec: SendSpec): void {
    if (this.#refusedKey !== undefined && callerOf(spec) === 'key' && spec.scheme !== undefined)
      throw new Halt({ kind: 'limited', reason: this.#refusedKey });
    this.#liveness.requireAnswers(spec);
  }

  /**
   * Throws `Halt` where too many requests in a row got no answer. Where somebody is still there, a request that was answered
   * before tells a target that is gone from one that leaves some requests without an answer.
   */
  async #requireTarget(): Promise<void> {
    const failure = this.#liveness.loss;
    if (failure === undefined) return;
    const { known } = this.#liveness;
    if (known !== undefined && !isGone(failure.kind) && this.budget.left('key') > 0) {
      await this.#admit('key');
      await this.#exchange({ spec: known }, undefined, true);
      if (this.#liveness.loss === undefined) return;
    }
    throw new Halt({ kind: 'target-lost', reason: failure.detail });
  }
}
