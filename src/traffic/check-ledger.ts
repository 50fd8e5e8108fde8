import type { Check, JudgedRun, Seen } from '../checks/check.ts';
import { violationOf } from '../checks/judge-each.ts';
import { type Evidence, excerpt, type Observation, type Outcome, type Violation } from '../checks/outcome.ts';
import type { Interface } from '../interface/model.ts';
import type { Reading } from '../oracle/reading.ts';

/** What the last exchange was to a check. */
export type Entry =
  | { readonly kind: 'nothing' }
  /** `nth` of its operation, from 1. */
  | { readonly kind: 'broke'; readonly violation: Violation; readonly nth: number; readonly listed: boolean }
  | { readonly kind: 'showed' };

const LISTED_PER_OPERATION = 3;
const MOST_NAMES = 40;
const MOST_VALUES = 12;
const NOTHING: Entry = { kind: 'nothing' };

type Group = { readonly values: Set<string>; readonly exchange: string; more: boolean };

/** What a check came to over traffic of any length: counts, the first violations of each operation, and a few values. */
export class CheckLedger {
  readonly check: Check;
  readonly #document: Interface;
  readonly #evidence = new Map<string, number>();
  readonly #broken = new Map<string, number>();
  readonly #violations: Violation[] = [];
  readonly #seen = new Map<string, Group>();
  #fault: string | undefined;

  constructor(check: Check, document: Interface) {
    this.check = check;
    this.#document = document;
  }

  /** Judges one exchange; `alone` is a run of it. A check that throws is a fault of assay. */
  take(reading: Reading, alone: JudgedRun): Entry {
    const { foreign } = this.check;
    if (foreign.kind === 'says-nothing' || this.#fault !== undefined) return NOTHING;
    try {
      return foreign.kind === 'each'
        ? this.#judge(foreign.judge(reading, alone), reading)
        : this.#see(foreign.look(alone));
    } catch (error) {
      this.#fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return NOTHING;
    }
  }

  #judge(verdict: ReturnType<Extract<Check['foreign'], { kind: 'each' }>['judge']>, reading: Reading): Entry {
    const operation = reading.expectation.operation?.id;
    const name = operation ?? '*';
    switch (verdict.kind) {
      case 'irrelevant':
        return NOTHING;
      case 'proves':
        this.#evidence.set(name, (this.#evidence.get(name) ?? 0) + 1);
        return NOTHING;
      case 'breaks': {
        const nth = (this.#broken.get(name) ?? 0) + 1;
        this.#broken.set(name, nth);
        const violation = violationOf(verdict, reading);
        const listed = nth <= LISTED_PER_OPERATION;
        if (listed) this.#violations.push(violation);
        return { kind: 'broke', violation, nth, listed };
      }
    }
  }

  #see(seen: readonly Seen[]): Entry {
    let entry = NOTHING;
    for (const [name, value, { exchange }] of seen) {
      const group = this.#seen.get(name);
      if (group !== undefined) {
        if (group.values.size < MOST_VALUES) group.values.add(value);
        else if (!group.values.has(value)) group.more = true;
      } else if (this.#seen.size < MOST_NAMES) {
        this.#seen.set(name, { values: new Set([value]), exchange: exchange.id, more: false });
        entry = { kind: 'showed' };
      }
    }
    return entry;
  }

  #unlisted(): Evidence {
    const entries = [...this.#broken]
      .map(([name, count]) => [name, count - LISTED_PER_OPERATION] as const)
      .filter(([, count]) => count > 0);
    return Object.fromEntries(entries);
  }

  #observations(): readonly Observation[] {
    return [...this.#seen].map(([name, { values, exchange, more }]) => ({
      name,
      value: excerpt([...values, ...(more ? ['…'] : [])].join('; ')),
      exchanges: [exchange],
    }));
  }

  /** The outcome so far. */
  outcome(): Outcome {
    const { check } = this;
    const notApplicable = check.notApplicable(this.#document);
    if (notApplicable !== undefined) return { kind: 'not-applicable', reason: notApplicable };
    if (this.#fault !== undefined) return { kind: 'harness-error', reason: this.#fault };
    switch (check.foreign.kind) {
      case 'says-nothing':
        return { kind: 'not-testable', reason: check.foreign.reason, option: 'assay test' };
      case 'observes': {
        const observations = this.#observations();
        if (observations.length > 0) return { kind: 'observed', observations };
        return { kind: 'inconclusive', reason: 'nothing of the kind was seen in this traffic' };
      }
      case 'each':
        return this.#verdict(check.foreign.fewestToFail);
    }
  }

  #verdict(fewestToFail: number): Outcome {
    const evidence = Object.fromEntries(this.#evidence);
    const broken = [...this.#broken.values()].reduce((sum, count) => sum + count, 0);
    if (broken > 0) {
      const unlisted = this.#unlisted();
      return {
        kind: this.check.level === 'must' && broken >= fewestToFail ? 'fail' : 'warn',
        violations: this.#violations,
        evidence,
        ...(Object.keys(unlisted).length > 0 ? { unlisted } : {}),
      };
    }
    if (this.#evidence.size > 0) return { kind: 'pass', evidence };
    return { kind: 'inconclusive', reason: 'no exchange of this traffic reached it' };
  }
}
