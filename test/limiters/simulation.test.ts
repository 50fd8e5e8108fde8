import { THOROUGH, wholeInCi } from '../sampled.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OutcomeKind } from '../../src/checks/outcome.ts';
import type { Interface } from '../../src/interface/model.ts';
import { zooDocument } from '../zoo/assay-over-zoo.ts';
import { complaintsOf } from './complaints-of.ts';
import { counterexamples } from './counterexamples.ts';
import { scenarios } from './service-arbitrary.ts';
import { serviceKinds, type ServiceKind } from './service-kinds.ts';
import { simulateRun, type SimulatedRun } from './simulate-run.ts';
import type { ServiceTraits } from './virtual-service.ts';

/** Runs against drawn services: `ASSAY_RUNS=5000` for more, `ASSAY_SEED` for others. */
const RUNS = Number(process.env['ASSAY_RUNS'] ?? (THOROUGH ? 25 : 2));
const SEED = Number(process.env['ASSAY_SEED'] ?? 21);
/** Of a machine that does something else besides. */
const MS_PER_RUN = 10_000;

let document: Interface;

beforeAll(async () => {
  document = await zooDocument();
});

function outcomeOf({ results }: SimulatedRun, check: string): OutcomeKind | undefined {
  return results.find(({ id }) => id === `rate-limit-enforcement.${check}`)?.outcome.kind;
}

test(
  'a run never sends too early, is never banned, blames no conforming service, keeps its budget, and ends',
  async () => {
    let proven = 0;
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        const run = await simulateRun(document, scenario.service, scenario.run);
        expect(complaintsOf(scenario, run)).toEqual([]);
        if (outcomeOf(run, 'recovery') === 'pass') proven += 1;
      }),
      { numRuns: RUNS, seed: SEED },
    );
    // Days that are used up, short durations and other users leave some without a proof.
    expect(proven).toBeGreaterThan(RUNS / 3);
  },
  60_000 + RUNS * MS_PER_RUN,
);

describe('counterexamples', () => {
  test.each(counterexamples)('$title', async ({ scenario }) => {
    const run = await simulateRun(document, scenario.service, scenario.run);
    expect(complaintsOf(scenario, run)).toEqual([]);
  });
});

const ALONE: ServiceTraits = {
  kind: 'fixed window from the first hit',
  plan: 'free',
  rounding: 'up',
  skewMs: 120_000,
  latencyMs: 6,
  jitterMs: 3,
  others: 0,
  before: { share: 0, agoMs: 0 },
  leftToday: 900,
  address: 60,
  retryAfter: 'seconds',
  costOfCreation: 1,
  refundsFailures: false,
  uncounted: [],
  banAfter: 1,
  // Nodes are drawn: of some seeds two of them share the whole budget so evenly that neither is used up.
  seed: 4,
};
const TO_THE_END = { startMs: 1_900_000_010_000, maxDurationS: 400, planIs: 'declared', seed: 1 } as const;
const KINDS = Object.keys(serviceKinds) as readonly ServiceKind[];
/** Kinds that serve more than the limit, and whose windows no run with the budget of a Free key uses up: it can't tell. */
const BEYOND_THE_BUDGET: readonly ServiceKind[] = ['three nodes with token buckets'];

describe('a standard run with the Free quota, alone on its key', () => {
  test.each(wholeInCi(KINDS, 2))('%s', async (kind) => {
    const scenario = { service: { ...ALONE, kind }, run: TO_THE_END };
    const run = await simulateRun(document, scenario.service, scenario.run);
    const { withKey, withoutKey } = run.footer.requests;
    const seconds = (run.footer.durationMs / 1000).toFixed(1);
    process.stdout.write(
      `| ${kind} | ${outcomeOf(run, 'recovery')} | ${withKey} + ${withoutKey} | ${seconds} |\n`,
    );
    expect(complaintsOf(scenario, run)).toEqual([]);
    const outcomes = [outcomeOf(run, 'refusal'), outcomeOf(run, 'recovery')];
    if (BEYOND_THE_BUDGET.includes(kind)) {
      expect(outcomes).toEqual(['inconclusive', 'inconclusive']);
      return;
    }
    expect(outcomes).toEqual(['pass', 'pass']);
    expect(run.stats.refusals).toEqual({ key: 1, address: 0 });
    expect(run.stats.underWay).toBe(0);
  });
});

const THOROUGH_S = 150;
/** What makes a thorough run want more windows than the two that it has time for. */
const HINDRANCES: readonly Partial<ServiceTraits>[] = [
  {},
  { address: 5 },
  { address: 'key' },
  { refundsFailures: true },
  { latencyMs: 250, jitterMs: 40 },
];
/** Each kind with each of the hindrances in CI, every second with one of them by default: those that run alone are the others. */
const HINDERED = KINDS.flatMap((kind, index) =>
  HINDRANCES.flatMap((traits, at) =>
    THOROUGH || (index % 2 === 1 && at === index % HINDRANCES.length)
      ? [[kind, JSON.stringify(traits), traits] as const]
      : [],
  ),
);
/** Several nodes serve more than twice the limit within a minute, which a thorough run sees and no window explains. */
const SEVERAL = /nodes/;

describe('a thorough run with the Free quota ends in time', () => {
  test.each(HINDERED)('%s, %s', async (kind, _what, traits) => {
    const service: ServiceTraits = { ...ALONE, ...traits, kind };
    const run = await simulateRun(document, service, { ...TO_THE_END, profile: 'thorough' });
    expect(run.footer.durationMs).toBeLessThan(THOROUGH_S * 1_000);
    const { early, bans } = run.stats;
    expect({ early, bans, stop: run.footer.stop.kind }).toEqual({ early: 0, bans: 0, stop: 'completed' });
    const unjust = run.results.filter(({ outcome: { kind: is } }) => is === 'fail' || is === 'harness-error');
    const isAllowed = SEVERAL.test(kind) ? /^rate-limit-enforcement\.refusal$/ : /^$/;
    expect(unjust.filter(({ id }) => !isAllowed.test(id))).toEqual([]);
  });
});
