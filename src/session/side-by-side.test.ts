import { beforeAll, describe, expect, test } from 'vitest';
import { contractOf } from '../checks/exchange.test-data.ts';
import type { Client } from '../client/client.ts';
import type { Contract } from '../oracle/contract.ts';
import { type Reply, virtualClient, virtualClock } from '../run/virtual-target.test-data.ts';
import { Budget, Halt } from './pace/budget.ts';
import type { SendSpec } from './pace/sending.ts';
import { Width } from './pace/width.ts';
import { Session } from './session.ts';
import { SideBySide } from './side-by-side.ts';

let contract: Contract;

beforeAll(async () => {
  contract = await contractOf('test/mock/library');
});

function specOf(probe: string): SendSpec {
  return {
    probe,
    method: 'GET',
    path: '/books',
    headers: [],
    body: undefined,
    credential: { kind: 'valid' },
    scheme: { kind: 'http-bearer', id: 'readerKey' },
    intent: 'ordinary',
  };
}

/** Sends so many requests, of which at most `most` are under way; later ones are answered sooner. */
async function crowd(count: number, most: number, reply: (index: number, atMs: number) => Reply) {
  const clock = virtualClock();
  const virtual = virtualClient(clock, contract.basePath, (_request, index, atMs) => reply(index, atMs));
  const underWay = { now: 0, most: 0 };
  /** How many had gone out when the answer to each was there. */
  const sentWhenCame: number[] = [];
  const client: Client = {
    ...virtual,
    send: async (asked, options) => {
      underWay.now += 1;
      underWay.most = Math.max(underWay.most, underWay.now);
      const index = virtual.sent.length;
      const turns = 40 - (index % 8) * 5;
      const sending = await virtual.send(asked, options);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      underWay.now -= 1;
      sentWhenCame[index] = virtual.sent.length;
      return sending;
    },
  };
  const session = new Session({
    contract,
    client,
    clock,
    budget: new Budget({ total: 500, key: 500, address: 0 }),
    quota: undefined,
    deadlineMs: 600_000,
    signal: new AbortController().signal,
    onExchange: () => undefined,
    onRest: () => undefined,
  });
  const slowed: string[] = [];
  const told: string[] = [];
  const aside = new SideBySide(session, new Width(most, []), ({ to }) => slowed.push(String(to)));
  let halt: string | undefined;
  try {
    for (let at = 1; at <= count; at += 1)
      await aside.begin(specOf(String(at)), ({ exchange }) => told.push(exchange.probe));
    await aside.settle();
  } catch (error) {
    if (!(error instanceof Halt)) throw error;
    halt = error.halt.kind;
  }
  return { session, sent: virtual.sent, sentWhenCame, underWay, slowed, told, halt };
}

const PLACES = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => String(at + 1));

describe('SideBySide', () => {
  test('sends as many as it may at a time, and tells what came in the order of sending', async () => {
    const { underWay, told, session } = await crowd(30, 8, () => ({}));
    expect(underWay.most).toBe(8);
    expect(told).toEqual(PLACES(30));
    expect(session.readings.map(({ exchange }) => exchange.probe)).toEqual(PLACES(30));
    expect(session.readings.map(({ exchange }) => exchange.id)).toEqual(
      PLACES(30).map((place) => `x${place}`),
    );
  });

  test('sends nothing inside of a Retry-After, and one at a time behind a 429', async () => {
    const { sent, sentWhenCame, slowed, told } = await crowd(40, 8, (index) =>
      index === 10 ? { status: 429, headers: [['Retry-After', '7']] } : {},
    );
    const overMs = (sent[10]?.endMs ?? 0) + 7_000;
    // One may have been on its way out by then.
    const later = sent.slice((sentWhenCame[10] ?? 0) + 1);
    expect(later.length).toBeGreaterThan(20);
    for (const [at, { startMs }] of later.entries())
      expect(startMs).toBeGreaterThanOrEqual(later[at - 1]?.endMs ?? overMs);
    expect(slowed).toEqual(['1']);
    expect(told).toHaveLength(40);
  });

  test('sends what failed once more, alone, when all others are there', async () => {
    const { session, underWay, told, sent } = await crowd(8, 8, (index) =>
      index === 2 ? { status: 500 } : {},
    );
    expect(underWay.most).toBe(8);
    expect(told).toEqual(PLACES(8));
    expect(session.readings.at(-1)?.exchange).toMatchObject({ id: 'x9', repeats: 'x3' });
    expect(sent.at(-1)?.startMs).toBeGreaterThanOrEqual(
      Math.max(...sent.slice(0, 8).map(({ endMs }) => endMs)),
    );
  });

  test('takes no target for lost that is only too busy, and goes on with half as many', async () => {
    const { halt, told, slowed, session } = await crowd(40, 8, (index) =>
      index >= 8 && index < 16 ? { breaks: 'refused' } : {},
    );
    expect(halt).toBeUndefined();
    expect(told).toEqual(PLACES(40));
    expect(slowed[0]).toBe('4');
    const again = session.readings.filter(({ exchange }) => exchange.repeats !== undefined);
    expect(again.every(({ answer }) => answer?.status === 200)).toBe(true);
  });

  test('takes a target for lost where nobody answers any more', async () => {
    const { halt, sent } = await crowd(200, 8, (index) => (index >= 20 ? { breaks: 'refused' } : {}));
    expect(halt).toBe('target-lost');
    expect(sent.length).toBeLessThan(40);
  });
});
