import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PassedExchange } from '../../src/traffic/observer.ts';
import type { Relay } from '../../src/traffic/relay.ts';
import { relayFor } from './relay-for.ts';

/** What the target does with a connection; each test sets its own. */
let serve: (socket: Socket) => void = () => undefined;
let target: Server | undefined;
let relay: Relay | undefined;
let port = 0;
let targetPort = 0;
const sockets = new Set<Socket>();
const passed: PassedExchange[] = [];
const lost: string[] = [];

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function startFor(address: number, maxBodyBytes = 100_000): Promise<Relay> {
  const url = new URL(`http://127.0.0.1:${String(address)}/v1`);
  return relayFor(url, {
    maxBodyBytes,
    onExchange: (exchange) => passed.push(exchange),
    onLost: (reason) => lost.push(reason),
  });
}

beforeAll(async () => {
  target = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  targetPort = portOf(target);
  relay = await startFor(targetPort);
  port = Number(new URL(relay.origin).port);
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  passed.length = 0;
  lost.length = 0;
});

afterAll(async () => {
  await relay?.close();
  target?.close();
});

/** Sends pieces one after the other, and returns everything that comes back until the connection ends. */
async function send(
  pieces: readonly Buffer[],
  options: { readonly port?: number; readonly end?: boolean } = {},
): Promise<Buffer> {
  const socket = connect({ port: options.port ?? port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.on('end', () => socket.end());
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise(setImmediate);
  }
  if (options.end === true) socket.end();
  await closed;
  return Buffer.concat(chunks);
}

const text = (...lines: readonly string[]): Buffer => Buffer.from(lines.join('\r\n'), 'latin1');

/** Everything that the target receives; answers are written when all of it came. */
function answering(bytes: number, pieces: readonly Buffer[]): { readonly received: () => Buffer } {
  const chunks: Buffer[] = [];
  let length = 0;
  serve = (socket) => {
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length < bytes) return;
      for (const piece of pieces) socket.write(piece);
      socket.end();
    });
  };
  return { received: () => Buffer.concat(chunks) };
}

const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,8}$/);
const value = fc.stringMatching(/^[!-~\u00a1-\u00ff]([ !-~]{0,12}[!-~])?$/);
const framing = new Set(['content-length', 'transfer-encoding', 'host', 'connection', 'upgrade', 'expect']);
const fields = fc.array(fc.tuple(token, fc.constantFrom(':', ': ', ':\t'), value), { maxLength: 5 });
const body = fc.uint8Array({ maxLength: 60 });

function chunked(bytes: Uint8Array): Buffer {
  const half = Math.ceil(bytes.length / 2);
  const parts = [bytes.subarray(0, half), bytes.subarray(half)].filter((part) => part.length > 0);
  const chunks = parts.flatMap((part, at) => [
    Buffer.from(`${part.length.toString(16).toUpperCase()}${at === 0 ? ';x=y' : ''}\r\n`),
    Buffer.from(part),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from('0\r\nX-Trailer: 1\r\n\r\n')]);
}

/** A message of odd but proper form: names in any case, doubled fields, a body by length, in chunks, or none. */
const message = (first: string, own: readonly string[]): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fields, body, fc.constantFrom('length', 'chunked'), fc.boolean())
    .map(([lines, bytes, kind, lower]) => {
      const extra = lines.filter(([name]) => !framing.has(name.toLowerCase())).map((line) => line.join(''));
      const name = kind === 'length' ? 'Content-Length' : 'Transfer-Encoding';
      const head = [
        first,
        ...own,
        ...extra,
        ...extra.slice(0, 1),
        `${lower ? name.toLowerCase() : name}: ${kind === 'length' ? String(bytes.length) : 'chunked'}`,
      ];
      return Buffer.concat([text(...head, '', ''), kind === 'length' ? Buffer.from(bytes) : chunked(bytes)]);
    });

function inPieces(bytes: Buffer, sizes: readonly number[]): readonly Buffer[] {
  const cut: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    cut.push(bytes.subarray(at, at + size));
    at += size;
  }
  return cut;
}

describe('the bytes that pass', () => {
  test('are the same on both sides, whatever the messages, pipelined and in pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(message('POST /v1/x?y HTTP/1.1', ['hOsT: HOST']), { minLength: 1, maxLength: 3 }),
        fc.array(message('HTTP/1.1 201 Made', []), { minLength: 3, maxLength: 3 }),
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 3 }),
        async (requests, answers, sizes) => {
          passed.length = 0;
          const sent = Buffer.concat(requests).toString('latin1');
          const out = Buffer.from(
            sent.replaceAll('hOsT: HOST', `hOsT: 127.0.0.1:${String(targetPort)}`),
            'latin1',
          );
          const back = Buffer.concat(answers.slice(0, requests.length));
          const { received } = answering(out.length, inPieces(back, sizes));
          const got = await send(
            inPieces(Buffer.from(sent.replaceAll('hOsT: HOST', 'hOsT: localhost:1'), 'latin1'), sizes),
          );
          expect(received().equals(out)).toBe(true);
          expect(got.equals(back)).toBe(true);
          expect(passed).toHaveLength(requests.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('stay as they are where nobody can read them: the relay steps aside', async () => {
    const odd = text('GET /v1/x HTTP/1.1\nHost: a\n\n');
    const { received } = answering(odd.length, [Buffer.from('nonsense')]);
    expect((await send([odd])).toString()).toBe('nonsense');
    expect(received()).toEqual(odd);
    expect(passed).toEqual([]);
  });

  test('are not read as HTTP after an upgrade', async () => {
    const upgrade = text(
      'GET /v1/ws HTTP/1.1',
      'Host: x',
      'Connection: Upgrade',
      'Upgrade: websocket',
      '',
      '',
    );
    serve = (socket) => {
      socket.once('data', () => {
        socket.write(text('HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', '', ''));
        socket.on('data', (chunk: Buffer) => socket.end(Buffer.concat([Buffer.from('echo '), chunk])));
      });
    };
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.write(upgrade);
    socket.once('data', () => socket.write('GET / HTTP/1.1\r\nHost: untouched\r\n\r\n'));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    expect(Buffer.concat(chunks).toString()).toContain('echo GET / HTTP/1.1\r\nHost: untouched');
    expect(lost).toEqual(['it was upgraded to another protocol']);
  });

  test('flow both ways for 100-continue and for a half-closed client', async () => {
    const got: string[] = [];
    serve = (socket) => {
      socket.on('data', (chunk: Buffer) => {
        got.push(chunk.toString());
        if (got.length === 1) socket.write(text('HTTP/1.1 100 Continue', '', ''));
      });
      socket.on('end', () => socket.end(text('HTTP/1.1 204 Gone', 'X: 1', '', '')));
    };
    const head = text('POST /v1/x HTTP/1.1', 'Host: x', 'Expect: 100-continue', 'Content-Length: 2', '', '');
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.write(head);
    await once(socket, 'data');
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.end('{}');
    await once(socket, 'end');
    socket.destroy();
    expect(got.join('')).toContain('{}');
    expect(Buffer.concat(chunks).toString()).toContain('HTTP/1.1 204 Gone');
    expect(passed[0]?.result).toMatchObject({ answer: { status: 204 } });
  });
});

describe('what the relay tells of what passed', () => {
  const GET = text('GET /v1/x HTTP/1.1', 'Host: x', 'Connection: close', '', '');

  test.each<[string, Buffer, object]>([
    [
      'a body in chunks with a trailer',
      Buffer.concat([
        text('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', ''),
        chunked(Buffer.from('[]')),
      ]),
      {
        status: 200,
        body: new Uint8Array(Buffer.from('[]')),
        trailers: [['X-Trailer', '1']],
        truncated: false,
      },
    ],
    [
      'a body until the end',
      text('HTTP/1.1 200 OK', '', '[1]'),
      { body: new Uint8Array(Buffer.from('[1]')), truncated: false },
    ],
    [
      'a long body, cut',
      Buffer.concat([text('HTTP/1.1 200 OK', 'Content-Length: 300000', '', ''), Buffer.alloc(300_000, 97)]),
      { truncated: true },
    ],
  ])('%s', async (_name, answer, expected) => {
    answering(1, [answer]);
    expect((await send([GET])).length).toBe(answer.length);
    expect(passed[0]?.result).toMatchObject({ kind: 'answer', answer: expected });
  });

  test('nothing of an answer that breaks off', async () => {
    serve = (socket) =>
      socket.once('data', () => socket.end(text('HTTP/1.1 200 OK', 'Content-Length: 9', '', 'abc')));
    expect((await send([GET])).toString()).toContain('abc');
    expect(passed).toEqual([]);
    expect(lost).toEqual(['it was broken off before its answer was whole']);
  });
});

describe('faults on either side', () => {
  const GET = text('GET /v1/x HTTP/1.1', 'Host: x', '', '');

  test('a target that is down is a 502 of the relay, and none that is judged', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const down = portOf(gone);
    gone.close();
    await once(gone, 'close');
    const alone = await startFor(down);
    const answer = (await send([GET], { port: Number(new URL(alone.origin).port) })).toString();
    await alone.close();
    expect(answer).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\nX-Assay-Proxy: /);
    expect(answer).toContain('ECONNREFUSED');
    expect(passed).toEqual([]);
  });

  test('a target that closes without an answer is a 502, too', async () => {
    serve = (socket) => socket.once('data', () => socket.end());
    expect((await send([GET])).toString()).toContain('502 Bad Gateway');
    expect(passed).toEqual([]);
  });

  test('a target that closes a used connection is left to the client, who may send again', async () => {
    let count = 0;
    serve = (socket) =>
      socket.on('data', () => {
        count += 1;
        if (count === 1) socket.write(text('HTTP/1.1 204 No Content', '', ''));
        else socket.destroy();
      });
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.write(GET);
    await once(socket, 'data');
    socket.write(GET);
    await once(socket, 'close');
    expect(Buffer.concat(chunks).toString()).not.toContain('502');
    expect(passed).toHaveLength(1);
  });

  test.each([
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1', 'it opens no tunnels'],
    ['another service', 'GET http://example.com/v1/x HTTP/1.1', 'it forwards to'],
  ])('a request for %s is refused', async (_name, line, reason) => {
    const answer = (await send([text(line, 'Host: example.com', '', '')])).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 501 /);
    expect(answer).toContain(reason);
  });

  test('a request in absolute form for the target passes', async () => {
    const line = `GET http://127.0.0.1:${String(targetPort)}/v1/x HTTP/1.1`;
    const sent = text(line, `Host: 127.0.0.1:${String(targetPort)}`, '', '');
    const { received } = answering(sent.length, [text('HTTP/1.1 204 No Content', '', '')]);
    await send([sent]);
    expect(received()).toEqual(sent);
    expect(passed[0]?.request.target).toBe('/v1/x');
  });

  test('a client that leaves takes its connection to the target with it', async () => {
    const gone = new Promise((resolve) => {
      serve = (socket) => {
        socket.once('data', () => client.destroy());
        socket.once('end', () => socket.destroy());
        socket.once('close', resolve);
      };
    });
    const client = connect(port, '127.0.0.1');
    client.write(GET);
    await gone;
    await expect.poll(() => lost).toHaveLength(1);
    expect(lost).toEqual(['it was broken off before its answer was whole']);
  });
});
