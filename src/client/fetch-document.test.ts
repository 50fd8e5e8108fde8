import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Fetched } from '../document/address.ts';
import { createFetch, type FetchOptions, isPrivateHost } from './fetch-document.ts';

const OPTIONS: FetchOptions = {
  userAgent: 'assay/test',
  trust: { insecure: false, ca: undefined },
  environment: {},
  headers: [],
};

async function fetchFrom(
  listener: RequestListener,
  use: (origin: string) => Promise<Fetched>,
): Promise<Fetched> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await use(`http://127.0.0.1:${String(port)}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const DOCUMENT = '{"openapi": "3.1.1", "paths": {}}';

test.each<readonly [what: string, coding: string | undefined, body: Uint8Array]>([
  ['as it is', undefined, Buffer.from(DOCUMENT)],
  ['in gzip', 'gzip', gzipSync(DOCUMENT)],
  ['in br', 'br', brotliCompressSync(DOCUMENT)],
])('createFetch() reads a document %s', async (_what, coding, body) => {
  const found = await fetchFrom(
    (_request, response) => {
      if (coding !== undefined) response.setHeader('content-encoding', coding);
      response.end(body);
    },
    (origin) => createFetch(OPTIONS)(`${origin}/openapi.json`, 'given'),
  );
  expect(found).toMatchObject({ kind: 'text', text: DOCUMENT });
});

test('createFetch() follows redirects on the origin, and says where others lead', async () => {
  const listener: RequestListener = (request, response) => {
    if (request.url === '/doc') response.end(DOCUMENT);
    else if (request.url === '/away')
      response.writeHead(302, { location: 'http://elsewhere.invalid/x' }).end();
    else if (request.url === '/round') response.writeHead(302, { location: '/round' }).end();
    else response.writeHead(307, { location: '/doc' }).end();
  };
  const from = (path: string): Promise<Fetched> =>
    fetchFrom(listener, (origin) => createFetch(OPTIONS)(`${origin}${path}`, 'given'));
  expect(await from('/here')).toMatchObject({
    kind: 'text',
    address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/doc$/),
  });
  expect(await from('/away')).toMatchObject({ problem: expect.stringContaining('another origin') });
  expect(await from('/round')).toMatchObject({ problem: expect.stringContaining('again and again') });
});

test.each<readonly [what: string, listener: RequestListener, told: RegExp]>([
  [
    'a page',
    (_q, r) => void r.end('<!doctype html><script>{url: "/v3/api.json"}</script>'),
    /Did you mean http:.*\/v3\/api\.json/,
  ],
  ['another page', (_q, r) => void r.end('<html>'), /often \/openapi\.json/],
  ['no access', (_q, r) => void r.writeHead(401).end(), /--header/],
  ['nothing there', (_q, r) => void r.writeHead(404).end(), /\/v3\/api-docs/],
  ['a fault', (_q, r) => void r.writeHead(500).end(), /answered with 500/],
  ['bytes that are no text', (_q, r) => void r.end(Buffer.from([0x7b, 0xff])), /not UTF-8/],
  ['what is no HTTP', (q) => void q.socket.end('hello'), /can't be fetched/],
  [
    'a lie about its coding',
    (_q, r) => void r.setHeader('content-encoding', 'gzip').end('{}'),
    /not coded in gzip/,
  ],
])('createFetch() says what to do about %s', async (_what, listener, told) => {
  const found = await fetchFrom(listener, (origin) => createFetch(OPTIONS)(`${origin}/x`, 'given'));
  expect(found.kind).toBe('failed');
  expect(JSON.stringify(found)).toMatch(told);
});

test('createFetch() cuts off what unpacks to more than a document may have', async () => {
  const found = await fetchFrom(
    (_request, response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(65 * 1024 * 1024, 0x20)));
    },
    (origin) => createFetch(OPTIONS)(`${origin}/x`, 'given'),
  );
  expect(found).toMatchObject({ kind: 'failed', problem: expect.stringContaining('longer than') });
});

test('createFetch() sends user, password and headers where the caller named the address alone', async () => {
  const seen: (string | undefined)[] = [];
  const found = await fetchFrom(
    (request, response) => {
      seen.push(request.headers.authorization, request.headers['x-team']?.toString());
      response.end(DOCUMENT);
    },
    async (origin) => {
      const fetch = createFetch({ ...OPTIONS, headers: [['X-Team', 'a']] });
      await fetch(`${origin.replace('//', '//me:pass%20word@')}/a`, 'given');
      return fetch(`${origin}/b`, 'referred');
    },
  );
  expect(seen).toEqual([`Basic ${Buffer.from('me:pass word').toString('base64')}`, 'a']);
  expect(found).toMatchObject({ kind: 'failed', problem: expect.stringContaining('private network') });
});

test('createFetch() lets no document lead into a private network by a name', async () => {
  const found = await createFetch(OPTIONS)('http://localhost:1/x', 'referred');
  expect(found).toMatchObject({ problem: expect.stringContaining('private network') });
});

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['169.254.169.254', true],
  ['[::1]', true],
  ['[::ffff:127.0.0.1]', true],
  ['[fe80::1]', true],
  ['[fd00::1]', true],
  ['0.0.0.0', true],
  ['a.localhost', true],
  ['93.184.216.34', false],
  ['[2606:4700::1111]', false],
  ['api.example.com', false],
])('isPrivateHost() tells whether %s is private: %s', (host, expected) => {
  expect(isPrivateHost(host)).toBe(expected);
});

test('createFetch() fetches no more than so many documents of one start', async () => {
  let count = 0;
  const found = await fetchFrom(
    (_request, response) => {
      count += 1;
      response.end(DOCUMENT);
    },
    async (origin) => {
      let elapsedMs = 0;
      const fetch = createFetch({ ...OPTIONS, clock: { now: () => 0, monotonic: () => elapsedMs } });
      await fetch(`${origin}/a`, 'given');
      elapsedMs = 60_001;
      return fetch(`${origin}/b`, 'given');
    },
  );
  expect(count).toBe(1);
  expect(found).toMatchObject({ problem: expect.stringContaining('for longer than 60 s') });
});
