import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import zlib from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { Answer, Failure } from '../http/exchange.ts';
import type { CredentialScheme } from '../interface/model.ts';
import { type Client, type ClientOptions, createClient, type Sending } from './client.ts';
import type { OutgoingRequest } from './outgoing-request.ts';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

/** A server that gives each request (by its head) to `respond`; `seen` collects heads. */
async function rawServer(
  respond: (socket: Socket, head: string, number: number) => void,
): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  const url = await listen(
    createServer((socket) => {
      let held = '';
      socket.on('data', (chunk) => {
        held += chunk.toString('latin1');
        for (let end = held.indexOf('\r\n\r\n'); end >= 0; end = held.indexOf('\r\n\r\n')) {
          const head = held.slice(0, end);
          const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
          if (held.length < end + 4 + length) return;
          seen.push(held.slice(0, end + 4 + length));
          held = held.slice(end + 4 + length);
          respond(socket, head, seen.length);
        }
      });
    }),
  );
  return { url, seen };
}

async function httpServer(listener: RequestListener): Promise<string> {
  return listen(createHttpServer(listener));
}

const DEADLINES = { connectMs: 2000, firstByteMs: 2000, answerMs: 4000 };

function clientFor(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({
    baseUrl,
    key: 's3cret-Key',
    userAgent: 'assay/0.0.0',
    deadlines: DEADLINES,
    ...options,
  });
  closers.push(() => client.close());
  return client;
}

const BEARER: CredentialScheme = { kind: 'http-bearer', id: 'bearer' };

function outgoing(changes: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return {
    method: 'GET',
    path: '/things',
    headers: [],
    body: undefined,
    credential: { kind: 'none' },
    scheme: BEARER,
    transport: 'pool',
    ...changes,
  };
}

function answerOf(sending: Sending): Answer {
  if (sending.result.kind === 'failure') throw new Error(JSON.stringify(sending.result.failure));
  return sending.result.answer;
}

function failureOf(sending: Sending): Failure {
  if (sending.result.kind === 'answer')
    throw new Error(`an answer came: ${String(sending.result.answer.status)}`);
  return sending.result.failure;
}

function text(answer: Answer): string {
  return Buffer.from(answer.body).toString('latin1');
}

describe.each(['pool', 'raw'] as const)('createClient() over the %s transport', (transport) => {
  test.each([
    [
      'Content-Length',
      'HTTP/1.1 200 Fine\r\nContent-Length: 2\r\n\r\nok',
      { status: 200, reason: 'Fine', body: 'ok' },
    ],
    [
      'chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\no\r\n1;x=y\r\nk\r\n0\r\n\r\n',
      { status: 200, body: 'ok' },
    ],
    [
      'a body up to the close',
      'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nok',
      { status: 200, body: 'ok', close: true },
    ],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nok', { status: 200, httpVersion: '1.0', body: 'ok', close: true }],
    [
      'no reason phrase',
      'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok',
      { status: 200, reason: '', body: 'ok' },
    ],
    [
      '100 first',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Made\r\nContent-Length: 2\r\n\r\nok',
      { status: 201, reason: 'Made', body: 'ok' },
    ],
    [
      '103 and 102 first',
      'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 102 P\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      { status: 200, body: 'ok' },
    ],
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204, body: '' }],
    [
      '304 with a length',
      'HTTP/1.1 304 Not Modified\r\nContent-Length: 12\r\n\r\n',
      { status: 304, body: '' },
    ],
    [
      'a redirect',
      'HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n',
      { status: 302, body: '' },
    ],
  ])('send() gives the answer, when it has %s', async (_title, bytes, expected) => {
    const { url, seen } = await rawServer((socket) => {
      socket.write(bytes, 'latin1');
      if ('close' in expected) socket.end();
    });
    const answer = answerOf(await clientFor(url).send(outgoing({ transport })));
    expect({ status: answer.status, body: text(answer) }).toEqual({
      status: expected.status,
      body: expected.body,
    });
    if ('reason' in expected) expect(answer.reason).toBe(expected.reason);
    expect(answer.httpVersion).toBe('httpVersion' in expected ? expected.httpVersion : '1.1');
    expect(seen).toHaveLength(1);
  });

  test('send() gives the answer, when its bytes come one by one', async () => {
    const bytes = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 Slow\r\nX-A: 1\r\nContent-Length: 2\r\n\r\nok';
    const { url } = await rawServer((socket) => {
      socket.setNoDelay(true);
      let index = 0;
      const next = (): void => {
        if (index < bytes.length) socket.write(bytes.charAt(index++), () => setImmediate(next));
      };
      next();
    });
    const answer = answerOf(await clientFor(url).send(outgoing({ transport })));
    expect([answer.reason, text(answer), answer.headers]).toEqual([
      'Slow',
      'ok',
      [
        ['X-A', '1'],
        ['Content-Length', '2'],
      ],
    ]);
  });

  test('send() keeps header lines and trailers as they came, when names repeat and bytes are not ASCII', async () => {
    const { url } = await rawServer((socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\nX-One: a\r\nx-one:  b \r\nX-ONE: \u00e9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n\u00ff\u0000\r\n0\r\nX-Sum: 1\r\nx-sum: 2\r\n\r\n',
        'latin1',
      );
    });
    const answer = answerOf(await clientFor(url).send(outgoing({ transport })));
    expect(answer.headers).toEqual([
      ['X-One', 'a'],
      ['x-one', 'b'],
      ['X-ONE', '\u00e9'],
      ['Transfer-Encoding', 'chunked'],
    ]);
    expect(answer.trailers).toEqual([
      ['X-Sum', '1'],
      ['x-sum', '2'],
    ]);
    expect([...answer.body]).toEqual([0xff, 0]);
  });

  test('send() reads no body, when the method is HEAD', async () => {
    const url = await httpServer((_request, response) => response.setHeader('content-length', '5').end());
    const answer = answerOf(await clientFor(url).send(outgoing({ transport, method: 'HEAD' })));
    expect([answer.status, answer.body.length]).toEqual([200, 0]);
  });

  test.each([
    ['never answers', 'first-byte-timeout', (): void => {}, { firstByteMs: 60 }],
    [
      'drips',
      'answer-timeout',
      (socket: Socket): void => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const timer = setInterval(() => socket.write('x'), 5);
        socket.on('close', () => clearInterval(timer));
      },
      { answerMs: 120 },
    ],
    [
      'drips its header section',
      'answer-timeout',
      (socket: Socket): void => {
        socket.write('HTTP/1.1 200 OK\r\nX: ');
        const timer = setInterval(() => socket.write('x'), 5);
        socket.on('close', () => clearInterval(timer));
      },
      { answerMs: 120 },
    ],
    [
      'sends interim answers without end',
      'answer-timeout',
      (socket: Socket): void => {
        const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 5);
        socket.on('close', () => clearInterval(timer));
      },
      { answerMs: 120 },
    ],
    ['resets', 'reset', (socket: Socket) => socket.resetAndDestroy(), {}],
    ['closes without a byte', 'reset', (socket: Socket) => socket.end(), {}],
    ['closes inside the status line', 'reset', (socket: Socket) => socket.end('HTTP/1.1 2'), {}],
    [
      'closes inside the header section',
      'reset',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nX-A: 1\r\n'),
      {},
    ],
    [
      'closes inside the body',
      'reset',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab'),
      {},
    ],
    [
      'closes inside a chunk',
      'reset',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nab'),
      {},
    ],
    [
      'sends garbage',
      'malformed',
      (socket: Socket) => socket.end('\u0016\u0003\u0001 hello there\r\n\r\n'),
      {},
    ],
    ['sends garbage and stays', 'malformed', (socket: Socket) => socket.write('SSH-2.0-x\r\n'), {}],
    [
      'sends a header line without a colon',
      'malformed',
      (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nnonsense\r\n\r\n'),
      {},
    ],
    [
      'sends two lengths',
      'malformed',
      (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
      {},
    ],
    [
      'sends a length that is none',
      'malformed',
      (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nab'),
      {},
    ],
    [
      'sends a chunk size that is none',
      'malformed',
      (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
      {},
    ],
    [
      'sends a header section without end',
      'malformed',
      (socket: Socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${'X-A: aaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(4000)}`);
      },
      {},
    ],
  ] as const)('send() gives a failure, when the server %s', async (_title, kind, respond, deadlines) => {
    const { url } = await rawServer((socket) => respond(socket));
    const sending = await clientFor(url, { deadlines: { ...DEADLINES, ...deadlines } }).send(
      outgoing({ transport }),
    );
    expect(failureOf(sending)).toMatchObject({ kind });
    expect(sending.endMs).toBeGreaterThanOrEqual(sending.firstByteMs);
  });

  test('send() counts the bytes that came, when the answer breaks off', async () => {
    const bytes = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab';
    const { url } = await rawServer((socket) => socket.end(bytes));
    const failure = failureOf(await clientFor(url).send(outgoing({ transport })));
    expect(failure.bytesReceived).toBe(bytes.length);
  });

  test('send() cuts the body, when it is larger than the cap', async () => {
    const url = await httpServer((_request, response) => {
      const more = (): void => {
        while (response.write('x'.repeat(1000)));
        response.once('drain', more);
      };
      more();
    });
    const limits = { maxBodyBytes: 2500 };
    const answer = answerOf(await clientFor(url, { limits }).send(outgoing({ transport })));
    expect([answer.truncated, answer.body.length]).toEqual([true, 2500]);
  });

  test('send() does not call the body cut, when it is exactly as large as the cap', async () => {
    const url = await httpServer((_request, response) => response.end('x'.repeat(2500)));
    const answer = answerOf(
      await clientFor(url, { limits: { maxBodyBytes: 2500 } }).send(outgoing({ transport })),
    );
    expect([answer.truncated, answer.body.length]).toEqual([false, 2500]);
  });

  test('send() cuts the decoded body and keeps 64 KiB of it, when it is a decompression bomb', async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(50_000_000));
    const url = await httpServer((_request, response) =>
      response.setHeader('Content-Encoding', 'gzip').end(bomb),
    );
    const answer = answerOf(
      await clientFor(url, { limits: { maxBodyBytes: 100_000 } }).send(outgoing({ transport })),
    );
    expect([answer.truncated, answer.body.length]).toEqual([true, 65_536]);
    expect(answer.headers).toContainEqual(['Content-Encoding', 'gzip']);
  });

  test('send() cuts each body at 64 KiB, when all of them together were too long', async () => {
    const url = await httpServer((_request, response) => response.end('x'.repeat(100_000)));
    const client = clientFor(url, { maxBytesInAll: 150_000 });
    const lengths: (readonly [number, boolean])[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { body, truncated } = answerOf(await client.send(outgoing({ transport })));
      lengths.push([body.length, truncated]);
    }
    expect(lengths).toEqual([
      [100_000, false],
      [65_536, true],
      [65_536, true],
      [65_536, true],
    ]);
  });

  test('send() gives refused, when nothing listens', async () => {
    const server = createServer();
    const url = await listen(server);
    server.close();
    await once(server, 'close');
    expect(failureOf(await clientFor(url).send(outgoing({ transport })))).toMatchObject({
      kind: 'refused',
      bytesReceived: 0,
    });
  });

  test('send() gives unresolved, when the name does not exist', async () => {
    const sending = await clientFor('http://no-such-host.invalid').send(outgoing({ transport }));
    expect(failureOf(sending).kind).toBe('unresolved');
  });

  test('send() gives tls, when the server does not speak it', async () => {
    const { url } = await rawServer(() => {});
    const plain = await listen(
      createServer((socket) => socket.on('data', () => socket.end('HTTP/1.1 400 Bad\r\n\r\n'))),
    );
    expect(url).not.toBe(plain);
    const sending = await clientFor(plain.replace('http:', 'https:')).send(outgoing({ transport }));
    expect(failureOf(sending).kind).toBe('tls');
  });

  test('send() gives connect-timeout, when the TLS handshake never ends', async () => {
    const silent = await listen(createServer(() => {}));
    const client = clientFor(silent.replace('http:', 'https:'), {
      deadlines: { ...DEADLINES, connectMs: 60 },
    });
    expect(failureOf(await client.send(outgoing({ transport }))).kind).toBe('connect-timeout');
  });

  test('send() gives aborted, when the signal fires before, during and before the connection', async () => {
    const { url } = await rawServer(() => {});
    const client = clientFor(url);
    const controller = new AbortController();
    const waiting = client.send(outgoing({ transport }), { signal: controller.signal });
    controller.abort();
    expect(failureOf(await waiting).kind).toBe('aborted');
    expect(failureOf(await client.send(outgoing({ transport }), { signal: controller.signal })).kind).toBe(
      'aborted',
    );
  });

  test('close() breaks off what is under way', async () => {
    const arrival = Promise.withResolvers<void>();
    const { url } = await rawServer(() => arrival.resolve());
    const client = clientFor(url);
    const waiting = client.send(outgoing({ transport }));
    await arrival.promise;
    await client.close();
    expect(failureOf(await waiting).kind).toBe('aborted');
  });

  test('send() sends and records the same bytes but for the key, when it carries one', async () => {
    const { url, seen } = await rawServer((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
    const client = clientFor(`${url}/base/`, { extraHeaders: [['X-Trace', 't1']] });
    const { sent } = await client.send(
      outgoing({
        transport,
        method: 'POST',
        path: '/a/../b%2f?q=é\u00ff#frag&&',
        headers: [
          ['Content-Type', 'application/json'],
          ['x-dup', '1'],
          ['X-Dup', '2'],
        ],
        body: Buffer.from('{}'),
        credential: { kind: 'valid' },
      }),
    );
    const head = [
      `${sent.method} ${sent.target} HTTP/1.1`,
      ...sent.headers.map(([name, value]) => `${name}: ${value}`),
    ];
    expect(seen[0]).toBe(`${head.join('\r\n')}\r\n\r\n{}`.replace('$ASSAY_KEY', 's3cret-Key'));
    expect(sent.target).toBe('/base/a/../b%2f?q=é\u00ff#frag&&');
    expect(sent.headers).toContainEqual(['Authorization', 'Bearer $ASSAY_KEY']);
    expect(seen[0]?.toLowerCase()).not.toContain('accept-encoding');
  });

  test.each<[string, Partial<OutgoingRequest>]>([
    ['GET without a body', {}],
    ['HEAD', { method: 'HEAD' }],
    ['POST without a body', { method: 'POST' }],
    ['POST with an empty body', { method: 'POST', body: new Uint8Array() }],
    ['DELETE without a body', { method: 'DELETE' }],
    ['GET with a body', { body: Buffer.from('{}') }],
    [
      'an own user agent and an empty header',
      {
        headers: [
          ['user-agent', 'mine'],
          ['X-Empty', ''],
        ],
      },
    ],
    ['a part of a larger buffer as body', { method: 'PUT', body: Buffer.from('abcdef').subarray(2, 4) }],
  ])('send() records the header lines as they went out, when it is %s', async (_title, changes) => {
    const { url, seen } = await rawServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    const { sent } = await clientFor(url).send(outgoing({ transport, ...changes }));
    const head = [
      `${sent.method} ${sent.target} HTTP/1.1`,
      ...sent.headers.map(([name, value]) => `${name}: ${value}`),
    ];
    const body = Buffer.from(sent.body ?? []).toString('latin1');
    expect(seen).toEqual([`${head.join('\r\n')}\r\n\r\n${body}`]);
    expect(head.filter((line) => /^user-agent/i.test(line))).toHaveLength(1);
  });
});

describe('createClient() over the pool', () => {
  test('send() repeats the request once on a fresh connection, when a reused one is lost before any byte', async () => {
    const { url, seen } = await rawServer((socket, _head, number) => {
      if (number === 2) socket.resetAndDestroy();
      else socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${String(number)}`);
    });
    const client = clientFor(url, { connections: 1 });
    expect(text(answerOf(await client.send(outgoing())))).toBe('1');
    expect(text(answerOf(await client.send(outgoing())))).toBe('3');
    expect(seen).toHaveLength(3);
    expect(seen[2]).toBe(seen[1]?.replace('keep-alive', 'close'));
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'send() does not repeat a %s that is lost on a reused connection: it may have been done',
    async (method) => {
      const { url, seen } = await rawServer((socket, _head, number) => {
        if (number === 2) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      });
      const client = clientFor(url, { connections: 1 });
      await client.send(outgoing());
      const body = method === 'DELETE' ? undefined : Buffer.from('x');
      expect(failureOf(await client.send(outgoing({ method, body }))).kind).toBe('reset');
      expect(seen).toHaveLength(2);
    },
  );

  test('send() gives each POST a connection of its own, when a reused one was lost', async () => {
    const served = new Set<Socket>();
    const { url } = await rawServer((socket) => {
      if (served.has(socket)) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      served.add(socket);
    });
    const client = clientFor(url, { connections: 1 });
    const kinds: string[] = [];
    for (let number = 1; number <= 8; number += 1) {
      kinds.push((await client.send(outgoing({ method: 'POST', body: Buffer.from('x') }))).result.kind);
    }
    expect(kinds).toEqual(['answer', 'failure', 'answer', 'answer', 'answer', 'answer', 'answer', 'answer']);
  });

  test('send() gives the failure, when the repetition is lost too', async () => {
    const { url, seen } = await rawServer((socket, _head, number) => {
      if (number > 1) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    const client = clientFor(url, { connections: 1 });
    await client.send(outgoing());
    expect(failureOf(await client.send(outgoing())).kind).toBe('reset');
    expect(seen).toHaveLength(3);
  });

  test('send() does not repeat, when bytes of the answer came or the connection was new', async () => {
    const { url, seen } = await rawServer((socket, _head, number) => {
      if (number === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      else if (number === 2) socket.end('HTTP/1.1 2');
      else socket.end();
    });
    const client = clientFor(url, { connections: 1 });
    await client.send(outgoing());
    expect(failureOf(await client.send(outgoing())).kind).toBe('reset');
    expect(failureOf(await client.send(outgoing(), { freshConnection: true })).kind).toBe('reset');
    expect(seen).toHaveLength(3);
  });

  test('send() loses no request, when the server closes idle connections without notice', async () => {
    const { url, seen } = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      setTimeout(() => socket.destroy(), 8);
    });
    const client = clientFor(url, { connections: 1 });
    for (let pause = 0; pause < 16; pause += 1) {
      expect(answerOf(await client.send(outgoing())).status).toBe(200);
      await delay(pause);
    }
    expect(seen.length).toBeGreaterThanOrEqual(16);
  });

  test('send() takes a connection of its own, when asked for a fresh one', async () => {
    const ports: (number | undefined)[] = [];
    const url = await httpServer((request, response) => {
      ports.push(request.socket.remotePort);
      response.end();
    });
    const client = clientFor(url, { connections: 1 });
    await client.send(outgoing());
    await client.send(outgoing());
    const { sent } = await client.send(outgoing(), { freshConnection: true });
    expect(ports[1]).toBe(ports[0]);
    expect(ports[2]).not.toBe(ports[0]);
    expect(sent.headers).toContainEqual(['connection', 'close']);
  });

  test('send() uses as many connections as allowed, when requests run in parallel', async () => {
    let open = 0;
    let most = 0;
    const url = await httpServer((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      void delay(20).then(() => {
        open -= 1;
        response.end();
      });
    });
    const client = clientFor(url, { connections: 2 });
    const sendings = await Promise.all(Array.from({ length: 6 }, () => client.send(outgoing())));
    expect(sendings.map((sending) => answerOf(sending).status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(most).toBe(2);
  });

  test.each([
    ['behind an answer', 0, 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n!'],
    ['a moment later', 5, 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n!'],
    ['as the body of 204', 0, ''],
  ])('send() takes no answer for its own that came unasked, %s', async (_when, ms, unasked) => {
    const { url, seen } = await rawServer((socket, _head, number) => {
      const answer = `HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${String(number)}`;
      if (unasked === '')
        socket.write(`HTTP/1.1 204 No\r\nContent-Length: ${String(answer.length)}\r\n\r\n${answer}`);
      else socket.write(answer);
      if (unasked !== '') setTimeout(() => socket.write(unasked), ms);
    });
    const client = clientFor(url, { connections: 1 });
    for (let number = 1; number <= 5; number += 1) {
      const { status, body } = answerOf(await client.send(outgoing()));
      expect([status, Buffer.from(body).toString()]).toEqual(
        unasked === '' ? [204, ''] : [200, String(number)],
      );
      await delay(2 * ms);
    }
    expect(seen).toHaveLength(5);
  });

  test('send() hears the rest that is asked for soon behind an answer, from the first one on', async () => {
    const { url } = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n!');
      setImmediate(() => socket.write('HTTP/1.1 429 No\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n'));
    });
    const client = clientFor(url, { connections: 1 });
    for (const freshConnection of [false, true, false]) {
      const { surplus } = answerOf(await client.send(outgoing(), { freshConnection }));
      expect(surplus?.retryAfterS).toBe(3);
    }
  });

  test('send() gives up in time, when it is told to be over sooner than the deadlines say', async () => {
    const { url } = await rawServer(() => {});
    // The deadlines of the client lie beyond the end of the test.
    const hour = 3_600_000;
    const patient = clientFor(url, { deadlines: { connectMs: hour, firstByteMs: hour, answerMs: hour } });
    const sending = await patient.send(outgoing(), { answerMs: 50 });
    expect(failureOf(sending).kind).toBe('first-byte-timeout');
  });

  test('send() goes raw by itself, when a library would refuse the bytes', async () => {
    const { url, seen } = await rawServer((socket) =>
      socket.end('HTTP/1.1 400 Bad\r\nContent-Length: 0\r\n\r\n'),
    );
    const headers = [
      ['X-Odd', 'a\u0001b'],
      ['Transfer-Encoding', 'identity'],
    ] as const;
    expect(answerOf(await clientFor(url).send(outgoing({ headers, path: '/a b' }))).status).toBe(400);
    expect(seen[0]).toContain('GET /a b HTTP/1.1\r\n');
    expect(seen[0]).toContain('X-Odd: a\u0001b\r\n');
  });

  test('send() tells when the request went out and the answer came, by the given clocks', async () => {
    const url = await httpServer((_request, response) => response.end('x'));
    let time = 100;
    const clock = { now: () => 1_700_000_000_000, monotonic: () => time++ };
    const sending = await clientFor(url, { clock }).send(outgoing());
    expect(sending.sentAt).toBe(1_700_000_000_000);
    expect(sending.startMs).toBeLessThan(sending.firstByteMs);
    expect(sending.firstByteMs).toBeLessThan(sending.endMs);
  });

  test('createClient() throws, when the address is no http one', () => {
    for (const baseUrl of ['ftp://host.example', 'host.example', '']) {
      expect(() => createClient({ baseUrl, key: undefined, userAgent: 'x' })).toThrow(TypeError);
    }
  });
});
