import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { growthPerRequest, type MemorySample } from '../../bench/mock/growth.ts';
import { sendMixed } from '../../bench/mock/mixed-load.ts';
import { THOROUGH } from '../sampled.ts';
import type { Mock } from '../../src/mock/mock-options.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';

const SPEC = new URL('../../spec/pet-catalogue', import.meta.url).pathname;
const ROUNDS = 10;
const EACH = 1000;
const WARM_UP = 4;
const HOUR_MS = 3_600_000;
/** One line of a log for each request would be many times that. */
const MAX_BYTES_PER_REQUEST = 60;
/** Where objects end up that live; compiled code is elsewhere. */
const OBJECT_SPACES = ['old_space', 'large_object_space'];

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function bytesOfObjects(): Promise<number> {
  await setImmediate();
  collect();
  collect();
  return getHeapSpaceStatistics()
    .filter((space) => OBJECT_SPACES.includes(space.space_name))
    .reduce((sum, space) => sum + space.space_used_size, 0);
}

function mockWithKeys(): Promise<Mock> {
  const limits = new Map([
    ['minute', 1_000_000_000],
    ['day', 1_000_000_000],
  ]);
  return startMock({
    interface: SPEC,
    keys: [
      { key: 'ample-key', plan: 'enterprise', limits },
      { key: 'small-key', plan: 'free', limits: new Map() },
    ],
  });
}

test.runIf(THOROUGH)(
  'the memory of a mock stays flat within an hour of its clock, whatever it is sent',
  async () => {
    await using mock = await mockWithKeys();
    const seen = new Set<number>();
    const samples: MemorySample[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const load = { port: mock.port, path: '/v1/categories', ampleKey: 'ample-key', smallKey: 'small-key' };
      for (const [status] of await sendMixed({ ...load, from: round * EACH, count: EACH })) seen.add(status);
      mock.clock.advance(HOUR_MS / ROUNDS);
      await mock.reset();
      samples.push({ requests: (round + 1) * EACH, bytes: await bytesOfObjects() });
    }
    expect([...seen].toSorted((a, b) => a - b)).toEqual([200, 201, 204, 400, 401, 404, 405, 429]);
    expect(growthPerRequest(samples.slice(WARM_UP))).toBeLessThan(MAX_BYTES_PER_REQUEST);
  },
);

test('what a mock remembers of requests and callers is bounded, when there are thousands of both', async () => {
  await using mock = await mockWithKeys();
  const load = { port: mock.port, path: '/v1/categories', ampleKey: 'ample-key', smallKey: 'small-key' };
  await sendMixed({ ...load, from: 0, count: 2000 });
  expect(mock.requests()).toHaveLength(1000);
});
