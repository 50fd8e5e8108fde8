import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/**
 * Ingredients whose unit is one of a list that no document has: it shows one, beside a name in words of its own. Their creation answers
 * with 200, and one beside it makes several. Dishes, of which nothing has to be given, are made as well.
 */

const INGREDIENT = `{type: object, properties: {id: {type: integer, readOnly: true},
  name: {type: string, example: 'Sheep cheese (a local one)'}, unit: {type: string, example: g}}}`;
const DISH = '{type: object, properties: {id: {type: integer, readOnly: true}, meal: {type: string}}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const list = (path: string, schema: string): string => `
  ${path}:
    get:
      responses: {'200': {description: all, ${json(`{type: array, items: ${schema}}`)}}}
    post:
      requestBody: {required: true, ${json(schema)}}
      responses: {'200': {description: made, ${json(schema)}}, '400': {description: no}}
  ${path}/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get:
      responses: {'200': {description: one, ${json(schema)}}, '404': {description: none}}
    delete:
      responses: {'204': {description: gone}, '404': {description: none}}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Kitchen, version: '1'}
paths:${list('/dishes', DISH)}${list('/ingredients', INGREDIENT)}
  /ingredients/bulk:
    post:
      requestBody: {required: true, ${json(`{type: array, items: ${INGREDIENT}}`)}}
      responses: {'200': {description: made, ${json('{type: object, properties: {created: {type: integer}}}')}}, '400': {description: no}}
`;

const UNITS: readonly unknown[] = ['g', 'ml', 'slice'];

type Entry = { readonly id: number; readonly [name: string]: unknown };

/** The members of an object that are texts, or are not there; `undefined` for any other. */
function textsOf(body: unknown, names: readonly string[]): Record<string, string> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const own = Object.entries(body).filter(([name]) => names.includes(name));
  return own.every(([, value]) => typeof value === 'string') ? Object.fromEntries(own) : undefined;
}

const kitchen: MakeService = () => {
  const all = { dishes: new Map<number, Entry>(), ingredients: new Map<number, Entry>() };
  let last = 0;
  const keep = (held: Map<number, Entry>, value: Record<string, string>): Entry => {
    last += 1;
    const entry = { id: last, ...value };
    held.set(last, entry);
    return entry;
  };
  const ingredientOf = (body: unknown): Record<string, string> | undefined => {
    const sent = textsOf(body, ['name', 'unit']);
    return sent !== undefined && sent['name'] !== undefined && UNITS.includes(sent['unit'])
      ? sent
      : undefined;
  };
  return ({ method, path, json: body }) => {
    const [, kind, text = ''] = path.split('/');
    const held = kind === 'dishes' ? all.dishes : all.ingredients;
    if (method === 'POST' && text === 'bulk') {
      const many = Array.isArray(body) ? body.map(ingredientOf) : [];
      const fine = many.filter((one) => one !== undefined);
      if (fine.length === 0 || fine.length < many.length) return { status: 400 };
      return { status: 200, body: { created: fine.map((one) => keep(held, one)).length } };
    }
    if (method === 'POST') {
      const sent = kind === 'dishes' ? textsOf(body, ['meal']) : ingredientOf(body);
      return sent === undefined ? { status: 400 } : { status: 200, body: keep(held, sent) };
    }
    if (text === '') return { status: 200, body: [...held.values()] };
    const entry = held.get(Number(text));
    if (entry === undefined) return { status: 404 };
    if (method === 'DELETE') held.delete(entry.id);
    return method === 'DELETE' ? { status: 204 } : { status: 200, body: entry };
  };
};

test('what a document shows in words of its own gives way to the text of the run, alone and in a list, and the code beside it stays', async () => {
  const { verdict } = await runAtOnce(DOCUMENT, kitchen);
  expect(verdict.exitCode, verdict.text).toBe(0);
});
