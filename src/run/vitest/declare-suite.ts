import { afterAll, beforeAll, describe, test, type TestContext } from 'vitest';
import type { Check } from '../../checks/check.ts';
import type { Outcome, Violation } from '../../checks/outcome.ts';
import { selectedChecks } from '../plan.ts';
import type { Suite } from '../suite.ts';
import type { WorkerRun } from './worker-run.ts';

/** The longest that a timer can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** For what comes after the last answer: judging, writing. */
const MARGIN_MS = 60_000;

function violationText({ operation, expected, actual, exchanges }: Violation): string {
  const where = [...(operation === undefined ? [] : [operation]), ...exchanges].join(' ');
  return `expected ${expected}, came ${actual} (${where})`;
}

/** Gives a test the state of an outcome: broken fails, proven and observed pass, everything else is skipped. */
function conclude(outcome: Outcome, context: TestContext): void {
  switch (outcome.kind) {
    case 'fail':
      throw new Error(outcome.violations.map(violationText).join('\n'));
    case 'pass':
    case 'warn':
    case 'observed':
      return;
    case 'not-applicable':
    case 'not-testable':
    case 'blocked':
    case 'inconclusive':
    case 'harness-error':
      context.skip(`${outcome.kind}: ${outcome.reason}`);
  }
}

function declareCheck(run: WorkerRun, suite: Suite, check: Check): void {
  test(`${check.id}: ${check.title}`, { timeout: MARGIN_MS }, (context) => {
    const outcome = run.run.engine.outcome(check, run.suites);
    if (outcome.kind !== 'blocked')
      run.tell({ kind: 'check', suite: suite.name, id: check.id, outcome: outcome.kind });
    conclude(outcome, context);
  });
}

/** Declares a suite to Vitest: its requests go out first, then each selected check is a test. */
export function declareSuite(run: WorkerRun, suite: Suite): void {
  const { settings } = run.order.request;
  const checks = selectedChecks(settings).filter((check) => check.suite === suite.name);
  const longestMs = settings.maxDurationS * 1000 + 2 * settings.timeoutMs + MARGIN_MS;
  run.add(suite);
  describe(suite.title, () => {
    beforeAll(() => run.send(suite), Math.min(longestMs, MAX_TIMER_MS));
    for (const check of checks) declareCheck(run, suite, check);
    if (checks.length === 0) {
      test('its requests serve other suites', (context) => context.skip('no check of it is selected'));
    }
    afterAll(() => run.tell({ kind: 'suite-ended', suite: suite.name }));
  });
}
