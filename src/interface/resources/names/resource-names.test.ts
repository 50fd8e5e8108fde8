import { expect, test } from 'vitest';
import { isNameOf, nameTemplates, pathNameIn, segmentOfName, valuesInName } from './resource-names.ts';

const BOOK = 'publishers/{}/books/{}';

test.each<readonly [of: string, member: object, templates: readonly string[]]>([
  ['a description', { description: 'Format: `publishers/{publisher}/books/{book}`.' }, [BOOK]],
  ['a description with stars', { description: 'In the form of publishers/*/books/*' }, [BOOK]],
  ['a pattern', { pattern: '^publishers/[^/]+/books/[a-z][a-z0-9-]{2,61}[a-z0-9]$' }, [BOOK]],
  ['a pattern with groups', { pattern: String.raw`^publishers\/([a-z]+)\/books\/([^/]+)$` }, [BOOK]],
  ['an example', { example: 'publishers/acme/books/moby-dick' }, [BOOK]],
  ['a plain name', { description: 'The name of the book', pattern: '^[a-z]+$', example: 'moby-dick' }, []],
  ['an address', { example: 'https://example.com/books/7' }, []],
  ['a kind of media', { description: 'and/or text/plain', example: 'text/plain/x' }, []],
])('nameTemplates() finds what %s has', (_of, member, templates) => {
  expect(nameTemplates(true, { type: 'string', ...member }).map((one) => one.join('/'))).toEqual(templates);
});

test.each<readonly [parameter: string, members: object, name: string | undefined]>([
  ['publisher', { name: { description: '`publishers/{publisher}`' } }, 'name'],
  ['publishersId', { name: { description: '`publishers/{publisher}`' } }, 'name'],
  ['publisher', { name: { description: '`publishers/{publisher}/books/{book}`' } }, undefined],
  ['publisher', { parent: { description: '`publishers/{publisher}`' }, name: {} }, undefined],
])('pathNameIn() finds what names {%s}', (parameter, members, name) => {
  const schema = { type: 'object', properties: { ...members } };
  expect(pathNameIn(schema, new Map(Object.entries(schema.properties)), parameter)).toBe(name);
});

test.each<readonly [path: string, name: string, values: readonly string[] | undefined, segment: string]>([
  ['/v1/publishers/{p}/books/{b}', 'publishers/p1/books/b7', ['p1', 'b7'], 'b7'],
  ['/v1/publishers/{p}/books/{b}', 'books/b7', ['b7'], 'b7'],
  ['/v1/publishers/{p}/books/{b}', 'shelves/p1/books/b7', undefined, 'shelves/p1/books/b7'],
  ['/v1/publishers/{p}/books/{b}', 'p1/books/b7', undefined, 'p1/books/b7'],
  ['/v1/publishers/{p}/books/{b}', 'b7', undefined, 'b7'],
  ['/books/{b}', 'v2/publishers/p1/books/b7', undefined, 'v2/publishers/p1/books/b7'],
])('valuesInName() reads %s by %s', (path, name, values, segment) => {
  expect(valuesInName(path, name)).toEqual(values);
  expect(segmentOfName(path, name)).toBe(segment);
});

test('isNameOf() is true for members that have names of such entries', () => {
  const member = { type: 'string', pattern: '^publishers/[^/]+/books/[^/]+$' };
  expect(isNameOf(true, member, '/v1/publishers/{p}/books/{}')).toBe(true);
  expect(isNameOf(true, member, '/v1/publishers/{p}')).toBe(false);
});
