import { describe, expect, test } from 'vitest';
import { percentDecoded } from '../../src/http/target.ts';
import { faultsOfAssay, idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const TEXT = '{type: string, minLength: 1, maxLength: 80}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (schema: string): string => `{$ref: '#/components/schemas/${schema}'}`;
const REFUSALS = `'404': {description: not there}, '422': {description: no}`;

/** Crates that the service names, and loads whose bodies name crates. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Crates, version: '1'}
paths:
  /crates:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Crate')}}`)}}}}
    post:
      requestBody: {required: true, ${json(of('NewCrate'))}}
      responses: {'201': {description: made, ${json(of('Crate'))}}, ${REFUSALS}}
  /crates/{crateId}:
    parameters: [{name: crateId, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: one, ${json(of('Crate'))}}, ${REFUSALS}}}
    put:
      requestBody: {required: true, ${json(of('NewCrate'))}}
      responses: {'200': {description: changed, ${json(of('Crate'))}}, ${REFUSALS}}
    delete: {responses: {'204': {description: gone}, ${REFUSALS}}}
  /loads:
    post:
      requestBody: {required: true, ${json(of('NewLoad'))}}
      responses: {'201': {description: made, ${json(of('Load'))}}, ${REFUSALS}}
components:
  schemas:
    NewCrate: {type: object, required: [label], properties: {label: ${TEXT}}}
    Crate: {type: object, required: [id, label], properties: {id: {type: string}, label: ${TEXT}}}
    NewLoad: {type: object, required: [crateIds], properties: {crateIds: {type: array, minItems: 1, maxItems: 9, items: {type: string}}}}
    Load: {type: object, required: [id, crateIds], properties: {id: {type: string}, crateIds: {type: array, items: {type: string}}}}
`;

const NAMINGS = {
  'of words in another script': (count: number) => `Kiste für Äpfel ${String(count)}`,
  'with slashes': (count: number) => `crate/2026/${String(count)}`,
  'of base 64': (count: number) => Buffer.from(`crate:${String(count)}?>`).toString('base64'),
  'with signs that paths and queries have': (count: number) => `c:${String(count)}+x@w=1,!`,
};

type Crate = { readonly id: string; label: string };

/** `forgets`: what a PUT says is shown, and not stored. `decodes`: an encoded slash ends a segment. */
const crates =
  (name: (count: number) => string, { forgets = false, decodes = false } = {}): MakeService =>
  () => {
    const kept = new Map<string, Crate>();
    let count = 0;
    const isText = (text: unknown): text is string =>
      typeof text === 'string' && text.length > 0 && Array.from(text).length <= 80;
    return ({ method, path, json: sent }) => {
      const [, first, key = '', ...more] = (decodes ? path.replaceAll(/%2f/gi, '/') : path).split('/');
      const body: Record<string, unknown> = typeof sent === 'object' && sent !== null ? { ...sent } : {};
      if (first === 'loads') {
        const { crateIds } = body;
        if (!Array.isArray(crateIds) || crateIds.length === 0 || crateIds.length > 9) return { status: 422 };
        if (!crateIds.every((id) => typeof id === 'string' && kept.has(id))) return { status: 422 };
        return { status: 201, body: { id: `load-${String((count += 1))}`, crateIds } };
      }
      if (first !== 'crates' || more.length > 0) return { status: 404 };
      const { label } = body;
      if (key === '') {
        if (method === 'GET') return { status: 200, body: [...kept.values()] };
        if (!isText(label)) return { status: 422 };
        const made = { id: name((count += 1)), label };
        kept.set(made.id, made);
        return { status: 201, body: made };
      }
      const crate = kept.get(percentDecoded(key) ?? key);
      if (crate === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: crate };
      if (method === 'DELETE') {
        kept.delete(crate.id);
        return { status: 204 };
      }
      if (!isText(label)) return { status: 422 };
      if (!forgets) crate.label = label;
      return { status: 200, body: { ...crate, label } };
    };
  };

describe.each(Object.entries(NAMINGS))('identities %s', (_name, naming) => {
  test('are named in paths and bodies, and what is behind them is judged', async () => {
    const run = await runAtOnce(DOCUMENT, crates(naming));
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test('hide no fault', async () => {
    const run = await runAtOnce(DOCUMENT, crates(naming, { forgets: true }));
    expect(idsOf(run, 'fail')).toContain('resources.update-stored');
  });
});

test('nobody is blamed for taking an encoded slash for the end of a segment', async () => {
  const run = await runAtOnce(DOCUMENT, crates(NAMINGS['with slashes'], { decodes: true }));
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(2);
});

const BY_NAME = `
openapi: 3.0.3
info: {title: Mixes, version: '1'}
paths:
  /mixes:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Mix')}}`)}}}}
    post:
      requestBody: {required: true, ${json(of('NewMix'))}}
      responses: {'201': {description: made, ${json(of('Mix'))}}, '400': {description: no}, '409': {description: taken}}
  /mixes/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: one, ${json(of('Mix'))}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
components:
  schemas:
    NewMix: {type: object, required: [name], properties: {name: {type: string, minLength: 1}, text: {type: string}}}
    Mix: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}, text: {type: string}}}
`;

/** Named by clients, with a Location that has the number which no path takes. */
const mixes =
  (removesAll = false): MakeService =>
  () => {
    const kept = new Map<string, object>();
    let count = 0;
    return ({ method, path, json: sent }) => {
      const key = percentDecoded(path.split('/')[2] ?? '') ?? '';
      if (key === '' && method === 'GET') return { status: 200, body: [...kept.values()] };
      if (key === '') {
        const body: Record<string, unknown> = typeof sent === 'object' && sent !== null ? { ...sent } : {};
        const { name, text } = body;
        if (typeof name !== 'string' || name === '') return { status: 400 };
        if (text !== undefined && typeof text !== 'string') return { status: 400 };
        if (kept.has(name)) return { status: 409 };
        const made = { id: (count += 1), name, ...(text === undefined ? {} : { text }) };
        kept.set(name, made);
        return { status: 201, headers: { Location: `/mixes/${String(made.id)}` }, body: made };
      }
      const mix = kept.get(key);
      if (mix === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: mix };
      if (removesAll) kept.clear();
      kept.delete(key);
      return { status: 204 };
    };
  };

test('a Location without the name that can stand in no path is nowhere that a removal takes anything from', async () => {
  const run = await runAtOnce(BY_NAME, mixes());
  expect(idsOf(run, 'fail')).toEqual([]);
});

test('a removal that takes along what is named by clients is found', async () => {
  expect(idsOf(await runAtOnce(BY_NAME, mixes(true)), 'fail')).toContain('resources.others-unchanged');
});

const DAY = '{type: string, format: date}';

/** Dishes of a day, which stand under it, while the service counts them: its `Location` has the number. */
const DISHES = `
openapi: 3.1.0
info: {title: Dishes, version: '1'}
paths:
  /dishes:
    get: {operationId: list, responses: {'200': {description: all, ${json(`{type: array, items: ${of('Dish')}}`)}}}}
    post:
      operationId: make
      requestBody: {required: true, ${json(of('NewDish'))}}
      responses: {'201': {description: made, ${json(of('Dish'))}}, '409': {description: there is one of that day}, ${REFUSALS}}
  /dishes/{day}:
    parameters: [{name: day, in: path, required: true, schema: ${DAY}}]
    get: {operationId: read, responses: {'200': {description: one, ${json(of('Dish'))}}, ${REFUSALS}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSALS}}}
components:
  schemas:
    NewDish: {type: object, required: [day, name], properties: {day: ${DAY}, name: ${TEXT}}}
    Dish: {type: object, required: [id, day, name], properties: {id: {type: integer}, day: ${DAY}, name: ${TEXT}}}
`;

function isDay(value: unknown): value is string {
  const isWritten = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
  const at = isWritten ? new Date(value) : undefined;
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(String(value));
}

const dishes =
  (removes: boolean): MakeService =>
  () => {
    const all = new Map<string, { readonly id: number; readonly day: string; readonly name: string }>();
    let last = 0;
    return ({ method, path, json: body }) => {
      if (path === '/dishes' && method === 'GET') return { status: 200, body: [...all.values()] };
      if (path === '/dishes') {
        const { day, name } = Object(body);
        const isText = typeof name === 'string' && name !== '' && Array.from(name).length <= 80;
        if (!isDay(day) || !isText) return { status: 422 };
        if (all.has(day)) return { status: 409 };
        last += 1;
        const dish = { id: last, day, name };
        all.set(day, dish);
        return { status: 201, body: dish, headers: { Location: `/dishes/${String(last)}` } };
      }
      const day = path.slice('/dishes/'.length);
      if (!isDay(day)) return { status: 422 };
      const dish = all.get(day);
      if (dish === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: dish };
      if (removes) all.delete(day);
      return { status: 204 };
    };
  };

test('a day names what stands under it, whatever number Location has for it', async () => {
  const run = await runAtOnce(DISHES, dishes(true));
  expect([...idsOf(run, 'fail'), ...faultsOfAssay(run)]).toEqual([]);
  expect(run.record.footer?.leftOut?.filter(({ reason }) => reason.includes('the oracle reads'))).toEqual([]);
  const operations = run.record.footer?.coverage?.operations ?? [];
  expect(operations.filter(({ served }) => served === 0)).toEqual([]);
  expect(idsOf(await runAtOnce(DISHES, dishes(false)), 'fail')).toContain('resources.removed-is-gone');
});
