import type { Client, Sending } from '../client/client.ts';
import type { OutgoingRequest } from '../client/outgoing-request.ts';
import type { Failure, HeaderLine, Result } from '../http/exchange.ts';
import type { Clock } from '../system/clock.ts';

/** A target and a clock that exist in a test alone: time passes when someone sleeps or a request is under way. */

/** Wall clock of the machine at the start, in ms since the epoch; a whole second. */
export const START_MS = 1_900_000_000_000;

export type VirtualClock = Clock & { readonly pass: (ms: number) => void; readonly slept: readonly number[] };

/** A clock that stands still until it is slept on. */
export function virtualClock(): VirtualClock {
  let elapsedMs = 0;
  const slept: number[] = [];
  return {
    now: () => START_MS + elapsedMs,
    monotonicMs: () => elapsedMs,
    pass: (ms) => {
      elapsedMs += ms;
    },
    slept,
    sleep: (ms, signal) => {
      if (signal?.aborted !== true) {
        slept.push(ms);
        elapsedMs += ms;
      }
      return Promise.resolve();
    },
  };
}

/** What a target answers with; `breaks` instead of an answer. */
export type Reply = {
  readonly status?: number;
  readonly headers?: readonly HeaderLine[];
  readonly body?: string;
  readonly breaks?: Failure['kind'];
  /** How long the answer takes. */
  readonly tookMs?: number;
  /** How far the target's clock is ahead; without it there is no Date. */
  readonly skewMs?: number;
};

/** A request that went out. */
export type Sent = {
  readonly request: OutgoingRequest;
  readonly startMs: number;
  readonly endMs: number;
  readonly reply: Reply;
  readonly freshConnection: boolean;
};

function resultOf(reply: Reply, nowMs: number): Result {
  const { breaks, body = '[]' } = reply;
  if (breaks !== undefined)
    return { kind: 'failure', failure: { kind: breaks, detail: breaks, bytesReceived: 0 } };
  const date: readonly HeaderLine[] =
    reply.skewMs === undefined ? [] : [['Date', new Date(nowMs + reply.skewMs).toUTCString()]];
  const headers: readonly HeaderLine[] = [
    ['Content-Type', 'application/json'],
    ...date,
    ...(reply.headers ?? []),
  ];
  return {
    kind: 'answer',
    answer: {
      status: reply.status ?? 200,
      reason: '',
      httpVersion: '1.1',
      headers,
      trailers: [],
      body: new TextEncoder().encode(body),
      truncated: false,
    },
  };
}

/** A client that reaches nobody: `reply` makes the answer to the request of a number, counted from 0. */
export function virtualClient(
  clock: VirtualClock,
  basePath: string,
  reply: (request: OutgoingRequest, index: number, atMs: number) => Reply,
): Client & { readonly sent: readonly Sent[] } {
  const sent: Sent[] = [];
  return {
    sent,
    close: () => Promise.resolve(),
    send: async (request, options): Promise<Sending> => {
      const startMs = clock.monotonicMs();
      const answer = reply(request, sent.length, startMs);
      const endMs = startMs + (answer.tookMs ?? 10);
      const freshConnection = options?.freshConnection ?? false;
      sent.push({ request, startMs, endMs, reply: answer, freshConnection });
      await Promise.resolve();
      clock.pass(Math.max(0, endMs - clock.monotonicMs()));
      return {
        sent: {
          method: request.method,
          target: `${basePath}${request.path}`,
          headers: request.headers,
          body: request.body,
          credential: request.credential,
        },
        result: resultOf(answer, START_MS + endMs),
        sentAt: START_MS + startMs,
        startMs,
        firstByteMs: endMs,
        endMs,
      };
    },
  };
}
