import type { Exchange } from '../http/exchange.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { contractOf, quota } from '../checks/exchange.test-data.ts';
import type { CredentialUse } from '../http/credential-use.ts';
import { parseRetryAfter } from '../http/date.ts';
import type { Quota } from '../interface/model.ts';
import type { Contract } from '../oracle/contract.ts';
import type { Situation } from '../oracle/situation.ts';
import {
  type Reply,
  type Sent,
  START_MS,
  virtualClient,
  virtualClock,
  type VirtualClock,
} from '../run/virtual-target.test-data.ts';
import { Budget, Halt, type HaltReason } from './pace/budget.ts';
import type { SendSpec } from './pace/sending.ts';
import { Session } from './session.ts';

let contract: Contract;

beforeAll(async () => {
  contract = await contractOf('test/mock/library');
});

const SCHEME = { kind: 'http-bearer', id: 'readerKey' } as const;
const STANDARD = { total: 140, key: 55, address: 20 };

function specOf(kind: 'valid' | 'unknown' | 'none', changes: Partial<SendSpec> = {}): SendSpec {
  const intents: { readonly [use in typeof kind]: Situation } = {
    valid: 'ordinary',
    unknown: 'unknown-key',
    none: 'missing-credential',
  };
  const credential: CredentialUse = { kind };
  const intent = intents[kind];
  return {
    probe: 'p',
    method: 'GET',
    path: '/books',
    headers: [],
    body: undefined,
    credential,
    scheme: SCHEME,
    intent,
    ...changes,
  };
}

type Made = {
  readonly session: Session;
  readonly sent: readonly Sent[];
  readonly clock: VirtualClock;
  readonly controller: AbortController;
  readonly rests: string[];
};

function make(
  reply: (index: number, atMs: number) => Reply,
  options: {
    readonly deadlineMs?: number;
    readonly maxRequests?: number;
    readonly quota?: Quota;
    readonly patienceMs?: number;
    readonly heard?: readonly Exchange[];
  } = {},
): Made {
  const clock = virtualClock();
  const client = virtualClient(clock, contract.basePath, (_request, index, atMs) => reply(index, atMs));
  const controller = new AbortController();
  const rests: string[] = [];
  const session = new Session({
    contract,
    client,
    clock,
    budget: new Budget(STANDARD, options.maxRequests ?? 84),
    quota: options.quota,
    patienceMs: options.patienceMs,
    heard: options.heard,
    deadlineMs: options.deadlineMs ?? 300_000,
    signal: controller.signal,
    onExchange: () => undefined,
    onRest: (_untilMs, reason) => rests.push(reason),
  });
  return { session, sent: client.sent, clock, controller, rests };
}

async function haltOf(promise: Promise<unknown>): Promise<HaltReason | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    if (error instanceof Halt) return error.halt;
    throw error;
  }
}

const replies =
  (...rows: readonly Reply[]) =>
  (index: number): Reply =>
    rows[index] ?? { skewMs: 0 };
const retry = (value: string, status = 429): Reply => ({
  status,
  skewMs: 0,
  headers: [['Retry-After', value]],
});

describe('send()', () => {
  test('waits as long as was asked for before the session began', async () => {
    const before = make(replies(retry('30')));
    const { exchange } = await before.session.send(specOf('valid'), { again: 'never' });
    const { session, sent } = make(replies(), { heard: [exchange] });
    await session.send(specOf('valid'));
    expect(session.readings).toHaveLength(1);
    expect(sent[0]?.startMs).toBeGreaterThanOrEqual(30_000);
  });

  test('keeps the exchange, when the answer is what it should be', async () => {
    const { session, sent } = make(replies());
    const reading = await session.send(specOf('valid'));
    expect(reading.answer?.status).toBe(200);
    expect(session.readings).toEqual([reading]);
    expect(session.budget.spent).toEqual({ withKey: 1, withoutKey: 0 });
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['seconds', retry('30'), 31_010],
    ['seconds, on a 503', retry('30', 503), 31_010],
    ['seconds, on a 403', retry('30', 403), 31_010],
    ['zero', retry('0'), 1_010],
    ['a date', { ...retry(new Date(START_MS + 30_000).toUTCString()) }, 31_010],
    [
      'a date, on a clock that is an hour fast',
      { ...retry(new Date(START_MS + 3_630_000).toUTCString()), skewMs: 3_600_000 },
      31_010,
    ],
    ['a date that is past', retry(new Date(START_MS - 30_000).toUTCString()), 1_010],
    ['nothing readable', retry('soon'), 61_010],
    ['nothing', { status: 429, skewMs: 0 }, 61_010],
    [
      'nothing readable, with a reset',
      { ...retry('2.5'), headers: [['Retry-After', '2.5'], ...quota(100, 0, 20)] },
      21_010,
    ],
  ] satisfies readonly (readonly [string, Reply, number])[])(
    'rests the key, when Retry-After is %s',
    async (_name, reply, atMs) => {
      const { session, sent } = make(replies(reply));
      await session.send(specOf('valid'), { again: 'never' });
      await session.send(specOf('valid'));
      expect(sent[1]?.startMs).toBeGreaterThanOrEqual(atMs - 10);
      expect(sent[1]?.startMs).toBeLessThanOrEqual(atMs + 1_000);
    },
  );

  test('sends again after a refusal, at most twice', async () => {
    const { session, sent } = make(() => retry('1'));
    const reading = await session.send(specOf('valid'));
    expect(reading.answer?.status).toBe(429);
    expect(sent.map((each) => each.startMs)).toEqual([0, 2_010, 4_020]);
  });

  test('rests without a valid key as well, when the key is refused and one counter may serve both', async () => {
    const { session, sent } = make(replies(retry('30')));
    await session.send(specOf('valid'), { again: 'never' });
    await session.send(specOf('unknown'));
    expect(sent[1]?.startMs).toBe(31_010);
  });

  test('rests the key as well, when a request without a valid key is refused', async () => {
    const { session, sent } = make(replies(retry('30')));
    await session.send(specOf('none'), { again: 'never' });
    await session.send(specOf('valid'));
    expect(sent[1]?.startMs).toBe(31_010);
  });

  test('waits for the reset, when nothing remains, and not when the request is meant to go over', async () => {
    const usedUp = { skewMs: 0, headers: quota(100, 0, 40) };
    const waiting = make(replies(usedUp));
    await waiting.session.send(specOf('valid'));
    await waiting.session.send(specOf('valid'));
    expect(waiting.sent[1]?.startMs).toBeGreaterThanOrEqual(41_000);
    const going = make(replies(usedUp));
    await going.session.send(specOf('valid'));
    await going.session.send(specOf('valid'), { overLimit: true });
    expect(going.sent[1]?.startMs).toBe(10);
  });

  test('trusts the fields no more, when they say 0 after the reset as well', async () => {
    const { session, sent } = make(() => ({ skewMs: 0, headers: quota(100, 0, 40) }));
    for (let i = 0; i < 5; i += 1) await session.send(specOf('valid'));
    expect(sent.slice(1).map((each) => each.startMs < 60_000)).toEqual([true, true, true, true]);
  });

  test.each([500, 502, 503, 599])('repeats a %i once, and links the two', async (status) => {
    const { session, sent } = make(() => ({ status, skewMs: 0 }));
    const reading = await session.send(specOf('valid'));
    expect(sent).toHaveLength(2);
    expect(reading.exchange).toMatchObject({ id: 'x2', repeats: 'x1' });
  });

  test.each([
    ['never came with what was served: it excuses the failure', false, 0, [0, 10]],
    ['comes with everything: after the rest', true, 0, [0, 10, 31_020]],
    ['comes with everything, and another request failed before', true, 1, [0, 10, 31_020, 62_030]],
  ])('repeats a 5xx or not, where Retry-After %s', async (_name, everywhere, failuresBefore, startedAt) => {
    const served = everywhere ? retry('30', 200) : { skewMs: 0 };
    const { session, sent } = make((index) => (index === 0 ? served : retry('30', 500)));
    await session.send(specOf('valid'));
    for (let i = 0; i <= failuresBefore; i += 1) await session.send(specOf('valid'));
    expect(sent.map((each) => each.startMs)).toEqual(startedAt);
  });

  test('repeats a lost request once, on a connection of its own', async () => {
    const { session, sent } = make(replies({ breaks: 'reset' }));
    const reading = await session.send(specOf('valid'));
    expect(reading.answer?.status).toBe(200);
    expect(sent.map((each) => each.freshConnection)).toEqual([false, true]);
  });

  test('repeats nothing, when it is told not to', async () => {
    const { session, sent } = make(() => ({ status: 500, skewMs: 0 }));
    await session.send(specOf('valid'), { again: 'never' });
    expect(sent).toHaveLength(1);
  });

  test('sends nothing, when the oracle reads another intent', async () => {
    const { session, sent } = make(replies());
    const halt = await haltOf(session.send(specOf('valid', { intent: 'unusual-text' })));
    expect(halt).toMatchObject({ kind: 'broken-harness', reason: expect.stringContaining('unusual-text') });
    expect(sent).toEqual([]);
  });

  test('ends, when Retry-After lies behind the end of the run, without waiting', async () => {
    const { session, sent, clock } = make(replies(retry('86400')), { deadlineMs: 120_000 });
    expect(await haltOf(session.send(specOf('valid')))).toMatchObject({ kind: 'limited' });
    expect(sent).toHaveLength(1);
    expect(clock.slept).toEqual([]);
  });

  test('ends, when the time is over', async () => {
    const { session, sent } = make(() => ({ skewMs: 0, tookMs: 700 }), { deadlineMs: 2_000 });
    const sending = async (): Promise<void> => {
      for (;;) await session.send(specOf('valid'));
    };
    expect(await haltOf(sending())).toMatchObject({ kind: 'limited' });
    expect(sent).toHaveLength(3);
  });

  test.each([
    ['refused', 3],
    ['unresolved', 3],
    ['tls', 3],
    ['reset', 6],
    ['first-byte-timeout', 6],
  ] as const)(
    'gives the target up, when there are only failures of kind %s: after %i',
    async (breaks, count) => {
      const { session, sent } = make(() => ({ breaks }));
      const sending = async (): Promise<void> => {
        for (let at = 0; ; at += 1) await session.send(specOf(at % 2 === 0 ? 'valid' : 'none'));
      };
      expect(await haltOf(sending())).toEqual({ kind: 'target-lost', reason: breaks });
      expect(sent).toHaveLength(count);
    },
  );

  test('goes on with the next request, when one was halted', async () => {
    const { session } = make(replies());
    const first = haltOf(session.send(specOf('valid', { intent: 'named' })));
    const second = session.send(specOf('valid'));
    expect(await first).toMatchObject({ kind: 'broken-harness' });
    expect((await second).answer?.status).toBe(200);
  });
});

const three = (): readonly SendSpec[] => [specOf('valid'), specOf('valid'), specOf('valid')];

describe('sendTogether()', () => {
  test('sends all at the same time', async () => {
    const { session, sent } = make(replies());
    const readings = await session.sendTogether(three());
    expect(sent.map((each) => each.startMs)).toEqual([0, 0, 0]);
    expect(new Set(readings.map((reading) => reading.exchange.id)).size).toBe(3);
  });

  test('sends none, when the window may have no room for all', async () => {
    const { session, sent } = make(() => ({ skewMs: 0, headers: quota(100, 4, 40) }));
    await session.send(specOf('valid'));
    expect(await haltOf(session.sendTogether(three()))).toMatchObject({ kind: 'limited' });
    expect(sent).toHaveLength(1);
  });

  test('sends none, when the budget has no room for all', async () => {
    const { session, sent } = make(replies(), { maxRequests: 2 });
    expect(await haltOf(session.sendTogether(three()))).toMatchObject({ kind: 'budget' });
    expect(sent).toEqual([]);
  });

  test('spends what lies beyond the share of the key, when it is told to', async () => {
    const { session, sent } = make(replies());
    for (let i = 0; i < STANDARD.key; i += 1) await session.send(specOf('valid'));
    expect(await haltOf(session.sendTogether(three()))).toMatchObject({ kind: 'budget' });
    await session.sendTogether(three(), 10);
    expect(sent).toHaveLength(STANDARD.key + 3);
  });
});

const arbitraryReply: fc.Arbitrary<Reply> = fc
  .record({
    status: fc.constantFrom(200, 200, 400, 401, 429, 429, 500, 503),
    tookMs: fc.integer({ min: 1, max: 400 }),
    skewMs: fc.integer({ min: -600, max: 600 }).map((seconds) => seconds * 1000),
    breaks: fc.option(fc.constantFrom('reset', 'first-byte-timeout', 'malformed'), {
      nil: undefined,
      freq: 12,
    }),
    after: fc.oneof(
      fc.constant(undefined),
      fc.nat({ max: 30 }),
      fc.integer({ min: -5, max: 30 }).map((seconds) => ({ seconds })),
      fc.constantFrom('soon', '', '-1', '2.5', '9'.repeat(40), 'Fri, 31 Feb 2040 00:00:00 GMT'),
    ),
    fields: fc.option(
      fc.record({ remaining: fc.nat({ max: 9 }), resetS: fc.integer({ min: -30, max: 90 }) }),
      { nil: undefined },
    ),
  })
  .map(({ after, fields, breaks, ...reply }) => ({
    ...reply,
    ...(breaks === undefined ? {} : { breaks }),
    after,
    fields,
  }));

type Drawn = Reply & {
  readonly after?: number | string | { readonly seconds: number } | undefined;
  readonly fields?: { readonly remaining: number; readonly resetS: number } | undefined;
};

/** The reply as it goes out at its time. */
function concrete(drawn: Drawn, atMs: number): Reply {
  const { after, fields, skewMs = 0, tookMs = 10, ...reply } = drawn;
  const nowS = Math.floor((START_MS + atMs + tookMs + skewMs) / 1000);
  const value = typeof after === 'object' ? new Date((nowS + after.seconds) * 1000).toUTCString() : after;
  return {
    ...reply,
    skewMs,
    tookMs,
    headers: [
      ...(value === undefined ? [] : [['Retry-After', String(value)] as const]),
      ...(fields === undefined ? [] : quota(100, fields.remaining, nowS + fields.resetS - START_MS / 1000)),
    ],
  };
}

/** How long the answer to a request forbids further ones, in ms after it came; 0 where it says nothing readable, or is no refusal: the same services send the field with what they serve. */
function forbiddenMs({ reply, endMs }: Sent): number {
  const value = reply.headers?.find(([name]) => name === 'Retry-After')?.[1];
  if (value === undefined || reply.breaks !== undefined) return 0;
  if (reply.status !== 429 && (reply.status ?? 200) < 500) return 0;
  const dateMs = Math.floor((START_MS + endMs + (reply.skewMs ?? 0)) / 1000) * 1000;
  const parsed = parseRetryAfter(value, dateMs);
  switch (parsed.kind) {
    case 'seconds':
      return parsed.seconds * 1000;
    case 'date':
      return parsed.waitMs ?? 0;
    case 'invalid':
      return 0;
  }
}

const isOnKey = ({ request }: Sent): boolean => request.credential.kind === 'valid';

describe('Session', () => {
  test('never sends inside of a Retry-After, keeps its budget and its time, and ends, whatever is answered', async () => {
    const requests = fc.array(fc.constantFrom('valid', 'valid', 'unknown', 'none'), {
      minLength: 1,
      maxLength: 25,
    });
    const limits = fc.record({
      maxRequests: fc.integer({ min: 1, max: 40 }),
      deadlineMs: fc.integer({ min: 1_000, max: 200_000 }),
    });
    const property = fc.asyncProperty(
      fc.array(arbitraryReply as fc.Arbitrary<Drawn>, { minLength: 1, maxLength: 30 }),
      requests,
      limits,
      async (drawn, kinds, options) => {
        const { session, sent, clock } = make(
          (index, atMs) => concrete(drawn[index % drawn.length] ?? {}, atMs),
          options,
        );
        for (const kind of kinds as readonly ('valid' | 'unknown' | 'none')[])
          await haltOf(session.send(specOf(kind)));
        for (const [index, later] of sent.entries()) {
          for (const earlier of sent.slice(0, index)) {
            if (isOnKey(earlier) !== isOnKey(later)) continue;
            expect(later.startMs).toBeGreaterThanOrEqual(earlier.endMs + forbiddenMs(earlier));
          }
        }
        expect(sent.length).toBeLessThanOrEqual(options.maxRequests);
        const { withKey, withoutKey } = session.budget.spent;
        expect(withKey + withoutKey).toBe(sent.length);
        expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(options.deadlineMs);
        expect(sent.filter((each) => each.startMs > options.deadlineMs)).toEqual([]);
        const repeated = session.readings.flatMap(({ exchange }) => exchange.repeats ?? []);
        expect(new Set(repeated).size).toBe(repeated.length);
        const repeats = session.readings.filter(({ exchange }) => exchange.repeats !== undefined);
        expect(repeats.filter(({ exchange }) => repeated.includes(exchange.id))).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: 1_000, seed: 3 });
  });

  test('sends nothing more, once it is aborted, whatever is answered', async () => {
    const property = fc.asyncProperty(
      fc.array(arbitraryReply as fc.Arbitrary<Drawn>, { minLength: 1, maxLength: 10 }),
      fc.nat({ max: 6 }),
      async (drawn, last) => {
        const made = make((index, atMs) => {
          if (index === last) made.controller.abort();
          return concrete(drawn[index % drawn.length] ?? {}, atMs);
        });
        for (let i = 0; i < 10; i += 1) {
          const halt = await haltOf(made.session.send(specOf('valid')));
          if (halt?.kind === 'interrupted') expect(made.controller.signal.aborted).toBe(true);
        }
        expect(made.sent.length).toBeLessThanOrEqual(last + 1);
      },
    );
    await fc.assert(property, { numRuns: 300, seed: 4 });
  });
});

describe('sendTogether() with a documented quota', () => {
  const minute: Quota = { window: 'minute', windowS: 60, limit: 5 };

  test('sends nothing when the quota has no room, whatever the fields say', async () => {
    const { session, sent } = make(replies(), { quota: minute });
    for (const spec of three()) await session.send(spec);
    await expect(session.sendTogether(three())).rejects.toThrow('only 2 requests left');
    expect(sent).toHaveLength(3);
  });

  test('has room again after restForRoom()', async () => {
    const { session, sent } = make(replies(), { quota: minute });
    for (const spec of three()) await session.send(spec);
    expect(await session.restForRoom(5)).toBe('rested');
    expect(await session.restForRoom(5)).toBe('has room');
    await session.sendTogether(three());
    expect(sent).toHaveLength(6);
  });
});

describe('send() with the patience of a profile', () => {
  const patienceMs = 30_000;
  const usedUp = (resetS: number): Reply => ({
    skewMs: 0,
    headers: quota(5, 0, resetS),
  });

  test('waits for no window that ends later, and says why', async () => {
    const { session, sent } = make(replies(usedUp(40)), { patienceMs });
    await session.send(specOf('valid'));
    expect(await haltOf(session.send(specOf('valid')))).toMatchObject({ kind: 'patience' });
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['a window that ends before', usedUp(20), {}],
    ['one that the run itself waits for', usedUp(40), { waits: 'as-run' }],
  ] as const)('waits for %s', async (_what, first, mode) => {
    const { session, sent, rests } = make(replies(first), { patienceMs });
    await session.send(specOf('valid'));
    await session.send(specOf('valid'), mode);
    expect(sent).toHaveLength(2);
    expect(rests).toHaveLength(1);
  });

  test('calls a refusal what it is', async () => {
    const { session } = make(replies(retry('40')), { patienceMs });
    expect(await haltOf(session.send(specOf('valid')))).toMatchObject({ kind: 'limited' });
  });
});
