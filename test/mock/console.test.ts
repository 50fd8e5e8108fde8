import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { checks } from '../../src/checks/catalogue.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import { REFUSAL_CHECKS } from '../../src/mock/console/refusals.ts';
import type { Mock } from '../../src/mock/mock-options.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';

const KEY = 'free-plan-key';
const NOON = Date.UTC(2030, 5, 15, 12);

let document: Interface;
let mock: Mock;

beforeAll(async () => {
  const loaded = await loadInterface(join(import.meta.dirname, '../../spec/pet-catalogue'));
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  document = loaded.interface;
});
beforeEach(async () => {
  const limits = new Map([['minute', 2]]);
  mock = await startMock({
    interface: document,
    now: () => NOON,
    keys: [{ key: KEY, plan: 'free', limits }],
    banAfter: 2,
  });
});
afterEach(async () => mock.close());

async function asked(name: string, init: RequestInit = {}): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(`${mock.origin}/__assay/${name}`, init);
  return { status: answer.status, json: await answer.json() };
}

function posted(name: string, body: unknown): Promise<{ status: number; json: unknown }> {
  return asked(name, { method: 'POST', body: JSON.stringify(body) });
}

async function sent(path: string, init: RequestInit = {}): Promise<void> {
  await (await fetch(`${mock.url}${path}`, init)).arrayBuffer();
}

const authorization = `Bearer ${KEY}`;
const posting = (body: string): RequestInit => ({
  method: 'POST',
  headers: { authorization, 'content-type': 'application/json' },
  body,
});

test.each<readonly [string, string, RequestInit, readonly string[], RegExp]>([
  [
    'no key',
    '/categories',
    {},
    ['4.1-answer-401', '5.3-missing-key-401'],
    /^Send Authorization: Bearer <key>/,
  ],
  [
    'another key',
    '/categories',
    { headers: { authorization: 'Bearer another-key' } },
    ['4.1-answer-401', '5.3-invalid-key-401'],
    /a key of this mock; it has some for free/,
  ],
  ['a wrong body', '/categories', posting('{}'), ['4.2-answer-400', '7.2-status-400'], /^Correct the body/],
  ['no JSON', '/categories', posting('{'), ['4.2-answer-400', '4.2-body-media-type'], /^Correct the body/],
  [
    'another media type',
    '/categories',
    { method: 'POST', headers: { authorization, 'content-type': 'text/plain' }, body: 'x' },
    ['4.2-answer-400', '4.2-body-media-type'],
    /^Send Content-Type: application\/json\.$/,
  ],
  [
    'a slip in the path',
    '/catgories',
    { headers: { authorization } },
    [],
    /^Did you mean \/v1\/categories\?$/,
  ],
])(
  'a request with %s is explained by clauses and by what to change',
  async (_name, path, init, ids, advice) => {
    await sent(path, init);
    const { json } = await asked('requests/1');
    const { explanation } = json as { explanation: { advice: string; clauses: { id: string }[] } };
    expect(explanation.clauses.map(({ id }) => id)).toEqual(ids);
    expect(explanation.advice).toMatch(advice);
  },
);

test('a request over the limit is told how long to wait, a banned one too', async () => {
  for (let at = 0; at < 5; at += 1) await sent('/categories', { headers: { authorization } });
  const over = await asked('requests/3');
  expect(over.json).toMatchObject({
    explanation: {
      advice: expect.stringMatching(/^Wait until 12:01:00 UTC .* another 60 s/) as string,
      clauses: expect.arrayContaining([expect.objectContaining({ section: '8' })]) as unknown,
    },
  });
  expect((await asked('requests/5')).json).toMatchObject({
    explanation: { advice: expect.stringContaining('another 3600 s') as string },
  });
  expect((await asked('state')).json).toMatchObject({
    quotas: [
      {
        caller: 'free***ey',
        plan: 'free',
        bannedUntil: NOON + 3_600_000,
        windows: [
          { window: 'minute', limit: 2, remaining: 0, resetAt: NOON + 60_000 },
          { window: 'day', remaining: 998 },
        ],
      },
    ],
  });
});

test('nothing but the offer of the form tells a key', async () => {
  await sent(`/categories?copy=${KEY}`, { ...posting(`{"name":"${KEY}"}`) });
  await sent('/categories', { headers: { authorization: 'Bearer unknown-but-secret' } });
  for (const name of ['state', 'requests/1', 'requests/2', '']) {
    const text = await (await fetch(`${mock.origin}/__assay/${name}`)).text();
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('unknown-but-secret');
  }
  expect(JSON.stringify((await asked('offer')).json)).toContain(KEY);
});

test.each<readonly [string, unknown, number]>([
  ['clock', { freeze: true }, 200],
  ['clock', { advanceMs: 5, freeze: false }, 200],
  ['clock', {}, 400],
  ['clock', { freeze: 'yes' }, 400],
  ['clock', { code: 1, message: 'no refusal' }, 400],
  ['latency', { minMs: 5, maxMs: 10 }, 200],
  ['latency', { minMs: 7 }, 200],
  ['latency', { minMs: 10, maxMs: 5 }, 400],
  ['latency', { minMs: -1 }, 400],
  ['latency', { minMs: 60_001 }, 400],
  ['faults', { names: ['any-key-accepted'] }, 200],
  ['faults', { names: [] }, 200],
  ['faults', { names: ['any-key-acepted'] }, 400],
  ['faults', { names: [5] }, 400],
  ['faults', 'any-key-accepted', 400],
  ['reset', {}, 200],
])('POST %s %j is answered with %i', async (name, body, status) => {
  const answer = await posted(name, body);
  expect(answer.status).toBe(status);
  expect(answer.json).toMatchObject(status === 200 ? {} : { status, message: expect.any(String) as string });
});

test('a request that is long past is said to be gone', async () => {
  for (let at = 0; at < 202; at += 1) await sent('/categories');
  expect((await asked('requests/2')).status).toBe(404);
  expect((await asked('requests/3')).status).toBe(200);
});

test('a stream tells of everything, then of what is new; more than eight are refused', async () => {
  await sent('/categories');
  const streams = await Promise.all(
    Array.from({ length: 8 }, async () => fetch(`${mock.origin}/__assay/events`)),
  );
  expect((await asked('events')).status).toBe(503);
  const [first] = streams;
  const reader = first?.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (wanted: RegExp): Promise<void> => {
    while (!wanted.test(text)) text += (await reader?.read())?.value ?? '';
  };
  await until(/event: all\ndata: .*"number":1,.*\n\n/);
  await sent('/categories', { headers: { authorization } });
  await until(/event: more\ndata: .*"number":2,.*\n\n/);
  await posted('reset', {});
  await until(/event: all\ndata: .*"requests":\[\].*\n\n$/);
});

test('names that are bound to this machine, and pages of others, are refused by every part', async () => {
  for (const headers of [
    { host: `evil.example:${mock.port}` },
    { origin: 'http://evil.example' },
    { origin: `http://127.0.0.1:${mock.port + 1}` },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  ])
    for (const name of ['', 'state', 'offer', 'events', 'requests/1']) {
      const answer = await new Promise<{ status: number | undefined; cors: unknown }>((resolve, reject) => {
        const asking = request({ port: mock.port, path: `/__assay/${name}`, headers });
        asking.on('error', reject).on('response', (response) => {
          response.resume();
          resolve({ status: response.statusCode, cors: response.headers['access-control-allow-origin'] });
        });
        asking.end();
      });
      expect(answer).toEqual({ status: 403, cors: undefined });
    }
});

test('the checks by which refusals find their clauses exist', () => {
  const known = checks.map(({ id }) => id);
  expect([...REFUSAL_CHECKS.values()].flat().filter((id) => !known.includes(id))).toEqual([]);
});
