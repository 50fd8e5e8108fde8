import {
  KEY,
  onSuccess,
  spoiled,
  wire,
  withBody,
  withHeaders,
  type Answer,
  type HostileService,
  type Spoil,
} from './service.ts';

const refusal = (honest: Answer, status: number, ...headers: Answer['headers']): Buffer =>
  wire(
    withHeaders(
      { ...honest, status, body: `{"code":"x","message":"y","status":${String(status)}}` },
      ...headers,
    ),
  );

const always =
  (status: number, ...headers: Answer['headers']): Spoil =>
  (_call, honest) =>
    refusal(honest, status, ...headers);

/** Every tenth request is refused in this way. */
const now =
  (retryAfter: string): Spoil =>
  (call, honest) =>
    call.number % 10 === 0 && call.valid ? refusal(honest, 429, ['Retry-After', retryAfter]) : wire(honest);

const REFUSALS: readonly (readonly [name: string, spoil: Spoil])[] = [
  ['429 to everything, until the year 9999', always(429, ['Retry-After', 'Fri, 31 Dec 9999 23:59:59 GMT'])],
  ['429 to everything, for a second', always(429, ['Retry-After', '1'])],
  ['429 to everything, for no time', always(429, ['Retry-After', '0'])],
  ['429 to everything, without a word', always(429)],
  [
    '429 to everything, with 1000 left',
    always(429, ['Retry-After', '1'], ['X-RateLimit-Limit', '1000'], ['X-RateLimit-Remaining', '1000']),
  ],
  ['503 to everything', always(503, ['Retry-After', '2'])],
  ['503 to everything, without a word', always(503)],
  ['403 to everything', always(403)],
  ['420 to everything', always(420, ['Retry-After', '1'])],
  ['Retry-After of ten thousand digits', now('9'.repeat(10_000))],
  ['Retry-After: -1', now('-1')],
  ['Retry-After: 1e9', now('1e9')],
  ['Retry-After: 0x10', now('0x10')],
  ['Retry-After in the past', now('Thu, 01 Jan 1970 00:00:00 GMT')],
  ['Retry-After: a date of -0000', now('Fri, 01 Jan 2100 00:00:00 -0000')],
  [
    'Retry-After: three seconds, in two lines that differ',
    (call, honest) =>
      call.number % 10 === 0 && call.valid
        ? wire({
            ...withHeaders({ ...honest, status: 429 }, ['Retry-After', '3']),
            headers: [...honest.headers, ['Retry-After', '3'], ['Retry-After', '0']],
          })
        : wire(honest),
  ],
  [
    'Retry-After with 200 on everything',
    (_call, honest) => wire(honest.status < 300 ? withHeaders(honest, ['Retry-After', '1']) : honest),
  ],
  [
    'a refusal with a body of 8 MB',
    (call, honest) =>
      call.number % 10 === 0 && call.valid
        ? wire(withBody(withHeaders({ ...honest, status: 429 }, ['Retry-After', '2']), 'x'.repeat(8_000_000)))
        : wire(honest),
  ],
  [
    'Remaining goes up',
    (call, honest) => wire(withHeaders(honest, ['X-RateLimit-Remaining', String(Math.min(60, call.number))])),
  ],
  [
    'Reset moves away with each answer',
    (call, honest) =>
      wire(
        withHeaders(honest, ['X-RateLimit-Reset', String(Math.floor(Date.now() / 1000) + call.number * 10)]),
      ),
  ],
  [
    'Reset in a thousand years',
    (_call, honest) =>
      wire(withHeaders(honest, ['X-RateLimit-Remaining', '0'], ['X-RateLimit-Reset', '33333333333'])),
  ],
  [
    'nothing is ever limited',
    (_call, honest) =>
      wire(
        withHeaders(honest.status === 429 ? { ...honest, status: 200, body: '[]' } : honest, [
          'X-RateLimit-Remaining',
          '59',
        ]),
      ),
  ],
];

const reversed = Array.from(KEY).toReversed().join('');
const base64 = Buffer.from(KEY).toString('base64');
const hex = Buffer.from(KEY).toString('hex');
const percent = Array.from(Buffer.from(KEY), (byte) => `%${byte.toString(16)}`).join('');
const units = Array.from(KEY, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(
  '',
);

const ECHOES: readonly (readonly [name: string, spoil: Spoil])[] = [
  [
    'Retry-After: the key',
    (call, honest) => (call.number % 10 === 0 ? refusal(honest, 429, ['Retry-After', KEY]) : wire(honest)),
  ],
  ['the reason is the key', (_call, honest) => wire(honest, { reason: KEY })],
  [
    'a header name is the key',
    (_call, honest) => wire({ ...honest, headers: [...honest.headers, [KEY, KEY]] }),
  ],
  [
    'the media type is the key',
    (_call, honest) => wire(withHeaders(honest, ['Content-Type', `application/${KEY}`])),
  ],
  [
    'Location: the key',
    (_call, honest) =>
      wire(withHeaders({ ...honest, status: 301 }, ['Location', `https://example.org/?k=${KEY}`])),
  ],
  [
    'the realm is the key',
    (_call, honest) => wire(withHeaders(honest, ['WWW-Authenticate', `Bearer realm="${KEY}"`])),
  ],
  [
    'rate-limit fields are the key',
    (_call, honest) =>
      wire(
        withHeaders(
          honest,
          ['X-RateLimit-Limit', KEY],
          ['X-RateLimit-Remaining', hex],
          ['X-RateLimit-Reset', base64],
        ),
      ),
  ],
  ['Date: the key', (_call, honest) => wire(withHeaders(honest, ['Date', KEY]))],
  ['the status line is the key', () => `${KEY} 200 OK\r\n\r\n`],
  [
    'a chunk size is the key',
    onSuccess(
      (_call, honest) =>
        `HTTP/1.1 ${String(honest.status)} X\r\nTransfer-Encoding: chunked\r\n\r\n${KEY}\r\n`,
    ),
  ],
  [
    'Content-Length: the key',
    onSuccess((_call, honest) => `HTTP/1.1 ${String(honest.status)} X\r\nContent-Length: ${KEY}\r\n\r\n`),
  ],
  ['the key behind the answer', (_call, honest) => Buffer.concat([wire(honest), Buffer.from(KEY)])],
  [
    'the key in the trailers',
    onSuccess(
      (_call, honest) =>
        `HTTP/1.1 ${String(honest.status)} X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\nX-Key: ${KEY}\r\n\r\n`,
    ),
  ],
  ...[
    KEY,
    reversed,
    base64,
    base64.replaceAll('=', ''),
    hex,
    hex.toUpperCase(),
    percent,
    units,
    Array.from(KEY).join(' '),
    KEY.toLowerCase(),
    Array.from(KEY, (letter) => `&#${String(letter.charCodeAt(0))};`).join(''),
  ].map((form, at): readonly [string, Spoil] => [
    `the key in form ${String(at + 1)} in every text`,
    (_call, honest) =>
      wire(
        withBody(
          honest,
          `[{"id":"${form}","name":["${form}"],"code":"${form}","message":{"${form}":1},"status":"${form}"}]`,
        ),
      ),
  ]),
  [
    'the key split over the entries',
    (_call, honest) =>
      wire(withBody(honest, JSON.stringify(Array.from(KEY, (letter) => ({ id: letter, name: 7 }))))),
  ],
];

/** What the limits say, and what comes back of the key. */
export const hostileLimits: readonly HostileService[] = [
  ...REFUSALS.map(([name, spoil]): HostileService => ({
    kind: 'limits',
    name,
    // Within the window of a day Reset may move as it likes: a log of requests does so.
    exits: /with 200 on|in the past|Reset moves/.test(name) ? [0, 1, 2] : [1, 2],
    start: spoiled(spoil),
  })),
  ...ECHOES.map(([name, spoil]): HostileService => ({
    kind: 'the key',
    name,
    exits: [0, 1, 2],
    start: spoiled(spoil),
  })),
];
