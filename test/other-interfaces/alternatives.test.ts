import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isObject, Shelf } from './shelf.ts';

/** Discounts of an amount or of a percentage, as words alone say: any other body is refused. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const DISCOUNT = '{$ref: "#/components/schemas/Discount"}';
const MEMBERS = `note: {type: string, maxLength: 80}, amount_off: {type: integer, minimum: 1, maximum: 5000}, percent_off: {type: integer, minimum: 1, maximum: 100}`;
const documentOf = (words: string): string => `
openapi: 3.0.3
info: {title: Discounts, version: '1'}
paths:
  /discounts:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${DISCOUNT}}`)}}}}
    post:
      description: ${JSON.stringify(words)}
      requestBody: {required: true, ${json(`{type: object, properties: {${MEMBERS}}}`)}}
      responses: {'201': {description: made, ${json(DISCOUNT)}}, '400': {description: no}}
  /discounts/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json(DISCOUNT)}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
components:
  schemas:
    Discount: {type: object, required: [id], properties: {id: {type: integer}, ${MEMBERS}}}
`;
const EITHER = documentOf('Give either an `amount_off` or a `percent_off`.');
const EXACTLY = documentOf('Exactly one of `amount_off` and `percent_off` must be given (400).');

const isWithin = (value: unknown, most: number): boolean =>
  value === undefined || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most);

const discounts =
  ({ takesNone = false, takesBoth = false }): MakeService =>
  () => {
    const shelf = new Shelf();
    return ({ method, path, json: sent }): Reply => {
      const [, , id] = path.split('/');
      if (id === undefined && method === 'GET') return { status: 200, body: shelf.all };
      if (id === undefined) {
        if (!isObject(sent)) return { status: 400 };
        const { note, amount_off, percent_off } = sent;
        const isText = note === undefined || (typeof note === 'string' && Array.from(note).length <= 80);
        if (!isText || !isWithin(amount_off, 5000) || !isWithin(percent_off, 100)) return { status: 400 };
        const given = [amount_off, percent_off].filter((value) => value !== undefined).length;
        if ((given === 0 && !takesNone) || (given === 2 && !takesBoth)) return { status: 400 };
        return { status: 201, body: shelf.add({ note, amount_off, percent_off }) };
      }
      const one = shelf.at(id);
      if (one === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: one };
      shelf.take(one);
      return { status: 204 };
    };
  };

test.each([EITHER, EXACTLY])('members that stand in for each other are sent one by one', async (document) => {
  const run = await runAtOnce(document, discounts({}));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('"either" alone leaves room for both', async () => {
  expect(blames(await runAtOnce(EITHER, discounts({ takesBoth: true })))).toBe('');
});

test.each([
  ['none', EITHER, { takesNone: true }],
  ['none, of exactly one', EXACTLY, { takesNone: true }],
  ['both, of exactly one', EXACTLY, { takesBoth: true }],
])('a service that takes %s is found out', async (_which, document, ways) => {
  expect(blames(await runAtOnce(document, discounts(ways)))).toContain('validation.alternatives');
});

test.each([EITHER, EXACTLY])('the mock of such a document conforms', async (document) => {
  const loaded = await loadOnce({ 'openapi.yaml': document });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  expect(blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});
