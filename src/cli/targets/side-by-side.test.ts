import { describe, expect, test } from 'vitest';
import { SideBySide } from './side-by-side.ts';

/** What runs at every moment, and the order in which it began. */
async function ranWith(
  most: number,
  places: readonly string[],
): Promise<{
  readonly began: readonly number[];
  readonly together: readonly (readonly string[])[];
}> {
  const slots = new SideBySide(most);
  const running: string[] = [];
  const began: number[] = [];
  const together: string[][] = [];
  await Promise.all(
    places.map((place, at) =>
      slots.at(place, async () => {
        began.push(at);
        running.push(place);
        together.push([...running]);
        for (let turn = 0; turn <= at % 3; turn += 1) await Promise.resolve();
        running.splice(running.indexOf(place), 1);
      }),
    ),
  );
  return { began, together };
}

describe('SideBySide', () => {
  test('at() never runs more than its slots, nor two at one place, and runs all', async () => {
    const places = Array.from({ length: 60 }, (_, at) => `p${String(at % 7)}`);
    const { began, together } = await ranWith(4, places);
    expect(began.toSorted((a, b) => a - b)).toEqual(places.map((_, at) => at));
    expect(Math.max(...together.map(({ length }) => length))).toBe(4);
    for (const running of together) expect(new Set(running).size).toBe(running.length);
  });

  test('at() lets nobody wait for a place that is not theirs', async () => {
    const { began } = await ranWith(2, ['a', 'a', 'a', 'b']);
    expect(began.slice(0, 2)).toEqual([0, 3]);
  });

  test('at() gives the slot on, when what ran broke off', async () => {
    const slots = new SideBySide(1);
    const broken = slots.at('a', () => Promise.reject(new Error('broken')));
    const next = slots.at('a', () => Promise.resolve('ran'));
    await expect(broken).rejects.toThrow('broken');
    await expect(next).resolves.toBe('ran');
  });
});
