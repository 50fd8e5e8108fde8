import { describe, expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { isList, isObject } from '../../src/json/value.ts';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { type Ask, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** What a PATCH leaves out of `attributes` (JSON:API, section 9.2): it stays, and null is a value. In plain JSON nobody says so. */

const MEDIA_TYPE = 'application/vnd.api+json';
const OWN =
  'name: { type: string, minLength: 1, maxLength: 64 }, summary: { type: [string, "null"], maxLength: 200 }, state: { type: string, enum: [active, held, done], default: active }, budget: { type: integer, minimum: 0, maximum: 100000 }, labels: { type: array, maxItems: 5, items: { type: string, minLength: 1, maxLength: 40 } }';

function documentIn(mediaType: string, needs = 'type, id, attributes'): string {
  const content = (schema: string): string => `content: { '${mediaType}': { schema: ${schema} } }`;
  const given = (own: string, more: string): string =>
    `{ type: object, required: [data], properties: { data: { type: object, required: [${own}], properties: { type: { type: string, enum: [projects] }, ${more} } } } }`;
  const attributes = (required: string): string =>
    `attributes: { type: object, ${required} additionalProperties: false, properties: { ${OWN} } }`;
  const shown = `{ type: object, required: [type, id, attributes], properties: { type: { type: string, enum: [projects] }, id: { type: string }, attributes: { type: object, required: [name, summary, state, budget, updatedAt], properties: { ${OWN.replace('type: integer, minimum: 0, maximum: 100000', 'type: [integer, "null"]')}, updatedAt: { type: string, format: date-time } } } } }`;
  const one = content(`{ type: object, required: [data], properties: { data: ${shown} } }`);
  const refusals = `'404': { description: absent }, '422': { description: not valid }`;
  return `
openapi: 3.1.0
info: { title: Boards, version: '1' }
paths:
  /projects:
    get:
      operationId: listProjects
      responses: { '200': { description: All, ${content(`{ type: object, required: [data], properties: { data: { type: array, items: ${shown} } } }`)} } }
    post:
      operationId: addProject
      requestBody: { required: true, ${content(given('type, attributes', attributes('required: [name],')))} }
      responses: { '201': { description: Made, ${one} }, ${refusals} }
  /projects/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readProject
      responses: { '200': { description: One, ${one} }, '404': { description: absent } }
    patch:
      operationId: changeProject
      requestBody: { required: true, ${content(given(needs, `id: { type: string }, ${attributes('')}`))} }
      responses: { '200': { description: Changed, ${one} }, ${refusals} }
    delete:
      operationId: removeProject
      responses: { '204': { description: Gone }, '404': { description: absent } }
`;
}

type Attributes = { readonly [name: string]: unknown };

const RULES: { readonly [name: string]: (value: unknown) => boolean } = {
  name: (value) => typeof value === 'string' && value !== '' && Array.from(value).length <= 64,
  summary: (value) => value === null || (typeof value === 'string' && Array.from(value).length <= 200),
  state: (value) => typeof value === 'string' && ['active', 'held', 'done'].includes(value),
  labels: (value) =>
    isList(value) &&
    value.length <= 5 &&
    value.every((one) => typeof one === 'string' && one !== '' && Array.from(one).length <= 40),
  budget: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100_000,
};

/** The attributes of a body; `undefined` where it breaks its schema. */
function attributesIn({ json, method }: Ask, id?: string): Attributes | undefined {
  const data = isObject(json) ? json['data'] : undefined;
  if (!isObject(data) || data['type'] !== 'projects' || data['id'] !== id) return undefined;
  const { attributes = method === 'PATCH' ? {} : undefined } = data;
  if (!isObject(attributes) || (method === 'POST' && !Object.hasOwn(attributes, 'name'))) return undefined;
  const isFine = Object.entries(attributes).every(([name, value]) => RULES[name]?.(value) === true);
  return isFine ? attributes : undefined;
}

function boards(
  mediaType: string,
  change: (before: Attributes, sent: Attributes) => Attributes,
): MakeService {
  return () => {
    const all = new Map<string, Attributes>();
    let made = 0;
    const shown = (id: string): unknown => ({ type: 'projects', id, attributes: all.get(id) });
    const answer = (status: number, data: unknown): Reply => ({
      status,
      body: { data },
      headers: { 'Content-Type': mediaType },
    });
    const stamp = (): Attributes => ({ updatedAt: new Date().toISOString() });
    return (ask) => {
      const { method, path } = ask;
      if (path === '/projects') {
        if (method === 'GET') return answer(200, [...all.keys()].map(shown));
        const given = attributesIn(ask);
        if (given === undefined) return { status: 422 };
        const id = `p${String((made += 1))}`;
        all.set(id, { summary: null, state: 'active', budget: null, ...given, ...stamp() });
        return answer(201, shown(id));
      }
      const id = path.slice('/projects/'.length);
      const before = all.get(id);
      if (before === undefined) return { status: 404 };
      if (method === 'DELETE') {
        all.delete(id);
        return { status: 204 };
      }
      if (method === 'GET') return answer(200, shown(id));
      const given = attributesIn(ask, id);
      if (given === undefined) return { status: 422 };
      all.set(id, { ...change(before, given), ...stamp() });
      return answer(200, shown(id));
    };
  };
}

const honest = (before: Attributes, sent: Attributes): Attributes => ({ ...before, ...sent });
const resets = (before: Attributes, sent: Attributes): Attributes => ({
  ...before,
  state: 'active',
  ...sent,
});
const grows = (before: Attributes, { labels, ...sent }: Attributes): Attributes => ({
  ...before,
  ...sent,
  labels: labels ?? [...(isList(before['labels']) ? before['labels'] : []), sent['name'] ?? 'changed'],
});
const keepsOverNull = (before: Attributes, sent: Attributes): Attributes => ({
  ...before,
  ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)),
});

const spills = (before: Attributes, sent: Attributes): Attributes => ({
  ...before,
  // Neither the first attribute nor all of them: what a run changes of one at a time.
  summary: Object.keys(sent).length === 1 && !Object.hasOwn(sent, 'name') ? null : before['summary'],
  ...sent,
});

describe('attributes of JSON:API', () => {
  test('are kept where a change leaves them out', async () => {
    const run = await runAtOnce(documentIn(MEDIA_TYPE), boards(MEDIA_TYPE, honest));
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each(
    wholeInCi(
      [
        ['are reset', resets, 'resources.change-keeps-rest'],
        ['have more in a list', grows, 'resources.change-keeps-rest'],
        ['keep their value for null', keepsOverNull, 'resources.update-stored'],
      ] as const,
      2,
    ),
  )('are found out where they %s', async (_name, change, finds) => {
    const run = await runAtOnce(documentIn(MEDIA_TYPE), boards(MEDIA_TYPE, change));
    expect(faultsOfAssay(run)).toEqual([]);
    expect(idsOf(run, 'fail')).toContain(finds);
  });

  test.each([
    ['are kept', honest, []],
    ['are changed with others', spills, ['resources.change-keeps-rest']],
  ] as const)(
    'are changed one at a time where a change may have none: they %s',
    async (_name, change, finds) => {
      const run = await runAtOnce(documentIn(MEDIA_TYPE, 'type, id'), boards(MEDIA_TYPE, change));
      expect(faultsOfAssay(run)).toEqual([]);
      expect(idsOf(run, 'fail')).toEqual(finds);
    },
  );

  test('may be replaced as a whole in plain JSON', async () => {
    const plain = 'application/json';
    const whole = (_before: Attributes, sent: Attributes): Attributes => ({
      name: 'unnamed',
      summary: null,
      state: 'active',
      budget: null,
      ...sent,
    });
    const run = await runAtOnce(documentIn(plain), boards(plain, whole));
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
  });
});
