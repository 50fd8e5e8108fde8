import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  basePathOf,
  isLoopback,
  leadsElsewhere,
  percentDecoded,
  queryDecoded,
  queryParameters,
  targetParts,
  withQueryValues,
} from './target.ts';

test.each([
  ['http://h.example/v1', '/v1'],
  ['http://h.example/v1//', '/v1'],
  ['http://h.example/', ''],
  ['http://h.example', ''],
  ['http://h.example/a/b?c/', '/a/b'],
  ['no address', ''],
])('basePathOf() is, for %s, "%s"', (url, path) => {
  expect(basePathOf(url)).toBe(path);
});

describe('isLoopback()', () => {
  test.each([
    ['http://127.0.0.1:4010/v1', true],
    ['http://127.255.0.9', true],
    ['http://0x7f.1/', true],
    ['http://[::1]:8080', true],
    ['http://[::ffff:127.0.0.1]', true],
    ['https://localhost/v1', true],
    ['https://LOCALHOST./v1', true],
    ['https://api.localhost', true],
    ['https://localhost.example.com', false],
    ['https://127.0.0.1.example.com', false],
    ['https://notlocalhost', false],
    ['http://0.0.0.0:80', false],
    ['http://10.0.0.1', false],
    ['http://[::2]', false],
    ['https://example.com/127.0.0.1', false],
  ])('isLoopback() of %s is %s', (url, expected) => {
    expect(isLoopback(url)).toBe(expected);
  });
});

const piece = fc.string({
  unit: fc.constantFrom('a', 'k', '?', '=', '%', '%2', '%41', '%ff', '+', '\u00e9', '/'),
});

test('queryParameters(), queryDecoded() and withQueryValues() read the same names and values', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, piece), { maxLength: 4 }), (drawn) => {
      const pairs = drawn.filter(([name]) => !name.includes('='));
      const target = `/p?${pairs.map((pair) => pair.join('=')).join('&')}`;
      const seen: [string, string][] = [];
      const same = withQueryValues(target, (name, value) => {
        seen.push([name, value]);
        return undefined;
      });
      expect(same).toBe(target);
      expect(seen).toEqual([...queryParameters(targetParts(target).query)]);
      expect(pairs.map((pair) => pair.map(queryDecoded))).toEqual(seen);
    }),
  );
});

test('percentDecoded() undoes what was encoded, and is undefined for what nobody can have meant', () => {
  fc.assert(fc.property(fc.string(), (text) => percentDecoded(encodeURIComponent(text)) === text));
  expect(['%', '%zz', '%ff', 'a%2'].map(percentDecoded)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  ['/a', '/a', ''],
  ['/a?', '/a', ''],
  ['/a?b?c=d&e', '/a', 'b?c=d&e'],
  ['/a?b#c?d', '/a', 'b'],
  ['/a#?b', '/a', ''],
])('targetParts() of %s are %s and %s', (target, path, query) => {
  expect(targetParts(target)).toEqual({ path, query });
});

test.each([
  ['/a?key=1', '/a?key=*'],
  ['/a?xkey=1&key=1&k%65y=1', '/a?xkey=1&key=*&k%65y=*'],
  ['/a?b=%20+&key=#key=2', '/a?b=%20+&key=*#key=*'],
  ['/key=1', '/key=1'],
])(
  'withQueryValues() of %s changes that value alone, and nothing of how the rest is written',
  (target, changed) => {
    expect(withQueryValues(target, (name) => (name === 'key' ? '*' : undefined))).toBe(changed);
  },
);

test.each(['..', '.', 'a/../b', '%2e%2e', '%252e.', '..\\a', '..;a', 'a\u0000', 'a%0a', '%2F..'])(
  'leadsElsewhere() is true for %j',
  (segment) => {
    expect(leadsElsewhere(segment)).toBe(true);
  },
);

test.each(['...', 'a..b', 'a.', '.env', '..a', 'group%2Fname', 'a/b', '100%', '%zz', ''])(
  'leadsElsewhere() is false for %j',
  (segment) => {
    expect(leadsElsewhere(segment)).toBe(false);
  },
);
