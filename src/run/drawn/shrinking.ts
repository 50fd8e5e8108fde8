import type { SentCase } from '../../../suites/drawn/rounds.ts';
import type { Check } from '../../checks/check.ts';
import { isBroken, type Outcome, type Violation } from '../../checks/outcome.ts';
import { plainJson, type Json } from '../../json/value.ts';
import { takesJson } from '../../oracle/contract.ts';
import { expectation } from '../../oracle/expectation.ts';
import type { Reading } from '../../oracle/reading.ts';
import { besideBaselines } from '../../session/baseline.ts';
import { judgedRun, outcomeOf } from '../../session/judge-run.ts';
import { encode, type ProbeContext, sendSpec } from '../../session/probe.ts';
import type { SendSpec } from '../../session/pace/sending.ts';
import { type DrawnLedger, kindOfViolation } from './drawn-ledger.ts';
import { shorterBytes, shorterQueries, simplerValues } from './simpler-requests.ts';

/** Requests that one counterexample may cost, and all of a run. */
const MOST_REQUESTS = 24;
const MOST_IN_ALL = 600;
const LONGEST_VALUE = 2_000;

/** A request that shows a fault, with the value of its body. */
type Shown = { readonly spec: SendSpec; readonly json: Json | undefined };

function withBody(spec: SendSpec, body: Uint8Array): SendSpec {
  return { ...spec, body };
}

/** Requests that differ from one in less: fewer parameters, then a simpler body. */
function* simpler({ spec, json }: Shown, isJson: boolean): Generator<Shown, undefined> {
  for (const path of shorterQueries(spec.path)) yield { spec: { ...spec, path }, json };
  if (json !== undefined && isJson)
    for (const value of simplerValues(json)) yield { spec: withBody(spec, encode(value)), json: value };
  else if (json === undefined && spec.body !== undefined)
    for (const bytes of shorterBytes(spec.body)) yield { spec: withBody(spec, bytes), json };
}

/**
 * Makes requests simpler that broke a check alone, as long as the answer deviates in the same way. What only several requests
 * show is for `ShortestSequences`.
 */
export class Shrinking {
  readonly #context: ProbeContext;
  readonly #checks: ReadonlySet<Check>;
  readonly #tried = new Set<string>();
  #left = MOST_IN_ALL;

  constructor(context: ProbeContext, checks: readonly Check[]) {
    this.#context = context;
    this.#checks = new Set(checks);
  }

  /** Shrinks one case of each way to deviate that is new; returns whether there was one. Throws `Halt` when the session can't go on. */
  async shrink(round: {
    readonly judged: readonly (readonly [Check, Outcome])[];
    readonly sent: readonly SentCase[];
    readonly ledger: DrawnLedger;
    readonly stem: readonly Reading[];
  }): Promise<boolean> {
    let isShrunk = false;
    const byExchange = new Map(round.sent.map((one) => [one.reading.exchange.id, one] as const));
    for (const [check, outcome] of round.judged) {
      if (!isBroken(outcome) || !this.#checks.has(check)) continue;
      for (const violation of outcome.violations) {
        const name = `${check.id} ${kindOfViolation(violation)}`;
        const found = byExchange.get(violation.exchanges[0] ?? '');
        if (found === undefined || this.#tried.has(name) || round.ledger.knows(check, violation)) continue;
        this.#tried.add(name);
        await this.#shrinkOne(check, violation, found, round.stem);
        isShrunk = true;
      }
    }
    return isShrunk;
  }

  async #shrinkOne(
    check: Check,
    violation: Violation,
    { one, spec, reading, seed }: SentCase,
    stem: readonly Reading[],
  ): Promise<void> {
    if (!this.#shows(check, violation, reading, stem)) return;
    let best: Shown = { spec: { ...spec, probe: `${one.name}/simpler` }, json: seed.json };
    let shown: Reading | undefined;
    let [left, shrinks] = [Math.min(MOST_REQUESTS, this.#left), 0];
    for (let isSimpler = true; isSimpler && left > 0;) {
      isSimpler = false;
      for (const candidate of simpler(best, takesJson(one.operation))) {
        if (left <= 0) break;
        const answered = await this.#sendOnce(candidate.spec);
        if (answered === undefined) continue;
        left -= 1;
        this.#left -= 1;
        if (!this.#shows(check, violation, answered, stem)) continue;
        [best, shown, shrinks, isSimpler] = [candidate, answered, shrinks + 1, true];
        break;
      }
    }
    const told = shown ?? reading;
    this.#context.counterexamples.found.push({
      seed: this.#context.seed,
      path: one.name,
      shrinks,
      value: valueText(best).slice(0, LONGEST_VALUE),
      exchange: told.exchange.id,
    });
  }

  /** Sends it, where the oracle still has something to say of it. */
  #sendOnce(spec: SendSpec): Promise<Reading | undefined> {
    const { contract } = this.#context.session;
    const target = `${contract.basePath}${spec.path}`;
    const { situation } = expectation(contract, { ...spec, target });
    return sendSpec(this.#context, { ...spec, intent: situation });
  }

  /** Whether an answer alone breaks the check in the same way. */
  #shows(check: Check, violation: Violation, reading: Reading, stem: readonly Reading[]): boolean {
    const { session, capabilities } = this.#context;
    // Whether a served request follows is looked at when all of the round is judged.
    const after = stem.filter(
      ({ expectation: { operation } }) => operation === reading.expectation.operation,
    );
    // A failure of the service is confirmed by its repetition.
    const tries = session.readings.filter(
      (one) => one === reading || one.exchange.id === reading.exchange.repeats,
    );
    const around = besideBaselines(session.contract, [...stem, ...tries, ...after]);
    const own = around.slice(stem.length, stem.length + tries.length);
    const outcome = outcomeOf(check, judgedRun(session.contract, capabilities, own));
    return (
      isBroken(outcome) &&
      outcome.violations.some((other) => kindOfViolation(other) === kindOfViolation(violation))
    );
  }
}

function valueText({ spec, json }: Shown): string {
  if (json !== undefined) return plainJson(json);
  return spec.body === undefined ? spec.path : new TextDecoder().decode(spec.body);
}
