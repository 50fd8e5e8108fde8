import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Keywords } from '../keywords.ts';
import { nearMisses, type Slip } from './near-misses.ts';
import { stringValues } from './scalars.ts';
import { THOROUGH } from '../../../test/sampled.ts';

describe('nearMisses()', () => {
  test.each<readonly [string, Keywords, string, Partial<Record<Slip, string>>]>([
    [
      'of a number behind a sign',
      { pattern: '^\\+[0-9]{6,8}$' },
      '+1234567',
      {
        length: '+12345',
        behind: '+1234567#',
        before: '#+1234567',
        prefix: '1234567',
        letter: '+123456a',
        sign: '+123_567',
        long: '+123456777',
        first: '+-234567',
        last: '+123456-',
      },
    ],
    [
      'of two parts, the first ones alone',
      { pattern: '^[A-Z]{2,3}-[0-9]{1,2}\\.pdf$' },
      'AB-12.pdf',
      {
        length: 'AB-.pdf',
        behind: 'AB-12.pdf#',
        before: '#AB-12.pdf',
        suffix: 'AB-12',
        separator: 'AB12.pdf',
        case: 'AB-12.PDF',
        letter: 'AB-1a.pdf',
        sign: 'AB-1_.pdf',
        long: 'AB-122.pdf',
      },
    ],
    [
      'of a word in the middle of which signs may stand',
      { pattern: '^[a-z](?:[a-z-]{0,8}[a-z])?$' },
      'ab-c',
      {
        behind: 'ab-c#',
        before: '#ab-c',
        case: 'AB-C',
        letter: 'ab-0',
        sign: 'ab_c',
        length: 'ab-',
        long: 'ab-cccccccc',
        first: '-b-c',
        last: 'ab--',
      },
    ],
    [
      'of an address with one scheme alone',
      { pattern: '^https://' },
      'https://example.com/a',
      {
        before: '#https://example.com/a',
        scheme: 'http://example.com/a',
        prefix: 'example.com/a',
        case: 'HTTPS://EXAMPLE.COM/A',
      },
    ],
    [
      'of a length that is allowed',
      { pattern: '^[A-Z]{2}$', minLength: 2, maxLength: 2 },
      'DE',
      {
        case: 'de',
        letter: 'Da',
        sign: 'D_',
        first: '-E',
        last: 'D-',
      },
    ],
    [
      'of what is fixed as a whole',
      { pattern: '^v1$' },
      'v1',
      {
        length: 'v',
        behind: 'v1#',
        before: '#v1',
        case: 'V1',
        letter: 'va',
        sign: 'v_',
        long: 'v11',
        first: '-1',
        last: 'v-',
      },
    ],
    [
      'of a sign beyond the basic plane, of which no half is left',
      { pattern: '^😀{1,2}$', minLength: 1, maxLength: 2 },
      '😀',
      { behind: '😀#', before: '#😀', letter: 'a', sign: '_', first: '-', last: '#' },
    ],
    [
      'of a pattern without an end',
      { pattern: '^[A-Z]{2}' },
      'DE',
      {
        length: 'D',
        before: '#DE',
        case: 'de',
        letter: 'Da',
        sign: 'D_',
        first: '-E',
        last: 'D-',
      },
    ],
    ['of a pattern that all texts fit', { pattern: '.' }, 'DE', {}],
    ['of a text that does not fit', { pattern: '^[a-z]+$' }, 'DE', {}],
    ['without a pattern', {}, 'DE', {}],
  ])('%s', (_name, keywords, allowed, misses) => {
    expect(Object.fromEntries(nearMisses(keywords, allowed))).toEqual(misses);
  });

  const sides = fc.stringMatching(/^[a-zA-Z#+/:-]{0,3}$/);
  const classes = fc.constantFrom('[0-9]', '[a-z]', '[A-Z0-9]', '[A-Za-z0-9_-]', '\\d', '\\w', '[^/]');
  const counts = fc.constantFrom('+', '*', '{2}', '{2,5}', '{3,}', '{0,4}');
  const quoted = (text: string): string => text.replaceAll(/[+/-]/g, '\\$&').replaceAll('\\-', '-');

  test('breaks the pattern each time, with texts that differ, are not empty and have an allowed length', () => {
    let broken = 0;
    fc.assert(
      fc.property(
        fc.record({
          prefix: sides,
          suffix: sides,
          parts: fc.array(fc.tuple(classes, counts), { minLength: 1, maxLength: 3 }),
          between: fc.constantFrom('-', '/', '', ':'),
          starts: fc.boolean(),
          ends: fc.boolean(),
          maxLength: fc.constantFrom(undefined, 12, 40),
        }),
        fc.nat({ max: 999 }),
        ({ prefix, suffix, parts, between, starts, ends, maxLength }, seed) => {
          const inner = parts.map(([one, count]) => `${one}${count}`).join(quoted(between));
          const pattern = `${starts ? '^' : ''}${quoted(prefix)}${inner}${quoted(suffix)}${ends ? '$' : ''}`;
          const keywords = { pattern, ...(maxLength === undefined ? {} : { maxLength }) };
          const supply = stringValues(keywords, undefined);
          fc.pre(supply.kind === 'values');
          for (const text of fc.sample(supply.arbitrary, { seed, numRuns: 3 })) {
            const misses = [...nearMisses(keywords, text).values()];
            broken += misses.length;
            expect(new Set(misses).size).toBe(misses.length);
            expect(misses.length).toBeLessThanOrEqual(9);
            for (const miss of misses) {
              expect(new RegExp(pattern, 'u').test(miss)).toBe(false);
              expect(miss).not.toBe('');
              expect(miss.length).toBeLessThanOrEqual(maxLength ?? miss.length);
            }
          }
        },
      ),
      { seed: 5, numRuns: THOROUGH ? 100 : 25 },
    );
    expect(broken).toBeGreaterThan(THOROUGH ? 500 : 100);
  });

  test.each([
    ['^\\+[0-9]{6,15}$', ['behind', 'before', 'prefix', 'length', 'letter', 'long']],
    ['^ast_[a-z0-9]{8,}$', ['behind', 'before', 'prefix', 'length', 'case']],
    ['^[A-Z]{2,4}-[0-9]{1,6}$', ['behind', 'before', 'separator', 'length', 'case', 'letter', 'long']],
    ['^#[0-9a-f]{6}$', ['behind', 'before', 'prefix', 'length', 'long', 'sign']],
  ])('of %s has the same slips, whichever text is drawn', (pattern, slips) => {
    const supply = stringValues({ pattern }, undefined);
    if (supply.kind === 'unsupported') throw new Error(supply.reason);
    for (const text of fc.sample(supply.arbitrary, { seed: 3, numRuns: 50 }))
      expect([...nearMisses({ pattern }, text).keys()]).toEqual(expect.arrayContaining(slips));
  });

  test('gives none of a text that takes many steps to match: hundreds of others would be tried', () => {
    const takes = (length: number): number =>
      nearMisses({ pattern: `^[\\s\\S]{${String(length)}}$` }, 'a'.repeat(length)).size;
    expect(takes(200)).toBeGreaterThan(0);
    expect(takes(2_000)).toBe(0);
  });
});
