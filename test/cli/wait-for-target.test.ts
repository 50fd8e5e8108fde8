import { describe, expect, test } from 'vitest';
import type { Client, Sending } from '../../src/client/client.ts';
import type { Result } from '../../src/http/exchange.ts';
import { waitForTarget } from '../../src/cli/target/wait-for-target.ts';
import type { Clock } from '../../src/system/clock.ts';
import { callCommand } from './call-assay.ts';

const REFUSED: Result = {
  kind: 'failure',
  failure: { kind: 'refused', detail: 'nobody listens there', bytesReceived: 0 },
};

function answer(status: number): Result {
  return {
    kind: 'answer',
    answer: {
      status,
      statusText: '',
      headers: [],
      trailers: [],
      body: new Uint8Array(),
      truncated: false,
      httpVersion: '1.1',
    } as never,
  };
}

/** A target that answers in this way, one after the other, and then always with the last. Each request takes a second of its clock. */
function target(results: readonly Result[]): {
  readonly client: Pick<Client, 'send' | 'close'>;
  readonly clock: Clock;
  readonly asked: () => number;
} {
  let count = 0;
  let nowMs = 0;
  const send: Client['send'] = () => {
    nowMs += 1000;
    count += 1;
    const result = results[Math.min(count, results.length) - 1] ?? REFUSED;
    return Promise.resolve({ result } as Sending);
  };
  const clock: Clock = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    sleep: (ms) => {
      nowMs += ms;
      return Promise.resolve();
    },
  };
  return { client: { send, close: () => Promise.resolve() }, clock, asked: () => count };
}

async function waited(
  results: readonly Result[],
  { terminal = false, signal = new AbortController().signal } = {},
): Promise<{ readonly stderr: string; readonly asked: number; readonly problem: string | undefined }> {
  const { client, clock, asked } = target(results);
  let problem: string | undefined;
  const { stderr } = await callCommand(
    async (io) => {
      try {
        const flags = { url: 'http://service.example/v1', waitForTarget: 30, color: true };
        await waitForTarget(flags, io, { signal, clock, client });
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
      return 0;
    },
    { cwd: '/', stderrIsTerminal: terminal },
  );
  return { stderr, asked: asked(), problem };
}

describe('waitForTarget()', () => {
  test.each<readonly [string, readonly Result[], number]>([
    ['at once, when it answers', [answer(401)], 1],
    ['when it answers with any fault of its own', [REFUSED, REFUSED, answer(500)], 3],
    ['not while a proxy has nothing behind it', [answer(502), answer(503), answer(404)], 3],
  ])('returns %s', async (_title, results, count) => {
    expect(await waited(results)).toMatchObject({ asked: count, problem: undefined });
  });

  test('gives up after the time, and says why', async () => {
    const { asked, problem } = await waited([REFUSED]);
    expect(problem).toBe(
      'cannot test "http://service.example/v1": it did not answer within 30 s (nobody listens there); start it, or wait longer with --wait-for-target',
    );
    expect(asked).toBeGreaterThan(8);
    expect(asked).toBeLessThan(20);
  });

  test('counts down on a terminal, and says it once elsewhere', async () => {
    expect((await waited([REFUSED, answer(200)], { terminal: true })).stderr).toMatch(
      /waiting for http:\/\/service\.example\/v1: 30 s left.*: 29 s left\r/s,
    );
    expect((await waited([REFUSED, answer(200)])).stderr).toBe(
      'waiting for http://service.example/v1, 30 s at most\n',
    );
  });

  test('stops when it is interrupted', async () => {
    const stopped = new AbortController();
    stopped.abort();
    expect(await waited([REFUSED], { signal: stopped.signal })).toMatchObject({
      asked: 1,
      problem: undefined,
    });
  });
});
