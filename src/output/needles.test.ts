import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Needle, searchFor } from './needles.ts';

const LETTERS = fc.string({
  unit: fc.constantFrom('a', 'b', '\u00e9', '\u{1f600}'),
  minLength: 1,
  maxLength: 7,
});

const NEEDLE: fc.Arbitrary<Needle> = fc.record({
  text: LETTERS,
  before: fc.constantFrom('', 'a'),
  after: fc.constantFrom('', 'b'),
  marker: fc.constantFrom('one', 'other'),
});

test('searchFor() finds many needles where it finds each of them alone', () => {
  fc.assert(
    fc.property(
      fc.array(NEEDLE, { minLength: 9, maxLength: 30 }),
      fc.array(LETTERS, { maxLength: 40 }),
      (needles, words) => {
        const text = words.join('');
        expect(searchFor(needles)(text)).toEqual(needles.flatMap((one) => searchFor([one])(text)));
      },
    ),
  );
});

test('searchFor() takes hardly longer for hundreds of needles than for some', () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `"member": "tok-${String(index)}",`).join('');
  const named = (count: number): readonly Needle[] =>
    Array.from({ length: count }, (_, index) => ({
      text: `tok-${Math.imul(index + 1, 0x9e3779b1).toString(36)}`,
      before: '',
      after: '',
      marker: 'one',
    }));
  const timeOf = (needles: readonly Needle[]): number => {
    const search = searchFor(needles);
    const times = Array.from({ length: 5 }, () => {
      const before = performance.now();
      expect(search(text)).toEqual([]);
      return performance.now() - before;
    });
    return Math.min(...times);
  };
  expect(timeOf(named(900))).toBeLessThan(timeOf(named(30)) * 10);
});
