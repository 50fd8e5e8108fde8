import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import {
  endlessly,
  onList,
  onSuccess,
  spoiled,
  wire,
  withBody,
  withHeaders,
  type Answer,
  type HostileService,
  type Spoil,
} from './service.ts';

const MIB = 1024 * 1024;
const CHUNK = Buffer.alloc(65_536, 0x61);

/** The head of an answer without its length. */
function head(answer: Answer, ...lines: readonly string[]): string {
  const own = answer.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${String(answer.status)} X\r\n${own}${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
}

function chunked(parts: readonly (Buffer | string)[], end = '0\r\n\r\n'): Buffer {
  const chunks = parts.map((part) => {
    const bytes = Buffer.from(part);
    return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  });
  return Buffer.concat([...chunks, Buffer.from(end)]);
}

const inChunks =
  (body: string, line = 'Transfer-Encoding: chunked'): Spoil =>
  (_call, honest) =>
    head(honest, line) + body;

/** An answer whose body is made by writing on and on. */
const flowing =
  (lines: readonly string[], beginning: string, chunk: Buffer | string): Spoil =>
  ({ socket }, honest) => {
    socket.write(head(honest, ...lines) + beginning);
    endlessly(socket, chunk);
    return undefined;
  };

const coded =
  (coding: string, bytes: () => Buffer): Spoil =>
  (_call, honest) =>
    wire(withHeaders(withBody(honest, bytes()), ['Content-Encoding', coding]));

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

const zeros = once(() => Buffer.alloc(256 * MIB));
const gzipBomb = once(() => gzipSync(zeros()));
const deflateBomb = once(() => deflateSync(zeros()));
const brotliBomb = once(() => brotliCompressSync(zeros()));
const zstdBomb = once(() => zstdCompressSync(zeros()));
const oneByteChunks = once(() => Buffer.from('1\r\n \r\n'.repeat(20_000)));

const FRAMING: readonly (readonly [name: string, spoil: Spoil])[] = [
  [
    'a length that is too long, then silence',
    (_call, honest) => head(honest, 'Content-Length: 999') + String(honest.body),
  ],
  ['a length that is too short', (_call, honest) => head(honest, 'Content-Length: 1') + String(honest.body)],
  [
    'two lengths that differ',
    (_call, honest) => head(honest, 'Content-Length: 2', 'Content-Length: 3') + String(honest.body),
  ],
  ['a negative length', (_call, honest) => head(honest, 'Content-Length: -1') + String(honest.body)],
  ['a length in hex', (_call, honest) => head(honest, 'Content-Length: 0x10') + String(honest.body)],
  [
    'a length of thirty digits',
    (_call, honest) => head(honest, `Content-Length: ${'9'.repeat(30)}`) + String(honest.body),
  ],
  [
    'chunks and a length that lies',
    (_call, honest) =>
      head(honest, 'Content-Length: 3', 'Transfer-Encoding: chunked') + chunked(['xyz']).toString('latin1'),
  ],
  [
    'an unknown transfer coding',
    (_call, honest) => head(honest, 'Transfer-Encoding: gzip') + String(honest.body),
  ],
  [
    'chunked twice',
    (_call, honest) =>
      head(honest, 'Transfer-Encoding: chunked, chunked') + chunked([String(honest.body)]).toString('latin1'),
  ],
  ['chunked, with a vertical tab', inChunks('2\r\n[]\r\n0\r\n\r\n', 'Transfer-Encoding: \u000bchunked')],
  ['a chunk size that is no number', inChunks('zz\r\n[]\r\n0\r\n\r\n')],
  ['a negative chunk size', inChunks('-2\r\n[]\r\n0\r\n\r\n')],
  ['a chunk size of 16 digits', inChunks('ffffffffffffffff\r\n[]')],
  ['a chunk longer than its size', inChunks('1\r\n[]\r\n0\r\n\r\n')],
  ['a chunk without an end', inChunks('100000\r\n[]')],
  [
    'no last chunk, then the end',
    ({ socket }, honest) => void socket.end(`${head(honest, 'Transfer-Encoding: chunked')}2\r\n[]\r\n`),
  ],
  ['a chunk extension of 1 MB', inChunks(`2;${'x'.repeat(1_000_000)}\r\n[]\r\n0\r\n\r\n`)],
  ['a million trailers', inChunks(`2\r\n[]\r\n0\r\n${'A: b\r\n'.repeat(100_000)}\r\n`)],
  ['a trailer that is no field', inChunks('2\r\n[]\r\n0\r\nnonsense\r\n\r\n')],
];

const LARGE: readonly (readonly [name: string, spoil: Spoil])[] = [
  ['a body without end', flowing([], '[', CHUNK)],
  ['a body without end, in chunks', flowing(['Transfer-Encoding: chunked'], '', chunked([CHUNK], ''))],
  ['a body of 1 GB', flowing([`Content-Length: ${String(1024 * MIB)}`], '', CHUNK)],
  [
    'a body in chunks of one byte, without end',
    ({ socket }, honest) => {
      socket.write(head(honest, 'Transfer-Encoding: chunked'));
      endlessly(socket, oneByteChunks());
      return undefined;
    },
  ],
  [
    'headers without end',
    ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      endlessly(socket, 'X-More: more\r\n'.repeat(1000));
      return undefined;
    },
  ],
  ['256 MB of zeros in gzip', coded('gzip', gzipBomb)],
  ['256 MB of zeros in deflate', coded('deflate', deflateBomb)],
  ['256 MB of zeros in brotli', coded('br', brotliBomb)],
  ['256 MB of zeros in zstd', coded('zstd', zstdBomb)],
  [
    'gzip inside gzip inside gzip',
    coded(
      'gzip, gzip, gzip',
      once(() => gzipSync(gzipSync(gzipBomb()))),
    ),
  ],
  ['gzip ten times over', coded(Array(10).fill('gzip').join(', '), gzipBomb)],
  ['gzip that is cut', coded('gzip', () => gzipSync(Buffer.from('[]')).subarray(0, 12))],
  ['gzip over plain JSON', (_call, honest) => wire(withHeaders(honest, ['Content-Encoding', 'gzip']))],
  ['a coding that nobody knows', (_call, honest) => wire(withHeaders(honest, ['Content-Encoding', 'zip']))],
];

const TEXT: readonly (readonly [name: string, body: () => Buffer | string])[] = [
  ['8 MiB of DEL', () => Buffer.alloc(8 * MIB, 0x7f)],
  ['8 MiB of NUL', () => Buffer.alloc(8 * MIB)],
  [
    '8 MiB of random bytes',
    () =>
      Buffer.from(
        Array.from({ length: 8 * MIB }, (_byte, at) => (Math.imul(at, 2_654_435_761) >>> 13) & 255),
      ),
  ],
  ['8 MiB of overrides of direction', () => Buffer.alloc(8 * MIB, '\u202e')],
  ['8 MiB of commands to CI services', () => Buffer.alloc(8 * MIB, '##[error]::set-output name=x::y\n')],
  ['8 MiB of base64', () => Buffer.alloc(8 * MIB, 'QUJDREVG')],
  ['8 MiB of percent escapes', () => Buffer.alloc(8 * MIB, '%41')],
  ['invalid UTF-8', () => Buffer.from([0x5b, 0x22, 0xff, 0xfe, 0xc0, 0xaf, 0x22, 0x5d])],
  ['UTF-16', () => Buffer.from('\ufeff[]', 'utf16le')],
  ['a byte order mark', () => '\ufeff[]'],
  [
    'lone surrogates and bidi controls in names',
    () => '[{"id":1,"name":"\\ud800 \\u202e \u202e\u2066 \\udfff"},{"id":"\\ud800","name":2}]',
  ],
  [
    'markup and terminal commands in names',
    () => '[{"id":"x","name":"<script>alert(1)</script> \\u001b[2J ]]> | `x` | &amp; \\u0000"}]',
  ],
  ['an HTML page', () => '<!doctype html><title>It works!</title>'],
  ['XML with entities', () => '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'],
  ['nothing', () => ''],
  ['white space of 8 MiB', () => Buffer.alloc(8 * MIB, ' ')],
];

/** Bodies that lie about their length, are huge, or are no text. */
export const hostileBodies: readonly HostileService[] = [
  ...FRAMING.map(([name, spoil]): HostileService => ({
    kind: 'framing',
    name,
    exits: [1, 2],
    start: spoiled(onSuccess(spoil)),
  })),
  ...LARGE.map(([name, spoil]): HostileService => ({
    kind: 'large bodies',
    name,
    exits: [1, 2],
    start: spoiled(onSuccess(spoil)),
  })),
  ...TEXT.map(([name, body]): HostileService => {
    const made = once(body);
    return {
      kind: 'texts',
      name,
      exits: [1, 2],
      start: spoiled(onList((_call, honest) => wire(withBody(honest, made())))),
    };
  }),
];
