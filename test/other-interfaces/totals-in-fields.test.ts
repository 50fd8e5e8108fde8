import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey } from './shelf.ts';

/** Lists that tell in a field of their answers how many entries there are (`X-Total-Count`), or in a member called `count`. */

const documentOf = (words: string): string => `
openapi: 3.0.3
info: {title: Plans, version: '1'}
security: [{key: []}]
paths:
  /plans:
    get:
      operationId: list
      parameters:
        - {name: page, in: query, schema: {type: integer, minimum: 1, default: 1}}
        - {name: per_page, in: query, schema: {type: integer, minimum: 1, maximum: 50, default: 15}}
        - {name: kind, in: query, schema: {type: string, enum: [small, large]}}
      responses:
        '200':
          description: a page
          headers: {X-Total-Count: {description: ${words}, schema: {type: integer}}}
          content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Plan'}}}}
        '400': {description: no}
        '401': {description: who}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Plan: {type: object, required: [id, kind], properties: {id: {type: integer}, kind: {type: string, enum: [small, large]}}}
`;

type Counts = { readonly all: number; readonly chosen: number; readonly shown: number };

/** The same with the number in a member beside the entries. */
const counting = (words: string): string =>
  documentOf('A number.').replace(
    "schema: {type: array, items: {$ref: '#/components/schemas/Plan'}}",
    `schema: {type: object, required: [data, count], properties: {data: {type: array, items: {$ref: '#/components/schemas/Plan'}}, count: {type: integer, description: ${words}}}}`,
  );

const plans = (told: (counts: Counts) => number, isCounting = false): MakeService =>
  behindKey(() => ({ query }) => {
    const [page, size] = [query.get('page') ?? '1', query.get('per_page') ?? '15'].map(Number);
    const kind = query.get('kind');
    if (
      page === undefined ||
      size === undefined ||
      ![page, size].every((one) => Number.isInteger(one) && one >= 1)
    )
      return { status: 400 };
    if (size > 50 || (kind !== null && kind !== 'small' && kind !== 'large')) return { status: 400 };
    const all = Array.from({ length: 9 }, (_, at) => ({
      id: at + 1,
      kind: at % 3 === 0 ? 'large' : 'small',
    }));
    const chosen = all.filter((plan) => kind === null || plan.kind === kind);
    const shown = chosen.slice((page - 1) * size, page * size);
    const total = told({ all: all.length, chosen: chosen.length, shown: shown.length });
    return isCounting
      ? { status: 200, body: { data: shown, count: total }, headers: { 'X-Total-Count': '0' } }
      : { status: 200, body: shown, headers: { 'X-Total-Count': String(total) } };
  });

const OF_ALL = documentOf('Total number of plans.');
const OF_CHOSEN = documentOf('Total number of plans that match the filters.');

const COUNTED = counting('Total number of plans, regardless of page and per_page');

describe('a count beside the entries', () => {
  test.each<readonly [name: string, document: string, told: (counts: Counts) => number]>([
    ['of all', COUNTED, ({ chosen }) => chosen],
    ['of a page, where the document says no more', counting('The count'), ({ shown }) => shown],
    ['of a page, where the document says so', counting('Number of plans returned'), ({ shown }) => shown],
  ])('%s: no fault', async (_name, document, told) => {
    expect(alarms(await runAtOnce(document, plans(told, true)))).toEqual([]);
  });

  test('of a page in place of all: found', async () => {
    const run = await runAtOnce(
      COUNTED,
      plans(({ shown }) => shown, true),
    );
    expect(blames(run)).toContain('resources.pages-end');
  });

  test('the mock counts all', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': COUNTED });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    expect(blamed(await runAgainstMock(loaded.interface))).toEqual([]);
  });
});

describe('a total in a field', () => {
  test.each<readonly [name: string, document: string, told: (counts: Counts) => number]>([
    ['of what fits', OF_CHOSEN, ({ chosen }) => chosen],
    ['of all, where the document says no more', OF_ALL, ({ all }) => all],
    [
      'of a page, where the document says so',
      documentOf('Number of plans on this page.'),
      ({ shown }) => shown,
    ],
    ['of something that is told nowhere', documentOf('A number.'), ({ shown }) => shown],
  ])('%s: no fault', async (_name, document, told) => {
    const run = await runAtOnce(document, plans(told));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each(['quick', 'thorough'] as const)('a %s run: no fault', async (profile) => {
    const run = await runAtOnce(
      OF_CHOSEN,
      plans(({ chosen }) => chosen),
      { profile },
    );
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each<readonly [name: string, document: string, told: (counts: Counts) => number, check: string]>([
    ['of all in place of what fits', OF_CHOSEN, ({ all }) => all, 'resources.filter-holds'],
    ['of a page in place of what fits', OF_CHOSEN, ({ shown }) => shown, 'resources.pages-end'],
    ['of a page in place of all', OF_ALL, ({ shown }) => shown, 'resources.pages-end'],
  ])('%s: found', async (_name, document, told, check) => {
    expect(blames(await runAtOnce(document, plans(told)))).toContain(check);
  });
});
