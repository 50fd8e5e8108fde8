import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import { allowanceFor } from '../../src/record/allowance.ts';
import type { RunEvent, RunSettings } from '../../src/record/record.ts';
import { verdict, type Verdict } from '../../src/report/model/verdict.ts';
import { runApart } from '../run/run-apart.ts';
import type { Suite } from '../../src/session/suite.ts';
import { suites } from '../../suites/suites.ts';
import { virtualClock } from '../limiters/virtual-clock.ts';
import { type ServiceTraits, VirtualService } from '../limiters/virtual-service.ts';
import { runRequestFor } from '../run/run-request-for.ts';
import { THOROUGH } from '../sampled.ts';
import { zooDocument } from '../zoo/assay-over-zoo.ts';
import { SpoiledService, type Spoiling } from './spoiled-service.ts';

const RUNS = Number(process.env['ASSAY_RUNS'] ?? (THOROUGH ? 200 : 12));
const MS_PER_RUN = 1_000;
const KEY = 'Simulated-Key-0123456789a';

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

/** A part of assay that fails. */
type OwnFault = 'none' | 'a probe that throws' | 'a probe that the oracle contradicts';

type Case = {
  readonly spoiling: Spoiling | undefined;
  readonly ownFault: OwnFault;
  /** Exchanges after which the run is interrupted. */
  readonly interruptedAfter: number | undefined;
  readonly settings: Partial<RunSettings>;
};

type Seen = { readonly ruling: Verdict; readonly served: ReadonlySet<string>; readonly requests: number };

const CALM: Case = { spoiling: undefined, ownFault: 'none', interruptedAfter: undefined, settings: {} };

let document: Interface;
beforeAll(async () => {
  document = await zooDocument();
});

function suitesWith(ownFault: OwnFault): readonly Suite[] {
  if (ownFault === 'none') return suites;
  const faulty: Suite['probes'][number] = {
    id: 'statuses.planted',
    intends: ['ordinary'],
    profiles: ['quick', 'standard', 'thorough'],
    creates: false,
    run: async ({ session }) => {
      if (ownFault === 'a probe that throws') throw new Error('planted');
      const [path, probe, method] = ['/categories', 'planted', 'GET'];
      const credential = { kind: 'none' } as const;
      const scheme = document.operations[0]?.credential;
      await session.send({
        probe,
        method,
        path,
        headers: [],
        body: undefined,
        credential,
        scheme,
        intent: 'ordinary',
      });
    },
  };
  return suites.map((suite) =>
    suite.name === 'validation' ? { ...suite, probes: [faulty, ...suite.probes] } : suite,
  );
}

/** Runs the whole engine against an honest service in this process, with what is drawn to go wrong. */
async function runOf({ spoiling, ownFault, interruptedAfter, settings: told }: Case): Promise<Seen> {
  const clock = virtualClock(1_900_000_010_000);
  const served = new Set<string>();
  const inner = new VirtualService(HONEST, clock);
  const client = new SpoiledService(
    inner,
    spoiling ?? { what: 'gone', method: 'all', after: Number.POSITIVE_INFINITY },
    ({ method, path, credential }, { result }) => {
      if (result.kind !== 'answer' || result.answer.truncated || credential.kind !== 'valid') return;
      if (path === '/categories' && result.answer.status === (method === 'POST' ? 201 : 200))
        served.add(method);
    },
  );
  const abort = new AbortController();
  const request = runRequestFor({ url: 'http://service.example/v1', key: KEY, recordFile: undefined });
  const settings: RunSettings = {
    ...request.settings,
    plan: 'free',
    profile: 'standard',
    maxRequests: allowanceFor('standard', document.rateLimits, 'free').total,
    maxDurationS: 300,
    exhaust: true,
    ...told,
  };
  let requests = 0;
  const onEvent = ({ kind }: RunEvent): void => {
    if (kind !== 'exchange') return;
    requests += 1;
    if (requests === interruptedAfter) abort.abort();
  };
  const record = await runApart(
    { ...request, settings },
    document,
    { onEvent, signal: abort.signal },
    { clock, client, runId: 'abc123' },
    suitesWith(ownFault),
  );
  return {
    ruling: verdict(record),
    served,
    requests,
  };
}

const spoilings: fc.Arbitrary<Spoiling> = fc.record({
  what: fc.constantFrom(
    'refused for ever',
    'refused for a second',
    'silent',
    'broken off',
    'failing',
    'cut',
    'gone',
    'silent about mistakes',
    'closed to the key',
    'closed to the key, open without one',
  ),
  method: fc.constantFrom('GET', 'POST', 'all'),
  after: fc.oneof(fc.constant(0), fc.nat({ max: 70 })),
});

const cases: fc.Arbitrary<Case> = fc.record({
  spoiling: fc.option(spoilings, { nil: undefined, freq: 4 }),
  ownFault: fc.constantFrom<OwnFault>(
    'none',
    'none',
    'a probe that throws',
    'a probe that the oracle contradicts',
  ),
  interruptedAfter: fc.option(fc.integer({ min: 1, max: 80 }), { nil: undefined, freq: 1 }),
  settings: fc.record({
    profile: fc.constantFrom('standard', 'standard', 'quick'),
    exhaust: fc.boolean(),
    maxRequests: fc.constantFrom(140, 140, 3, 30),
    maxDurationS: fc.constantFrom(300, 300, 1, 30),
    allowIncomplete: fc.boolean(),
    readOnly: fc.boolean(),
  }),
});

test(
  'no run is green in which an operation in reach was never served, a part of assay failed, or something was cut off',
  async () => {
    let greens = 0;
    await fc.assert(
      fc.asyncProperty(cases, async (drawn) => {
        const { ruling, served } = await runOf(drawn);
        if (ruling.exitCode !== 0) return;
        greens += 1;
        expect(drawn.ownFault).toBe('none');
        if (drawn.settings.allowIncomplete === true) return;
        expect(served.has('GET')).toBe(true);
        if (drawn.settings.readOnly !== true) expect(served.has('POST')).toBe(true);
      }),
      { numRuns: RUNS, seed: 12 },
    );
    // Where nothing could be green the property would say nothing.
    expect(greens).toBeGreaterThan(0);
    expect(greens).toBeLessThan(RUNS);
  },
  60_000 + RUNS * MS_PER_RUN,
);

describe('seen cases', () => {
  test('an honest service alone on its key is green, with every operation counted', async () => {
    const { ruling } = await runOf(CALM);
    expect(ruling).toMatchObject({
      exitCode: 0,
      missing: [],
      operations: { asked: 2, inReach: 2, documented: 4 },
    });
  });

  test.each([
    ['429 to everything, until the year 9999', 'refused for ever', 'all', 0],
    ['bodies that are all too long', 'cut', 'all', 0],
    ['creations whose bodies are all too long', 'cut', 'POST', 0],
    ['a service that is gone after a while', 'gone', 'all', 20],
    ['a key that is refused everywhere', 'closed to the key', 'all', 0],
  ] as const)('%s: could not tell', async (_title, what, method, after) => {
    const { ruling } = await runOf({ ...CALM, spoiling: { what, method, after } });
    expect(ruling).toMatchObject({ exitCode: 2 });
  });

  test('silence after the refusal over the limit: never green', async () => {
    const { requests } = await runOf(CALM);
    for (const after of [requests - 1, requests - 2]) {
      const { ruling } = await runOf({ ...CALM, spoiling: { what: 'silent', method: 'all', after } });
      expect([1, 2]).toContain(ruling.exitCode);
    }
  });

  test.each([
    ['429 to everything, for a second each time, while requests remain', 'refused for a second', 'all', 0],
    ['429 to every creation, while requests remain', 'refused for a second', 'POST', 0],
    ['creations that always fail', 'failing', 'POST', 0],
    ['lists that always fail', 'failing', 'GET', 0],
    ['creations that are never answered', 'silent', 'POST', 0],
    ['creations whose connection breaks off', 'broken off', 'POST', 0],
    ['lists that are never answered', 'silent', 'GET', 0],
    ['mistakes that are never answered', 'silent about mistakes', 'all', 0],
    [
      'a key that is refused everywhere, where none is needed',
      'closed to the key, open without one',
      'all',
      0,
    ],
  ] as const)('%s: a violation', async (_title, what, method, after) => {
    const { ruling } = await runOf({ ...CALM, spoiling: { what, method, after } });
    expect(ruling).toMatchObject({ exitCode: 1 });
  });

  test('a key that is refused everywhere is used no more, and what needs none is looked at all the same', async () => {
    const { ruling, requests } = await runOf({
      ...CALM,
      spoiling: { what: 'closed to the key', method: 'all', after: 0 },
    });
    expect(requests).toBeGreaterThan(15);
    expect(requests).toBeLessThan(26);
    expect(ruling).toMatchObject({ violations: 0, text: 'could not tell: the target cannot be tested' });
    expect(ruling.counts.pass).toBeGreaterThan(10);
  });

  test.each(['GET', 'POST'] as const)('%s that is never answered costs few requests', async (method) => {
    const { requests } = await runOf({ ...CALM, spoiling: { what: 'silent', method, after: 0 } });
    const calm = await runOf(CALM);
    expect(requests).toBeLessThan(calm.requests);
    expect(requests).toBeGreaterThan(20);
  });

  test.each(['a probe that throws', 'a probe that the oracle contradicts'] as const)(
    '%s is a fault of assay, ends no other probe, and is excused by nothing',
    async (ownFault) => {
      const { requests } = await runOf(CALM);
      const run = await runOf({ ...CALM, ownFault, settings: { allowIncomplete: true } });
      expect(run.ruling).toMatchObject({ exitCode: 2, text: 'could not tell: assay itself failed' });
      expect(run.ruling.faults.map(({ part }) => part)).toEqual(['statuses.planted']);
      expect(run.requests).toBe(requests);
    },
  );
});
