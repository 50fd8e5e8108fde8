import { describe, expect, test } from 'vitest';
import type { WireRequest } from './answer-reader.ts';
import { mustGoRaw } from './outgoing-request.ts';

const ORDINARY: WireRequest = { method: 'POST', target: '/a', headers: [['X-A', 'b']], body: undefined };

describe('mustGoRaw()', () => {
  test.each<[string, Partial<WireRequest>, boolean]>([
    ['an ordinary request', {}, false],
    [
      'latin1, tabs and an empty value',
      {
        headers: [
          ['X-A', 'é\t'],
          ['X-B', ''],
        ],
      },
      false,
    ],
    ['an odd method', { method: 'get' }, false],
    ['a space in the method', { method: 'GE T' }, true],
    ['CONNECT', { method: 'CONNECT' }, true],
    ['a space in the target', { target: '/a b' }, true],
    ['an asterisk as target', { target: '*' }, true],
    ['an absolute target', { target: 'http://a.example/' }, true],
    ['a control character in the target', { target: '/a\u0000' }, true],
    ['a control character in a value', { headers: [['X-A', 'a\u0000']] }, true],
    ['a line feed in a value', { headers: [['X-A', 'a\r\nX-B: c']] }, true],
    ['a character above U+00FF', { headers: [['X-A', '\u0100']] }, true],
    ['a bad name', { headers: [['X A', '']] }, true],
    ['an empty name', { headers: [['', '']] }, true],
    ['its own length', { headers: [['content-LENGTH', '5']] }, true],
    ['its own coding', { headers: [['Transfer-Encoding', 'chunked']] }, true],
    ['another host', { headers: [['Host', 'a']] }, true],
  ])('tells it, when there is %s', (_title, changes, raw) => {
    expect(mustGoRaw({ ...ORDINARY, ...changes })).toBe(raw);
  });
});
