import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { behindKey, isObject, isText, Shelf } from './shelf.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** A list of which some entries are asked for, in pages that lead on by links, while the run has just made all that is in it. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const LAMP = `{$ref: '#/components/schemas/Lamp'}`;
const no = (...statuses: readonly string[]): string =>
  statuses.map((status) => `'${status}': {description: no}`).join(', ');

const DOCUMENT = `
openapi: 3.0.3
info: {title: Lamps, version: '1', description: '\`next\` is the address of the next page; on the last one it is \`null\`.'}
security: [{key: []}]
paths:
  /lamps:
    get:
      parameters:
        - {name: after, in: query, description: Cursor from the \`next\` link, schema: {type: string}}
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 50, default: 20}}
        - {name: kind, in: query, description: Only lamps of this kind., schema: {type: string, enum: [desk, wall]}}
      responses: {'200': {description: a page, ${json(`{type: object, required: [items, next], properties: {items: {type: array, items: ${LAMP}}, next: {type: string, nullable: true}}}`)}}, ${no('400', '401')}}
    post: {requestBody: {required: true, ${json(`{$ref: '#/components/schemas/NewLamp'}`)}}, responses: {'201': {description: made, ${json(LAMP)}}, ${no('400', '401')}}}
  /lamps/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: it, ${json(LAMP)}}, ${no('401', '404')}}}
    delete: {responses: {'204': {description: gone}, ${no('401', '404')}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    NewLamp: {type: object, required: [name, kind], properties: {name: {type: string, minLength: 1, maxLength: 80}, kind: {type: string, enum: [desk, wall]}}}
    Lamp: {allOf: [{$ref: '#/components/schemas/NewLamp'}, {type: object, required: [id], properties: {id: {type: integer}}}]}
`;

const isKind = (value: unknown): value is string => value === 'desk' || value === 'wall';

const lamps = ({ keepsFilter = true } = {}): MakeService =>
  behindKey(() => {
    const all = new Shelf();
    return ({ method, query, json: body }, [first, id, ...more]) => {
      if (first !== 'lamps' || more.length > 0) return { status: 404 };
      const lamp = all.at(id);
      if (id !== undefined && lamp === undefined) return { status: 404 };
      if (lamp !== undefined && method === 'GET') return { status: 200, body: lamp };
      if (lamp !== undefined) {
        all.take(lamp);
        return { status: 204 };
      }
      if (method === 'POST') {
        if (!isObject(body) || !isText(body['name']) || !isKind(body['kind'])) return { status: 400 };
        return { status: 201, body: all.add({ name: body['name'], kind: body['kind'] }) };
      }
      const [limit, kind, after] = [
        Number(query.get('limit') ?? '20'),
        query.get('kind'),
        query.get('after'),
      ];
      if (!Number.isInteger(limit) || limit < 1 || limit > 50) return { status: 400 };
      if ((kind !== null && !isKind(kind)) || (after !== null && all.at(after) === undefined))
        return { status: 400 };
      const rest = all.all.filter(
        (one) => Number(one['id']) > Number(after ?? '0') && (kind === null || one['kind'] === kind),
      );
      const items = rest.slice(0, limit);
      const filter = kind !== null && keepsFilter ? `&kind=${kind}` : '';
      const next = `/lamps?limit=${String(limit)}${filter}&after=${String(items.at(-1)?.['id'])}`;
      return { status: 200, body: { items, next: rest.length > limit ? next : null } };
    };
  });

test('links that keep what was asked for: no fault', async () => {
  const run = await runAtOnce(DOCUMENT, lamps());
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('links that forget it: found, however new the entries are', async () => {
  expect(blames(await runAtOnce(DOCUMENT, lamps({ keepsFilter: false })))).toContain(
    'resources.filter-holds',
  );
});
