import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PassedExchange } from '../../src/traffic/observer.ts';
import type { Relay } from '../../src/traffic/relay.ts';
import { relayFor } from './relay-for.ts';

/** What clients may send to a relay, and have to get out of it: an answer or an end, and never somebody else's host. */

const MAX_BODY_BYTES = 100_000;

let target: Server;
let relay: Relay;
const asked: string[] = [];
const passed: PassedExchange[] = [];

beforeAll(async () => {
  target = createServer((request, response) => {
    asked.push(`${String(request.headers.host)} ${String(request.url)}`);
    request.resume().on('error', () => undefined);
    response.setHeader('Content-Type', 'application/json');
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  const { port } = target.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${String(port)}`);
  relay = await relayFor(url, {
    maxBodyBytes: MAX_BODY_BYTES,
    onExchange: (exchange) => passed.push(exchange),
  });
});

afterAll(async () => {
  await relay.close();
  target.closeAllConnections();
  target.close();
});

const relayPort = (): number => Number(new URL(relay.origin).port);

/** Sends bytes, and returns what came back until the relay ended the connection, or as many answers were there. */
async function send(bytes: string | Buffer, answers = 1): Promise<string> {
  const socket = connect(relayPort(), '127.0.0.1');
  let answer = '';
  const done = Promise.withResolvers<undefined>();
  socket.setNoDelay(true);
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
    if (answer.split('HTTP/1.1 ').length > answers && answer.endsWith('}')) done.resolve(undefined);
    else if (answers === 1 && answer.includes('\r\n\r\n')) done.resolve(undefined);
  });
  socket.on('error', () => done.resolve(undefined));
  socket.on('close', () => done.resolve(undefined));
  socket.write(bytes);
  await done.promise;
  socket.destroy();
  return answer;
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
const HOST = 'Host: relay.example\r\n';
const PLAIN = `GET /pets HTTP/1.1\r\n${HOST}\r\n`;

test.each<readonly [string, string | Buffer]>([
  ['no request line', 'GARBAGE\r\n\r\n'],
  ['NUL in the target', `GET /pe\0ts HTTP/1.1\r\n${HOST}\r\n`],
  ['a control in a field', `GET /pets HTTP/1.1\r\n${HOST}X: a\u0001b\r\n\r\n`],
  ['a field of 200 kB', `GET /pets HTTP/1.1\r\n${HOST}X: ${'a'.repeat(200_000)}\r\n\r\n`],
  ['two lengths', `POST /pets HTTP/1.1\r\n${HOST}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`],
  ['a length below zero', `POST /pets HTTP/1.1\r\n${HOST}Content-Length: -4\r\n\r\n`],
  [
    'a length beside chunks',
    `POST /pets HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['no host', 'GET /pets HTTP/1.1\r\n\r\n'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a tunnel', 'CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\n'],
])('refuses or ends what is no request to pass on: %s', async (_name, bytes) => {
  asked.length = 0;
  const status = statusOf(await send(bytes));
  expect(status === 0 || (status >= 400 && status < 600)).toBe(true);
  expect(asked).toEqual([]);
  expect(statusOf(await send(PLAIN))).toBe(200);
});

test.each([
  ['another host in the target', `GET http://other.example/pets HTTP/1.1\r\n${HOST}\r\n`],
  ['two slashes', `GET //other.example/pets HTTP/1.1\r\n${HOST}\r\n`],
  ['user information', `GET @other.example/ HTTP/1.1\r\n${HOST}\r\n`],
  ['dot segments', `GET /../../etc/passwd HTTP/1.1\r\n${HOST}\r\n`],
  ['an upgrade', `GET /pets HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
  ['an expectation', `POST /pets HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`],
  ['a body on GET', `GET /pets HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}`],
  [
    'a chunk without a size',
    `POST /pets HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n0\r\n\r\n`,
  ],
  [
    'trailers',
    `POST /pets HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: 1\r\n\r\n`,
  ],
])('passes nothing on to anybody but the target: %s', async (_name, bytes) => {
  asked.length = 0;
  expect(statusOf(await send(bytes))).toBeGreaterThan(0);
  const own = `127.0.0.1:${String((target.address() as AddressInfo).port)}`;
  for (const one of asked) expect(one.startsWith(`${own} `)).toBe(true);
  expect(statusOf(await send(PLAIN))).toBe(200);
});

test('passes a long body on, and keeps of it no more than it may', async () => {
  passed.length = 0;
  const length = 5_000_000;
  const head = `POST /pets HTTP/1.1\r\n${HOST}Content-Type: text/plain\r\nContent-Length: ${String(length)}\r\n\r\n`;
  expect(statusOf(await send(head + 'a'.repeat(length)))).toBeGreaterThan(0);
  const kept = passed.flatMap(({ request }) => request.body ?? []);
  for (const body of kept) expect(body.length).toBeLessThanOrEqual(MAX_BODY_BYTES);
});

test('answers a thousand requests in a row on one connection', async () => {
  const count = 1_000;
  const answers = await send(PLAIN.repeat(count), count);
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(count);
});

test('outlives clients that stop in the middle of a request', async () => {
  const sockets = Array.from({ length: 200 }, () => connect(relayPort(), '127.0.0.1'));
  await Promise.all(
    sockets.map(async (socket) => {
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(`POST /pets HTTP/1.1\r\n${HOST}Content-Length: 1000\r\n\r\nabc`);
    }),
  );
  for (const socket of sockets) socket.resetAndDestroy();
  expect(statusOf(await send(PLAIN))).toBe(200);
});
