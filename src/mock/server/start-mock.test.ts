import { connect } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadLibrary, loadTestInterface } from '../../../test/mock/load-library.ts';
import type { Interface } from '../../interface/model.ts';
import { compileSchema } from '../../schema/compile.ts';
import type { Mock, MockOptions } from '../mock-options.ts';
import { startMock } from './start-mock.ts';

const NOW = 1_800_000_000_250;
const KEY = 'scholar-plan-key';
const JSON_TYPE = { 'content-type': 'application/json' };

let library: Interface;
let mock: Mock;
const errors: unknown[] = [];

function start(options: Partial<MockOptions> = {}): Promise<Mock> {
  return startMock({
    interface: library,
    now: () => NOW,
    seed: new Map(),
    onError: (error) => errors.push(error),
    ...options,
  });
}

beforeAll(async () => {
  library = await loadLibrary();
});
beforeEach(async () => {
  mock = await start();
});
afterEach(async () => {
  await mock.close();
  expect(errors.splice(0)).toEqual([]);
});

type Sent = {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
};
type Got = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
};

async function send(
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
  to = mock.url,
): Promise<Got> {
  const answer = await fetch(`${to}${path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const isJson = (answer.headers.get('content-type') ?? '').includes('json') && text !== '';
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

function withKey(sent: Sent = {}, key = KEY): Sent {
  return { ...sent, headers: { authorization: `Bearer ${key}`, ...sent.headers } };
}

function asReader(): Promise<Got> {
  return send('/books', withKey({}, 'reader-plan-key'));
}

function moveClock(headers: Record<string, string> = {}, body = '{"advanceMs":90000}'): Promise<Got> {
  return send('/__assay/clock', { method: 'POST', headers, body }, mock.origin);
}

function posting(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE): Sent {
  return withKey({ method: 'POST', body, headers });
}

/** Sends bytes on a connection of their own and returns what comes until the other side ends it. */
function raw(bytes: string, then?: string, { port } = mock): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (then !== undefined && text.includes('\r\n\r\n')) socket.write(then, 'latin1');
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

function errorIn(text: string): unknown {
  return JSON.parse(text.slice(text.lastIndexOf('\r\n\r\n')));
}

describe('a documented operation', () => {
  test.each<readonly [string, string, Sent, number, unknown]>([
    ['lists', '/books', withKey(), 200, []],
    ['creates', '/books', posting('{"title":"A"}'), 201, { id: 1, title: 'A' }],
    ['needs no key where none is documented', '/opening-hours', {}, 200, { from: '09:00' }],
    ['answers an empty object where it is only named', '/shelves/7', withKey(), 200, {}],
    [
      'takes the scheme name in any letter case',
      '/books',
      { headers: { authorization: `bEaReR ${KEY}` } },
      200,
      [],
    ],
  ])('%s', async (_name, path, sent, status, json) => {
    expect(await send(path, sent)).toMatchObject({ status, json });
  });

  test.each<readonly [string, string, Sent, number]>([
    ['no key', '/books', {}, 401],
    ['no key to a named operation', '/shelves/7', {}, 401],
    ['an unknown key', '/books', withKey({}, 'nobody-knows-it'), 401],
    ['a key with a suffix', '/books', withKey({}, `${KEY}1`), 401],
    ['a key in capitals', '/books', withKey({}, KEY.toUpperCase()), 401],
    ['an empty token', '/books', { headers: { authorization: 'Bearer ' } }, 401],
    ['another scheme', '/books', { headers: { authorization: `Basic ${KEY}` } }, 401],
    ['no body', '/books', withKey({ method: 'POST' }), 400],
    ['a missing member', '/books', posting('{}'), 400],
    ['a member of another type', '/books', posting('{"title":1}'), 400],
    ['null', '/books', posting('null'), 400],
    ['a list', '/books', posting('[]'), 400],
    ['broken JSON', '/books', posting('{"title":'), 400],
    ['broken UTF-8', '/books', posting(new Uint8Array([0x22, 0xff, 0x22])), 400],
    ['a byte order mark', '/books', posting('\uFEFF{"title":"A"}'), 400],
    ['deep nesting', '/books', posting('['.repeat(100_000)), 400],
    [
      'deep nesting inside a valid body',
      '/books',
      posting(`{"title":"A","x":${'['.repeat(600)}${']'.repeat(600)}}`),
      400,
    ],
    ['another media type', '/books', posting('{"title":"A"}', { 'content-type': 'text/plain' }), 400],
    ['too much', '/books', posting(JSON.stringify({ title: 'x'.repeat(1_100_000) })), 413],
    ['an unknown entry', '/books/7', withKey(), 404],
    ['an entry that cannot be', '/books/zero', withKey(), 404],
    ['an unknown path', '/book', withKey(), 404],
    ['an unknown method', '/books', withKey({ method: 'DELETE' }), 405],
  ])(
    'refuses in the documented shape, with the rate-limit headers, when sent %s',
    async (_name, path, sent, status) => {
      const got = await send(path, sent);
      expect(got.status).toBe(status);
      expect(got.json).toEqual({ code: expect.any(String), message: expect.any(String), status });
      expect(got.headers.get('content-type')).toBe('application/json');
      expect(got.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
      expect(got.headers.get('www-authenticate') !== null).toBe(status === 401);
      expect((await send('/books', withKey())).json).toEqual([]);
    },
  );

  test('outside of the base path is refused without rate-limit headers, since it is no part of the interface', async () => {
    const got = await send('/books', withKey(), mock.origin);
    expect(got).toMatchObject({ status: 404, json: { status: 404 } });
    expect(got.headers.has('x-ratelimit-limit')).toBe(false);
  });

  test('names its methods, when another is asked for', async () => {
    expect((await send('/books', withKey({ method: 'PUT' }))).headers.get('allow')).toBe(
      'GET, POST, HEAD, OPTIONS',
    );
  });

  test('answers HEAD like GET without a body, when there is a GET', async () => {
    const head = await send('/books', withKey({ method: 'HEAD' }));
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', '2']);
    expect((await send('/books', { method: 'HEAD' })).status).toBe(401);
  });
});

test('keys that were revoked or expired are unknown ones, by the clock of the mock', async () => {
  const grant = { plan: 'reader', limits: new Map<string, number>() };
  const keys = [
    { ...grant, key: 'once-good', endsAt: 0 },
    { ...grant, key: 'good-for-a-minute', endsAt: NOW + 60_000 },
  ];
  await using other = await start({ keys });
  const statusOf = async (key: string): Promise<number> =>
    (await send('/books', withKey({}, key), other.url)).status;
  expect([await statusOf('once-good'), await statusOf('good-for-a-minute')]).toEqual([401, 200]);
  other.clock.advance(60_000);
  expect(await statusOf('good-for-a-minute')).toBe(401);
});

describe('a collection', () => {
  test.each([
    ['ordinary', '{"title":"A","notes":"B"}'],
    ['empty and blank', '{"title":" ","notes":""}'],
    ['emoji, quotes, percent signs, NUL', JSON.stringify({ title: '😀"\'%41\u0000<b>&amp;' })],
    ['a lone surrogate', String.raw`{"title":"\udfff"}`],
    ['very long', JSON.stringify({ title: 'x'.repeat(500_000) })],
  ])('gives text back unchanged, when it is %s', async (_name, body) => {
    const created = await send('/books', posting(body));
    const sent = JSON.parse(body) as object;
    expect([created.status, created.json]).toEqual([201, { id: 1, ...sent }]);
    expect((await send('/books', withKey())).json).toEqual([{ id: 1, ...sent }]);
    expect((await send('/books/1', withKey())).json).toEqual({ id: 1, ...sent });
  });

  test('ignores members that it assigns or does not know, when a client sends them', async () => {
    const body = '{"id":99,"title":"A","__proto__":{"x":1},"constructor":1,"unknown":[1]}';
    expect((await send('/books', posting(body))).json).toEqual({ id: 1, title: 'A' });
  });

  test('gives each entry one identity and keeps their order, when they come in parallel', async () => {
    const titles = Array.from({ length: 30 }, (_, at) => `t${at}`);
    const created = await Promise.all(
      titles.map((title) => send('/books', posting(JSON.stringify({ title })))),
    );
    expect(new Set(created.map(({ json }) => (json as { id: number }).id)).size).toBe(30);
    const listed = (await send('/books', withKey())).json as { id: number }[];
    expect(listed.map(({ id }) => id)).toEqual(titles.map((_, at) => at + 1));
  });

  test('starts with the examples of the document, when nothing else is asked for', async () => {
    await using other = await startMock({ interface: library });
    expect((await send('/books', withKey(), other.url)).json).toEqual([
      { id: 1, title: 'Middlemarch', notes: 'Two volumes' },
    ]);
  });

  test('starts with what was planted and counts on from there, when seeded', async () => {
    await using other = await start({
      seed: new Map([['/books', [{ id: 40, title: 'A' }, { title: 'B' }]]]),
    });
    const titled = [
      { id: 40, title: 'A' },
      { id: 41, title: 'B' },
    ];
    expect((await send('/books', withKey(), other.url)).json).toEqual(titled);
    await other.reset();
    expect((await send('/books', withKey(), other.url)).json).toEqual(titled);
  });
});

describe('the rate limit', () => {
  test('refuses after the quota and accepts again after Retry-After, when time is moved', async () => {
    const remaining: (string | null)[] = [];
    for (let count = 0; count < 5; count += 1)
      remaining.push((await asReader()).headers.get('x-ratelimit-remaining'));
    expect(remaining).toEqual(['4', '3', '2', '1', '0']);
    const refused = await asReader();
    expect(refused).toMatchObject({ status: 429, json: { code: 'rate_limit_exceeded', status: 429 } });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.get('x-ratelimit-reset')).toBe('1800000061');
    expect(new Date(refused.headers.get('date') ?? '').getTime()).toBe(1_800_000_000_000);
    mock.clock.advance(59_999);
    expect((await asReader()).status).toBe(429);
    mock.clock.advance(1);
    const again = await asReader();
    expect([again.status, again.headers.get('x-ratelimit-remaining')]).toEqual([200, '4']);
  });

  test('shows the day, when that is tighter than the minute', async () => {
    for (let minute = 0; minute < 2; minute += 1) {
      for (let count = 0; count < 5; count += 1) await send('/books', withKey({}, 'reader-plan-key'));
      mock.clock.advance(60_000);
    }
    const got = await send('/books', withKey({}, 'reader-plan-key'));
    expect([got.headers.get('x-ratelimit-limit'), got.headers.get('x-ratelimit-remaining')]).toEqual([
      '12',
      '1',
    ]);
  });

  test('counts callers without a valid key apart from keys, when they come from one address', async () => {
    for (let count = 0; count < 5; count += 1) expect((await send('/books')).status).toBe(401);
    expect((await send('/books', withKey({}, 'nobody-knows-it'))).status).toBe(429);
    expect((await send('/books', withKey())).status).toBe(200);
  });

  test('counts all that comes from one address together, each against its own plan, when limits are per address', async () => {
    await using shared = await start({ limitPer: 'address' });
    const left = async (key?: string): Promise<unknown> => {
      const { status, headers } = await send('/books', key === undefined ? {} : withKey({}, key), shared.url);
      return [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
    };
    expect(await left('reader-plan-key')).toEqual([200, '5', '4']);
    expect(await left()).toEqual([401, '5', '3']);
    expect(await left('nobody-knows-it')).toEqual([401, '5', '2']);
    expect(await left(KEY)).toEqual([200, '100', '96']);
    expect(await left('reader-plan-key')).toEqual([200, '5', '0']);
    expect(await left()).toEqual([429, '5', '0']);
    expect(await left('reader-plan-key')).toEqual([429, '5', '0']);
    expect(await left(KEY)).toEqual([200, '100', '94']);
  });

  test('counts refused requests too, when they reached the interface', async () => {
    await send('/nothing', withKey());
    await send('/books', posting('{'));
    expect((await send('/books', withKey())).headers.get('x-ratelimit-remaining')).toBe('97');
  });
});

describe('a browser', () => {
  const origin = 'http://localhost:3000';

  test('may send what it asks for, when it asks first, and that costs nothing', async () => {
    const asked = await send('/books', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,x-own',
        'access-control-request-private-network': 'true',
      },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
    expect(asked.headers.get('access-control-allow-methods')).toContain('POST');
    expect(asked.headers.get('access-control-allow-headers')).toBe('authorization,content-type,x-own');
    expect(asked.headers.get('access-control-allow-credentials')).toBe('true');
    expect(asked.headers.get('access-control-allow-private-network')).toBe('true');
    expect(mock.requests()).toEqual([]);
  });

  test('may read every answer with the rate-limit headers, when it names its origin', async () => {
    for (const sent of [withKey({ headers: { origin } }), { headers: { origin } }]) {
      const got = await send('/books', sent);
      expect(got.headers.get('access-control-allow-origin')).toBe(origin);
      expect(got.headers.get('access-control-expose-headers')).toContain(
        'X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After',
      );
      expect(got.headers.get('access-control-allow-credentials')).toBe('true');
      expect(got.headers.get('vary')).toBe('Origin');
    }
    expect((await send('/books', withKey())).headers.get('vary')).toBe('Origin');
  });

  test('gets the methods, when it sends OPTIONS without asking for more', async () => {
    const got = await send('/books', { method: 'OPTIONS' });
    expect([got.status, got.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
  });
});

describe('the control endpoint', () => {
  test('moves the clock, shows the state and resets, when asked on this machine', async () => {
    await send('/books', posting('{"title":"A"}'));
    expect(await moveClock({ origin: mock.origin })).toMatchObject({
      status: 200,
      json: { advancedMs: 90_000 },
    });
    expect((await send('/__assay/state', {}, mock.origin)).json).toMatchObject({
      advancedMs: 90_000,
      requests: 1,
      limiter: { kind: 'fixed', per: 'key', callers: 1, refused: 0, bans: 0 },
      collections: { '/books': 1 },
      faults: [],
    });
    expect((await send('/__assay/reset', { method: 'POST' }, mock.origin)).status).toBe(200);
    expect((await send('/__assay/state', {}, mock.origin)).json).toMatchObject({
      requests: 0,
      limiter: { callers: 0 },
      collections: { '/books': 0 },
    });
  });

  test.each<readonly [string, Record<string, string>, string, number]>([
    ['another site', { origin: 'https://evil.example' }, '{"advanceMs":1}', 403],
    ['another port of this machine', { origin: 'http://localhost:3000' }, '{"advanceMs":1}', 403],
    ['an opaque origin', { origin: 'null' }, '{"advanceMs":1}', 403],
    ['a site named like this machine', { origin: 'http://localhost.evil.example' }, '{"advanceMs":1}', 403],
    ['a negative time', {}, '{"advanceMs":-1}', 400],
    ['half a millisecond', {}, '{"advanceMs":0.5}', 400],
    ['an age', {}, '{"advanceMs":1e18}', 400],
    ['text', {}, '{"advanceMs":"1"}', 400],
    ['no JSON', {}, 'x', 400],
    ['nothing', {}, '', 400],
  ])('leaves the clock alone, when the request is of %s', async (_name, headers, body, status) => {
    expect((await moveClock(headers, body)).status).toBe(status);
    expect(mock.clock.advancedMs()).toBe(0);
  });

  test('refuses names that were bound to this machine, when the Host says so', async () => {
    const text = await raw(
      'POST /__assay/reset HTTP/1.1\r\nHost: evil.example:80\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 403 /);
  });

  test.each([
    ['an unknown name', '/__assay/nothing', 'GET', 404],
    ['another method', '/__assay/clock', 'GET', 405],
  ])('says so, when asked for %s', async (_name, path, method, status) => {
    expect((await send(path, { method }, mock.origin)).status).toBe(status);
  });

  test('is not there, when switched off', async () => {
    await using other = await start({ control: 'off' });
    expect((await send('/__assay/state', {}, other.origin)).status).toBe(404);
  });
});

describe('bytes that no client should send', () => {
  test.each([
    ['no HTTP', 'garbage\r\n\r\n', 400],
    ['an unknown method', 'GRAB /v2/books HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['no Host', 'GET /v2/books HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'a length twice',
      'POST /v2/books HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'a length and chunks',
      'POST /v2/books HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a huge header', `GET /v2/books HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['a huge target', `GET /v2/${'x'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    [
      'a broken chunk',
      `POST /v2/books HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
  ])('get an error in the documented shape and an end, when they are %s', async (_name, bytes, status) => {
    const text = await raw(bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
    expect(errorIn(text)).toEqual({ code: expect.any(String), message: expect.any(String), status });
    expect((await send('/books', withKey())).status).toBe(200);
  });

  test('are answered after what came before, when the first request on the connection was good', async () => {
    const text = await raw(
      `GET /v2/books HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${KEY}\r\n\r\ngarbage\r\n\r\n`,
    );
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  test('are told to hurry, when a body does not come', async () => {
    await using slow = await start({ bodyTimeoutMs: 1 });
    const text = await raw(
      `POST /v2/books HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${KEY}\r\nContent-Length: 10\r\n\r\n{`,
      undefined,
      slow,
    );
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(errorIn(text)).toMatchObject({ status: 408 });
  });

  test('get 413 and an end, when they go on for ever', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const text = await raw(
      `POST /v2/books HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`,
      '0\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(errorIn(text)).toMatchObject({ status: 413 });
  });

  test('are routed by their path, when the target is in absolute form', async () => {
    const text = await raw(
      `GET http://other.example/v2/books HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${KEY}\r\nConnection: close\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
  });
});

/** Statuses of requests to a mock that fails at times. */
async function failing(randomSeed: number): Promise<readonly number[]> {
  await using other = await start({ errorRate: 0.3, randomSeed });
  const statuses: number[] = [];
  for (let count = 0; count < 40; count += 1) {
    const { status, json, headers } = await send('/books', withKey(), other.url);
    statuses.push(status);
    expect(headers.get('x-ratelimit-remaining')).toBe(String(99 - count));
    if (status === 500) expect(json).toMatchObject({ code: 'internal_error', status: 500 });
  }
  return statuses;
}

describe('startMock()', () => {
  test('shares nothing, when two run in one process', async () => {
    await using other = await start();
    await send('/books', posting('{"title":"A"}'));
    mock.clock.advance(1000);
    expect((await send('/books', withKey(), other.url)).json).toEqual([]);
    expect([other.clock.advancedMs(), other.requests().length, mock.requests().length]).toEqual([0, 1, 1]);
    expect(other.port).not.toBe(mock.port);
  });

  test('tells what was asked, without keys, when asked for its requests', async () => {
    await send('/books?page=1', withKey());
    await send('/nothing');
    expect(mock.requests()).toMatchObject([
      {
        number: 1,
        at: NOW,
        method: 'GET',
        target: '/v2/books?page=1',
        plan: 'scholar',
        operation: 'listBooks',
        status: 200,
      },
      { number: 2, target: '/v2/nothing', plan: undefined, operation: undefined, status: 404 },
    ]);
    expect(JSON.stringify(mock.requests())).not.toContain(KEY);
  });

  test('breaks the document and mends it again, when told so while it runs', async () => {
    mock.fault('list-stale');
    await send('/books', posting('{"title":"A"}'));
    expect((await send('/books', withKey())).json).toEqual([]);
    mock.fault();
    expect((await send('/books', withKey())).json).toHaveLength(1);
    expect(() => mock.fault('list-stle')).toThrow(
      'there is no fault "list-stle": did you mean "list-stale"?',
    );
  });

  test('fails at times, the same ones for a seed, within the limit and in the documented shape', async () => {
    const [one, again, another] = [await failing(1), await failing(1), await failing(2)];
    expect(one).toEqual(again);
    expect(one).not.toEqual(another);
    expect(one.filter((status) => status === 500).length).toBeGreaterThan(4);
    expect(new Set(one)).toEqual(new Set([200, 500]));
  });

  test('waits before it answers, but not before it is controlled', async () => {
    mock.latency(60_000);
    expect((await send('/__assay/state', {}, mock.origin)).status).toBe(200);
    mock.latency([20, 30]);
    const startedMs = performance.now();
    await send('/books', withKey());
    expect(performance.now() - startedMs).toBeGreaterThan(18);
    expect(() => mock.latency(-1)).toThrow(RangeError);
  });

  test('packs long answers, when gzip is asked for', async () => {
    await send('/books', posting(JSON.stringify({ title: 'x'.repeat(5000) })));
    const short = await send('/books/1', withKey({ headers: { 'accept-encoding': 'identity' } }));
    const packed = await send('/books/1', withKey({ headers: { 'accept-encoding': 'gzip' } }));
    expect(packed.json).toEqual(short.json);
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toBe('Origin, Accept-Encoding');
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(200);
    const head = await send('/books/1', withKey({ method: 'HEAD', headers: { 'accept-encoding': 'gzip' } }));
    expect(head.headers.get('content-length')).toBe(packed.headers.get('content-length'));
  });

  test('reads a document by its path, and says what is wrong with one', async () => {
    await using other = await start({ interface: 'test/mock/library' });
    expect((await send('/opening-hours', {}, other.url)).status).toBe(200);
    await expect(start({ interface: 'test/mock/nothing' })).rejects.toThrow('no such file or folder');
  });

  test('rejects with the reason of the system, when the port is taken', async () => {
    await expect(start({ port: mock.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  test('serves an interface with other paths, key, members and errors, and without limits', async () => {
    const orders = await loadTestInterface('specs/orders');
    await using other = await startMock({ interface: orders });
    const headers = { 'x-api-key': other.keys[0]?.key ?? '' };
    const order = { size: 'small', quantity: 3, delivery: { street: '1 Harbour Street', postcode: '20457' } };
    const created = await send(
      '/orders',
      { method: 'POST', headers: { ...headers, ...JSON_TYPE }, body: JSON.stringify(order) },
      other.url,
    );
    const [collection] = orders.collections;
    expect(created).toMatchObject({ status: 201, json: order });
    expect(compileSchema(collection?.created.schema ?? false)(created.json)).toEqual([]);
    expect(created.headers.has('x-ratelimit-limit')).toBe(false);
    const location = created.headers.get('location') ?? '';
    expect((await send(location, { headers }, other.origin)).json).toEqual(created.json);
    expect((await send('/orders', { headers }, other.url)).json).toEqual({ items: [created.json], count: 1 });
    expect(await send('/orders', {}, other.url)).toMatchObject({ status: 401, json: { httpStatus: 401 } });
    expect(await send('/orders?minQuantity=0', { headers }, other.url)).toMatchObject({ status: 400 });
  });

  test('serves an interface that wants no key and stands at the root', async () => {
    await using other = await startMock({ interface: await loadTestInterface('specs/minimal') });
    expect(await send('/time', {}, other.url)).toMatchObject({
      status: 200,
      json: { now: expect.any(String) },
    });
    expect(await send('/nothing', {}, other.url)).toMatchObject({ status: 404, json: { status: 404 } });
  });
});
