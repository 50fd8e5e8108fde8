import { describe, expect, test } from 'vitest';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { isObject, isText, Shelf } from './shelf.ts';

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
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
        - { name: whole, in: query, schema: { type: boolean } }
      responses:
        '200': { description: found, content: { application/json: { schema: { type: array, items: { type: object } } } } }
        '400': { description: not valid }
`;

const digits = (text: string): number => (/^[1-9][0-9]*$/.test(text) ? Number(text) : Number.NaN);

const FLAG = /^(?:true|false)$/;

function parts(shelf: RegExp, sort: RegExp, numberOf = digits, flag = FLAG): MakeService {
  return () => (ask) => {
    if (ask.path !== '/parts') return { status: 404 };
    if (ask.method !== 'GET') return { status: 405, headers: { Allow: 'GET' } };
    const order = ask.query.get('sort');
    const limit = numberOf(ask.query.get('limit') ?? '20');
    if (!(limit >= 1 && limit <= 50)) return { status: 400 };
    if (!flag.test(ask.query.get('whole') ?? 'true')) return { status: 400 };
    const isFine = shelf.test(ask.query.get('shelf') ?? '') && (order === null || sort.test(order));
    return isFine ? { status: 200, body: [] } : { status: 400 };
  };
}

const SHELF = /^[A-Z]{2}-[0-9]{3}$/;
const SORT = /^(?:-?name|weight)$/;

type NumberOf = (text: string) => number;

type Faulty = readonly [name: string, shelf: RegExp, sort: RegExp, numberOf?: NumberOf, flag?: RegExp];

const FAULTY: readonly Faulty[] = [
  ['what stands before a value', /[A-Z]{2}-[0-9]{3}$/, SORT],
  ['what stands behind a value', /^[A-Z]{2}-[0-9]{3}/, SORT],
  ['small letters', /^[A-Z]{2}-[0-9]{3}$/i, SORT],
  ['a missing hyphen', /^[A-Z]{2}-?[0-9]{3}$/, SORT],
  ['one of a few values', SHELF, /./],
  ['what is no boolean', SHELF, SORT, digits, /./],
  [
    'what stands behind a number',
    SHELF,
    SORT,
    (text) => (text.includes('.') ? Number.NaN : Number.parseInt(text, 10)),
  ],
];

describe('parameters that are nearly right', () => {
  test.each([1, 2, 3])('are refused by an honest service (seed %i)', async (seed) => {
    const run = await runAtOnce(DOCUMENT, parts(SHELF, SORT), { seed });
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test('may be booleans in other words', async () => {
    const run = await runAtOnce(DOCUMENT, parts(SHELF, SORT, digits, /^(?:true|false|[01]|yes|no|on|off)$/i));
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test('may be listed values in other letters', async () => {
    const run = await runAtOnce(DOCUMENT, parts(SHELF, /^(?:-?name|weight)$/i));
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each(
    FAULTY.flatMap(([name, shelf, sort, numberOf, flag]) =>
      [1, 2].map((seed) => [name, seed, { shelf, sort, numberOf, flag }] as const),
    ),
  )(
    'show a service that does not look at %s (seed %i)',
    async (_name, seed, { shelf, sort, numberOf, flag }) => {
      const run = await runAtOnce(DOCUMENT, parts(shelf, sort, numberOf, flag), { seed });
      expect(faultsOfAssay(run)).toEqual([]);
      expect(idsOf(run, 'fail')).toContain('validation.parameter');
    },
  );
});

const NOTE =
  '{ type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string } } }';
const NOTES = `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get: { operationId: list, responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: ${NOTE} } } } } } }
    post:
      operationId: make
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string, minLength: 1, maxLength: 80 } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: ${NOTE} } } }, '400': { description: no } }
  /notes/{id}:
    get:
      operationId: read
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]
      responses: { '200': { description: it, content: { application/json: { schema: ${NOTE} } } }, '400': { description: no }, '404': { description: none } }
`;

/** `named`: the number that a text in a path stands for; NaN where it stands for none. `otherwise`: what comes then. */
function notes(named: (text: string) => number, otherwise: number): MakeService {
  return () => {
    const shelf = new Shelf();
    return ({ method, path, json }) => {
      const [, , id] = path.split('/');
      if (id === undefined && method === 'GET') return { status: 200, body: shelf.all };
      if (id === undefined) {
        const title = isObject(json) ? json['title'] : undefined;
        return isText(title) ? { status: 201, body: shelf.add({ title }) } : { status: 400 };
      }
      const number = named(id);
      if (Number.isNaN(number)) return { status: otherwise };
      const note = shelf.at(String(number));
      return note === undefined ? { status: 404 } : { status: 200, body: note };
    };
  };
}

describe('names in paths that begin like one that is there', () => {
  test.each([400, 404])('may get %i', async (otherwise) => {
    const run = await runAtOnce(NOTES, notes(digits, otherwise));
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each<readonly [name: string, named: (text: string) => number]>([
    ['the digits that come first', (text) => Number.parseInt(text, 10)],
    ['a fraction as a whole number', (text) => Math.trunc(Number(text))],
  ])('show a service that takes %s', async (_name, named) => {
    const run = await runAtOnce(NOTES, notes(named, 404));
    expect(idsOf(run, 'fail')).toEqual(['validation.parameter']);
  });
});
