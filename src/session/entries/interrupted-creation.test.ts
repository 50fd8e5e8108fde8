import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { listeningOn } from './interrupted-creation.ts';

type Case = { readonly method: string; readonly endsAt: 'once' | 'after a while' };
const CASES: readonly Case[] = [
  { method: 'GET', endsAt: 'once' },
  { method: 'HEAD', endsAt: 'once' },
  { method: 'POST', endsAt: 'after a while' },
  { method: 'PUT', endsAt: 'after a while' },
  { method: 'DELETE', endsAt: 'after a while' },
];

/** A clock on which nothing happens until `pass` is called. */
function stoppedClock() {
  const waits: { readonly ms: number; readonly wake: () => void }[] = [];
  const sleep = (ms: number): Promise<void> => new Promise((wake) => waits.push({ ms, wake }));
  return { waits, clock: { now: () => 0, monotonicMs: () => 0, sleep } };
}

describe('listeningOn()', () => {
  test.each(CASES)('ends $method $endsAt when the run is interrupted', async ({ method, endsAt }) => {
    const { waits, clock } = stoppedClock();
    const run = new AbortController();
    let seen: AbortSignal | undefined;
    const sending = listeningOn({ method, signal: run.signal, clock }, async (signal) => {
      seen = signal;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return 'ended';
    });
    expect(seen?.aborted).toBe(false);
    run.abort();
    await setImmediate();
    expect(seen?.aborted).toBe(endsAt === 'once');
    expect(waits.map(({ ms }) => ms)).toEqual(endsAt === 'once' ? [] : [2_000]);
    for (const { wake } of waits) wake();
    expect(await sending).toBe('ended');
  });

  test('hands the answer on that comes in this time', async () => {
    const { clock } = stoppedClock();
    const run = new AbortController();
    const given = { method: 'POST', signal: run.signal, clock };
    const answer = await listeningOn(given, async (signal) => {
      run.abort();
      await setImmediate();
      return signal.aborted ? 'lost' : 'the name of what was made';
    });
    expect(answer).toBe('the name of what was made');
  });
});
