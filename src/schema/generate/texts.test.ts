import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Keywords } from '../keywords.ts';
import { nearMisses, ordinaryText, packs, unusualTexts } from './texts.ts';

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

describe('nearMisses()', () => {
  const keywords = { pattern: '^[A-Z]{2}$' };

  test.each<readonly [string, Keywords, string, Parameters<typeof nearMisses>[2], readonly string[]]>([
    [
      'another case or sign',
      keywords,
      'DE',
      'characters',
      ['de', 'D#', '#E', 'D_', '_E', 'D0', '0E', 'Da', 'aE'],
    ],
    ['another length', keywords, 'DE', 'length', ['D', 'DEE', 'E', 'DDE']],
    ['only lengths that are allowed', { ...keywords, minLength: 2 }, 'DE', 'length', ['DEE', 'DDE']],
    ['no half of a sign', { pattern: '^😀$' }, '😀', 'length', []],
    ['nothing where nothing is near', { pattern: '.' }, 'DE', 'characters', []],
    ['nothing without a pattern', {}, 'DE', 'length', []],
    ['the other case', keywords, 'DE', 'case', ['de']],
    ['a sign behind it', keywords, 'DE', 'behind', ['DE#', 'DE_']],
    ['a sign before it', keywords, 'DE', 'before', ['#DE', '_DE']],
    ['no sign where the pattern has no end', { pattern: '^[A-Z]{2}' }, 'DE', 'behind', []],
    ['more than there is room for', { pattern: '^[a-z]{1,5}$' }, 'de', 'long', ['deeeee']],
    ['no end where any number fits', { pattern: '^[a-z]+$' }, 'de', 'long', []],
    ['nothing longer where one more is too many', keywords, 'DE', 'long', []],
  ])('has %s', (_name, given, allowed, by, texts) => {
    expect(nearMisses(given, allowed, by)).toEqual(texts);
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
