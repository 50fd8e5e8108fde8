import type { Capabilities, Check, JudgedRun } from '../checks/check.ts';
import type { Outcome } from '../checks/outcome.ts';
import type { Contract } from '../oracle/contract.ts';
import type { Reading } from '../oracle/reading.ts';

/** True when a later exchange stands for this one: it got a 5xx or no answer at all. */
function isDoubtful(reading: Reading): boolean {
  return reading.answer === undefined || (reading.answer.status >= 500 && !reading.answer.limited);
}

/** Sets the readings of a run apart: those that count, and those that were repeated after a fault of the transport. */
export function judgedRun(
  contract: Contract,
  capabilities: Capabilities,
  readings: readonly Reading[],
): JudgedRun {
  const repeated = new Set(readings.map((reading) => reading.exchange.repeats));
  const isSuperseded = (reading: Reading): boolean =>
    isDoubtful(reading) && repeated.has(reading.exchange.id);
  return {
    contract,
    capabilities,
    readings: readings.filter((reading) => !isSuperseded(reading)),
    superseded: readings.filter(isSuperseded),
  };
}

/** The outcome of a check over a run. A check that throws is a fault of assay, never of the target. */
export function outcomeOf(check: Check, run: JudgedRun): Outcome {
  const reason = check.notApplicable(run.contract.interface);
  if (reason !== undefined) return { kind: 'not-applicable', reason };
  try {
    const outcome = check.judge(run);
    return outcome.kind === 'inconclusive' && check.sharpens === true
      ? { kind: 'not-applicable', reason: outcome.reason }
      : outcome;
  } catch (error) {
    return {
      kind: 'harness-error',
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}
