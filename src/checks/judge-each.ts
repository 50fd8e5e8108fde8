import type { Level } from '../interface/model.ts';
import type { Reading } from '../oracle/reading.ts';
import { onceFor } from '../system/once-for.ts';
import type { Check, Circumstances, JudgedRun } from './check.ts';
import { isBroken, type Outcome, type Violation } from './outcome.ts';

/** What one exchange says about a check. `irrelevant` exchanges are no evidence, for or against. */
export type Verdict =
  | { readonly kind: 'proves' }
  | ({ readonly kind: 'breaks' } & Pick<Violation, 'expected' | 'actual' | 'deviation'>)
  /** `unjudged`: it shows what the check looks at, and nobody can tell within bounds what to make of it. */
  | { readonly kind: 'irrelevant'; readonly unjudged?: true };

export const PROVES: Verdict = { kind: 'proves' };
export const IRRELEVANT: Verdict = { kind: 'irrelevant' };
export const UNJUDGED: Verdict = { kind: 'irrelevant', unjudged: true };

/** A verdict that the clause is broken. `deviation`: as a violation has it. */
export function breaks(expected: string, actual: string, deviation?: string): Verdict {
  return { kind: 'breaks', expected, actual, ...(deviation === undefined ? {} : { deviation }) };
}

/** Collects evidence and violations of a check and turns them into its outcome. */
export type Tribunal = {
  readonly proves: (operation: string | undefined) => void;
  readonly breaks: (violation: Violation) => void;
  /** `unreached` says why there is no evidence when nothing was judged. */
  readonly outcome: (unreached?: string) => Outcome;
};

/** Why there is no evidence where nothing else says it: no answer had what the check looks at. */
export const UNREACHED = 'no exchange of this run reached it';

const BEYOND_BOUNDS = 'whether what came is as documented can not be told within bounds';

/** Opens a tribunal. A broken `must` fails; a broken statement of any other level warns (design, section 2). */
export function openTribunal(level: Level): Tribunal {
  const proofs = new Map<string, number>();
  const violations: Violation[] = [];
  return {
    proves: (operation) => {
      const name = operation ?? '*';
      proofs.set(name, (proofs.get(name) ?? 0) + 1);
    },
    breaks: (violation) => {
      violations.push(violation);
    },
    outcome: (unreached = UNREACHED) => {
      const evidence = Object.fromEntries(proofs);
      if (violations.length > 0) return { kind: level === 'must' ? 'fail' : 'warn', violations, evidence };
      if (proofs.size === 0) return { kind: 'inconclusive', reason: unreached };
      return { kind: 'pass', evidence };
    },
  };
}

/** The violation that one exchange shows. */
export function violationOf(
  { kind: _kind, ...broken }: Extract<Verdict, { kind: 'breaks' }>,
  { exchange, expectation }: Reading,
): Violation {
  return { exchanges: [exchange.id], operation: expectation.operation?.id, ...broken };
}

/** Judges a check that looks at one exchange at a time. */
export function judgeEach(
  level: Level,
  readings: readonly Reading[],
  judge: (reading: Reading) => Verdict,
): Outcome {
  const tribunal = openTribunal(level);
  let isUnjudged = false;
  for (const reading of readings) {
    const verdict = judge(reading);
    const operation = reading.expectation.operation?.id;
    switch (verdict.kind) {
      case 'proves':
        tribunal.proves(operation);
        break;
      case 'breaks':
        tribunal.breaks(violationOf(verdict, reading));
        break;
      case 'irrelevant':
        isUnjudged ||= verdict.unjudged === true;
        break;
    }
  }
  return tribunal.outcome(isUnjudged ? BEYOND_BOUNDS : undefined);
}

/** What the checks said of a reading, each by its judgement, in the circumstances in which they were asked last. */
type Said = {
  contract: Circumstances['contract'] | undefined;
  capabilities: Circumstances['capabilities'] | undefined;
  readonly verdicts: Map<object, Verdict>;
};

/** One place for each reading, and not one for each check: what is kept weakly costs whoever collects garbage. */
const saidOf = onceFor((_reading: Reading): Said => ({
  contract: undefined,
  capabilities: undefined,
  verdicts: new Map(),
}));

/** The two judgements of a check that looks at one exchange at a time: they are the same, whoever sent it. */
export function eachExchange(
  level: Level,
  judge: (reading: Reading, circumstances: Circumstances) => Verdict,
): Pick<Check, 'judge' | 'foreign'> {
  // A run asks several times, and what an exchange says stays the same: it is judged once.
  const verdictOn = (reading: Reading, { contract, capabilities }: Circumstances): Verdict => {
    const said = saidOf(reading);
    if (said.contract !== contract || said.capabilities !== capabilities) {
      said.verdicts.clear();
      said.contract = contract;
      said.capabilities = capabilities;
    }
    const known = said.verdicts.get(judge);
    if (known !== undefined) return known;
    const verdict = judge(reading, { contract, capabilities });
    said.verdicts.set(judge, verdict);
    return verdict;
  };
  return {
    judge: (run) => {
      const outcome = judgeEach(level, run.readings, (reading) => verdictOn(reading, run));
      if (isBroken(outcome)) return outcome;
      // What would be a violation beside a baseline is none without it, and no proof either.
      const unsettled = run.readings.find((reading) => {
        const { unconfirmed } = reading.expectation;
        return (
          unconfirmed !== undefined && judge({ ...reading, expectation: unconfirmed }, run).kind === 'breaks'
        );
      });
      if (unsettled === undefined) return outcome;
      const { id } = unsettled.exchange;
      return {
        kind: 'inconclusive',
        reason: `${id} was not answered as documented, and ${unsettled.expectation.because}`,
      };
    },
    foreign: { kind: 'each', judge, fewestToFail: 1 },
  };
}

/**
 * What a judgement of runs makes of a single exchange, where the others only add to what it tells. `concerns` says beforehand
 * which of them it looks at.
 */
export function singleExchange(
  judge: (run: JudgedRun) => Outcome,
  concerns: (alone: JudgedRun) => boolean,
): Check['foreign'] {
  return {
    kind: 'each',
    fewestToFail: 1,
    judge: (_reading, alone) => {
      if (!concerns(alone)) return IRRELEVANT;
      const outcome = judge(alone);
      if (outcome.kind === 'pass') return PROVES;
      if (!isBroken(outcome)) return IRRELEVANT;
      const [violation] = outcome.violations;
      return violation === undefined
        ? IRRELEVANT
        : breaks(violation.expected, violation.actual, violation.deviation);
    },
  };
}

/** The judgement of traffic of others by a check that needs requests planned by assay. */
export function saysNothing(reason: string): Check['foreign'] {
  return { kind: 'says-nothing', reason };
}
