import { expect, test } from 'vitest';
import { at, libraryOf, lineOf, problemOf } from '../../test/specs/library-of.ts';
import type { Parameter } from './model.ts';
import { readParameters } from './read-parameters.ts';

function read(text: string, template = '/a'): readonly Parameter[] {
  const library = libraryOf(text);
  return readParameters(library, template, at(library, '#/path'), at(library, '#/path/get'));
}

test('readParameters() merges those of the path with those of the operation, which win', () => {
  const parameters = read(
    `
path:
  parameters:
    - {name: id, in: path, required: true, schema: {type: string}}
    - {name: page, in: query, schema: {type: string}}
    - $ref: '#/shared'
  get:
    parameters:
      - {name: page, in: query, required: true, schema: {type: integer}}
      - {name: page, in: header}
shared: {name: trace, in: cookie, required: false, schema: {$ref: '#/text'}}
text: {type: string, maxLength: 9}
`,
    '/a/{id}',
  );
  expect(parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'page', in: 'query', required: true, schema: { type: 'integer' } },
    { name: 'trace', in: 'cookie', required: false, schema: { type: 'string', maxLength: 9 } },
    { name: 'page', in: 'header', required: false, schema: true },
  ]);
});

test.each([
  ['an optional one with a media type', '{name: filter, in: query, content: {application/json: {}}}'],
  ['an optional query string as a whole', '{name: all, in: querystring}'],
  ['Authorization', '{name: Authorization, in: header, schema: {}}'],
  ['Accept', '{name: accept, in: header, schema: {}}'],
  ['Content-Type', '{name: content-type, in: header, required: true, schema: {}}'],
])('readParameters() leaves out %s', (_name, parameter) => {
  expect(read(`path: {get: {parameters: [${parameter}, {name: kept, in: query}]}}`)).toMatchObject([
    { name: 'kept' },
  ]);
});

test.each([
  [
    'a required one with a media type',
    '{name: f, in: query, required: true, content: {}}',
    '/a',
    'HERE',
    /serialization of its own/,
  ],
  ['another place', '{name: f, in: body}', '/a', 'HERE', /is "body"/],
  ['no name', '{in: query}', '/a', 'HERE', /has no `name`/],
  ['a name that is a number', '{name: 5, in: query}', '/a', 'HERE', /is 5, not text/],
  [
    'a path that nothing describes',
    '{name: f, in: query}',
    '/a/{id}',
    'get:',
    /names the parameter "id", which nothing describes/,
  ],
  ['a path parameter that the path lacks', '{name: id, in: path}', '/a', 'get:', /"id" is not in the path/],
])('readParameters() says what is wrong, given %s', (_name, parameter, template, marker, problem) => {
  const text = `path:\n  get:\n    parameters:\n      - ${parameter} # HERE\n`;
  expect(problemOf(() => read(text, template))).toMatchObject({
    line: lineOf(text, marker),
    problem: expect.stringMatching(problem),
  });
});
