import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainJson } from '../json/value.ts';
import { restoreBody, storeBody, writtenBody } from './stored.ts';

const LONG = 8 * 1024 * 1024;

describe('storeBody()', () => {
  test('loses no byte, whatever the body is', () => {
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => new TextEncoder().encode(text)),
      fc.constantFrom(0x00, 0x7f, 0x41, 0xff).map((byte) => new Uint8Array(70_000).fill(byte)),
    );
    fc.assert(fc.property(bodies, (body) => Buffer.from(restoreBody(storeBody(body))).equals(body)));
  });

  test.each([
    ['DEL', Buffer.alloc(LONG, 0x7f)],
    ['NUL', Buffer.alloc(LONG)],
    ['C1 controls', Buffer.alloc(LONG, '\u0085')],
    ['overrides of direction', Buffer.alloc(LONG - (LONG % 3), '\u202e')],
    ['quotes', Buffer.alloc(LONG, '"')],
    ['no text', Buffer.alloc(LONG, 0xff)],
  ])('writes 8 MiB of %s in a line that can be read', (_what, body) => {
    expect(plainJson(storeBody(body)).length).toBeLessThan(LONG);
  });
});

describe('writtenBody()', () => {
  test.each([
    ['DEL', Buffer.alloc(60_000, 0x7f)],
    ['C1 controls', Buffer.alloc(60_000, '\u0085')],
    ['overrides of direction', Buffer.alloc(60_000, '\u202e')],
    ['quotes', Buffer.alloc(60_000, '"\\')],
    ['commands to a CI service', Buffer.alloc(60_000, '##a[')],
  ])('makes no more than some two and a half times the length of a body of %s', (_what, body) => {
    expect(plainJson(writtenBody(body)).length).toBeLessThan(2.6 * body.length);
  });

  test('keeps ordinary JSON readable', () => {
    const text = '{\n  "name": "caf\u00e9 \\u0000",\n\t"other": [["a", "b"]]\n}';
    expect(writtenBody(Buffer.from(text))).toEqual({ text });
  });
});
