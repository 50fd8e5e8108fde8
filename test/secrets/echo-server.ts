import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';

/** A server that tells the key to everyone, in every way. */
export type EchoServer = {
  readonly port: number;
  readonly requests: () => number;
  readonly close: () => void;
};

export type EchoKind = 'answers' | 'refusals' | 'another protocol' | 'lost answers';

function entities(text: string): string {
  return Array.from(text, (letter) => `&#${String(letter.codePointAt(0) ?? 0)};`).join('');
}

function escaped(text: string): string {
  return Array.from(text, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}

function percent(text: string): string {
  return Buffer.from(text).toString('hex').replaceAll(/../g, '%$&');
}

/** Ways in which services write what they were sent. */
const WRITTEN: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `prefix${secret}suffix`,
  (secret) => secret.slice(0, -1),
  (secret) => secret.slice(1),
  (secret) => secret.toUpperCase(),
  (secret) => encodeURIComponent(secret),
  percent,
  (secret) => JSON.stringify(secret),
  entities,
  (secret) => Buffer.from(secret).toString('base64'),
  (secret) => Buffer.from(`user=${secret}`).toString('base64url'),
  (secret) => Buffer.from(`Bearer ${secret}`).toString('base64'),
];

function inHeader(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e\u00a1-\u00ff]/g, '?');
}

function bodyOf(key: string, sent: readonly string[], number: number): string {
  const written = WRITTEN.map((write) => write(key));
  const echoed = [...written, ...sent];
  const json = JSON.stringify({ code: key, message: echoed.join(' '), status: 200, id: key, echoed });
  switch (number % 4) {
    case 0:
      return json;
    case 1:
      return `{"code":"${escaped(key)}","message":"${escaped(key.toUpperCase())}${escaped(key.slice(1))}","status":1}`;
    case 2:
      return `<p>${echoed.join('</p><p>')}`;
    default:
      return JSON.stringify([{ id: 1, name: key, description: echoed.join('\n') }, { [key]: key }]);
  }
}

function echo(
  key: string,
  kind: EchoKind,
  request: IncomingMessage,
  response: ServerResponse,
  number: number,
): void {
  const sent = [request.url ?? '', ...request.rawHeaders];
  const text = inHeader(key);
  const refuses = kind === 'refusals';
  response.writeHead(refuses ? 401 : request.method === 'POST' ? 201 : 200, `Told ${text}`, [
    'Content-Type',
    `application/json; key="${text}"`,
    'Location',
    `/next?key=${encodeURIComponent(key)}&raw=${text}`,
    'Set-Cookie',
    `session=${text}`,
    'WWW-Authenticate',
    `Bearer realm="${text}"`,
    'X-RateLimit-Limit',
    text,
    'X-RateLimit-Reset',
    Buffer.from(key).toString('base64'),
    'X-Sent',
    inHeader(sent.join(' ')),
    ...(/^[A-Za-z0-9-]+$/.test(key) ? [`X-${key}`, 'a name'] : []),
    ...(request.method === 'HEAD' ? [] : ['Trailer', 'X-Later']),
  ]);
  response.write(bodyOf(key, sent, number));
  if (kind === 'lost answers' && number > 3) {
    request.socket.destroy();
    return;
  }
  if (request.method !== 'HEAD') response.addTrailers([['X-Later', text]]);
  response.end();
}

async function listening(server: Server | ReturnType<typeof createSocketServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Starts a server that knows the key and repeats it, and whatever else it is sent. */
export async function startEchoServer(key: string, kind: EchoKind): Promise<EchoServer> {
  let count = 0;
  if (kind === 'another protocol') {
    const server = createSocketServer((socket) => {
      count += 1;
      socket.on('error', () => undefined);
      socket.end(`220 ${key} ESMTP\r\n${key}: ${key}\r\n\r\n`);
    });
    const port = await listening(server);
    return { port, requests: () => count, close: () => void server.close() };
  }
  const server = createServer((request, response) => {
    count += 1;
    const number = count;
    request.resume();
    request.on('end', () => echo(key, kind, request, response, number));
  });
  const port = await listening(server);
  return {
    port,
    requests: () => count,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
