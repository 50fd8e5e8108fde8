import { expect, test } from 'vitest';
import { at, libraryOf, lineOf, problemOf } from '../../test/specs/library-of.ts';
import { rootOf } from './cursor.ts';
import { followed, targetOf } from './resolve-reference.ts';

const TEXT = `
paths:
  /a/{b}: {value: by slash}
  'til~de': {value: by tilde}
  'per%cent': {value: by percent}
list: [zero, one]
components:
  first: {$ref: '#/components/second'}
  second: {$ref: '#/components/third'}
  third: {value: at last}
  dangling: {$ref: '#/components/thrid'} # DANGLING
  lost: {$ref: '#/nowhere/at/all'} # LOST
  self: {$ref: '#/components/self'} # SELF
  round: {$ref: '#/components/about'} # ROUND
  about: {$ref: '#/components/round'}
  remote: {$ref: 'https://example.com/a.yaml#/x'} # REMOTE
  schemeless: {$ref: '//example.com/a.yaml'} # SCHEMELESS
  outside: {$ref: '../secrets.yaml#/x'} # OUTSIDE
  absolute: {$ref: '/etc/passwd'} # ABSOLUTE
  missing: {$ref: 'other.yaml#/x'} # MISSING
  anchored: {$ref: '#anchor'} # ANCHORED
  escape: {$ref: '#/%zz'} # ESCAPE
  inherited: {$ref: '#/components/toString'} # INHERITED
`;

test.each([
  ['a slash as ~1', '#/paths/~1a~1{b}/value', 'by slash'],
  ['braces as %7B', '#/paths/~1a~1%7Bb%7D/value', 'by slash'],
  ['a tilde as ~0', '#/paths/til~0de/value', 'by tilde'],
  ['% as %25', '#/paths/per%25cent/value', 'by percent'],
  ['an index', '#/list/1', 'one'],
])('targetOf() reads %s', (_name, pointer, value) => {
  expect(targetOf(libraryOf(TEXT), rootOf(libraryOf(TEXT).root), pointer).value).toBe(value);
});

test('followed() goes on until there is no reference any more', () => {
  const library = libraryOf(TEXT);
  expect(followed(library, at(library, '#/components/first')).value).toEqual({ value: 'at last' });
});

test.each([
  ['dangling', 'DANGLING', /`components` has no "thrid"/, 'Did you mean "third"?'],
  ['lost', 'LOST', /the document has no "nowhere"/, /correct the reference/],
  ['self', 'SELF', /round in a circle/, /hold the value itself/],
  ['round', 'ROUND', /round in a circle/, /hold the value itself/],
  ['remote', 'REMOTE', /fetches nothing/, /Put a copy/],
  ['schemeless', 'SCHEMELESS', /fetches nothing/, /Put a copy/],
  ['outside', 'OUTSIDE', /out of the folder/, /Move the file/],
  ['absolute', 'ABSOLUTE', /out of the folder/, /Move the file/],
  ['missing', 'MISSING', /can't be read/, /Create it/],
  ['anchored', 'ANCHORED', /anchor/, /JSON Pointer/],
  ['escape', 'ESCAPE', /broken % escape/, /%25/],
  ['inherited', 'INHERITED', /has no "toString"/, /correct the reference/],
])('followed() says what is wrong with the reference, given %s', (name, marker, problem, advice) => {
  const library = libraryOf(TEXT);
  expect(problemOf(() => followed(library, at(library, `#/components/${name}`)))).toEqual({
    file: 'openapi.yaml',
    line: lineOf(TEXT, marker),
    problem: expect.stringMatching(problem),
    advice: expect.stringMatching(advice),
  });
});
