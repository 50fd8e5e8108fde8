import { describe, expect, test } from 'vitest';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/**
 * Values of parameters that are nearly what the document allows: what services forget of a pattern. Listed values in other letters are read
 * by widespread frameworks.
 */

const DOCUMENT = `
openapi: 3.1.0
info: { title: Parts, version: '1' }
paths:
  /parts:
    get:
      operationId: listParts
      parameters:
        - { name: shelf, in: query, required: true, schema: { type: string, pattern: '^[A-Z]{2}-[0-9]{3}$' } }
        - { name: sort, in: query, schema: { type: string, enum: [name, -name, weight] } }
      responses:
        '200': { description: found, content: { application/json: { schema: { type: array, items: { type: object } } } } }
        '400': { description: not valid }
`;

function parts(shelf: RegExp, sort: RegExp): MakeService {
  return () => (ask) => {
    if (ask.path !== '/parts') return { status: 404 };
    if (ask.method !== 'GET') return { status: 405, headers: { Allow: 'GET' } };
    const order = ask.query.get('sort');
    const isFine = shelf.test(ask.query.get('shelf') ?? '') && (order === null || sort.test(order));
    return isFine ? { status: 200, body: [] } : { status: 400 };
  };
}

const SHELF = /^[A-Z]{2}-[0-9]{3}$/;
const SORT = /^(?:-?name|weight)$/;

const FAULTY: readonly (readonly [name: string, shelf: RegExp, sort: RegExp])[] = [
  ['what stands before a value', /[A-Z]{2}-[0-9]{3}$/, SORT],
  ['what stands behind a value', /^[A-Z]{2}-[0-9]{3}/, SORT],
  ['small letters', /^[A-Z]{2}-[0-9]{3}$/i, SORT],
  ['a missing hyphen', /^[A-Z]{2}-?[0-9]{3}$/, SORT],
  ['one of a few values', SHELF, /./],
];

describe('parameters that are nearly right', () => {
  test.each([1, 2, 3])('are refused by an honest service (seed %i)', async (seed) => {
    const run = await runAtOnce(DOCUMENT, parts(SHELF, SORT), { seed });
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test('may be listed values in other letters', async () => {
    const run = await runAtOnce(DOCUMENT, parts(SHELF, /^(?:-?name|weight)$/i));
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each(FAULTY.flatMap((row) => [1, 2].map((seed) => [...row, seed] as const)))(
    'show a service that does not look at %s (seed $3)',
    async (_name, shelf, sort, seed) => {
      const run = await runAtOnce(DOCUMENT, parts(shelf, sort), { seed });
      expect(faultsOfAssay(run)).toEqual([]);
      expect(idsOf(run, 'fail')).toContain('validation.parameter');
    },
  );
});
