import { expect, test } from 'vitest';
import { printJson } from '../../json/lossless.ts';
import { createRandom } from '../../system/random.ts';
import { changedBytes, changedValue } from './mutations.ts';

const VALUE = { name: 'Keeper', tags: ['a', 'b'], size: { width: 3, deep: [{ on: true }] }, none: null };

test('changedValue() and changedBytes() are the same for the same seed, and mostly differ from what they were made of', () => {
  const drawn = (seed: number): readonly string[] => {
    const random = createRandom(seed);
    return Array.from({ length: 200 }, () => printJson(changedValue(VALUE, random)));
  };
  expect(drawn(7)).toEqual(drawn(7));
  expect(drawn(8)).not.toEqual(drawn(7));
  const texts = drawn(7);
  expect(new Set(texts).size).toBeGreaterThan(60);
  expect(texts.filter((text) => text === printJson(VALUE)).length).toBeLessThan(20);
});

test('changedBytes() makes bodies that are no JSON, JSON of another meaning, and other media types', () => {
  const random = createRandom(3);
  const made = Array.from({ length: 300 }, () => changedBytes(VALUE, 'application/json', random));
  const isJson = made.map(({ bytes }) => {
    try {
      JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
      return true;
    } catch {
      return false;
    }
  });
  expect(isJson.filter((is) => !is).length).toBeGreaterThan(100);
  expect(isJson.filter((is) => is).length).toBeGreaterThan(30);
  expect(new Set(made.map(({ contentType }) => contentType)).size).toBeGreaterThan(5);
  expect(Math.max(...made.map(({ bytes }) => bytes.length))).toBeLessThan(10_000);
});
