import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadInterface } from '../load-interface.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-examples-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function examplesOf(content: string): Promise<unknown> {
  const file = join(folder, 'openapi.yaml');
  await writeFile(
    file,
    `openapi: 3.1.1
info: { title: T, version: '1' }
paths:
  /a:
    get: { responses: { '200': { description: d, content: { application/json: ${content} } } } }
components: { examples: { kept: { value: [1] } } }`,
  );
  const loaded = await loadInterface(file);
  if (loaded.kind === 'broken') return loaded.problem;
  return loaded.interface.operations[0]?.responses[0]?.representations[0]?.examples;
}

const rows = [
  { title: 'none', content: '{ schema: {} }', examples: [] },
  { title: 'one without a name', content: '{ example: 7 }', examples: [{ name: 'default', value: 7 }] },
  {
    title: 'several, in the order of the document',
    content: '{ examples: { b: { value: null }, a: { value: x } } }',
    examples: [
      { name: 'b', value: null },
      { name: 'a', value: 'x' },
    ],
  },
  {
    title: 'one that stands elsewhere',
    content: "{ examples: { b: { $ref: '#/components/examples/kept' } } }",
    examples: [{ name: 'b', value: [1] }],
  },
  {
    title: 'the value of OpenAPI 3.2',
    content: '{ examples: { b: { dataValue: 1, serializedValue: "1" } } }',
    examples: [{ name: 'b', value: 1 }],
  },
  {
    title: 'not those that are elsewhere and out of reach',
    content:
      "{ examples: { a: { externalValue: 'http://other/' }, b: { $ref: '#/nowhere' }, c: { value: 1 } } }",
    examples: [{ name: 'c', value: 1 }],
  },
  { title: 'no list, which is no form of examples', content: '{ examples: [1] }', examples: [] },
];
test.each(rows)('readExamples() finds $title', async ({ content, examples }) => {
  expect(await examplesOf(content)).toEqual(examples);
});

test.each([
  ['applicantion/json', 'application/json'],
  ['aplication/json', 'application/json'],
  ['applications/problem+json', 'application/problem+json'],
  ['txt/plain', 'text/plain'],
  ['img/png', 'image/png'],
  ['x-world/x-vrml', 'x-world/x-vrml'],
  ['chemical/x-pdb', 'chemical/x-pdb'],
  ['*/*', '*/*'],
  ['application/jsno', 'application/jsno'],
  ['application/json|application/xml', 'application/json', 'application/xml'],
  ['application/json, text/csv', 'application/json', 'text/csv'],
  ['json|xml', 'json|xml'],
])('a media type %s is read as %s, and the slip is told', async (written, ...meant) => {
  const file = join(folder, 'slips.yaml');
  await writeFile(
    file,
    `openapi: 3.1.1
info: { title: T, version: '1' }
paths:
  /a:
    get: { responses: { '200': { description: d, content: { ${JSON.stringify(written)}: { schema: {} } } } } }`,
  );
  const loaded = await loadInterface(file);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [operation] = loaded.interface.operations;
  expect(operation?.responses[0]?.representations.map(({ mediaType }) => mediaType)).toEqual(meant);
  const told = (loaded.interface.notes ?? []).filter(({ problem }) => problem.includes('media type'));
  expect(told).toHaveLength(meant.includes(written) ? 0 : 1);
});
