import { expect, test } from 'vitest';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { behindKey, isObject, isText, Shelf } from './shelf.ts';

/** What has to be unique may be left out and may be null, and beside it stands what is refused as it is drawn. */

const DOCUMENT = `
openapi: 3.1.0
info: { title: Tools, version: '1' }
security: [{ key: [] }]
paths:
  /tools:
    get:
      operationId: listTools
      responses:
        '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Tool' } } } } }
        '401': { description: key }
    post:
      operationId: makeTool
      description: The serial number, if any, must be unique among your tools (409).
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewTool' } } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Tool' } } } }
        '401': { description: key }
        '409': { description: conflict }
        '422': { description: bad }
  /tools/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readTool
      responses:
        '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Tool' } } } }
        '401': { description: key }
        '404': { description: none }
    delete:
      operationId: removeTool
      responses: { '204': { description: gone }, '401': { description: key }, '404': { description: none } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    NewTool:
      type: object
      required: [name]
      properties: &members
        name: { type: string, minLength: 1, maxLength: 80 }
        serial_number: { anyOf: [{ type: string, minLength: 1, maxLength: 40 }, { type: 'null' }] }
        daily_rate: { anyOf: [{ type: number, minimum: 0 }, { type: string }] }
    Tool:
      type: object
      required: [id, name]
      properties: { <<: *members, id: { type: string } }
`;

type Ways = { readonly keepsApart: boolean };

const tools = ({ keepsApart }: Ways): MakeService =>
  behindKey(() => {
    const all = new Shelf((count) => `t-${String(count)}`);
    const isRate = (value: unknown): boolean =>
      value === undefined ||
      (typeof value === 'number' && value >= 0) ||
      (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value));
    return (ask, [, id]): Reply => {
      const old = all.at(id);
      if (id !== undefined && old === undefined) return { status: 404 };
      if (ask.method === 'GET') return { status: 200, body: old ?? all.all };
      if (ask.method === 'DELETE' && old !== undefined) {
        all.take(old);
        return { status: 204 };
      }
      if (!isObject(ask.json)) return { status: 422 };
      const { name, serial_number: serial = null, daily_rate: rate } = ask.json;
      if (!isText(name) || !isRate(rate) || !(serial === null || isText(serial, 1, 40)))
        return { status: 422 };
      const isTaken = serial !== null && all.all.some((one) => one['serial_number'] === serial);
      if (isTaken && keepsApart) return { status: 409 };
      return {
        status: 201,
        body: all.add({ name, serial_number: serial, ...(rate === undefined ? {} : { daily_rate: rate }) }),
      };
    };
  });

test.each([1, 2])('is asked for, and nobody is blamed who keeps it: seed %i', async (seed) => {
  const run = await runAtOnce(DOCUMENT, tools({ keepsApart: true }), { seed });
  expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  expect(idsOf(run, 'pass')).toContain('resources.unique-kept');
});

test.each([1, 2, 3])('two entries that have it are found: seed %i', async (seed) => {
  const run = await runAtOnce(DOCUMENT, tools({ keepsApart: false }), { seed, suites: ['resources'] });
  expect(idsOf(run, 'fail')).toContain('resources.unique-kept');
});
