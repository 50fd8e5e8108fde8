import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Ways to write a key, which the gate has to see through. */
export const WRITINGS: ReadonlyMap<string, (key: string) => string> = new Map([
  ['as it is', (key) => key],
  ['inside a word', (key) => `prefix${key}suffix`],
  ['in capitals', (key) => key.toUpperCase()],
  ['reversed', (key) => Array.from(key).reverse().join('')],
  ['percent-encoded throughout', (key) => hexOf(key).replaceAll(/../g, '%$&')],
  [
    'percent-encoded in part',
    (key) => Array.from(key, (one, index) => (index % 3 === 0 ? `%${hexOf(one)}` : one)).join(''),
  ],
  ['percent-encoded twice', (key) => hexOf(key).replaceAll(/../g, '%25$&')],
  ['in hexadecimal', hexOf],
  ['in capital hexadecimal', (key) => hexOf(key).toUpperCase()],
  ['in hexadecimal with colons', (key) => hexOf(key).replaceAll(/..(?=.)/g, '$&:')],
  ['in hexadecimal with spaces', (key) => hexOf(key).replaceAll(/..(?=.)/g, '$& ')],
  ['in hexadecimal for JavaScript', (key) => hexOf(key).replaceAll(/../g, '\\x$&')],
  ['in base64', (key) => Buffer.from(key).toString('base64')],
  ['in base64url behind a user', (key) => Buffer.from(`user:${key}`).toString('base64url')],
  ['in base64 twice', (key) => Buffer.from(Buffer.from(key).toString('base64')).toString('base64')],
  ['in hexadecimal in base64', (key) => Buffer.from(hexOf(key)).toString('base64')],
  ['as code units', (key) => Array.from(key, (one) => `\\u00${hexOf(one)}`).join('')],
  ['as entities', (key) => Array.from(key, (one) => `&#${String(one.charCodeAt(0))};`).join('')],
  ['as decimal codes', (key) => [...Buffer.from(key)].join(',')],
  ['as JSON in JSON', (key) => JSON.stringify(JSON.stringify({ key }))],
  ['zipped in base64', (key) => gzipSync(`{"key":"${key}"}`).toString('base64')],
]);

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex');
}

/** Places of an answer in which a service may repeat what it was sent. */
/** Pieces of a text that break no escape in two. */
const WHOLE_PIECES = /(?:\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|%(?:25)?[0-9a-f]{2}|&#\d{1,4};|\\\\|\\"|[^]){3}/gi;

export const PLACES = [
  'body',
  'lines of a body',
  'page',
  'zipped body',
  'zipped body that is not declared',
  'body in pieces',
  'reason',
  'field',
  'name of a member',
  'trailer',
  'Retry-After',
  'rate limit',
  'challenge',
  'broken off',
] as const;

export type Place = (typeof PLACES)[number];

const RATE = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '50' };

function echo(response: ServerResponse, place: Place, said: string): void {
  const json = JSON.stringify({ code: said, message: `you said ${said}`, status: 400, id: 1, name: said });
  const fields = { ...RATE, 'Content-Type': 'application/json' };
  const inField = said.replaceAll(/[^\u0020-\u007e]/g, '?');
  switch (place) {
    case 'body':
      response.writeHead(200, fields).end(json);
      return;
    case 'lines of a body':
      response.writeHead(200, fields).end(`{\n  "a": 1,\n  ${said.replaceAll(WHOLE_PIECES, '$&\n    ')}\n}`);
      return;
    case 'page':
      response.writeHead(500, { 'Content-Type': 'text/html' }).end(`<p>${said}</p><pre>at ${said}</pre>`);
      return;
    case 'zipped body':
      response.writeHead(200, { ...fields, 'Content-Encoding': 'gzip' }).end(gzipSync(json));
      return;
    case 'zipped body that is not declared':
      response.writeHead(200, fields).end(gzipSync(json));
      return;
    case 'body in pieces':
      response.writeHead(200, fields);
      for (const piece of json.match(/[^]{1,7}/g) ?? []) response.write(piece);
      response.end();
      return;
    case 'reason':
      response.writeHead(200, `OK ${inField}`, fields).end('[]');
      return;
    case 'field':
      response.writeHead(200, { ...fields, 'X-Echo': inField, Location: `/next?key=${inField}` }).end('[]');
      return;
    case 'name of a member':
      response.writeHead(201, fields).end(JSON.stringify({ [said]: said, id: said }));
      return;
    case 'trailer':
      response.writeHead(200, { ...fields, Trailer: 'X-Later' });
      response.write('[]');
      response.addTrailers({ 'X-Later': inField });
      response.end();
      return;
    case 'Retry-After':
      response.writeHead(200, { ...fields, 'Retry-After': inField }).end('[]');
      return;
    case 'rate limit':
      response.writeHead(200, { ...fields, 'X-RateLimit-Reset': inField }).end('[]');
      return;
    case 'challenge':
      response.writeHead(401, { ...fields, 'WWW-Authenticate': `Bearer realm="${inField}"` }).end(json);
      return;
    case 'broken off':
      response.writeHead(200, { ...fields, 'Content-Length': '100000' });
      response.write(json);
      setImmediate(() => response.destroy());
  }
}

/** Starts a service that answers every request with the key, in the ways that `draw` gives it. */
export async function startDrawnEchoes(
  key: string,
  draw: () => { readonly place: Place; readonly writing: string },
): Promise<{ readonly url: string; readonly requests: () => number; readonly close: () => void }> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    request.resume();
    request.on('end', () => {
      // The first answer is in order, so that the run goes on.
      const { place, writing } = draw();
      if (count === 1) response.writeHead(200, { ...RATE, 'Content-Type': 'application/json' }).end('[]');
      else echo(response, place, WRITINGS.get(writing)?.(key) ?? key);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`,
    requests: () => count,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
