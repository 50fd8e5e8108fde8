import { describe, expect, test } from 'vitest';
import type { Json } from '../../json/value.ts';
import { shorterBytes, shorterQueries, simplerValues } from './simpler-requests.ts';

/** The simplest value that a test still takes, and how many were looked at. */
function shrunk(
  value: Json,
  shows: (value: Json) => boolean,
): { readonly value: Json; readonly asked: number } {
  let [best, asked] = [value, 0];
  for (let isSimpler = true; isSimpler;) {
    isSimpler = false;
    for (const candidate of simplerValues(best)) {
      asked += 1;
      if (!shows(candidate)) continue;
      [best, isSimpler] = [candidate, true];
      break;
    }
  }
  return { value: best, asked };
}

describe('simplerValues()', () => {
  test('leaves nothing but what shows a fault', () => {
    const value = {
      name: 'a keeper',
      size: 700,
      tags: ['a', 'bad', 'c'],
      inner: { list: [1, 2, 3], on: true },
    };
    const hasTag = (one: Json): boolean => JSON.stringify(one).includes('bad');
    const found = shrunk(value, hasTag);
    expect(found.value).toEqual({ tags: ['bad'] });
    expect(found.asked).toBeLessThan(60);
  });

  test('makes numbers smaller and texts shorter', () => {
    const isLarge = (one: Json): boolean =>
      typeof one === 'object' && one !== null && 'size' in one && Number(one.size) > 99;
    expect(shrunk({ size: 70_000 }, isLarge).value).toEqual({ size: 100 });
    const isLong = (one: Json): boolean => typeof one === 'string' && one.length > 20;
    expect(shrunk('x'.repeat(400), isLong).value).toBe('x'.repeat(21));
  });

  test('never gives the value itself', () => {
    const value = { a: '', b: 0, c: [], d: null, e: 'text' };
    expect([...simplerValues(value)].filter((one) => JSON.stringify(one) === JSON.stringify(value))).toEqual(
      [],
    );
  });
});

test('shorterBytes() and shorterQueries() leave out one part each', () => {
  const all = [...shorterBytes(new Uint8Array([1, 2, 3]))].map((bytes) => [...bytes]);
  expect(all).toEqual([[3], [1, 2], [2, 3], [1, 3], [1, 2]]);
  expect([...shorterQueries('/a?b=1&c=2')]).toEqual(['/a?c=2', '/a?b=1']);
  expect([...shorterQueries('/a')]).toEqual([]);
});
