import { THOROUGH } from '../sampled.ts';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A server that is up. `close` ends its connections, too. */
type Hostile = { readonly port: number; readonly close: () => void };

const FIXTURES = join(import.meta.dirname, '../../src/client/fixtures');
const BOMB = gzipSync(Buffer.alloc(128 * 1024 * 1024));
const CHUNK = Buffer.alloc(65_536, 0x61);

async function listening(server: Server): Promise<Hostile> {
  const connected = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connected.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => connected.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of connected) socket.destroy();
      server.close();
    },
  };
}

function sockets(onConnection: (socket: Socket) => void): () => Promise<Hostile> {
  return () => listening(createSocketServer(onConnection));
}

/** A server that reads a request's beginning and then does as it likes. */
function afterRequest(answer: (socket: Socket) => void): () => Promise<Hostile> {
  return sockets((socket) => {
    socket.once('data', () => answer(socket));
  });
}

/** The same for each request of a connection. */
function everyRequest(answer: (socket: Socket) => void): () => Promise<Hostile> {
  return sockets((socket) => {
    socket.on('data', (chunk) => {
      if (chunk.includes('HTTP/1.1\r\n')) answer(socket);
    });
  });
}

function http(listener: RequestListener): () => Promise<Hostile> {
  return () => listening(createServer(listener));
}

function everything(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): () => Promise<Hostile> {
  return http((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(status, headers).end(body));
  });
}

function endlessly(socket: Socket, chunk: Buffer | string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

function dripping(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n');
  const timer = setInterval(() => socket.write(' '), 20);
  socket.on('close', () => clearInterval(timer));
}

/** What terminals, XML, HTML and Markdown would obey. The header section goes out as raw bytes. */
const TRICKS: readonly string[] = [
  '\u001b[2J\u001b[31m',
  '\u001b]0;owned\u0007',
  '\u009b31m',
  '\u202e\u2066',
  ']]>',
  '<script>alert(1)</script>',
  '\u0000',
  '\ufffe',
  '\u2028',
  '| `x` |',
];

// eslint-disable-next-line no-control-regex
const SENDABLE_TRICKS = TRICKS.filter((trick) => !/[\u0000-\u001f]/.test(trick));

/** Field values may hold bytes above 0x7f, but no controls (RFC 9110, section 5.5): `inHeaders` breaks that as well. */
function trickster(socket: Socket, inHeaders: readonly string[]): void {
  const trick = inHeaders.join(' ').replaceAll('\u0000', '');
  const body = JSON.stringify({ code: TRICKS.join(''), message: TRICKS.join(' '), status: 200 }).replaceAll(
    '\\u001b',
    '\u001b',
  );
  const head = [
    `HTTP/1.1 200 ${trick}`,
    `Content-Type: text/html${trick}`,
    `X-RateLimit-Limit: ${trick}`,
    `X-RateLimit-Remaining: ${trick}`,
    `X-RateLimit-Reset: ${trick}`,
    `Location: ${trick}`,
    `Retry-After: ${trick}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ].join('\r\n');
  socket.write(`${head}\r\n\r\n${body}`);
}

function dying(): Promise<Hostile> {
  let served = 0;
  const server = createServer((request, response) => {
    request.resume();
    served += 1;
    const authorized = request.headers.authorization !== undefined;
    response.writeHead(authorized ? 200 : 401, { 'Content-Type': 'application/json', Connection: 'close' });
    response.end('[]');
    if (served === 8) server.close();
  });
  return listening(server);
}

function tlsServer(): Promise<Hostile> {
  return listening(
    createTlsServer({
      key: readFileSync(join(FIXTURES, 'localhost-key.pem')),
      cert: readFileSync(join(FIXTURES, 'localhost-cert.pem')),
    }).on('tlsClientError', () => undefined),
  );
}

/** Nothing listens on the port any more. */
async function gone(): Promise<Hostile> {
  const server = await listening(createSocketServer());
  server.close();
  return server;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** `exit` and what the verdict has to say about it; `https` for an address that starts so. */
export type HostileRow = {
  readonly name: string;
  readonly start: () => Promise<Hostile>;
  readonly exit: 1 | 2;
  readonly says: RegExp;
  readonly scheme?: 'https';
  /** Default: quick. */
  readonly profile?: 'quick' | 'standard';
  /** Nothing is to be got by waiting for longer. */
  readonly timeoutMs?: 500;
  /** Needs a process of its own: its memory is measured, or what reaches the terminal byte by byte. */
  readonly ownProcess?: true;
};

/** Each of them is read until assay has had enough of it. */
const MANY_LONG_ANSWERS = THOROUGH ? 'standard' : 'quick';

export const hostileServers: readonly HostileRow[] = [
  { name: 'nothing listens', start: gone, exit: 2, says: /does not answer/ },
  {
    name: 'another protocol that speaks first',
    start: sockets((socket) => socket.write('220 mail.example.org ESMTP\r\n')),
    exit: 2,
    says: /does not speak HTTP/,
  },
  { name: 'TLS, spoken to without', start: tlsServer, exit: 2, says: /does not (answer|speak HTTP)/ },
  {
    name: 'no TLS, spoken to with it',
    start: everything(200, '[]'),
    exit: 2,
    says: /does not answer|TLS/,
    scheme: 'https',
  },
  {
    name: 'HTML for everything',
    start: everything(200, '<!doctype html><p>It works!', { 'Content-Type': 'text/html' }),
    exit: 1,
    says: /does not conform/,
  },
  { name: '404 for everything', start: everything(404, ''), exit: 2, says: /nothing documented answers/ },
  { name: '401 for everything', start: everything(401, '{}', JSON_TYPE), exit: 1, says: /refuses the key/ },
  {
    name: '301 for everything',
    start: everything(301, '', { Location: 'https://example.org/elsewhere' }),
    exit: 1,
    says: /does not conform/,
  },
  { name: '500 for everything', start: everything(500, ''), exit: 1, says: /does not conform/ },
  {
    name: 'no answer',
    start: afterRequest(() => undefined),
    exit: 2,
    says: /does not answer/,
    timeoutMs: 500,
  },
  {
    name: 'an answer in drips',
    start: afterRequest(dripping),
    exit: 2,
    says: /does not answer/,
    timeoutMs: 500,
  },
  {
    name: 'connections that are reset',
    start: sockets((socket) => socket.resetAndDestroy()),
    exit: 2,
    says: /does not answer/,
  },
  {
    name: 'an endless body',
    start: afterRequest((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[');
      endlessly(socket, CHUNK);
    }),
    exit: 1,
    profile: MANY_LONG_ANSWERS,
    ownProcess: true,
    says: /does not conform/,
  },
  {
    name: 'endless headers',
    start: afterRequest((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      endlessly(socket, 'X-More: more\r\n'.repeat(1000));
    }),
    exit: 2,
    ownProcess: true,
    says: /does not (answer|speak HTTP)/,
  },
  {
    name: 'a gzip bomb',
    start: http((request, response) => {
      request.resume();
      response.writeHead(200, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }).end(BOMB);
    }),
    exit: 1,
    profile: MANY_LONG_ANSWERS,
    ownProcess: true,
    says: /does not conform/,
  },
  {
    name: 'control characters in bodies, markup everywhere',
    start: everyRequest((socket) => trickster(socket, SENDABLE_TRICKS)),
    exit: 1,
    profile: 'standard',
    ownProcess: true,
    says: /does not conform/,
  },
  {
    name: 'control characters in headers',
    start: everyRequest((socket) => trickster(socket, TRICKS)),
    exit: 2,
    says: /does not speak HTTP/,
  },
  { name: 'an end in the middle', start: dying, exit: 1, says: /stopped answering/ },
];
