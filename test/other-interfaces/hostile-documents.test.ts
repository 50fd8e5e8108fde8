import { describe, expect, test } from 'vitest';
import { loadFiles } from '../specs/load-files.ts';
import { blamed, faultsOfAssay, runAgainstMock } from './run-against-mock.ts';

/** Documents that make whoever reads or judges by them go on for ever, unless that is bounded. */
function documentOf(name: string, schemas: Readonly<Record<string, unknown>>): string {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: name, version: '1' },
    servers: [{ url: '/v1' }],
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          responses: {
            '200': {
              description: 'All',
              content: {
                'application/json': {
                  schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
                },
              },
            },
          },
        },
        post: {
          operationId: 'addThing',
          requestBody: { required: true, content },
          responses: { '201': { description: 'Added', content }, '400': { description: 'Not valid' } },
        },
      },
    },
    components: { schemas },
  });
}

const thing = (properties: Readonly<Record<string, unknown>>): unknown => ({
  type: 'object',
  required: ['id', ...Object.keys(properties)],
  properties: { id: { type: 'integer', readOnly: true }, ...properties },
});

const STEPS = 40;
const ref = (name: string): unknown => ({ $ref: `#/components/schemas/${name}` });

/** A chain in which each schema names the next one twice. */
function doubling(combine: (next: unknown) => unknown, end: unknown): Readonly<Record<string, unknown>> {
  const links = Array.from({ length: STEPS }, (_, index) => [`L${index}`, combine(ref(`L${index + 1}`))]);
  return { ...Object.fromEntries(links), [`L${STEPS}`]: end, Thing: thing({ part: ref('L0') }) };
}

const CATASTROPHIC = ['^(a+)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '^(\\w|\\d)*$', '(x+x+)+y'];

async function load(schemas: Readonly<Record<string, unknown>>): ReturnType<typeof loadFiles> {
  return loadFiles({ 'openapi.yaml': documentOf('Hostile', schemas) });
}

describe('a document whose patterns backtrack for ever', () => {
  test.each(CATASTROPHIC)('is run through and served in time: %s', async (pattern) => {
    const loaded = await load({ Thing: thing({ name: { type: 'string', pattern, minLength: 30 } }) });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(blamed(run)).toEqual([]);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(run.record.footer?.stop.kind).toBe('completed');
  });

  test.each([
    ['has to refer back', '^(a+)\\1$'],
    ['repeats more than can be told', '[\\s\\S]{100000}'],
  ])('blames nobody where a pattern %s, and says that no body can be made for it', async (_name, pattern) => {
    const loaded = await load({ Thing: thing({ name: { type: 'string', pattern } }) });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(blamed(run)).toEqual([]);
    expect(run.verdict).toMatchObject({ kind: 'could-not-tell', exitCode: 2 });
    for (const { reason } of run.verdict.faults) expect(reason).toMatch(/^no valid (body|value) can be made/);
  });
});

describe('a document whose schemas double at each step', () => {
  test.each([
    ['allOf', (next: unknown): unknown => ({ allOf: [next, next] })],
    ['anyOf', (next: unknown): unknown => ({ anyOf: [next, next] })],
    ['oneOf', (next: unknown): unknown => ({ oneOf: [next, next] })],
    ['a reference and allOf', (next: unknown): unknown => ({ ...(next as object), allOf: [next] })],
    ['if and else', (next: unknown): unknown => ({ if: next, else: next })],
  ])('costs the operations that have them, in a sentence: %s', async (_name, combine) => {
    const loaded = await load(doubling(combine, { type: 'string' }));
    expect(loaded).toMatchObject({
      kind: 'loaded',
      interface: {
        operations: [
          { id: 'listThings', documentation: 'full' },
          { id: 'addThing', outOfReach: expect.stringContaining('is not there as a whole') },
        ],
        notes: expect.arrayContaining([
          expect.objectContaining({
            kind: 'limit',
            problem: expect.stringContaining('applies more than 10000 schemas to one value'),
          }),
        ]),
      },
    });
  });
});
