import type { Check, ForeignJudgement, JudgedRun, Seen } from '../checks/check.ts';
import { violationOf } from '../checks/judge-each.ts';
import { type Evidence, excerpt, type Observation, type Outcome, type Violation } from '../checks/outcome.ts';
import type { Interface } from '../interface/model.ts';
import type { Reading } from '../oracle/reading.ts';
import {
  comparePlaces,
  compareTexts,
  type Counts,
  countsOf,
  firstTexts,
  type Place,
  type PlacedText,
} from './place.ts';

/** What an exchange broke, and where it stands. */
export type PlacedViolation = Place & Omit<Violation, 'exchanges' | 'sequence'>;

/** The values that were seen under a name, each where it came first; `more`: there are others. */
type SeenValues = { readonly name: string; readonly values: readonly PlacedText[]; readonly more: boolean };

/** What a check came to over traffic of any length, as plain data. Counts are per operation id, `*` where there is none. */
export type CheckTally = {
  readonly proofs: Counts;
  readonly broken: Counts;
  /** The first few of each operation, in the order of their places. */
  readonly violations: readonly PlacedViolation[];
  /** By name. */
  readonly seen: readonly SeenValues[];
  /** What the check threw first: a fault of assay. */
  readonly fault?: PlacedText;
};

export const NOTHING_SEEN: CheckTally = { proofs: [], broken: [], violations: [], seen: [] };

/** Whether nothing came to the check. */
export function isEmpty({ proofs, broken, seen, fault }: CheckTally): boolean {
  return proofs.length + broken.length + seen.length === 0 && fault === undefined;
}

/** What an exchange was to a check. */
export type Entry =
  | { readonly kind: 'nothing' }
  /** `nth` of its operation, from 1. */
  | { readonly kind: 'broke'; readonly violation: Violation; readonly nth: number; readonly listed: boolean }
  | { readonly kind: 'showed' };

const LISTED_PER_OPERATION = 3;
const MOST_NAMES = 40;
const MOST_VALUES = 12;
const NOTHING: Entry = { kind: 'nothing' };
/** Of a request to no documented operation. */
const NO_OPERATION = '*';

function firstViolations(all: readonly PlacedViolation[]): readonly PlacedViolation[] {
  const listed = new Map<string, number>();
  return all.toSorted(comparePlaces).filter(({ operation = NO_OPERATION }) => {
    const nth = (listed.get(operation) ?? 0) + 1;
    listed.set(operation, nth);
    return nth <= LISTED_PER_OPERATION;
  });
}

/**
 * The first names in the order of names: one that is left out of a part is left out of the whole, too, so that nothing of those
 * that stay is missing. Values are chosen by their places.
 */
function firstSeen(all: readonly SeenValues[]): readonly SeenValues[] {
  const groups = Map.groupBy(all, ({ name }) => name);
  const names = [...groups].toSorted(([a], [b]) => compareTexts(a, b)).slice(0, MOST_NAMES);
  return names.map(([name, group]) => {
    const values = firstTexts(group.flatMap((one) => one.values));
    const more = values.length > MOST_VALUES || group.some((one) => one.more);
    return { name, values: values.slice(0, MOST_VALUES), more };
  });
}

/** What a check came to over all of the traffic, from what it came to over parts of it: in whatever order they come. */
export function sumOfTallies(tallies: readonly CheckTally[]): CheckTally {
  const [fault] = tallies.flatMap((tally) => tally.fault ?? []).toSorted(comparePlaces);
  return {
    proofs: countsOf(tallies.flatMap(({ proofs }) => proofs)),
    broken: countsOf(tallies.flatMap(({ broken }) => broken)),
    violations: firstViolations(tallies.flatMap(({ violations }) => violations)),
    seen: firstSeen(tallies.flatMap(({ seen }) => seen)),
    ...(fault === undefined ? {} : { fault }),
  };
}

/** Where the exchanges stand that a tally cites. */
export function citedBy({ violations, seen }: CheckTally): readonly Place[] {
  return [...violations, ...seen.flatMap(({ values }) => values.slice(0, 1))];
}

/** The same with other texts, of what the traffic itself says. */
export function withTexts(tally: CheckTally, textOf: (text: string) => string): CheckTally {
  return sumOfTallies([
    {
      ...tally,
      violations: tally.violations.map(({ deviation, ...violation }) => ({
        ...violation,
        expected: textOf(violation.expected),
        actual: textOf(violation.actual),
        ...(deviation === undefined ? {} : { deviation: textOf(deviation) }),
      })),
      seen: tally.seen.map(({ name, values, more }) => ({
        name: textOf(name),
        values: values.map((value) => ({ ...value, text: textOf(value.text) })),
        more,
      })),
      ...(tally.fault === undefined ? {} : { fault: { ...tally.fault, text: textOf(tally.fault.text) } }),
    },
  ]);
}

/** What is seen under a name, as it grows. */
type Group = { readonly values: Map<string, PlacedText>; more: boolean };

/** Counts what a check comes to as the exchanges of one file come by. */
export class CheckLedger {
  readonly check: Check;
  readonly #file: string;
  readonly #textOf: (text: string) => string;
  readonly #proofs = new Map<string, number>();
  readonly #broken = new Map<string, number>();
  readonly #violations: PlacedViolation[] = [];
  readonly #seen = new Map<string, Group>();
  #fault: PlacedText | undefined;
  readonly #foreign: ForeignJudgement;

  /** `textOf` takes the secrets out of what is kept, as far as they are known by then. */
  constructor(check: Check, options: { readonly file: string; readonly textOf: (text: string) => string }) {
    this.check = check;
    this.#foreign = check.foreign;
    this.#file = options.file;
    this.#textOf = options.textOf;
  }

  /** Judges the exchange of an entry; `alone` is a run of it. A check that throws is a fault of assay. */
  take(reading: Reading, alone: JudgedRun, at: number): Entry {
    const foreign = this.#foreign;
    if (foreign.kind === 'says-nothing' || this.#fault !== undefined) return NOTHING;
    try {
      return foreign.kind === 'each'
        ? this.#judge(foreign.judge(reading, alone), reading, at)
        : this.#see(foreign.look(alone), at);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#fault = { file: this.#file, at, text: this.#textOf(text) };
      return NOTHING;
    }
  }

  #judge(
    verdict: ReturnType<Extract<Check['foreign'], { kind: 'each' }>['judge']>,
    reading: Reading,
    at: number,
  ): Entry {
    if (verdict.kind === 'irrelevant') return NOTHING;
    const name = reading.expectation.operation?.id ?? NO_OPERATION;
    switch (verdict.kind) {
      case 'proves':
        this.#proofs.set(name, (this.#proofs.get(name) ?? 0) + 1);
        return NOTHING;
      case 'breaks': {
        const nth = (this.#broken.get(name) ?? 0) + 1;
        this.#broken.set(name, nth);
        const violation = violationOf(verdict, reading);
        const listed = nth <= LISTED_PER_OPERATION;
        if (listed) this.#violations.push(this.#placed(violation, at));
        return { kind: 'broke', violation, nth, listed };
      }
    }
  }

  #placed({ operation, expected, actual, deviation }: Violation, at: number): PlacedViolation {
    const textOf = this.#textOf;
    return {
      file: this.#file,
      at,
      operation,
      expected: textOf(expected),
      actual: textOf(actual),
      ...(deviation === undefined ? {} : { deviation: textOf(deviation) }),
    };
  }

  #see(seen: readonly Seen[], at: number): Entry {
    let entry = NOTHING;
    for (const [name, value] of seen) {
      const group = this.#groupOf(name);
      if (group === undefined) continue;
      if (group.values.size === 0) entry = { kind: 'showed' };
      if (group.values.has(value)) continue;
      if (group.values.size < MOST_VALUES)
        group.values.set(value, { file: this.#file, at, text: this.#textOf(value) });
      else group.more = true;
    }
    return entry;
  }

  /** What is seen under a name, where that is one of the first; a later one makes room for it. */
  #groupOf(name: string): Group | undefined {
    const known = this.#seen.get(name);
    if (known !== undefined) return known;
    if (this.#seen.size >= MOST_NAMES) {
      const last = [...this.#seen.keys()].toSorted(compareTexts).at(-1) ?? '';
      if (compareTexts(name, last) > 0) return undefined;
      this.#seen.delete(last);
    }
    const group: Group = { values: new Map(), more: false };
    this.#seen.set(name, group);
    return group;
  }

  /** What it came to so far. */
  tally(): CheckTally {
    return sumOfTallies([
      {
        proofs: [...this.#proofs],
        broken: [...this.#broken],
        violations: this.#violations,
        seen: [...this.#seen].map(([name, { values, more }]) => ({
          name,
          values: [...values.values()],
          more,
        })),
        ...(this.#fault === undefined ? {} : { fault: this.#fault }),
      },
    ]);
  }
}

function unlistedOf({ broken }: CheckTally): Evidence {
  const entries = broken
    .map(([name, count]) => [name, count - LISTED_PER_OPERATION] as const)
    .filter(([, count]) => count > 0);
  return Object.fromEntries(entries);
}

type IdOf = (place: Place) => string;

function observationsOf({ seen }: CheckTally, idOf: IdOf): readonly Observation[] {
  return seen.map(({ name, values, more }) => ({
    name,
    value: excerpt([...values.map(({ text }) => text), ...(more ? ['…'] : [])].join('; ')),
    exchanges: values.slice(0, 1).map(idOf),
  }));
}

function verdictOf(check: Check, tally: CheckTally, fewestToFail: number, idOf: IdOf): Outcome {
  const evidence = Object.fromEntries(tally.proofs);
  const broken = tally.broken.reduce((sum, [, count]) => sum + count, 0);
  if (broken > 0) {
    const unlisted = unlistedOf(tally);
    return {
      kind: check.level === 'must' && broken >= fewestToFail ? 'fail' : 'warn',
      violations: tally.violations.map(({ file, at, operation, ...said }) => ({
        exchanges: [idOf({ file, at })],
        operation,
        ...said,
      })),
      evidence,
      ...(Object.keys(unlisted).length > 0 ? { unlisted } : {}),
    };
  }
  if (tally.proofs.length > 0) return { kind: 'pass', evidence };
  return { kind: 'inconclusive', reason: 'no exchange of this traffic reached it' };
}

/** The outcome of a check by what it came to. `idOf` names the exchange of a place. */
export function outcomeOf(check: Check, tally: CheckTally, document: Interface, idOf: IdOf): Outcome {
  const notApplicable = check.notApplicable(document);
  if (notApplicable !== undefined) return { kind: 'not-applicable', reason: notApplicable };
  if (tally.fault !== undefined) return { kind: 'harness-error', reason: tally.fault.text };
  switch (check.foreign.kind) {
    case 'says-nothing':
      return { kind: 'not-testable', reason: check.foreign.reason, option: 'assay test' };
    case 'observes': {
      const observations = observationsOf(tally, idOf);
      if (observations.length > 0) return { kind: 'observed', observations };
      return { kind: 'inconclusive', reason: 'nothing of the kind was seen in this traffic' };
    }
    case 'each':
      return verdictOf(check, tally, check.foreign.fewestToFail, idOf);
  }
}
