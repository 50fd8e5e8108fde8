import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at, libraryOf, lineOf, problemOf } from '../../test/specs/library-of.ts';
import { loadFiles, loadStrictly, withFiles } from '../../test/specs/load-files.ts';
import { loadInterface } from '../interface/load-interface.ts';
import { rootOf } from './cursor.ts';
import { isInside, readSourceFile, shownPath } from './files.ts';
import { digestOf, followed, readReferencedFiles, targetOf } from './library.ts';
import { parseSource } from './source.ts';

const A = { path: '/x/a.yaml', file: 'a.yaml', text: 'a: 1' };
const B = { path: '/x/b.yaml', file: 'b.yaml', text: 'b: 1' };

test('digestOf() does not depend on the order of the files or on the place of the folder', () => {
  const moved = [A, B].map((source) => ({ ...source, path: source.path.replace('/x/', '/elsewhere/') }));
  expect(digestOf('/x', [A, B])).toMatch(/^[0-9a-f]{64}$/);
  expect(digestOf('/x', [B, A])).toBe(digestOf('/x', [A, B]));
  expect(digestOf('/elsewhere', moved)).toBe(digestOf('/x', [A, B]));
});

test.each([
  ['a text changes', [A, { ...B, text: 'b: 2' }]],
  ['a file is renamed', [A, { ...B, path: '/x/c.yaml' }]],
  ['a file is gone', [A]],
  [
    'text moves from one file to the next',
    [
      { ...A, text: 'a: 1b' },
      { ...B, text: ': 1' },
    ],
  ],
])('digestOf() differs, when %s', (_name, files) => {
  expect(digestOf('/x', files)).not.toBe(digestOf('/x', [A, B]));
});

test.each([
  ['/x', '/x/a', true],
  ['/x', '/x', true],
  ['/x', '/x/../y', false],
  ['/x', '/xy', false],
  ['/x', '/x/..a', true],
])('isInside() tells for %s whether it holds %s', (directory, path, inside) => {
  expect(isInside(directory, path)).toBe(inside);
});

test('shownPath() is relative inside the working directory and absolute outside', () => {
  expect(shownPath(join(process.cwd(), 'spec', 'a.yaml'))).toBe(join('spec', 'a.yaml'));
  expect(shownPath('/elsewhere/a.yaml')).toBe('/elsewhere/a.yaml');
});

test.each([
  ['bytes that are not UTF-8', new Uint8Array([0x61, 0x3a, 0x20, 0xff]), /not UTF-8/],
  ['more than 64 MiB', new Uint8Array(64 * 1024 * 1024 + 1).fill(0x20), /more than 67108864/],
])('readSourceFile() refuses %s', async (_name, content, problem) => {
  await withFiles({ 'a.yaml': content }, async (directory) => {
    await expect(readSourceFile(join(directory, 'a.yaml'))).rejects.toMatchObject({
      problem: { line: 1, problem: expect.stringMatching(problem) },
    });
  });
});

test('readSourceFile() says why a file cannot be read', async () => {
  await expect(readSourceFile('/nowhere/a.yaml')).rejects.toMatchObject({
    problem: { file: '/nowhere/a.yaml', problem: "the file can't be read: there is no such file" },
  });
});

test('readReferencedFiles() follows files through files, each once, and none out of the folder', async () => {
  const files = {
    'in/openapi.yaml':
      "a: {$ref: 'parts/b.yaml'}\nb: {$ref: 'parts/b.yaml#/x'}\nc: {$ref: '../out.yaml'}\nd: {$ref: 'gone.yaml'}\ne: {$ref: 'broken.yaml'}\nf: {$ref: 'https://example.com/a.yaml'}",
    'in/parts/b.yaml': "x: {$ref: '../c%20d.json#/y'}\nz: {$ref: 'b.yaml'}",
    'in/c d.json': '{"y": {}}',
    'in/broken.yaml': 'a: 1\nb: [',
    'out.yaml': 'secret: 1',
  };
  await withFiles(files, async (directory) => {
    const inside = join(directory, 'in');
    const source = await readSourceFile(join(inside, 'openapi.yaml'));
    const read = await readReferencedFiles({ directories: [inside] }, parseSource(source.text, source));
    expect([...read.files.keys()].map((path) => path.slice(inside.length + 1)).sort()).toEqual([
      'broken.yaml',
      'c d.json',
      'openapi.yaml',
      'parts/b.yaml',
    ]);
    expect(read.files.get(join(inside, 'broken.yaml'))).toMatchObject({
      problem: expect.stringMatching(/can't be read/),
    });
    expect(read.sources).toHaveLength(3);
  });
});

const USING = (reference: string): string => `openapi: 3.1.1
info: {title: a, version: '1'}
paths:
  /a:
    get:
      responses:
        200: {description: a, content: {application/json: {schema: {$ref: '${reference}'}}}}
`;

test('loadInterface() resolves references across files', async () => {
  const result = await loadFiles({
    'openapi.yaml': USING('parts/schemas.yaml#/Thing'),
    'parts/schemas.yaml':
      "Thing: {type: object, properties: {name: {$ref: '#/Name'}, kind: {$ref: '../kind.json'}}}\nName: {type: string}",
    'kind.json': '{"enum": ["a"]}',
  });
  expect(result).toMatchObject({
    interface: {
      operations: [
        {
          responses: [
            {
              representations: [
                { schema: { properties: { name: { type: 'string' }, kind: { enum: ['a'] } } } },
              ],
            },
          ],
        },
      ],
    },
  });
});

test('loadInterface() names the file and line of a broken file that is referred to', async () => {
  const result = await loadStrictly({
    'openapi.yaml': USING('parts.yaml#/Thing'),
    'parts.yaml': 'Thing:\n  a: 1\n  a: 2\n',
  });
  expect(result).toMatchObject({
    kind: 'broken',
    problem: { file: expect.stringMatching(/parts\.yaml$/), line: 3 },
  });
});

test('loadInterface() does not follow a link out of the folder', async () => {
  await withFiles(
    { 'in/openapi.yaml': USING('link.yaml'), 'out.yaml': 'type: string' },
    async (directory) => {
      await symlink(join(directory, 'out.yaml'), join(directory, 'in', 'link.yaml'));
      expect(await loadInterface(join(directory, 'in'), { strictness: 'strict' })).toMatchObject({
        kind: 'broken',
        problem: {
          line: 7,
          problem: expect.stringMatching(/can't be read/),
          advice: expect.stringMatching(/Links out of these folders/),
        },
      });
    },
  );
});

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

test('followed() finds the same end from each link of a chain, without going along all of it again', () => {
  const places = Array.from({ length: 5_000 }, (_, link) => link);
  const links = places.map((link) => `  l${String(link)}: {$ref: '#/c/l${String(link + 1)}'}`);
  const library = libraryOf(['c:', ...links, '  l5000: {value: at last}', ''].join('\n'));
  const ends = places.map((link) => followed(library, at(library, `#/c/l${String(link)}`)));
  expect(new Set(ends).size).toBe(1);
});

test.each([
  ['dangling', 'DANGLING', /`components` has no "thrid"/, 'Did you mean "third"?'],
  ['lost', 'LOST', /the document has no "nowhere"/, /correct the reference/],
  ['self', 'SELF', /round in a circle/, /hold the value itself/],
  ['round', 'ROUND', /round in a circle/, /hold the value itself/],
  ['remote', 'REMOTE', /fetches nothing/, /put a copy/],
  ['schemeless', 'SCHEMELESS', /fetches nothing/, /put a copy/],
  ['outside', 'OUTSIDE', /out of the folder/, /Move the file/],
  ['absolute', 'ABSOLUTE', /out of the folder/, /Move the file/],
  ['missing', 'MISSING', /can't be read/, /Create it/],
  ['anchored', 'ANCHORED', /anchor that no schema has/, /JSON Pointer/],
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
