import { wire, spoiled, sockets, withHeaders, type HostileService, type Spoil } from './service.ts';

const raw =
  (text: string): Spoil =>
  () =>
    text;
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** Status lines and header sections that no client should have to bear. */
const BROKEN_HEADS: readonly (readonly [name: string, spoil: Spoil])[] = [
  ['a status line of HTTP/2', raw('HTTP/2 200\r\nContent-Length: 2\r\n\r\n[]')],
  ['HTTP/0.9: a body and nothing else', raw('<html>hello</html>')],
  ['a status of two digits', raw('HTTP/1.1 20 OK\r\nContent-Length: 2\r\n\r\n[]')],
  ['a status of four digits', raw('HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\n[]')],
  ['status 000', raw('HTTP/1.1 000 No\r\nContent-Length: 2\r\n\r\n[]')],
  ['status 999', raw('HTTP/1.1 999 Who\r\nContent-Length: 2\r\n\r\n[]')],
  ['status 600 with everything else right', (_call, honest) => wire({ ...honest, status: 600 })],
  ['no space after the version', raw('HTTP/1.1200 OK\r\n\r\n')],
  ['a status with a sign', raw('HTTP/1.1 +200 OK\r\nContent-Length: 2\r\n\r\n[]')],
  ['lower-case http', raw('http/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]')],
  ['another protocol that answers', raw('SSH-2.0-OpenSSH_9.6\r\n')],
  [
    'an empty line before the status line',
    (_call, honest) => Buffer.concat([Buffer.from('\r\n'), wire(honest)]),
  ],
  ['bare line feeds', (_call, honest) => wire(honest).toString('latin1').replaceAll('\r\n', '\n')],
  ['a space before the colon', raw(`${OK}Content-Length : 2\r\n\r\n[]`)],
  ['a header line without a colon', raw(`${OK}nonsense\r\nContent-Length: 2\r\n\r\n[]`)],
  ['an empty header name', raw(`${OK}: x\r\nContent-Length: 2\r\n\r\n[]`)],
  ['NUL in a header value', (_call, honest) => wire(withHeaders(honest, ['X-Odd', 'a\0b']))],
  ['a bare carriage return in a value', (_call, honest) => wire(withHeaders(honest, ['X-Odd', 'a\rb']))],
  ['controls in the reason', (_call, honest) => wire(honest, { reason: '\u001b[2J\u0007' })],
  ['a reason of 60,000 characters', (_call, honest) => wire(honest, { reason: 'x'.repeat(60_000) })],
  ['a header section of 1 MB', raw(`${OK}X-A: ${'a'.repeat(1_000_000)}\r\nContent-Length: 2\r\n\r\n[]`)],
  ['twenty thousand header lines', raw(`${OK}${'A:\r\n'.repeat(20_000)}Content-Length: 2\r\n\r\n[]`)],
  [
    'ten thousand header lines within 64 KiB',
    raw(`${OK}${'A:\r\n'.repeat(10_000)}Content-Length: 2\r\n\r\n[]`),
  ],
  [
    'blanks without end in a header value',
    raw(`${OK}X-A: a${' '.repeat(60_000)}b\r\nContent-Length: 2\r\n\r\n[]`),
  ],
  [
    'Content-Type with 60,000 blanks',
    (_call, honest) => wire(withHeaders(honest, ['Content-Type', `a${' '.repeat(60_000)};`])),
  ],
  [
    'WWW-Authenticate made of commas',
    (_call, honest) => wire(withHeaders(honest, ['WWW-Authenticate', ','.repeat(60_000)])),
  ],
  [
    'WWW-Authenticate with a quote that never ends',
    (_call, honest) =>
      wire(withHeaders(honest, ['WWW-Authenticate', `Bearer realm="${'\\"'.repeat(30_000)}`])),
  ],
  [
    'Content-Encoding made of commas',
    (_call, honest) => wire(withHeaders(honest, ['Content-Encoding', ','.repeat(60_000)])),
  ],
  [
    'Connection made of commas',
    (_call, honest) => wire(withHeaders(honest, ['Connection', `${','.repeat(60_000)}close`])),
  ],
  [
    'rate-limit fields of ten thousand digits',
    (_call, honest) =>
      wire(
        withHeaders(
          honest,
          ['X-RateLimit-Limit', '9'.repeat(10_000)],
          ['X-RateLimit-Remaining', '9'.repeat(10_000)],
          ['X-RateLimit-Reset', '9'.repeat(10_000)],
        ),
      ),
  ],
  [
    'rate-limit fields that are no numbers',
    (_call, honest) =>
      wire(
        withHeaders(
          honest,
          ['X-RateLimit-Limit', 'NaN'],
          ['X-RateLimit-Remaining', '-Infinity'],
          ['X-RateLimit-Reset', '1e999'],
        ),
      ),
  ],
  [
    'a Date that is none',
    (_call, honest) =>
      wire(withHeaders(honest, ['Date', 'Xyz, 99 Foo 99999 99:99:99 GMT'], ['X-RateLimit-Reset', '-1'])),
  ],
  [
    'header names from Object.prototype',
    (_call, honest) =>
      wire(
        withHeaders({ ...honest, status: 418 }, ['__proto__', 'x'], ['constructor', 'y'], ['toString', 'z']),
      ),
  ],
  [
    'two Content-Types that differ',
    (_call, honest) => wire({ ...honest, headers: [...honest.headers, ['Content-Type', 'text/html']] }),
  ],
  ['folded header lines', (_call, honest) => wire(withHeaders(honest, ['Content-Type', 'text/\r\n plain']))],
  [
    'a wrong content type on everything',
    (_call, honest) => wire(withHeaders(honest, ['Content-Type', 'text/html'])),
  ],
];

const ELSEWHERE: readonly (readonly [name: string, spoil: Spoil])[] = [
  [
    '301 to another host',
    (_call, honest) =>
      wire(
        withHeaders(
          { ...honest, status: 301 },
          ['Location', 'https://example.org/'],
          ['Content-Type', 'text/plain'],
        ),
      ),
  ],
  [
    '302 to itself',
    (_call, honest) => wire(withHeaders({ ...honest, status: 302 }, ['Location', '/v1/categories'])),
  ],
  [
    '307 with a file address',
    (_call, honest) => wire(withHeaders({ ...honest, status: 307 }, ['Location', 'file:///etc/passwd'])),
  ],
  [
    '308 with script',
    (_call, honest) => wire(withHeaders({ ...honest, status: 308 }, ['Location', 'javascript:alert(1)'])),
  ],
  ['303 without Location', (_call, honest) => wire({ ...honest, status: 303 })],
  ['304 to everything', (_call, honest) => wire({ ...honest, status: 304, body: '' })],
  [
    '101 to everything',
    raw(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n\u0081\u0005hello',
    ),
  ],
  ['421 to everything', (_call, honest) => wire({ ...honest, status: 421 })],
  ['500 to everything', (_call, honest) => wire({ ...honest, status: 500 })],
  ['404 to everything', (_call, honest) => wire({ ...honest, status: 404 })],
  ['401 to everything', (_call, honest) => wire({ ...honest, status: 401 })],
  ['200 with {} to everything', (_call, honest) => wire({ ...honest, status: 200, body: '{}' })],
  ['200 with [] to everything, no header', raw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]')],
  ['204 to everything', (_call, honest) => wire({ ...honest, status: 204, body: '' })],
];

/** A patient client gets along with these: nothing that the document or HTTP says is broken for sure. */
const BEARABLE =
  /reason|commas|never ends|ten thousand header|twenty thousand|blanks|carriage|empty line|differ|folded|bare line/;

/** Broken before the first byte of a body. */
export const hostileHeads: readonly HostileService[] = [
  ...BROKEN_HEADS.map(([name, spoil]): HostileService => ({
    kind: 'heads',
    name,
    exits: BEARABLE.test(name) ? [0, 1, 2] : [1, 2],
    start: spoiled(spoil),
  })),
  ...ELSEWHERE.map(([name, spoil]): HostileService => ({
    kind: 'statuses',
    name,
    exits: [1, 2],
    start: spoiled(spoil),
  })),
  {
    kind: 'heads',
    name: 'another protocol that speaks first',
    exits: [2],
    start: sockets((socket) => socket.write('220 mail.example.org ESMTP\r\n')),
  },
];
