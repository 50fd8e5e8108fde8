import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeContent } from './content-coding.ts';
import type { Answer } from './exchange.ts';

const PLAIN = Buffer.from('{"a":"äöü"}'.repeat(100));

function answer(coding: string | undefined, body: Uint8Array, truncated = false): Answer {
  const headers = coding === undefined ? [] : ([['Content-Encoding', coding]] as const);
  return { status: 200, reason: '', httpVersion: '1.1', headers, trailers: [], body, truncated };
}

describe('decodeContent()', () => {
  test.each([
    ['gzip', zlib.gzipSync(PLAIN)],
    ['X-GZIP', zlib.gzipSync(PLAIN)],
    ['deflate', zlib.deflateSync(PLAIN)],
    ['deflate', zlib.deflateRawSync(PLAIN)],
    ['br', zlib.brotliCompressSync(PLAIN)],
    ['zstd', zlib.zstdCompressSync(PLAIN)],
    ['gzip , br', zlib.brotliCompressSync(zlib.gzipSync(PLAIN))],
    ['identity', PLAIN],
    [undefined, PLAIN],
  ])('gives the plain body, when the coding is %s', async (coding, body) => {
    const given = answer(coding, body);
    const decoded = await decodeContent(given, 10_000);
    expect(Buffer.from(decoded.body).equals(PLAIN)).toBe(true);
    expect(decoded).toMatchObject({ headers: given.headers, truncated: false });
  });

  test.each([
    ['an unknown coding', 'rot13', PLAIN],
    ['bytes that are not coded', 'gzip', PLAIN],
    ['a coded body that breaks off', 'gzip', zlib.gzipSync(PLAIN).subarray(0, 30)],
  ])('leaves the body as it came and says why, when it has %s', async (_title, coding, body) => {
    const given = answer(coding, body);
    const decoded = await decodeContent(given, 10_000);
    expect(decoded).toEqual({ ...given, undecoded: expect.stringContaining(coding) });
  });

  test.each([
    ['gzip, chunked', undefined, zlib.gzipSync(PLAIN)],
    ['Chunked', undefined, PLAIN],
    ['gzip, chunked', 'br', zlib.gzipSync(zlib.brotliCompressSync(PLAIN))],
  ])('undoes a transfer coding before the content coding: %s, %s', async (transfer, coding, body) => {
    const given = answer(coding, body);
    const headers = [...given.headers, ['Transfer-Encoding', transfer] as const];
    const decoded = await decodeContent({ ...given, headers }, 10_000);
    expect(Buffer.from(decoded.body).equals(PLAIN)).toBe(true);
  });

  test.each(['gzip', 'compress', 'rot13'])(
    'knows nothing of a body that is not in the transfer coding %s',
    async (coding) => {
      const given: Answer = { ...answer(undefined, PLAIN), headers: [['Transfer-Encoding', coding]] };
      expect(await decodeContent(given, 10_000)).toEqual({ ...given, truncated: true });
    },
  );

  test('knows nothing of a body in a registered coding that it can not undo', async () => {
    const given = answer('compress', PLAIN);
    expect(await decodeContent(given, 10_000)).toEqual({ ...given, truncated: true });
  });

  test.each([
    ['too many codings', 'gzip,gzip,gzip,gzip,gzip', PLAIN],
    ['nothing', 'gzip', Buffer.alloc(0)],
  ])('leaves the body as it came, when it has %s', async (_title, coding, body) => {
    expect(await decodeContent(answer(coding, body), 10_000)).toEqual(answer(coding, body));
  });

  test.each([
    ['gzip', zlib.gzipSync(Buffer.alloc(3_000_000))],
    ['br', zlib.brotliCompressSync(Buffer.alloc(3_000_000))],
    ['zstd', zlib.zstdCompressSync(Buffer.alloc(3_000_000))],
    ['gzip, gzip', zlib.gzipSync(zlib.gzipSync(Buffer.alloc(3_000_000)))],
  ])('cuts the body, when it is a bomb in %s', async (coding, body) => {
    const decoded = await decodeContent(answer(coding, body), 5000);
    expect([decoded.body.length, decoded.truncated]).toEqual([5000, true]);
  });

  test.each([
    ['gzip', zlib.gzipSync],
    ['deflate', zlib.deflateSync],
    ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync],
  ] as const)('decodes what there is, when a body in %s was cut', async (coding, compress) => {
    const large = Buffer.from(
      Array.from({ length: 90_000 }, (_, index) => String((index * 7919) % 99_991)).join(),
    );
    const cut = compress(large).subarray(0, 150_000);
    const decoded = await decodeContent(answer(coding, cut, true), 10_000_000);
    expect(decoded.truncated).toBe(true);
    expect(decoded.body.length).toBeGreaterThan(1000);
    expect(large.subarray(0, decoded.body.length).equals(decoded.body)).toBe(true);
  });
});
