import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CheckTally, NOTHING_SEEN, type PlacedViolation, sumOfTallies } from './check-ledger.ts';
import type { PlacedText } from './place.ts';

const FILES = ['a', 'b', 'B', 'c/d'];
const at = fc.integer({ min: 1, max: 400 });
const operation = fc.constantFrom(undefined, 'listShelves', 'addShelf', '__proto__');

/** What one exchange came to, at a place that nothing else has. */
const alone: fc.Arbitrary<CheckTally> = fc
  .record({
    file: fc.constantFrom(...FILES),
    at,
    operation,
    kind: fc.constantFrom('proves', 'breaks', 'shows', 'throws'),
    name: fc.integer({ min: 0, max: 60 }),
    value: fc.integer({ min: 0, max: 30 }),
  })
  .map(({ kind, name, value, ...place }) => {
    const of = place.operation ?? '*';
    const text: PlacedText = { file: place.file, at: place.at, text: `value ${String(value)}` };
    const violation: PlacedViolation = { ...place, expected: 'this', actual: `not ${String(value)}` };
    switch (kind) {
      case 'proves':
        return { ...NOTHING_SEEN, proofs: [[of, 1]] };
      case 'breaks':
        return { ...NOTHING_SEEN, broken: [[of, 1]], violations: [violation] };
      case 'shows':
        return { ...NOTHING_SEEN, seen: [{ name: `name ${String(name)}`, values: [text], more: false }] };
      case 'throws':
        return value < 5 ? { ...NOTHING_SEEN, fault: text } : NOTHING_SEEN;
    }
  });

const exchanges = fc.uniqueArray(alone, {
  maxLength: 300,
  size: 'max',
  selector: (tally) => {
    const [place] = [
      ...tally.violations,
      ...tally.seen.flatMap(({ values }) => values),
      ...(tally.fault === undefined ? [] : [tally.fault]),
    ];
    return place === undefined ? tally : `${place.file} ${String(place.at)}`;
  },
});

/** The same added up in pairs, left and right as drawn. */
function inTree(tallies: readonly CheckTally[], cuts: readonly number[]): CheckTally {
  if (tallies.length < 2) return sumOfTallies(tallies);
  const [cut = 0, ...others] = cuts;
  const middle = 1 + (cut % (tallies.length - 1));
  const halves = [inTree(tallies.slice(0, middle), others), inTree(tallies.slice(middle), others)];
  return sumOfTallies(cut % 2 === 0 ? halves : halves.toReversed());
}

describe('sumOfTallies()', () => {
  test('is the same in whatever order and however it is put together', () => {
    let mostNames = 0;
    fc.assert(
      fc.property(
        exchanges,
        fc.array(fc.nat(), { minLength: 20 }),
        fc.infiniteStream(fc.nat()),
        (all, cuts, keys) => {
          const mixed = all
            .map((tally) => ({ tally, key: keys.next().value }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ tally }) => tally);
          const whole = sumOfTallies(all);
          mostNames = Math.max(mostNames, whole.seen.length);
          expect(inTree(mixed, cuts)).toEqual(whole);
        },
      ),
      { numRuns: 60 },
    );
    expect(mostNames).toBe(40);
  });

  test('keeps the first three violations of each operation by file and entry, and counts all', () => {
    const broken = (file: string, entry: number, id: string): CheckTally => ({
      ...NOTHING_SEEN,
      broken: [[id, 1]],
      violations: [{ file, at: entry, operation: id, expected: 'e', actual: 'a' }],
    });
    const sum = sumOfTallies([
      broken('b', 1, 'list'),
      broken('a', 20, 'list'),
      broken('a', 3, 'list'),
      broken('b', 2, 'list'),
      broken('c', 1, 'add'),
    ]);
    expect(sum.broken).toEqual([
      ['add', 1],
      ['list', 4],
    ]);
    expect(sum.violations.map(({ file, at: entry }) => `${file}${String(entry)}`)).toEqual([
      'a3',
      'a20',
      'b1',
      'c1',
    ]);
  });
});
