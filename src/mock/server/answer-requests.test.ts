import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { atEndOfTurn } from './answer-requests.ts';

describe('atEndOfTurn', () => {
  it('hands on what came in one turn together, in the order in which it came', async () => {
    const handed: (readonly number[])[] = [];
    const gather = atEndOfTurn<number>((items) => handed.push(items));
    gather(1);
    await Promise.resolve();
    gather(2);
    expect(handed).toEqual([]);
    await nextTurn();
    gather(3);
    await nextTurn();
    expect(handed).toEqual([[1, 2], [3]]);
  });

  it('hands on in the next turn what comes meanwhile', async () => {
    const handed: (readonly string[])[] = [];
    const gather = atEndOfTurn<string>((items) => {
      handed.push(items);
      if (items.includes('first')) gather('second');
    });
    gather('first');
    await nextTurn();
    expect(handed).toEqual([['first']]);
    await nextTurn();
    expect(handed).toEqual([['first'], ['second']]);
  });
});
