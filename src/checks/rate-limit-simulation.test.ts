import { beforeAll, describe, expect, test } from 'vitest';
import { THOROUGH } from '../../test/sampled.ts';
import type { Plan } from '../interface/model.ts';
import type { Contract } from '../oracle/contract.ts';
import { checks } from './catalogue.ts';
import { contractOf, runOf, type Sample } from './exchange.test-data.ts';
import {
  fixedAligned,
  fixedFromFirstHit,
  gcra,
  lateCounting,
  type LimiterModel,
  nodes,
  slidingCounter,
  slidingLog,
  steppedBucket,
  tokenBucket,
  twoWindows,
} from './limits/limiter-models.test-data.ts';
import {
  type Answered,
  type Kind,
  LimitedService,
  type ServiceTraits,
} from './limits/limiter-traffic.test-data.ts';
import { OVER_LIMIT_PROBE, RECOVERY_PROBE } from './limits/over-limit.ts';
import { createRandom } from '../system/random.ts';

/**
 * Traces of conforming services behind limiters of many kinds, drawn at random. Whatever the strategy, the rounding,
 * the clock, the latency and the other users: no check of the rate limit may blame one.
 */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const TRACES_PER_MODEL = THOROUGH ? 60 : 8;

type Random = () => number;
type Model = readonly [name: string, make: (random: Random) => LimiterModel];

const within = (random: Random, low: number, high: number): number =>
  Math.floor(low + random() * (high - low + 1));
const oneOf = <T>(random: Random, values: readonly [T, ...T[]]): T =>
  values[Math.floor(random() * values.length)] ?? values[0];

const DAY = { limit: 1000, windowMs: DAY_MS };
const anyNode =
  (random: Random) =>
  (count: number): number =>
    Math.floor(random() * count);

/** A balancer that stays with a node for some requests, as one that works by connection does. */
function sticky(random: Random): (count: number) => number {
  let at = 0;
  return (count) => {
    if (random() < 0.1) at = Math.floor(random() * count);
    return at;
  };
}

const MODELS: readonly Model[] = [
  ['fixed window from the first hit', () => fixedFromFirstHit],
  ['fixed window of the clock', () => fixedAligned],
  ['sliding log, reset of the oldest', () => slidingLog('oldest')],
  ['sliding log, reset of all', () => slidingLog('all')],
  ['sliding counter', () => slidingCounter],
  ['token bucket, reset of the next token', () => tokenBucket('next')],
  ['token bucket, reset when full', () => tokenBucket('full')],
  ['stepped bucket', () => steppedBucket],
  ['generic cell rate', () => gcra],
  [
    'minute and day, tightest shown',
    (r) => twoWindows({ ...DAY, usedBefore: within(r, 0, 990) }, 'tightest'),
  ],
  [
    'minute and day, tightest shown, day nearly used',
    () => twoWindows({ ...DAY, usedBefore: 950 }, 'tightest'),
  ],
  ['minute and day, minute shown', () => twoWindows({ ...DAY, usedBefore: 0 }, 'short')],
  [
    'minute and day, minute shown, day nearly used',
    (r) => twoWindows({ ...DAY, usedBefore: within(r, 940, 998) }, 'short'),
  ],
  ['minute and day, day shown', () => twoWindows({ ...DAY, usedBefore: 0 }, 'long')],
  [
    'minute and day, refusing shown',
    (r) => twoWindows({ ...DAY, usedBefore: within(r, 900, 998) }, 'refusing'),
  ],
  ['two nodes with fixed windows of the clock', (r) => nodes(2, fixedAligned, anyNode(r))],
  ['two nodes with fixed windows from the first hit', (r) => nodes(2, fixedFromFirstHit, anyNode(r))],
  ['three nodes, balanced by connection', (r) => nodes(3, fixedAligned, sticky(r))],
  ['two nodes with token buckets', (r) => nodes(2, tokenBucket('full'), sticky(r))],
  ['counting late', (r) => lateCounting(within(r, 5, 60))],
];

function traitsOf(random: Random, limit: number, most: number): ServiceTraits {
  return {
    rounding: oneOf(random, ['up', 'down', 'nearest']),
    skewMs: oneOf(random, [0, within(random, -600_000, 600_000), within(random, -1500, 1500)]),
    latencyMs: oneOf(random, [2, 8, 40, 250]),
    othersPerS: (oneOf(random, [0, 0, 0.02, 0.1, most]) * limit) / 60,
    before: oneOf(random, [
      { count: 0, agoMs: 0, apartMs: 0 },
      { count: within(random, 1, 60), agoMs: within(random, 1_000, 62_000), apartMs: within(random, 1, 100) },
      {
        count: within(random, 20, 60),
        agoMs: within(random, 59_000, 60_500),
        apartMs: within(random, 5, 60),
      },
    ]),
    retryAfterForm: oneOf(random, ['seconds', 'seconds', 'date']),
    costOfCreation: oneOf(random, [1, 1, 2, 5]),
    refundsFailures: random() < 0.25,
    countsBadKeys: random() < 0.25,
  };
}

/**
 * What others send at most, as a share of what the limit gives back. Others who take everything at once can't be told
 * from a service that never recovers, so polite runs meet fewer.
 */
const MOST_OF_OTHERS = { polite: 0.2, wild: 5 };

const KINDS: readonly [Kind, ...Kind[]] = [
  'list',
  'list',
  'create',
  'create',
  'invalid',
  'invalid',
  'bad-key',
];

/** Sends as assay does: rests where it is asked to, uses the window up, goes over it, and comes back. */
class PoliteClient {
  readonly samples: Sample[] = [];
  readonly #service: LimitedService;
  readonly #random: Random;
  #nowMs = 0;
  last: Answered | undefined;

  constructor(service: LimitedService, random: Random) {
    this.#service = service;
    this.#random = random;
  }

  #send(kind: Kind, probe?: string): Answered {
    const answered = this.#service.send(this.#nowMs, kind, probe);
    this.samples.push(answered.sample);
    this.#nowMs = answered.endMs;
    if (kind !== 'bad-key') this.last = answered;
    return answered;
  }

  #together(): void {
    const all = [0, 1, 2].map((index) => this.#service.send(this.#nowMs + index * 0.1, 'create'));
    this.samples.push(...all.map((each) => each.sample));
    this.#nowMs = Math.max(...all.map((each) => each.endMs));
    this.last = all.find((each) => !each.decision.allowed) ?? all.at(-1);
  }

  /** Waits as long as the last answer asks for; false when that is longer than the run may last. */
  #rest(answered: Answered): boolean {
    if (answered.decision.allowed) return true;
    const waitMs = this.#service.waitOf(answered);
    this.#nowMs += waitMs;
    return waitMs < 2 * MINUTE_MS;
  }

  /** The requests of the other suites. */
  probe(count: number): boolean {
    for (let i = 0; i < count; i += 1) {
      this.#nowMs += this.#random() < 0.05 ? within(this.#random, 100, 1500) : within(this.#random, 0, 20);
      if (this.last !== undefined && this.last.decision.remaining < 8 && this.last.decision.allowed)
        return true;
      if (i === 20) this.#together();
      else if (!this.#rest(this.#send(oneOf(this.#random, KINDS)))) return false;
      if (i === 20 && this.last !== undefined && !this.#rest(this.last)) return false;
    }
    return true;
  }

  #fill(): void {
    for (let i = 0; i < 400; i += 1) {
      const { decision } = this.last ?? this.#send('list');
      if (!decision.allowed || decision.remaining === 0) return;
      this.#send('list', 'rate-limit-enforcement/fill');
    }
  }

  exhaust(): void {
    this.#fill();
    this.#nowMs = Math.max(this.#nowMs, 2_000);
    for (let over = 0; over < 12 && this.last?.decision.allowed === true; over += 1) {
      this.#nowMs += 150;
      this.#send('list', OVER_LIMIT_PROBE);
      if (this.last.decision.remaining > 0) this.#fill();
    }
    for (let attempt = 0; attempt < 2; attempt += 1) {
      if (this.last === undefined || this.last.decision.allowed || !this.#rest(this.last)) return;
      this.#send('list', RECOVERY_PROBE);
    }
  }
}

function politeTrace(service: LimitedService, random: Random): readonly Sample[] {
  const client = new PoliteClient(service, random);
  if (client.probe(within(random, 10, 58))) client.exhaust();
  return client.samples;
}

/** Traffic of a browser or a script that knows of no limit, as in a HAR file. */
function wildTrace(service: LimitedService, random: Random): readonly Sample[] {
  const samples: Sample[] = [];
  const pace = oneOf(random, [3, 30, 300, 1500]);
  let nowMs = 0;
  for (let i = within(random, 20, 160); i > 0; i -= 1) {
    const { sample, endMs } = service.send(nowMs, oneOf(random, KINDS));
    samples.push(sample);
    nowMs = random() < 0.15 ? nowMs + 1 : endMs + random() * pace;
    if (random() < 0.01) nowMs += within(random, 5_000, 90_000);
  }
  return samples;
}

const TRACES = { polite: politeTrace, wild: wildTrace };
const rateLimitChecks = checks.filter(({ id }) => id.startsWith('rate-limit-'));

let contract: Contract;

function planOf(id: string, minute: number, day: number): Plan {
  const quotas = [
    { window: 'minute', windowS: 60, limit: minute },
    { window: 'day', windowS: 86_400, limit: day },
  ];
  return { kind: 'fixed', id, title: id, quotas };
}

beforeAll(async () => {
  const library = await contractOf('test/mock/library');
  const { rateLimits } = library.interface;
  if (rateLimits === undefined) throw new Error('The library states no rate limit.');
  const plans = [planOf('small', 60, 1000), planOf('middle', 300, 1000), planOf('tiny', 12, 1000)];
  contract = { ...library, interface: { ...library.interface, rateLimits: { ...rateLimits, plans } } };
});

/** What the checks blame in one trace, with what it takes to find it again. */
function blamesOf(model: Model, seed: number, kind: keyof typeof TRACES): readonly string[] {
  const random = createRandom(seed);
  const limit = oneOf(random, [60, 60, 60, 12, 12, 300]);
  const traits = traitsOf(random, limit, MOST_OF_OTHERS[kind]);
  const limiter = model[1](random)(limit, MINUTE_MS);
  const addresses = fixedFromFirstHit(limit, MINUTE_MS);
  const service = new LimitedService(limiter, addresses, traits, random);
  const run = runOf(contract, TRACES[kind](service, random));
  return rateLimitChecks.flatMap((check) => {
    const outcome = check.judge(run);
    if (outcome.kind !== 'fail' && outcome.kind !== 'warn') return [];
    const [first] = outcome.violations;
    const seen = `${first?.actual ?? ''} (${first?.exchanges.join(', ') ?? ''})`;
    return [`${check.id}, seed ${seed}, limit ${limit}, ${JSON.stringify(traits)}: ${seen}`];
  });
}

describe.each(MODELS)('%s', (...model) => {
  test.each(['polite', 'wild'] as const)('no check blames a service with it, in %s traffic', (kind) => {
    const seeds = Array.from({ length: TRACES_PER_MODEL }, (_, index) => index + 1);
    expect(seeds.flatMap((seed) => blamesOf(model, seed, kind))).toEqual([]);
  });
});
