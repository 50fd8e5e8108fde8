import { describe, expect, test } from 'vitest';
import { sampleInterface } from '../../../test/samples/sample-interface.ts';
import type { RateLimits } from '../../interface/model.ts';
import type { ShardRequest } from '../../record/setting-row.ts';
import type { TestFlags } from '../options.ts';
import { resolveSettings } from './resolve-settings.ts';

const limits: RateLimits = {
  status: 429,
  headers: { limit: 'L', remaining: 'R', reset: 'S', retryAfter: 'Retry-After' },
  headersOn: 'always',
  resetForm: 'unix-seconds',
  plans: [
    { kind: 'fixed', id: 'small', title: 'Small', quotas: [{ window: 'minute', windowS: 60, limit: 60 }] },
  ],
  position: { file: 'openapi.yaml', line: 1 },
};

function resolve(
  { shard, ...flags }: Partial<TestFlags> & { readonly shard?: ShardRequest },
  url = 'https://h/v1',
): ReturnType<typeof resolveSettings> {
  return resolveSettings(
    { color: true, ...flags },
    {
      url,
      plan: 'small',
      timeoutMs: 1,
      baseline: undefined,
      shard,
      document: sampleInterface({ rateLimits: limits }),
    },
  );
}

describe('resolveSettings()', () => {
  test('resolveSettings() fills in the defaults', async () => {
    expect(await resolve({})).toEqual({
      url: 'https://h/v1',
      plan: 'small',
      profile: 'standard',
      seed: expect.toSatisfy((seed: number) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31),
      maxRequests: 140,
      maxDurationS: 300,
      timeoutMs: 1,
      exhaust: false,
      exclusive: false,
      readOnly: false,
      strict: false,
      suites: [],
      checks: [],
    });
  });

  test.each([
    ['quick', 20],
    ['standard', 140],
    ['thorough', 1000],
  ] as const)('resolveSettings() allows what the profile %s does', async (profile, maxRequests) => {
    expect((await resolve({ profile })).maxRequests).toBe(maxRequests);
    expect((await resolve({ profile, maxRequests: 5 })).maxRequests).toBe(5);
  });

  test.each([
    ['https://h/v1', undefined, false],
    ['https://h/v1', true, true],
    ['http://127.0.0.1:4010/v1', undefined, true],
    ['http://127.0.0.1:4010/v1', false, false],
  ])('resolveSettings() may use up the limit of %s, when told %s: %s', async (url, exhaust, expected) => {
    expect((await resolve(exhaust === undefined ? {} : { exhaust }, url)).exhaust).toBe(expected);
  });

  test('resolveSettings() keeps each chosen suite and check once', async () => {
    const settings = await resolve({ suite: ['errors', 'errors'], check: ['bodies.json'] });
    expect(settings).toMatchObject({ suites: ['errors'], checks: ['bodies.json'] });
  });

  test.each([
    [{ suite: ['eror'] }, 'cannot use --suite "eror": did you mean "errors"?'],
    [{ suite: ['errors', 'x'] }, 'cannot use --suite "x": choose one of: '],
    [{ check: ['bodies.jsn'] }, 'cannot use --check "bodies.jsn": did you mean "bodies.json"?'],
    [
      { shard: { index: 1, total: 32 }, check: ['bodies.json'] },
      'cannot use --shard "1/32": these checks make 1 shards',
    ],
  ])('resolveSettings() refuses %j', async (flags, message) => {
    await expect(resolve(flags)).rejects.toThrow(message);
  });
});
