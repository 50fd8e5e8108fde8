import { expect, test } from 'vitest';
import { isList, isObject } from '../../src/json/value.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Bills with a number that the office gives, and lines in the client's own words that may name an article. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (schema: string): string => `{$ref: '#/components/schemas/${schema}'}`;
const documentOf = (number: string): string => `
openapi: 3.1.0
info: {title: Bills, version: '1'}
paths:
  /bills:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Bill')}}`)}}}}
    post:
      requestBody: {required: true, ${json(of('NewBill'))}}
      responses: {'201': {description: made, ${json(of('Bill'))}}, '422': {description: no}}
  /bills/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${json(of('Bill'))}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
components:
  schemas:
    Line:
      type: object
      required: [text, count]
      properties:
        article_id: {type: [integer, 'null'], minimum: 1}
        text: {type: string, minLength: 1, maxLength: 80}
        count: {type: integer, minimum: 1, maximum: 99}
    NewBill:
      type: object
      required: [title]
      properties:
        title: {type: string, minLength: 1, maxLength: 80}
        lines: {type: array, minItems: 1, maxItems: 9, items: ${of('Line')}}
    Bill:
      type: object
      required: [id, number, title, lines]
      properties:
        id: {type: string}
        number: {type: string, readOnly: true, pattern: '^B-[0-9]{4,}$', description: ${JSON.stringify(number)}, example: B-0001}
        title: {type: string}
        lines: {type: array, items: {type: object, required: [place], properties: {place: {type: integer}, article_id: {type: [integer, 'null']}, text: {type: string}, count: {type: integer}}}}
`;
const TOLD = documentOf('Assigned by the office, unique');

type Ways = {
  readonly numberOf?: (made: number) => number;
  readonly keeps?: (lines: readonly unknown[]) => readonly unknown[];
};

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && Array.from(value).length <= 80;
const isWhole = (value: unknown, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;

function isLine(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { article_id: article = null, text, count } = value;
  const isArticle = article === null || isWhole(article, Number.MAX_SAFE_INTEGER);
  return isText(text) && isWhole(count, 99) && isArticle;
}

const bills =
  ({ numberOf = (made) => made, keeps = (lines) => lines }: Ways): MakeService =>
  () => {
    const all = new Map<string, object>();
    let made = 0;
    return ({ method, path, json: body }): Reply => {
      const [, , id] = path.split('/');
      if (id !== undefined) {
        const one = all.get(id);
        if (one === undefined) return { status: 404 };
        if (method !== 'DELETE') return { status: 200, body: one };
        all.delete(id);
        return { status: 204 };
      }
      if (method === 'GET') return { status: 200, body: [...all.values()] };
      const { title, lines } = isObject(body) ? body : {};
      const given = lines === undefined ? [] : lines;
      const isShort = isList(given) && given.length <= 9 && (lines === undefined || given.length > 0);
      if (!isText(title) || !isList(given) || !isShort || !given.every(isLine)) return { status: 422 };
      made += 1;
      const bill = {
        id: `b${String(made)}x`,
        number: `B-${String(numberOf(made)).padStart(4, '0')}`,
        title,
        lines: keeps(given.map((line, at) => ({ ...(isObject(line) ? line : {}), place: at + 1 }))),
      };
      all.set(bill.id, bill);
      return { status: 201, body: bill };
    };
  };

test('bills of their own numbers, with all their lines: no fault', async () => {
  expect(alarms(await runAtOnce(TOLD, bills({})))).toEqual([]);
});

test.each<readonly [string, Ways, string]>([
  ['one number for all', { numberOf: () => 1 }, 'resources.unique-kept'],
  ['one number for two each', { numberOf: (made) => Math.ceil(made / 2) }, 'resources.unique-kept'],
  ['no lines', { keeps: () => [] }, 'resources.made-as-asked'],
])('%s: found', async (_name, ways, found) => {
  expect(blames(await runAtOnce(TOLD, bills(ways)))).toBe(found);
});

test.each(['Unique per year', 'Number of the bill', 'May be unique'])(
  'one number for all is no fault where the document says: %s',
  async (words) => {
    expect(alarms(await runAtOnce(documentOf(words), bills({ numberOf: () => 1 })))).toEqual([]);
  },
);

test('the mock gives each its own number', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': TOLD });
  expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});

/** Bills inside of offices. */
const INSIDE = TOLD.replace(
  'paths:\n  /bills:',
  `paths:
  /offices:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Office')}}`)}}}}
    post: {requestBody: {required: true, ${json('{type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 80}}}')}}, responses: {'201': {description: made, ${json(of('Office'))}}, '422': {description: no}}}
  /offices/{office}:
    parameters: [{name: office, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${json(of('Office'))}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
  /offices/{office}/bills:
    parameters: [{name: office, in: path, required: true, schema: {type: string}}]`,
)
  .replace(
    '  /bills/{id}:\n    parameters: [',
    '  /offices/{office}/bills/{id}:\n    parameters: [{name: office, in: path, required: true, schema: {type: string}}, ',
  )
  .replace(
    'schemas:\n',
    'schemas:\n    Office: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}}}\n',
  );

const offices: MakeService = () => {
  const all = new Map<string, { readonly shown: object; readonly bills: ReturnType<MakeService> }>();
  let made = 0;
  return (ask): Reply => {
    const [, , office, part, ...rest] = ask.path.split('/');
    if (office === undefined && ask.method === 'GET')
      return { status: 200, body: [...all.values()].map(({ shown }) => shown) };
    if (office === undefined) {
      const { name } = isObject(ask.json) ? ask.json : {};
      if (!isText(name)) return { status: 422 };
      const shown = { id: `o${String((made += 1))}x`, name };
      all.set(shown.id, { shown, bills: bills({})() });
      return { status: 201, body: shown };
    }
    const one = all.get(office);
    if (one === undefined) return { status: 404 };
    if (part === undefined && ask.method === 'DELETE') all.delete(office);
    return part === undefined
      ? ask.method === 'DELETE'
        ? { status: 204 }
        : { status: 200, body: one.shown }
      : one.bills({ ...ask, path: ['', 'bills', ...rest].join('/') });
  };
};

test('numbers that begin anew in each office are no fault', async () => {
  const run = await runAtOnce(INSIDE, offices);
  expect(alarms(run)).toEqual([]);
  expect(
    new Set(
      run.asked.flatMap(({ method, path }) =>
        method !== 'POST' ? [] : (/^\/offices\/(o\d+x)\/bills$/.exec(path)?.[1] ?? []),
      ),
    ).size,
  ).toBeGreaterThan(1);
});
