import { expect, test } from 'vitest';
import { createRandom } from '../../src/system/random.ts';
import { isChosen } from './requests.ts';

test.each([1, 2, 3, 7, 12, 33])(
  'isChosen() brings each two of %i items together in all four ways, first',
  (count) => {
    const rows = 2 + 2 * Math.max(1, Math.ceil(Math.log2(Math.max(2, count))));
    const random = createRandom(1);
    const chosen = Array.from({ length: rows }, (_row, nth) =>
      Array.from({ length: count }, (_item, place) => isChosen(place, count, nth, random)),
    );
    for (let one = 0; one < count; one += 1)
      for (let other = one + 1; other < count; other += 1)
        expect(new Set(chosen.map((row) => `${String(row[one])} ${String(row[other])}`)).size).toBe(4);
  },
);
