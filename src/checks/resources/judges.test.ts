import { expect, test } from 'vitest';
import { created, listed } from '../check-rows.test-data.ts';
import { contractOf, runOf, type Sample } from '../exchange.test-data.ts';
import { loadOnce } from '../../../test/specs/load-files.ts';
import { judgeEcho, judgeRefused, judgeStable } from './judges.ts';

const TITLE = 'assay-abc123-001 One';
const REFUSED: Sample = {
  path: '/books',
  sends: JSON.stringify({ title: [TITLE] }),
  status: 400,
  body: JSON.stringify({ code: 'some_code', message: 'Some text.', status: 400 }),
};

test('judgeRefused() takes what an earlier request made for nothing that a refused one with its text left behind', async () => {
  const contract = await contractOf('test/mock/library');
  const run = runOf(contract, [REFUSED, listed({ id: 1, title: TITLE })]);
  const before = runOf(contract, [created(1, { title: TITLE })]).readings;
  expect(judgeRefused(run).kind).toBe('fail');
  expect(judgeRefused({ ...run, before }).kind).toBe('inconclusive');
});

const DATA = 'application/json: {schema: {$ref: "#/components/schemas/Parcel"}}';
const PARCELS = `
openapi: 3.0.3
info: {title: Parcels, version: '1'}
paths:
  /books:
    get: {responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Parcel'}}}}}}}
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [attributes], properties: {attributes: {$ref: '#/components/schemas/Given'}}}}}}
      responses: {'201': {description: made, content: {${DATA}}}, '400': {description: no}}
components:
  schemas:
    Given: {type: object, required: [title], properties: {title: {type: string}}}
    Parcel: {type: object, required: [id, attributes], properties: {id: {type: integer}, attributes: {allOf: [{$ref: '#/components/schemas/Given'}, {type: object, required: [stop_count], properties: {stop_count: {type: integer}}}]}}}
`;

test('judgeStable() leaves aside what no client gives in the objects that an entry holds', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': PARCELS });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const contract = { interface: loaded.interface, basePath: '' };
  const parcel = (title: string, stops: number): { id: number; attributes: object } => ({
    id: 1,
    attributes: { title, stop_count: stops },
  });
  const made = created(1, { attributes: { title: TITLE } }, { attributes: { title: TITLE, stop_count: 0 } });
  const kindOf = (later: object): string =>
    judgeStable(runOf(contract, [made, listed(parcel(TITLE, 0)), listed({ ...later })])).kind;
  expect(kindOf(parcel(TITLE, 3))).toBe('pass');
  expect(kindOf(parcel('Another one', 0))).toBe('fail');
});

const TITLED =
  '{type: object, required: [title, edition], properties: {title: {type: string}, edition: {type: integer}}}';
const BOOKS = `
openapi: 3.0.3
info: {title: Books, version: '1'}
paths:
  /books:
    get: {responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Book'}}}}}}}
    post:
      requestBody: {required: true, content: {application/json: {schema: ${TITLED}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}, '400': {description: no}}
components:
  schemas:
    Book: {allOf: [${TITLED}, {type: object, required: [id], properties: {id: {type: integer}}}]}
`;

test('judgeEcho() takes a number in a body for no name of an entry beside the new one', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': BOOKS });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const contract = { interface: loaded.interface, basePath: '' };
  const [first, second] = [
    created(1, { title: TITLE, edition: 3 }),
    { title: 'assay-abc123-002 Two', edition: 1 },
  ];
  expect(judgeEcho(runOf(contract, [first, created(2, second)]), 'ordinary').kind).toBe('pass');
  const swapped = runOf(contract, [first, created(2, second, { title: TITLE })]);
  expect(judgeEcho(swapped, 'ordinary').kind).toBe('fail');
});
