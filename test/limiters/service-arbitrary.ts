import fc from 'fast-check';
import { serviceKinds, type ServiceKind } from './service-kinds.ts';
import type { RunTraits } from './simulate-run.ts';
import type { ServiceTraits, Uncounted } from './virtual-service.ts';

/** One run against one service: plain data. */
export type Scenario = { readonly service: ServiceTraits; readonly run: RunTraits };

const kinds = Object.keys(serviceKinds) as readonly ServiceKind[];
const UNCOUNTED: readonly Uncounted[] = ['bad-request', 'no-valid-key', 'not-found'];
const START_MS = 1_900_000_000_000;
const DAY_MS = 86_400_000;

/**
 * What others send at most, as a share of what the limit gives back. Others who take everything at once can't be told
 * from a service that never recovers.
 */
const MOST_OF_OTHERS = 0.2;

const service: fc.Arbitrary<ServiceTraits> = fc.record({
  kind: fc.constantFrom(...kinds),
  plan: fc.constantFrom('free', 'free', 'free', 'free', 'pro', 'business'),
  rounding: fc.constantFrom('up', 'down', 'nearest'),
  skewMs: fc.oneof(
    fc.constant(0),
    fc.integer({ min: -1_500, max: 1_500 }),
    fc.integer({ min: -600_000, max: 600_000 }),
  ),
  latencyMs: fc.constantFrom(0, 2, 8, 40, 250),
  jitterMs: fc.constantFrom(0, 1, 5, 40, 150),
  others: fc.constantFrom(0, 0, 0, 0.02, 0.1, MOST_OF_OTHERS),
  before: fc.oneof(
    fc.constant({ share: 0, agoMs: 0 }),
    fc.record({
      share: fc.double({ min: 0.02, max: 1, noNaN: true }),
      agoMs: fc.integer({ min: 100, max: 62_000 }),
    }),
    fc.record({
      share: fc.double({ min: 0.3, max: 1, noNaN: true }),
      agoMs: fc.integer({ min: 59_000, max: 60_500 }),
    }),
  ),
  leftToday: fc.oneof(fc.constant(900), fc.integer({ min: 0, max: 150 })),
  address: fc.constantFrom<ServiceTraits['address']>(60, 60, 20, 12, 5, 2, 'key', 'key', 1_000),
  retryAfter: fc.constantFrom('seconds', 'seconds', 'date'),
  costOfCreation: fc.constantFrom(1, 1, 1, 2, 5),
  refundsFailures: fc.boolean(),
  uncounted: fc.subarray([...UNCOUNTED]),
  banAfter: fc.integer({ min: 1, max: 3 }),
  seed: fc.nat(),
});

const run: fc.Arbitrary<RunTraits> = fc.record({
  startMs: fc.nat({ max: DAY_MS - 1 }).map((ms) => START_MS + ms),
  maxDurationS: fc.constantFrom(30, 90, 180, 300, 600),
  planIs: fc.constantFrom('declared', 'declared', 'undeclared'),
  seed: fc.nat({ max: 2 ** 31 - 1 }),
});

/** Where refused requests stand in the log, those of others take back what a Retry-After had promised to everyone else. */
function keepsItsWord(drawn: ServiceTraits): ServiceTraits {
  return drawn.kind === 'sliding log that counts refused requests' ? { ...drawn, others: 0 } : drawn;
}

/** Services behind limiters of every kind, and runs against them. */
export const scenarios: fc.Arbitrary<Scenario> = fc.record({ service: service.map(keepsItsWord), run });
