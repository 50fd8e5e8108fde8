import type { Check } from '../../checks/check.ts';
import {
  isBroken,
  type Evidence,
  type Observation,
  type Outcome,
  type Violation,
} from '../../checks/outcome.ts';
import { combineOutcomes } from '../../session/judge-run.ts';

/** Violations that are listed of one way in which an operation deviates. */
const MOST_OF_KIND = 3;
const MOST_OF_CHECK = 120;
const MOST_OBSERVATIONS = 40;

/** In which way an operation deviates: numbers and quoted values aside. */
export function kindOfViolation({ operation, deviation, expected, actual }: Violation): string {
  const told = deviation ?? `${expected} ${actual}`.replaceAll(/\d+|"[^"]*"/g, '…');
  return `${operation ?? '*'} ${told}`;
}

/** What a check came to over rounds of any number: counts, and the first violations of each kind. */
class CheckSum {
  #worst: 'fail' | 'warn' | undefined;
  #fault: Outcome | undefined;
  readonly #evidence = new Map<string, number>();
  readonly #kinds = new Map<string, Violation[]>();
  readonly #unlisted = new Map<string, number>();
  readonly #observations = new Map<string, Observation>();
  #listed = 0;

  /** Returns the exchanges of what is listed. */
  add(outcome: Outcome): readonly string[] {
    if (outcome.kind === 'harness-error') this.#fault ??= outcome;
    if ('evidence' in outcome)
      for (const [operation, count] of Object.entries(outcome.evidence))
        this.#evidence.set(operation, (this.#evidence.get(operation) ?? 0) + count);
    if (outcome.kind === 'observed')
      return outcome.observations
        .filter((one) => this.#observe(one))
        .flatMap(({ exchanges }) => exchanges.slice(0, 1));
    if (!isBroken(outcome)) return [];
    this.#worst = outcome.kind === 'fail' ? 'fail' : (this.#worst ?? 'warn');
    return outcome.violations
      .filter((violation) => this.#list(violation))
      .flatMap(({ exchanges, sequence = [] }) => [...exchanges, ...sequence]);
  }

  /** Returns whether it is the first of its name. */
  #observe(one: Observation): boolean {
    if (this.#observations.size >= MOST_OBSERVATIONS || this.#observations.has(one.name)) return false;
    this.#observations.set(one.name, one);
    return true;
  }

  #list(violation: Violation): boolean {
    const kind = kindOfViolation(violation);
    const known = this.#kinds.get(kind) ?? [];
    if (known.length < MOST_OF_KIND && this.#listed < MOST_OF_CHECK) {
      this.#kinds.set(kind, [...known, violation]);
      this.#listed += 1;
      return true;
    }
    const operation = violation.operation ?? '*';
    this.#unlisted.set(operation, (this.#unlisted.get(operation) ?? 0) + 1);
    return false;
  }

  knows(violation: Violation): boolean {
    return this.#kinds.has(kindOfViolation(violation));
  }

  get outcome(): Outcome | undefined {
    const evidence: Evidence = Object.fromEntries(this.#evidence);
    if (this.#worst !== undefined) {
      const violations = [...this.#kinds.values()].flat();
      const unlisted = this.#unlisted.size === 0 ? {} : { unlisted: Object.fromEntries(this.#unlisted) };
      return { kind: this.#worst, violations, evidence, ...unlisted };
    }
    if (this.#fault !== undefined) return this.#fault;
    if (this.#evidence.size > 0) return { kind: 'pass', evidence };
    if (this.#observations.size > 0)
      return { kind: 'observed', observations: [...this.#observations.values()] };
    return undefined;
  }
}

/** What the checks came to over all that was drawn, in memory that does not grow with it. */
export class DrawnLedger {
  readonly #sums = new Map<string, CheckSum>();

  #sumOf({ id }: Check): CheckSum {
    const sum = this.#sums.get(id) ?? new CheckSum();
    this.#sums.set(id, sum);
    return sum;
  }

  /** Adds what a round came to. Returns the exchanges of violations and observations that are listed: they are kept. */
  add(check: Check, outcome: Outcome): readonly string[] {
    return this.#sumOf(check).add(outcome);
  }

  /** True where an operation was found to deviate in this way before. */
  knows(check: Check, violation: Violation): boolean {
    return this.#sumOf(check).knows(violation);
  }

  /** The outcome of a check over what was planned, with what was drawn. */
  combined(check: Check, planned: Outcome): Outcome {
    const drawn = this.#sums.get(check.id)?.outcome;
    if (drawn === undefined || planned.kind === 'blocked') return planned;
    const both = combineOutcomes(planned, [drawn]);
    if (!isBroken(both) || !isBroken(drawn)) return both;
    const before = new Map(Object.entries(isBroken(planned) ? (planned.unlisted ?? {}) : {}));
    const unlisted = Object.entries(drawn.unlisted ?? {}).map(
      ([operation, count]) => [operation, count + (before.get(operation) ?? 0)] as const,
    );
    const all = Object.fromEntries([...before, ...unlisted]);
    return Object.keys(all).length === 0 ? both : { ...both, unlisted: all };
  }
}
