import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../answers/stages/stages.ts';
import { encodeAnswer, prefersGzip } from './deliver.ts';

describe('prefersGzip()', () => {
  test.each<readonly [string | undefined, boolean]>([
    [undefined, false],
    ['', false],
    ['gzip', true],
    ['gzip, deflate, br', true],
    ['GZIP;Q=0.5', true],
    ['x-gzip', true],
    ['*', true],
    ['br', false],
    ['identity', false],
    ['gzip;q=0', false],
    ['gzip;q=0.000, *', false],
    ['*;q=0', false],
    ['gzip;q=0.5, identity', false],
    ['gzip;q=0.5, identity;q=0.5', true],
    ['gzip;q=often', false],
    [',;,=', false],
    [`${'a,'.repeat(10_000)}gzip`, false],
  ])('of %j is %j', (header, wanted) => {
    expect(prefersGzip(header)).toBe(wanted);
  });
});

describe('encodeAnswer()', () => {
  const long: Answer = {
    status: 200,
    headers: [['A', 'b']],
    body: Buffer.alloc(1024, 'x'),
    delivery: 'whole',
  };

  test('packs long bodies, the same bytes once', async () => {
    const [first, second] = [await encodeAnswer(long, 'gzip'), await encodeAnswer(long, 'gzip')];
    expect(first.headers).toEqual([
      ['A', 'b'],
      ['Vary', 'Accept-Encoding'],
      ['Content-Encoding', 'gzip'],
    ]);
    expect(gunzipSync(first.body ?? '')).toEqual(long.body);
    expect(second.body).toBe(first.body);
  });

  test('says that long bodies may differ, when they are not packed', async () => {
    expect(await encodeAnswer(long, undefined)).toEqual({
      ...long,
      headers: [...long.headers, ['Vary', 'Accept-Encoding']],
    });
  });

  test.each<readonly [string, Answer]>([
    ['it is short', { ...long, body: Buffer.alloc(1023) }],
    ['there is none', { ...long, body: undefined }],
    ['it breaks off on purpose', { ...long, delivery: 'cut' }],
    ['it is encoded already', { ...long, headers: [['content-encoding', 'br']] }],
  ])('leaves a body alone, when %s', (_name, answer) => {
    expect(encodeAnswer(answer, 'gzip')).toBe(answer);
  });
});
