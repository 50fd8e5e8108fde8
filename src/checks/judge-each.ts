import type { Level } from '../interface/model.ts';
import type { Reading } from '../oracle/reading.ts';
import type { Outcome, Violation } from './outcome.ts';

/** What one exchange says about a check. `irrelevant` exchanges are no evidence, for or against. */
export type Verdict =
  | { readonly kind: 'proves' }
  | ({ readonly kind: 'breaks' } & Pick<Violation, 'expected' | 'actual' | 'deviation'>)
  | { readonly kind: 'irrelevant' };

export const PROVES: Verdict = { kind: 'proves' };
export const IRRELEVANT: Verdict = { kind: 'irrelevant' };

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
    outcome: (unreached = 'no exchange of this run reached it') => {
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
        break;
    }
  }
  return tribunal.outcome();
}
