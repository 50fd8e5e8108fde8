import type { Observation, Outcome, Violation } from '../checks/outcome.ts';
import type { Redactor } from '../exchange/redact.ts';
import type { CheckResult } from './record.ts';

type TextRedactor = Pick<Redactor, 'text'>;

function redactViolation(redactor: TextRedactor, violation: Violation): Violation {
  const { expected, actual } = violation;
  return { ...violation, expected: redactor.text(expected), actual: redactor.text(actual) };
}

function redactObservation(redactor: TextRedactor, observation: Observation): Observation {
  return { ...observation, name: redactor.text(observation.name), value: redactor.text(observation.value) };
}

/** Takes the key out of everything that a target said and an outcome quotes. */
export function redactOutcome(redactor: TextRedactor, outcome: Outcome): Outcome {
  switch (outcome.kind) {
    case 'fail':
    case 'warn':
      return { ...outcome, violations: outcome.violations.map((one) => redactViolation(redactor, one)) };
    case 'observed':
      return {
        ...outcome,
        observations: outcome.observations.map((one) => redactObservation(redactor, one)),
      };
    case 'pass':
    case 'not-applicable':
    case 'not-testable':
    case 'blocked':
    case 'inconclusive':
    case 'harness-error':
      return outcome;
  }
}

/** Takes the key out of everything that a target said and a result quotes. */
export function redactResult(redactor: TextRedactor, result: CheckResult): CheckResult {
  const counterexamples = result.counterexamples.map((one) => ({ ...one, value: redactor.text(one.value) }));
  return { ...result, outcome: redactOutcome(redactor, result.outcome), counterexamples };
}
