import { expect, test } from 'vitest';
import { basePathOf } from './base-path.ts';

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
