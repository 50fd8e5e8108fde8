import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadLibrary } from '../../../test/mock/load-library.ts';
import type { Interface } from '../../interface/model.ts';
import type { Mock } from '../mock-options.ts';
import { startMock } from '../server/start-mock.ts';

const NOW = 1_800_000_000_000;

let library: Interface;
let folder: string;
beforeAll(async () => {
  library = await loadLibrary();
  folder = await mkdtemp(join(tmpdir(), 'assay-scenario-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function playing(text: string, options: { readonly errorRate?: number } = {}): Promise<Mock> {
  const scenario = join(folder, 'scenario.yaml');
  await writeFile(scenario, text);
  return startMock({ interface: library, scenario, seed: new Map(), now: () => NOW, ...options });
}

type Sent = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string };

async function send(mock: Mock, path: string, { headers = {}, ...sent }: Sent = {}): Promise<Response> {
  return fetch(`${mock.url}${path}`, {
    ...sent,
    headers: { authorization: 'Bearer reader-plan-key', 'content-type': 'application/json', ...headers },
  });
}

async function statuses(
  mock: Mock,
  ...sent: readonly (readonly [string, Sent?])[]
): Promise<readonly number[]> {
  const got: number[] = [];
  for (const [path, given] of sent) got.push((await send(mock, path, given)).status);
  return got;
}

describe('a scenario', () => {
  test('answers as often as it says, and then the mock does', async () => {
    await using mock = await playing(
      '- { match: { operation: listBooks }, answer: { status: 503 }, times: 2 }\n',
    );
    expect(await statuses(mock, ['/books'], ['/opening-hours'], ['/books'], ['/books'])).toEqual([
      503, 200, 503, 200,
    ]);
    await mock.reset();
    expect(await statuses(mock, ['/books'])).toEqual([503]);
  });

  test('answers the nth of the requests that meet the rest, and lets the first rule decide', async () => {
    await using mock = await playing(`
- { match: { path: /books, method: GET, nth: 2 }, answer: { status: 500 } }
- { match: { path: /books, method: GET, nth: 2 }, answer: { status: 404 } }
`);
    const post: Sent = { method: 'POST', body: '{"title":"A"}' };
    expect(await statuses(mock, ['/books'], ['/books', post], ['/books'], ['/books'])).toEqual([
      200, 201, 500, 404,
    ]);
  });

  test.each<readonly [string, string, string, Sent, boolean]>([
    ['a path of the document', '{ path: "/books/{bookId}" }', '/books/7', {}, true],
    ['another entry of a path', '{ path: /books/8 }', '/books/7', {}, false],
    ['a path as it is sent', '{ path: /books/7 }', '/books/7', {}, true],
    ['the method', '{ method: POST }', '/books', {}, false],
    ['the query', '{ query: { page: 2 } }', '/books?page=1&page=2', {}, true],
    ['another query', '{ query: { page: 2 } }', '/books', {}, false],
    ['a header', '{ header: { x-test: a } }', '/books', { headers: { 'X-Test': 'a' } }, true],
    ['another header', '{ header: { X-Test: b } }', '/books', { headers: { 'X-Test': 'a' } }, false],
    ['the plan', '{ plan: reader }', '/books', {}, true],
    ['another plan', '{ plan: scholar }', '/books', {}, false],
    ['the key', '{ key: reader-plan-key }', '/books', {}, true],
    [
      'a key that was not sent',
      '{ key: reader-plan-key }',
      '/books',
      { headers: { authorization: 'no' } },
      false,
    ],
    [
      'members of the body',
      '{ body: { a: { b: [1, null] } } }',
      '/books',
      { method: 'POST', body: '{"x":1,"a":{"c":2,"b":[1,null]}}' },
      true,
    ],
    ['other members', '{ body: { a: 1 } }', '/books', { method: 'POST', body: '{"a":"1"}' }, false],
    [
      'a member that all objects have',
      '{ body: { constructor: {} } }',
      '/books',
      { method: 'POST', body: '{}' },
      false,
    ],
    ['members of no JSON', '{ body: { a: 1 } }', '/books', { method: 'POST', body: '{"a":' }, false],
    ['members of no body', '{ body: {} }', '/books', {}, false],
  ])('looks at %s', async (_name, match, path, sent, meets) => {
    await using mock = await playing(`- { match: ${match}, answer: { status: 418 } }\n`);
    expect((await send(mock, path, sent)).status === 418).toBe(meets);
  });

  test('brings what it says, with what every answer carries, and costs a request', async () => {
    await using mock = await playing(`
- match: { path: /books, method: GET }
  answer: { status: 200, body: [{ id: 1, title: B }], headers: { X-RateLimit-Reset: 0, X-Own: yes } }
- match: { path: /books, method: POST }
  answer: { status: 409 }
- match: { path: /opening-hours }
  answer: { body: closed, headers: { Content-Type: text/plain } }
`);
    const listed = await send(mock, '/books', { headers: { origin: 'http://a.test' } });
    expect(await listed.json()).toEqual([{ id: 1, title: 'B' }]);
    expect(Object.fromEntries(listed.headers)).toMatchObject({
      'content-type': 'application/json',
      'access-control-allow-origin': 'http://a.test',
      'x-ratelimit-remaining': '4',
      'x-ratelimit-reset': '0',
      'x-own': 'yes',
    });
    const refused = await send(mock, '/books', { method: 'POST', body: '{"title":"A"}' });
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { code: 'conflict', message: 'Conflict, as the scenario says.', status: 409 },
    ]);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('3');
    const closed = await send(mock, '/opening-hours');
    expect([closed.headers.get('content-type'), await closed.text()]).toEqual(['text/plain', 'closed']);
    expect((await send(mock, '/opening-hours')).status).toBe(200);
    await send(mock, '/books');
    expect((await send(mock, '/books')).status).toBe(429);
  });

  test('brings the real answer for statuses that the interface has', async () => {
    await using mock = await playing(`
- { match: { nth: 1 }, answer: { status: 429 } }
- { match: { nth: 1 }, answer: { status: 401 } }
`);
    const limited = await send(mock, '/books');
    expect([
      limited.status,
      limited.headers.get('retry-after'),
      limited.headers.get('x-ratelimit-remaining'),
    ]).toEqual([429, '60', '0']);
    expect((await send(mock, '/books')).headers.get('www-authenticate')).toContain('Bearer');
  });

  test('changes the usual answer, when it names none', async () => {
    await using mock = await playing(
      '- { answer: { headers: { Cache-Control: no-store }, latency: 20-25 } }\n',
    );
    const startedMs = performance.now();
    const created = await send(mock, '/books', { method: 'POST', body: '{"title":"A"}' });
    expect(performance.now() - startedMs).toBeGreaterThan(18);
    expect([created.status, created.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect((await send(mock, '/books', { headers: { authorization: 'no' } })).status).toBe(401);
  });

  test('drops the connection, when it says so', async () => {
    await using mock = await playing('- { answer: { drop: true }, times: 1 }\n');
    await expect(send(mock, '/books')).rejects.toThrow('fetch failed');
    expect((await send(mock, '/books')).status).toBe(200);
    expect(mock.requests().map(({ status }) => status)).toEqual([undefined, 200]);
  });

  test('is not let begin, when it is broken', async () => {
    await expect(playing('- { match: { operation: nothing }, answer: {} }\n')).rejects.toThrow(
      /:1: .*no operation/,
    );
  });
});
