import type { Scenario } from './service-arbitrary.ts';
import type { RunTraits } from './simulate-run.ts';
import type { ServiceTraits } from './virtual-service.ts';

/** A run that once went wrong, and what it was. */
export type Counterexample = { readonly title: string; readonly scenario: Scenario };

const SERVICE: ServiceTraits = {
  kind: 'fixed window from the first hit',
  plan: 'free',
  rounding: 'up',
  skewMs: 0,
  latencyMs: 8,
  jitterMs: 0,
  others: 0,
  before: { share: 0, agoMs: 0 },
  leftToday: 900,
  address: 60,
  retryAfter: 'seconds',
  costOfCreation: 1,
  refundsFailures: false,
  uncounted: [],
  banAfter: 1,
  seed: 1,
};
const RUN: RunTraits = { startMs: 1_900_000_000_000, maxDurationS: 180, planIs: 'declared', seed: 1 };

function row(title: string, service: Partial<ServiceTraits>, run: Partial<RunTraits> = {}): Counterexample {
  return { title, scenario: { service: { ...SERVICE, ...service }, run: { ...RUN, ...run } } };
}

/** What the simulation has found. Each row failed before what is named in its title was mended. */
export const counterexamples: readonly Counterexample[] = [
  row(
    'the key was refused for the day, and requests without a key went on at the same counter',
    {
      kind: 'minute and day, minute shown',
      rounding: 'nearest',
      skewMs: -10,
      others: 0.1,
      before: { share: 0.086, agoMs: 100 },
      leftToday: 3,
      address: 'key',
      retryAfter: 'date',
      costOfCreation: 5,
      seed: 384_887_638,
    },
    { startMs: 1_900_000_000_003, maxDurationS: 90, planIs: 'undeclared', seed: 2_147_483_639 },
  ),
  row(
    'one request was left of the day, and requests without a key went on at the same counter',
    {
      kind: 'minute and day, day shown',
      rounding: 'down',
      jitterMs: 40,
      before: { share: 0.945, agoMs: 59_167 },
      leftToday: 1,
      address: 'key',
      uncounted: ['bad-request', 'no-valid-key', 'not-found'],
      seed: 10,
    },
    { startMs: 1_900_000_000_013, maxDurationS: 90, seed: 8 },
  ),
  row(
    'two requests were back after the rest, and others took them',
    {
      kind: 'sliding log, reset of all',
      rounding: 'down',
      skewMs: -1_440,
      others: 0.02,
      before: { share: 0.047_390_535_604_883_33, agoMs: 4_347 },
      address: 'key',
      refundsFailures: true,
      banAfter: 2,
      seed: 1_759_655_134,
    },
    { startMs: 1_900_000_000_026, seed: 941_965_483 },
  ),
  row(
    'a log used before the run gave a few requests back, and others took them twice',
    {
      kind: 'sliding log, reset of all',
      rounding: 'nearest',
      jitterMs: 40,
      others: 0.2,
      before: { share: 0.091_152_545_084_749_42, agoMs: 105 },
      leftToday: 119,
      retryAfter: 'date',
      banAfter: 2,
      seed: 612_018_876,
    },
    { startMs: 1_900_048_213_947, maxDurationS: 300, seed: 1_113_908_419 },
  ),
  row(
    'a log used before the run gave a few requests back, others took them, and no time was left for a second try',
    {
      kind: 'sliding log, reset of all',
      latencyMs: 0,
      jitterMs: 40,
      others: 0.2,
      before: { share: 0.300_000_000_000_000_66, agoMs: 59_562 },
      leftToday: 150,
      address: 2,
      uncounted: ['bad-request', 'not-found'],
      banAfter: 2,
      seed: 1_963_351_187,
    },
    { startMs: 1_900_009_103_053, maxDurationS: 90, planIs: 'undeclared', seed: 1_791_858_484 },
  ),
  row(
    'a log gave requests back one by one, and others took each',
    {
      kind: 'sliding log, reset of all',
      rounding: 'nearest',
      latencyMs: 0,
      jitterMs: 150,
      others: 0.1,
      address: 'key',
      refundsFailures: true,
      banAfter: 3,
      seed: 1_629_457_823,
    },
    { startMs: 1_900_000_000_019, maxDurationS: 600, seed: 400_821_279 },
  ),
  row(
    'the day ended among requests that were under way together',
    {
      kind: 'minute and day, minute shown',
      plan: 'business',
      skewMs: -747,
      latencyMs: 250,
      leftToday: 149,
      retryAfter: 'date',
      costOfCreation: 5,
      uncounted: ['no-valid-key', 'not-found'],
      banAfter: 3,
      seed: 2_147_483_639,
    },
    { startMs: 1_900_081_959_414, maxDurationS: 30, seed: 756_204_737 },
  ),
  row(
    'one request was back after the rest, and others took it',
    {
      kind: 'sliding log, reset of the oldest',
      skewMs: -262_328,
      latencyMs: 2,
      jitterMs: 1,
      others: 0.2,
      before: { share: 0.027_363_284_455_080_954, agoMs: 17_045 },
      address: 1_000,
      refundsFailures: true,
      uncounted: ['not-found'],
      seed: 1_642_719_085,
    },
    { startMs: 1_900_066_656_213, maxDurationS: 300, seed: 2_147_483_624 },
  ),
  row(
    'others took what was back, and no time was left for a second try',
    {
      kind: 'sliding counter',
      rounding: 'nearest',
      skewMs: -298,
      latencyMs: 250,
      jitterMs: 150,
      others: 0.1,
      leftToday: 125,
      address: 'key',
      banAfter: 2,
      seed: 2_147_483_630,
    },
    { startMs: 1_900_036_009_162, maxDurationS: 30, planIs: 'undeclared', seed: 544_529_001 },
  ),
  row(
    'a full log emptied while the run went on, and served eleven more at Remaining 0',
    {
      kind: 'sliding log, reset of all',
      rounding: 'down',
      latencyMs: 0,
      jitterMs: 1,
      before: { share: 0.941_507_726_694_206_9, agoMs: 59_115 },
      leftToday: 40,
      address: 2,
      banAfter: 2,
      seed: 676_381_864,
    },
    { startMs: 1_900_074_543_653, maxDurationS: 30, planIs: 'undeclared', seed: 252_012_088 },
  ),
];
