import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentOf, lineOf, problemOf } from '../../test/specs/library-of.ts';
import { loadFiles, loadStrictly, withFiles } from '../../test/specs/load-files.ts';
import { compileSchema } from '../schema/compile.ts';
import type { Schema } from '../schema/keywords.ts';
import { loadInterface } from './load-interface.ts';
import type { Interface } from './model.ts';
import { readBasePath } from './reading/read-servers.ts';
import { THOROUGH } from '../../test/sampled.ts';

const SMALL = `openapi: 3.1.1
info: {title: Small, version: '1'}
paths:
  /a:
    get: {operationId: readA, responses: {204: {description: nothing}}}
`;

test.each([
  'spec/pet-catalogue',
  'spec/pet-catalogue/openapi.yaml',
  'test/specs/orders',
  'test/specs/minimal',
])('loadInterface() loads %s', async (path) => {
  expect(await loadInterface(path)).toMatchObject({ kind: 'loaded' });
});

test('loadInterface() puts everything together', async () => {
  const result = await loadInterface('test/specs/orders');
  expect(result).toMatchObject({
    interface: {
      id: 'orders',
      title: 'Bakery orders',
      version: '2.3.0',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      files: ['openapi.yaml', 'clauses.yaml'].map((name) => resolve('test/specs/orders', name)),
      basePath: '/bakery/api',
      operations: [
        {
          id: 'findOrders',
          parameters: [
            { name: 'size', schema: { enum: ['small', 'medium', 'large'] } },
            { name: 'minQuantity' },
          ],
        },
        { id: 'placeOrder', credential: { kind: 'api-key', in: 'header', name: 'X-Api-Key' } },
        { id: 'readOrder' },
      ],
      collections: [
        {
          path: '/orders',
          entriesPointer: '/items',
          identity: 'orderId',
          read: { id: 'readOrder' },
          assigned: ['orderId', 'placedAt'],
        },
      ],
      rateLimits: undefined,
      sections: [{ number: '1' }, { number: '2' }],
    },
  });
});

test('loadInterface() makes null valid where an OpenAPI 3.0 document says nullable', async () => {
  const result = await loadInterface('test/specs/minimal');
  if (result.kind === 'broken') throw new Error(result.problem.problem);
  const [operation] = result.interface.operations;
  expect(operation).toMatchObject({ credential: undefined, documentation: 'full' });
  const schema = operation?.responses[0]?.representations[0]?.schema ?? false;
  expect(compileSchema(schema)({ now: '2026-01-01T00:00:00Z', zone: null })).toEqual([]);
  expect(compileSchema(schema)({ now: null, zone: null })).not.toEqual([]);
  expect(result.interface.clauses).toEqual([]);
});

test.each([
  ['openapi.yml in a folder', { 'openapi.yml': SMALL }, ''],
  [
    'openapi.json in a folder',
    { 'openapi.json': '{"openapi":"3.0.3","info":{"title":"a","version":"1"},"paths":{}}' },
    '',
  ],
  ['a file with a name of its own', { 'small.yaml': SMALL }, 'small.yaml'],
  ['OpenAPI 3.2', { 'openapi.yaml': SMALL.replace('3.1.1', '3.2.0') }, ''],
  ['OpenAPI 3.1.0', { 'openapi.yaml': SMALL.replace('3.1.1', '3.1.0') }, ''],
])('loadInterface() loads %s', async (_name, files, path) => {
  await withFiles(files, async (directory) => {
    expect(await loadInterface(join(directory, path))).toMatchObject({ kind: 'loaded' });
  });
});

test('loadInterface() takes the id from the folder, or from a file with a name of its own', async () => {
  await withFiles({ 'shop/openapi.yaml': SMALL, 'shop/small.v2.yaml': SMALL }, async (directory) => {
    expect(await loadInterface(join(directory, 'shop'))).toMatchObject({ interface: { id: 'shop' } });
    expect(await loadInterface(join(directory, 'shop', 'openapi.yaml'))).toMatchObject({
      interface: { id: 'shop' },
    });
    expect(await loadInterface(join(directory, 'shop', 'small.v2.yaml'))).toMatchObject({
      interface: { id: 'small.v2' },
    });
  });
});

test('loadInterface() has another digest, when the clauses change', async () => {
  const clauses =
    "sections: [{number: '1', title: a}]\nclauses: [{id: '1', section: '1', text: a, level: must, reason: b}]\n";
  const digests = new Set<string>();
  for (const files of [
    { 'openapi.yaml': SMALL },
    { 'openapi.yaml': SMALL, 'clauses.yaml': clauses },
    { 'openapi.yaml': SMALL, 'clauses.yaml': `${clauses}# more\n` },
  ]) {
    const result = await loadFiles(files);
    if (result.kind === 'loaded') digests.add(result.interface.digest);
  }
  expect(digests.size).toBe(3);
});

test.each([
  [
    'Swagger 1',
    "swagger: '1.2' # HERE\ninfo: {title: a, version: '1'}",
    /`swagger` is "1.2"/,
    /Swagger 2\.0/,
  ],
  ['another version', '# first\nopenapi: 4.0.0 # HERE\n', /`openapi` is "4.0.0"/, /3\.0, 3\.1 and 3\.2/],
  ['a version that is a number', 'a: 1\nopenapi: 3.1 # HERE\n', /is 3.1, not text/, /text/],
  ['no version', 'asyncapi: 3.0.0 # HERE\n', /no `openapi`/, /Add `openapi/],
  [
    'no title',
    SMALL.replace("info: {title: Small, version: '1'}", "info: {version: '1'} # HERE"),
    /`info` has no `title`/,
    /Add `title`/,
  ],
  [
    'a version of the document that is a number',
    SMALL.replace("version: '1'}", 'version: 1} # HERE'),
    /`info.version` is 1/,
    /quotes/,
  ],
  ['no information', 'openapi: 3.1.1 # HERE\npaths: {}\n', /no `info`/, /Add `info`/],
  ['broken YAML', `${SMALL}  /b: [ # HERE`, /can't be read/, /YAML/],
  ['a broken extension', `${SMALL}x-rate-limits: 5 # HERE`, /not a mapping/, /mapping/],
])('loadInterface() says in one problem what is wrong, given %s', async (_name, text, problem, advice) => {
  expect(await loadStrictly({ 'openapi.yaml': text })).toEqual({
    kind: 'broken',
    problem: {
      file: expect.stringMatching(/openapi\.yaml$/),
      line: lineOf(text, 'HERE'),
      problem: expect.stringMatching(problem),
      advice: expect.stringMatching(advice),
    },
  });
});

test('loadInterface() names the clauses file, when that is broken', async () => {
  expect(
    await loadFiles({ 'openapi.yaml': SMALL, 'clauses.yaml': 'sections: []\nclauses: 5\n' }),
  ).toMatchObject({
    kind: 'broken',
    problem: { file: expect.stringMatching(/clauses\.yaml$/), line: 1 },
  });
});

test('loadInterface() says what to do, when there is nothing', async () => {
  expect(await loadInterface('nowhere')).toMatchObject({
    kind: 'broken',
    problem: { file: 'nowhere', problem: expect.stringMatching(/no such file/) },
  });
  expect(await loadFiles({ 'readme.txt': 'hello' })).toMatchObject({
    kind: 'broken',
    problem: { advice: expect.stringMatching(/openapi\.yaml/) },
  });
});

function schemasOf({ operations, collections }: Interface): readonly Schema[] {
  return [
    ...operations.flatMap(({ parameters, requestBody, responses }) => [
      ...parameters.map(({ schema }) => schema),
      ...(requestBody?.representations ?? []).map(({ schema }) => schema),
      ...responses.flatMap(({ representations, headers }) =>
        [...representations, ...headers].map(({ schema }) => schema),
      ),
    ]),
    ...collections.flatMap(({ created, entrySchema }) => [created.schema, entrySchema]),
  ];
}

type Mutation = (lines: readonly string[]) => readonly string[];

const WORDS = [
  'null',
  '[]',
  '{}',
  '5',
  'true',
  "''",
  '*x',
  "{$ref: '#/paths'}",
  "{$ref: '#'}",
  "{$ref: 'clauses.yaml'}",
  '{nullable: true}',
  '{enum: []}',
  '{allOf: [{}]}',
  '- a',
  '<<: 1',
  '%',
  '\t',
  '\u0000',
  'minimum: x',
];
const place = fc.nat({ max: 10_000 });
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  place.map(
    (at): Mutation =>
      (lines) =>
        lines.slice(0, at % lines.length),
  ),
  place.map(
    (at): Mutation =>
      (lines) =>
        lines.toSpliced(at % lines.length, 1),
  ),
  fc.tuple(place, place).map(
    ([from, to]): Mutation =>
      (lines) =>
        lines.toSpliced(to % lines.length, 0, lines[from % lines.length] ?? ''),
  ),
  fc.tuple(place, fc.constantFrom(...WORDS)).map(
    ([at, word]): Mutation =>
      (lines) =>
        lines.with(at % lines.length, (lines[at % lines.length] ?? '').replace(/(: ).*$/, `$1${word}`)),
  ),
  fc.tuple(place, place, fc.string({ maxLength: 5 })).map(([at, column, text]): Mutation => (lines) => {
    const line = lines[at % lines.length] ?? '';
    const cut = column % (line.length + 1);
    return lines.with(at % lines.length, line.slice(0, cut) + text + line.slice(cut));
  }),
);

test.each([
  ['spec/pet-catalogue', 'openapi.yaml'],
  ['spec/pet-catalogue', 'clauses.yaml'],
  ['test/specs/orders', 'openapi.yaml'],
])(
  'loadInterface() never throws and loads only schemas that compile, whatever becomes of %s/%s',
  async (directory, mutated) => {
    const documents = {
      'openapi.yaml': await readFile(join(directory, 'openapi.yaml'), 'utf8'),
      'clauses.yaml': await readFile(join(directory, 'clauses.yaml'), 'utf8'),
    };
    const original = mutated === 'clauses.yaml' ? documents['clauses.yaml'] : documents['openapi.yaml'];
    const kinds = new Set<string>();
    /** Schemas that have been compiled; most mutations leave most schemas as they were. */
    const compiled = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 2 }), async (mutations) => {
        const text = mutations
          .reduce(
            (lines, mutate) => (lines.length === 0 ? lines : mutate(lines)),
            original.split('\n') as readonly string[],
          )
          .join('\n');
        const result = await loadFiles({ ...documents, [mutated]: text });
        kinds.add(result.kind);
        if (result.kind === 'broken') {
          expect(result.problem.line).toBeGreaterThanOrEqual(1);
          expect(result.problem.line).toBeLessThanOrEqual(
            Math.max(
              ...Object.values(documents).map((each) => each.split('\n').length),
              text.split('\n').length,
            ) + 1,
          );
          expect(result.problem.problem).not.toBe('');
        } else if (mutated === 'openapi.yaml') {
          for (const schema of schemasOf(result.interface)) {
            const written = JSON.stringify(schema);
            if (!compiled.has(written)) compileSchema(schema);
            compiled.add(written);
          }
        }
      }),
      { numRuns: THOROUGH ? 60 : 25 },
    );
    expect(kinds).toContain('broken');
    expect(compiled.size > 0).toBe(mutated === 'openapi.yaml');
  },
);

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
