import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Client, type ClientOptions, createClient } from './client.ts';
import type { OutgoingRequest } from './outgoing-request.ts';

/** A certificate for `localhost` alone that signs itself, valid for a hundred years. */
const key = readFileSync(new URL('fixtures/localhost-key.pem', import.meta.url), 'utf8');
const cert = readFileSync(new URL('fixtures/localhost-cert.pem', import.meta.url), 'utf8');
const closers: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(server: Server): Promise<number> {
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
  return (server.address() as AddressInfo).port;
}

function echo(request: IncomingMessage, response: ServerResponse): void {
  response.end(JSON.stringify({ url: request.url, headers: request.rawHeaders }));
}

/** A target that answers with what it got. */
async function target(secure: boolean): Promise<string> {
  const server = secure ? createHttpsServer({ key, cert }, echo) : createHttpServer(echo);
  return `${secure ? 'https' : 'http'}://localhost:${String(await listen(server))}`;
}

type Proxy = { readonly url: string; readonly heads: string[] };

/** A forwarding and tunnelling proxy that notes the first line and the authorization of what it is asked. */
async function proxy(status = 200): Promise<Proxy> {
  const heads: string[] = [];
  const server = createServer((socket) => {
    let held = Buffer.alloc(0);
    const onData = (chunk: Buffer): void => {
      held = Buffer.concat([held, chunk]);
      const end = held.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = held.subarray(0, end).toString('latin1');
      heads.push(head);
      socket.off('data', onData);
      const [first = '', ...lines] = head.split('\r\n');
      const [method, asked = ''] = first.split(' ');
      if (status !== 200) {
        socket.end(`HTTP/1.1 ${String(status)} No\r\nContent-Length: 0\r\n\r\n`);
        return;
      }
      const address = new URL(method === 'CONNECT' ? `http://${asked}` : asked);
      const upstream = connect(Number(address.port), '127.0.0.1', () => {
        if (method === 'CONNECT') {
          socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        } else {
          const relative = first.replace(address.origin, '');
          const kept = lines.filter((line) => !/^(?:proxy-|connection)/i.test(line));
          upstream.write(`${[relative, ...kept, 'connection: close'].join('\r\n')}\r\n\r\n`, 'latin1');
          upstream.write(held.subarray(end + 4));
        }
        socket.pipe(upstream);
        upstream.pipe(socket);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('close', () => upstream.destroy());
    };
    socket.on('data', onData);
  });
  return { url: `http://us%65r:pass@127.0.0.1:${String(await listen(server))}`, heads };
}

function clientFor(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const deadlines = { connectMs: 2000, firstByteMs: 2000, answerMs: 2000 };
  const client = createClient({ baseUrl, key: 's3cret', userAgent: 'assay/0.0.0', deadlines, ...options });
  closers.push(() => client.close());
  return client;
}

function outgoing(transport: 'pool' | 'raw', path: string): OutgoingRequest {
  return {
    method: 'POST',
    path,
    headers: [
      ['X-A', '1'],
      ['X-B', '2'],
      ['x-a', '3'],
    ],
    body: Buffer.from('{}'),
    credential: { kind: 'valid' },
    scheme: { kind: 'http-bearer', id: 'b' },
    transport,
  };
}

async function exchanged(
  client: Client,
  request: OutgoingRequest,
): Promise<{ url: string; headers: string[] }> {
  const { result } = await client.send(request);
  if (result.kind === 'failure') throw new Error(JSON.stringify(result.failure));
  return JSON.parse(Buffer.from(result.answer.body).toString()) as { url: string; headers: string[] };
}

describe.each(['pool', 'raw'] as const)('createClient() over the %s transport', (transport) => {
  test('send() gives tls, when the certificate is not trusted', async () => {
    const { result } = await clientFor(await target(true)).send(outgoing(transport, '/'));
    expect(result).toMatchObject({ kind: 'failure', failure: { kind: 'tls', bytesReceived: 0 } });
  });

  test('send() gives tls, when the certificate is for another name', async () => {
    const url = (await target(true)).replace('localhost', '127.0.0.1');
    const { result } = await clientFor(url, { trust: { insecure: false, ca: cert } }).send(
      outgoing(transport, '/'),
    );
    expect(result).toMatchObject({ kind: 'failure', failure: { kind: 'tls' } });
  });

  test('send() gives the answer, when the certificate is given or none is wanted', async () => {
    const url = await target(true);
    for (const trust of [
      { insecure: false, ca: cert },
      { insecure: true, ca: undefined },
    ]) {
      expect((await exchanged(clientFor(url, { trust }), outgoing(transport, '/a'))).url).toBe('/a');
    }
  });

  test('send() goes through the proxy verbatim, when the target is http', async () => {
    const base = await target(false);
    const { url, heads } = await proxy();
    const seen = await exchanged(
      clientFor(`${base}/v1`, { environment: { HTTP_PROXY: url } }),
      outgoing(transport, '/a/../b%2f?x=%zz'),
    );
    expect(seen.url).toBe('/v1/a/../b%2f?x=%zz');
    expect(heads[0]).toMatch(new RegExp(`^POST ${base}/v1/a/../b%2f\\?x=%zz HTTP/1.1\r\n`));
    expect(heads[0]).toMatch(/^proxy-authorization: Basic dXNlcjpwYXNz$/im);
    const pairs = seen.headers.flatMap((name, index) =>
      index % 2 === 0 ? [`${name}: ${seen.headers[index + 1] ?? ''}`] : [],
    );
    for (const line of [
      'X-A: 1',
      'X-B: 2',
      'x-a: 3',
      'Authorization: Bearer s3cret',
      'User-Agent: assay/0.0.0',
    ]) {
      expect(pairs).toContain(line);
    }
    expect(pairs.filter((line) => /^host:/i.test(line))).toHaveLength(1);
  });

  test('send() tunnels through the proxy, when the target is https', async () => {
    const base = await target(true);
    const { url, heads } = await proxy();
    const trust = { insecure: false, ca: cert };
    const seen = await exchanged(
      clientFor(base, { trust, environment: { https_proxy: url } }),
      outgoing(transport, '/a/../b'),
    );
    expect(seen.url).toBe('/a/../b');
    expect(heads).toHaveLength(1);
    expect(heads[0]).toMatch(/^CONNECT localhost:\d+ HTTP\/1.1\r\n/);
    expect(heads[0]).toMatch(/^proxy-authorization: Basic dXNlcjpwYXNz$/im);
    expect(heads[0]).not.toContain('s3cret');
    expect(seen.headers.map((name) => name.toLowerCase())).not.toContain('proxy-authorization');
  });

  test('send() goes straight, when NO_PROXY names the target', async () => {
    const base = await target(false);
    const { url, heads } = await proxy();
    const environment = { HTTP_PROXY: url, NO_PROXY: 'localhost' };
    expect((await exchanged(clientFor(base, { environment }), outgoing(transport, '/a'))).url).toBe('/a');
    expect(heads).toEqual([]);
  });

  test('send() gives refused, when the proxy will not tunnel', async () => {
    const { url, heads } = await proxy(403);
    const client = clientFor('https://localhost:1', { environment: { HTTPS_PROXY: url } });
    const { result } = await client.send(outgoing(transport, '/'));
    expect(result).toMatchObject({ kind: 'failure', failure: { kind: 'refused' } });
    expect(JSON.stringify(result)).toContain('403');
    expect(heads).toHaveLength(1);
  });

  test('send() gives a failure in time, when the proxy never answers', async () => {
    const silent = await listen(createServer(() => {}));
    const environment = { HTTPS_PROXY: `http://127.0.0.1:${String(silent)}` };
    const client = clientFor('https://localhost:1', { environment, deadlines: { connectMs: 100 } });
    const { result } = await client.send(outgoing(transport, '/'));
    expect(result).toMatchObject({ kind: 'failure', failure: { kind: 'connect-timeout' } });
  });
});
