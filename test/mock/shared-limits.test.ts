import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BAN_MS, type Charge, Limiter } from '../../src/mock/limits/limiter.ts';
import { LIMITER_KINDS, slidingGrainMs } from '../../src/mock/limits/window-counter.ts';
import { openRedisLink, type RedisLink } from '../../src/mock/replicas/redis-link.ts';
import { createSharedLimiter } from '../../src/mock/replicas/shared-state.ts';
import { createStep, type Step } from '../../src/mock/replicas/step.ts';
import { findRedisServer, NO_REDIS, openRedisServer, type RedisServer } from './redis-server.ts';

const START_MS = 1_800_000_000_000;
const SECOND = { window: 'second', windowS: 1 };
const MINUTE = { window: 'minute', windowS: 60 };
const DAY = { window: 'day', windowS: 86_400 };

const path = findRedisServer();

describe.skipIf(path === undefined)(
  `the limiter in Lua${path === undefined ? ` (skipped: ${NO_REDIS})` : ''}`,
  () => {
    let server: RedisServer;
    let link: RedisLink;
    let states = 0;
    beforeAll(async () => {
      server = await openRedisServer(path ?? '');
      link = await openRedisLink({ url: server.url, shown: server.url, prefix: undefined });
    });
    afterAll(async () => {
      link.close();
      await server[Symbol.asyncDispose]();
    });

    async function begin(): Promise<Step> {
      states += 1;
      const step = createStep(link, `state-${states}`);
      await step(
        { epoch: '', since: 0, source: START_MS, found: { epoch: 'one', anew: false, numbers: {} } },
        [],
      );
      return step;
    }

    const quotas = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 12 }))
      .map(([second, minute, day]) => [
        { ...SECOND, limit: second },
        { ...MINUTE, limit: minute },
        { ...DAY, limit: day },
      ]);
    const request = fc.record({
      waitMs: fc.oneof(
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 90_000 }),
        fc.constantFrom(1000, 60_000, 86_400_000, BAN_MS),
        fc.double({ min: 0, max: 3000, noNaN: true }),
      ),
      caller: fc.constantFrom('a', 'b'),
      plan: fc.constantFrom(0, 1),
      toldMs: fc.option(fc.integer({ min: 0, max: 5000 })),
    });

    test.each(LIMITER_KINDS)('charges as the one in the process does, when %s', async (kind) => {
      await fc.assert(
        fc.asyncProperty(
          fc.tuple(quotas, quotas),
          fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
          fc.array(request, { maxLength: 50 }),
          async (plans, banAfter, requests) => {
            let now = START_MS;
            const own = new Limiter({ kind, now: () => now, banAfter });
            const step = await begin();
            const known = { epoch: 'one', since: 0 };
            const face = createSharedLimiter({ now: () => now, pass: () => undefined });
            for (const { waitMs, caller, plan, toldMs } of requests) {
              now += waitMs;
              const asked = { name: caller, quotas: plans[plan] ?? [] };
              const windows = asked.quotas.map(({ windowS, limit }) => ({
                name: String(windowS),
                lengthMs: windowS * 1000,
                grainMs: slidingGrainMs(windowS * 1000),
                limit,
              }));
              const common = { kind, banMs: BAN_MS, keepMs: 86_400_000, windows };
              const charge = { ...common, ...(banAfter === undefined ? {} : { banAfter }), account: caller };
              const { charge: told } = (await step({ ...known, source: now, charge }, [])) ?? {};
              if (told === undefined) throw new Error('nothing was charged');
              const shared: Charge = face.counted(asked, told, () => face.take(caller, asked.quotas));
              expect(shared).toStrictEqual(own.take(caller, asked.quotas));
              if (shared.kind !== 'refused' || toldMs === null) continue;
              own.told(caller, now + toldMs);
              await step({ ...known, source: now, told: { account: caller, retryAt: now + toldMs } }, []);
            }
            expect(face.tally()).toEqual({ ...own.tally() });
          },
        ),
        { numRuns: 12 },
      );
    });
  },
);
