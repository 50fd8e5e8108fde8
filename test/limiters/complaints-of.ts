import type { CheckResult } from '../../src/record/record.ts';
import type { Scenario } from './service-arbitrary.ts';
import type { SimulatedRun } from './simulate-run.ts';

/** The most requests of a run with the Free quota: in all, and besides those that use the limit up. */
const FREE_MOST = { total: 140, onKey: 58, withoutKey: 20 };
/** Beyond --max-duration: the pauses around the request over the limit, and the last answer. */
const SLACK_MS = 4_000;

function blameOf({ id, outcome }: CheckResult): readonly string[] {
  switch (outcome.kind) {
    case 'fail':
    case 'warn': {
      const [first] = outcome.violations;
      return [`${id} ${outcome.kind}: expected ${first?.expected}, actual ${first?.actual}`];
    }
    case 'harness-error':
      return [`${id}: ${outcome.reason}`];
    case 'pass':
    case 'observed':
    case 'not-applicable':
    case 'not-testable':
    case 'blocked':
    case 'inconclusive':
      return [];
  }
}

/** What a run against a conforming service got wrong: false alarms, rudeness, waste. Empty when all is well. */
export function complaintsOf(
  { service, run: { maxDurationS } }: Scenario,
  run: SimulatedRun,
): readonly string[] {
  const { footer, stats, most, probesOnKey, probesWithoutKey, results } = run;
  const small = service.plan === 'free' || most === FREE_MOST.total;
  const spent = footer.requests.withKey + footer.requests.withoutKey;
  const rules: readonly (readonly [broken: boolean, complaint: string])[] = [
    [stats.early > 0, `${stats.early} requests before the end of a Retry-After`],
    [stats.bans > 0, `${stats.bans} bans`],
    [stats.requests !== spent, `${spent} requests counted by assay, ${stats.requests} by the service`],
    [spent > (small ? FREE_MOST.total : most), `${spent} requests`],
    [small && probesOnKey > FREE_MOST.onKey, `${probesOnKey} requests on the key before the limit`],
    [small && probesWithoutKey > FREE_MOST.withoutKey, `${probesWithoutKey} requests without a valid key`],
    [footer.durationMs > maxDurationS * 1000 + SLACK_MS, `${footer.durationMs} ms of ${maxDurationS} s`],
    [footer.stop.kind === 'harness-error', `stopped: ${JSON.stringify(footer.stop)}`],
  ];
  return [
    ...rules.flatMap(([broken, complaint]) => (broken ? [complaint] : [])),
    ...results.flatMap(blameOf),
    ...(footer.faults ?? []).map(({ part, reason }) => `${part}: ${reason}`),
  ];
}
