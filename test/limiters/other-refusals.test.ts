import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import { THOROUGH, wholeInCi } from '../sampled.ts';
import { zooDocument } from '../zoo/assay-over-zoo.ts';
import { complaintsOf } from './complaints-of.ts';
import { scenarios, type Scenario } from './service-arbitrary.ts';
import { simulateRun, type SimulatedRun } from './simulate-run.ts';
import type { ServiceTraits } from './virtual-service.ts';

/** Documents may give the refusal over the limit another status than 429. */
const STATUSES = [420, 503, 403, 430, 509];

const shipped = await zooDocument();

function refusingWith(status: number): Interface {
  const { rateLimits } = shipped;
  if (rateLimits === undefined) throw new Error('the document states no rate limit');
  return { ...shipped, rateLimits: { ...rateLimits, status } };
}

const HONEST: ServiceTraits = {
  kind: 'fixed window from the first hit',
  plan: 'free',
  rounding: 'up',
  skewMs: 0,
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
  banAfter: 3,
  seed: 1,
};
const RUN = { startMs: 1_900_000_020_000, maxDurationS: 180, planIs: 'declared', seed: 1 } as const;

function outcomesOf(run: SimulatedRun, kind: string): readonly string[] {
  return run.results.filter(({ outcome }) => outcome.kind === kind).map(({ id }) => id);
}

/** Checks of the refusal itself; one that never comes proves none of them. */
const OF_REFUSAL = ['refusal', 'not-early', 'retry-after', 'refusal-headers', 'recovery'].map(
  (name) => `rate-limit-enforcement.${name}`,
);

describe.each(wholeInCi(STATUSES, 4))('a document whose refusal over the limit is %i', (status) => {
  const document = refusingWith(status);

  test.each([
    ['and the limit may be used up', true, HONEST],
    ['the day is nearly used up, and no limit is used up on purpose', false, { ...HONEST, leftToday: 30 }],
    ['few requests go without a key, and no limit is used up on purpose', false, { ...HONEST, address: 2 }],
  ])('an honest service is blamed for nothing: %s', async (_title, exhaust, traits) => {
    const service = { ...traits, refusedWith: status };
    const scenario: Scenario = { service, run: { ...RUN, exhaust } };
    const run = await simulateRun(document, service, scenario.run);
    expect(complaintsOf(scenario, run)).toEqual([]);
    if (exhaust) expect(outcomesOf(run, 'pass')).toEqual(expect.arrayContaining(OF_REFUSAL));
  });

  test.each([429, 500, 400, 418])('a service that refuses with %i is found', async (refusedWith) => {
    const run = await simulateRun(document, { ...HONEST, refusedWith }, RUN);
    expect(outcomesOf(run, 'fail')).toContain('rate-limit-enforcement.refusal');
  });
});

test('no drawn service that refuses as its document says is blamed, whatever the status', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, fc.constantFrom(...STATUSES), async ({ service, run }, status) => {
      const scenario: Scenario = { service: { ...service, refusedWith: status }, run };
      const done = await simulateRun(refusingWith(status), scenario.service, run);
      expect(complaintsOf(scenario, done)).toEqual([]);
    }),
    { numRuns: THOROUGH ? 20 : 3, seed: 420 },
  );
}, 300_000);
