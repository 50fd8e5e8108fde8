import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Keywords } from '../keywords.ts';
import { ordinaryText, otherCharacters, packs, unusualTexts } from './texts.ts';

test('unusualTexts has well-formed Unicode with unique names and texts', () => {
  expect(new Set(unusualTexts.map(({ name }) => name)).size).toBe(unusualTexts.length);
  expect(new Set(unusualTexts.map(({ text }) => text)).size).toBe(unusualTexts.length);
  expect(unusualTexts.filter(({ text }) => !text.isWellFormed())).toEqual([]);
});

test.each([
  ['300 characters', 300],
  ['5,000 characters', 5000],
  ['20,000 characters', 20_000],
  ['100,000 characters', 100_000],
])('unusualTexts has a text of %s', (name, length) => {
  expect(unusualTexts.find((row) => row.name === name)?.text).toHaveLength(length);
});

/** Control characters besides tab and line breaks. */
function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text.replaceAll(/[\t\n\r]/g, ''));
}

test('unusualTexts keeps alone what a service may refuse or trim for its own reason', () => {
  const refusable = unusualTexts.filter(
    ({ text }) => text.trim() !== text || text === '' || text.length >= 300 || hasControl(text),
  );
  expect(refusable.length).toBeGreaterThan(8);
  expect(refusable.filter(({ alone }) => !alone)).toEqual([]);
});

test('packs() holds every text that need not be alone, unchanged, in two strings', () => {
  const joined = packs();
  expect(joined).toHaveLength(2);
  const packable = unusualTexts.filter(({ alone }) => !alone);
  for (const { name, text } of packable) {
    const holding = joined.filter((pack) => pack.rows.includes(name));
    expect(holding).toHaveLength(1);
    expect(holding[0]?.text).toContain(text);
  }
  expect(joined.flatMap(({ rows }) => rows)).toHaveLength(packable.length);
});

test('packs() begins with quotes, accents and emoji, which short members take alone', () => {
  const beginning = packs()[0]?.text.slice(0, 23);
  for (const text of ['"', "'", 'é', '🚀']) expect(beginning).toContain(text);
});

test('packs() keeps sequences that can be decoded apart from broken ones', () => {
  const [visible, invisible] = packs();
  expect(decodeURIComponent(visible?.text ?? '')).not.toBe(visible?.text);
  expect(() => decodeURIComponent(invisible?.text ?? '')).toThrow(URIError);
});

test('packs() makes strings that fit into 255 characters and are not changed by trimming', () => {
  for (const { text } of packs()) {
    expect(text.length).toBeLessThan(256);
    expect(text.trim()).toBe(text);
  }
});

describe('otherCharacters()', () => {
  const pattern = '^[A-Z]{2}$';

  test.each<readonly [string, Keywords, string, readonly string[]]>([
    ['another case or sign', { pattern }, 'DE', ['de', 'D#', '#E', 'D_', '_E', 'D0', '0E', 'Da', 'aE']],
    ['nothing where nothing is near', { pattern: '.' }, 'DE', []],
    ['nothing without a pattern', {}, 'DE', []],
    ['no half of a sign', { pattern: '^😀$' }, '😀', []],
  ])('has %s', (_name, given, allowed, texts) => {
    expect(otherCharacters(given, allowed)).toEqual(texts);
  });
});

test.each([201, 4096, 100_000])(
  'ordinaryText() is soon made of %i letters, and as ordinary as a short one',
  (length) => {
    const texts = fc.sample(ordinaryText({ minLength: length, maxLength: length }), { seed: 1, numRuns: 50 });
    for (const text of texts) {
      expect(text).toHaveLength(length);
      expect(text).toMatch(/^[A-Za-z](?:[A-Za-z0-9-]| (?! ))*$/);
      expect(text.endsWith(' ')).toBe(false);
    }
    expect(new Set(texts.map((text) => text.slice(0, 100))).size).toBe(50);
  },
);
