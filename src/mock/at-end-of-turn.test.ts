import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { atEndOfTurn } from './at-end-of-turn.ts';

describe('atEndOfTurn', () => {
  it('takes steps in the order in which they came, and not before the turn ends', async () => {
    const taken: number[] = [];
    const leave = atEndOfTurn<number>(
      (step) => taken.push(step),
      () => undefined,
    );
    leave(1);
    await Promise.resolve();
    leave(2);
    expect(taken).toEqual([]);
    await nextTurn();
    expect(taken).toEqual([1, 2]);
  });

  it('takes what is left over by a step in the next turn', async () => {
    const taken: string[] = [];
    const leave = atEndOfTurn<string>(
      (step) => {
        taken.push(step);
        if (step === 'first') leave('second');
      },
      () => undefined,
    );
    leave('first');
    await nextTurn();
    expect(taken).toEqual(['first']);
    await nextTurn();
    expect(taken).toEqual(['first', 'second']);
  });

  it('tells of a step that throws, and takes the others', async () => {
    const taken: number[] = [];
    const failed: unknown[] = [];
    const leave = atEndOfTurn<number>(
      (step) => {
        if (step === 2) throw new Error('broken');
        taken.push(step);
      },
      (error, step) => failed.push(String(error), step),
    );
    for (const step of [1, 2, 3]) leave(step);
    await nextTurn();
    expect(taken).toEqual([1, 3]);
    expect(failed).toEqual(['Error: broken', 2]);
  });
});
