import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Trust } from '../../src/client/sockets.ts';
import type { PassedExchange } from '../../src/traffic/observer.ts';
import type { Relay } from '../../src/traffic/relay.ts';
import { relayFor } from './relay-for.ts';

const FIXTURES = join(import.meta.dirname, '../../src/client/fixtures');
const cert = readFileSync(join(FIXTURES, 'localhost-cert.pem'), 'utf8');
const key = readFileSync(join(FIXTURES, 'localhost-key.pem'), 'utf8');

const passed: PassedExchange[] = [];
const faults: string[] = [];
const relays: Relay[] = [];
let target: Server;
let port = 0;

beforeAll(async () => {
  target = createServer({ cert, key }, (request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ host: request.headers.host, path: request.url }));
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  ({ port } = target.address() as AddressInfo);
});

afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.close()));
  passed.length = 0;
  faults.length = 0;
});

afterAll(() => {
  target.closeAllConnections();
  target.close();
});

/** Asks a proxy in front of the target, which it knows by this name. */
async function askThrough(trust: Trust, host = 'localhost'): Promise<Response> {
  const url = new URL(`https://${host}:${String(port)}/v1`);
  const relay = await relayFor(url, {
    trust,
    onExchange: (exchange) => passed.push(exchange),
    onTargetFault: (fault) => faults.push(fault),
  });
  relays.push(relay);
  return fetch(`${relay.origin}/v1/categories`, { headers: { connection: 'close' } });
}

test.each([
  { title: 'its certificate is given', trust: { insecure: false, ca: cert } },
  { title: 'none is wanted', trust: { insecure: true, ca: undefined } },
])('a target behind TLS answers through the proxy, when $title', async ({ trust }) => {
  const response = await askThrough(trust);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ host: `localhost:${String(port)}`, path: '/v1/categories' });
  expect(passed).toHaveLength(1);
  expect(faults).toEqual([]);
});

test.each([
  { title: 'is not trusted', trust: { insecure: false, ca: undefined }, host: 'localhost' },
  { title: 'is for another name', trust: { insecure: false, ca: cert }, host: '127.0.0.1' },
])('the proxy answers itself and passes nothing on, when the certificate $title', async ({ trust, host }) => {
  const response = await askThrough(trust, host);
  expect(response.status).toBe(502);
  expect(response.headers.get('x-assay-proxy')).not.toBeNull();
  expect(passed).toEqual([]);
  expect(faults).toHaveLength(1);
});
