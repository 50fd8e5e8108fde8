import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadLibrary } from '../../../test/mock/load-library.ts';
import { faults } from '../faults/faults.ts';
import { mockHandler } from './mock-handler.ts';

const library = await loadLibrary();
const folder = mkdtempSync(join(tmpdir(), 'assay-handler-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const AUTHORIZED = { authorization: 'Bearer scholar-plan-key' };

function request(path: string, init: RequestInit = {}): Request {
  const headers = new Headers({ ...AUTHORIZED, 'content-type': 'application/json' });
  return new Request(`https://somewhere.example${library.basePath}${path}`, { headers, ...init });
}

function creation(body: string | ReadableStream<Uint8Array>): Request {
  return request('/books', { method: 'POST', body, duplex: 'half' });
}

function faultNamed(name: string): (typeof faults)[number] {
  const found = faults.find((fault) => fault.name === name);
  if (found === undefined) throw new Error(`there is no fault ${name}`);
  return found;
}

describe('mockHandler()', () => {
  test('keeps state, counts and notes requests, without a port', async () => {
    const handler = mockHandler(library, { seed: new Map() });
    const created = await handler(creation('{"title":"Middlemarch"}'));
    expect(created.status).toBe(201);
    expect(await (await handler(request('/books'))).json()).toMatchObject([{ title: 'Middlemarch' }]);
    const { keys, requests } = await handler.ready;
    expect(keys).toContainEqual({ key: 'scholar-plan-key', plan: 'scholar' });
    expect(requests().map(({ method, target, status }) => [method, target, status])).toEqual([
      ['POST', `${library.basePath}/books`, 201],
      ['GET', `${library.basePath}/books`, 200],
    ]);
  });

  test('loads a document by its path, and says what is wrong with one that there is not', async () => {
    const handler = mockHandler('test/mock/library', { seed: new Map() });
    expect((await handler(request('/books'))).status).toBe(200);
    const missing = mockHandler('test/mock/nowhere');
    await expect(missing(request('/books'))).rejects.toThrow(/nowhere.*no such file or folder/);
    await expect(missing.ready).rejects.toThrow(/no such file or folder/);
  });

  test('does not answer what lies outside of the base path, nor its console', async () => {
    const handler = mockHandler(library);
    for (const path of ['/elsewhere', '/__assay/state'])
      expect(
        (await handler(new Request(`https://somewhere.example${path}`, { headers: AUTHORIZED }))).status,
      ).toBe(404);
  });

  test('tells the length of an answer to HEAD, and sends no body', async () => {
    const handler = mockHandler(library);
    const [whole, head] = [
      await handler(request('/books')),
      await handler(request('/books', { method: 'HEAD' })),
    ];
    expect(await head.text()).toBe('');
    expect(head.headers.get('content-length')).toBe(String((await whole.arrayBuffer()).byteLength));
  });

  test('answers what a browser asks before it asks', async () => {
    const handler = mockHandler(library);
    const preflight = new Request(`https://somewhere.example${library.basePath}/books`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
    });
    const answer = await handler(preflight);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example');
  });

  test('waits before it answers, unless the request is given up', async () => {
    const handler = mockHandler(library, { latencyMs: 60_000 });
    const giveUp = new AbortController();
    const answer = handler(request('/books', { signal: giveUp.signal }));
    await handler.ready;
    giveUp.abort();
    await expect(answer).rejects.toThrow(/abort/i);
  });

  test('refuses bodies that are too long, that come too slowly, and that break off', async () => {
    const handler = mockHandler(library, { maxBodyBytes: 100, bodyTimeoutMs: 20 });
    const never = new ReadableStream<Uint8Array>();
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('gone')),
    });
    const bodies = ['"'.repeat(101), never, broken];
    const statuses: number[] = [];
    for (const body of bodies) statuses.push((await handler(creation(body))).status);
    expect(statuses).toEqual([413, 408, 400]);
  });

  test('breaks off where a service would', async () => {
    const cut = mockHandler(library, { faults: [faultNamed('answers-cut')] });
    const half = await cut(request('/books'));
    expect(half.status).toBe(200);
    await expect(half.text()).rejects.toThrow('terminated');
  });

  test('says so, when the body of a request was read already', async () => {
    const used = creation('{}');
    await used.text();
    await expect(mockHandler(library)(used)).rejects.toThrow(/request\.clone\(\)/);
  });

  test('keeps entries in a file, and lets go of it when it is closed', async () => {
    const data = join(folder, 'kept.ndjson');
    const first = mockHandler(library, { seed: new Map(), data });
    await first(creation('{"title":"Emma"}'));
    const second = mockHandler(library, { seed: new Map(), data });
    await expect(second(request('/books'))).rejects.toThrow(/in use by process/);
    await (await first.ready).close();
    const third = mockHandler(library, { seed: new Map(), data });
    expect(await (await third(request('/books'))).json()).toMatchObject([{ title: 'Emma' }]);
    await (await third.ready).close();
  });

  test.each<[string, string, unknown, RegExp]>([
    [
      'there is not',
      'limitr',
      'fixed',
      /the option limitr: mockHandler has no such option; did you mean "limiter"\?/,
    ],
    ['is for a port', 'port', 8080, /the option port: mockHandler has no such option/],
    ['is no known word', 'limiter', 'slidng', /the option limiter "slidng": did you mean "sliding"\?/],
    ['is no share', 'errorRate', 5, /the option errorRate "5": give a share from 0 to 1/],
    ['ends before it begins', 'latencyMs', [9, 5], /the option latencyMs "9,5": cannot wait 9 to 5 ms/],
    ['is no wait', 'latencyMs', 'long', /the option latencyMs "long": give ms/],
    ['is out of bounds', 'banAfter', 0, /the option banAfter "0": give a whole number from 1 to 1000000/],
    ['is no function', 'onRequest', 'log', /the option onRequest "log": give a function/],
    ['is no path', 'data', '', /the option data: give a text that is not empty/],
    ['is no Map', 'seed', {}, /the option seed: give a Map/],
  ])('throws for an option that %s: %s', (_what, name, value, pattern) => {
    expect(() => mockHandler(library, { [name]: value })).toThrow(pattern);
  });

  test('throws without a document, and rejects keys that it cannot use', async () => {
    expect(() => mockHandler('')).toThrow(/the option document "": give a loaded interface, or the path/);
    const limits = new Map<string, number>();
    const unknown = mockHandler(library, { keys: [{ key: 'a-key-of-somebody', plan: 'schola', limits }] });
    await expect(unknown(request('/books'))).rejects.toThrow(
      /the option keys "schola": did you mean "scholar"\?/,
    );
    const twice = { key: 'a-key-of-somebody', plan: 'scholar', limits };
    await expect(mockHandler(library, { keys: [twice, twice] }).ready).rejects.toThrow(/give each key once/);
  });
});
