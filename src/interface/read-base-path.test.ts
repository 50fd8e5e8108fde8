import { expect, test } from 'vitest';
import { documentOf, problemOf } from '../../test/specs/library-of.ts';
import { readBasePath } from './read-base-path.ts';

test.each([
  ['an absolute address', "servers: [{url: 'https://example.com/v1'}]", '/v1'],
  ['a trailing slash', "servers: [{url: 'https://example.com/v1/'}]", '/v1'],
  ['no path', "servers: [{url: 'https://example.com'}]", ''],
  ['a path alone', 'servers: [{url: /api/v2}]', '/api/v2'],
  ['a slash alone', 'servers: [{url: /}]', ''],
  [
    'variables',
    "servers: [{url: 'https://{host}/{version}', variables: {host: {default: a.example}, version: {default: v9}}}]",
    '/v9',
  ],
  ['several servers', 'servers: [{url: /one}, {url: /two}]', '/one'],
  ['an empty list', 'servers: []', ''],
  ['no servers', 'openapi: 3.1.1', ''],
])('readBasePath() reads %s', (_name, text, path) => {
  expect(readBasePath(documentOf(text))).toBe(path);
});

test.each([
  [
    'a variable that nothing describes',
    "servers:\n  - url: 'https://{host}/v1'",
    /variable "host", which nothing describes/,
  ],
  ['no address', 'servers:\n  - description: none', /has no `url`/],
  ['an address that is none', "servers:\n  - url: 'http://['", /is no address/],
  ['a server that is text', 'servers:\n  - https://example.com', /not a mapping/],
])('readBasePath() names the line, given %s', (_name, text, problem) => {
  expect(problemOf(() => readBasePath(documentOf(text)))).toMatchObject({
    line: 2,
    problem: expect.stringMatching(problem),
  });
});
