import { describe, expect, test } from 'vitest';
import { basePathOf, isLoopback } from './target.ts';

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
