import { expect, test } from 'vitest';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { type Ask, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { behindKey, isObject, isText, Shelf } from './shelf.ts';

/** Writes with an optional parameter by which they are only tried: no document says in a way that can be read what is left of them. */

const DOCUMENT = `
openapi: 3.0.3
info: { title: Jobs, version: '1' }
security: [{ key: [] }]
paths:
  /jobs:
    get:
      operationId: listJobs
      responses:
        '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Job' } } } } }
        '401': { description: key }
    post:
      operationId: createJob
      parameters: [{ name: dryRun, in: query, schema: { type: boolean, default: false } }]
      requestBody: { $ref: '#/components/requestBodies/Name' }
      responses:
        '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } } }
        '400': { description: bad }
        '401': { description: key }
  /jobs/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getJob
      responses:
        '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } } }
        '401': { description: key }
        '404': { description: none }
    patch:
      operationId: changeJob
      parameters: [{ name: validate_only, in: query, schema: { type: boolean } }]
      requestBody: { $ref: '#/components/requestBodies/Name' }
      responses:
        '200': { description: changed, content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } } }
        '400': { description: bad }
        '401': { description: key }
        '404': { description: none }
    delete:
      operationId: deleteJob
      parameters: [{ name: dry-run, in: query, schema: { type: string, enum: [none, server] } }]
      responses:
        '204': { description: gone }
        '401': { description: key }
        '404': { description: none }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  requestBodies:
    Name: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 80 } } } } } }
  schemas:
    Job: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
`;

/** Whether a request is only to be tried; `undefined` for a switch that is none. */
function isTried({ query }: Ask): boolean | undefined {
  const said = query.get('dryRun') ?? query.get('validate_only') ?? 'false';
  if (query.get('dry-run') === 'server') return true;
  return ['true', 'false'].includes(said) ? said === 'true' : undefined;
}

type Ways = { readonly storesChanges: boolean };

const jobs = ({ storesChanges }: Ways): MakeService =>
  behindKey(() => {
    const all = new Shelf((count) => `j-${String(count)}`);
    let tried = 0;
    return (ask, [, id]): Reply => {
      const old = all.at(id);
      if (id !== undefined && old === undefined) return { status: 404 };
      const isOnlyTried = isTried(ask);
      if (ask.method === 'GET') return { status: 200, body: old ?? all.all };
      if (isOnlyTried === undefined) return { status: 400 };
      if (ask.method === 'DELETE' && old !== undefined) {
        if (!isOnlyTried) all.take(old);
        return { status: 204 };
      }
      const name = isObject(ask.json) ? ask.json['name'] : undefined;
      if (!isText(name)) return { status: 400 };
      if (old === undefined) {
        tried += 1;
        return { status: 201, body: isOnlyTried ? { id: `t-${String(tried)}`, name } : all.add({ name }) };
      }
      if (isOnlyTried) return { status: 200, body: { ...old, name } };
      return { status: 200, body: all.put({ ...old, name: storesChanges ? name : old['name'] }) };
    };
  });

const THOROUGHLY = { profile: 'thorough', maxRequests: 700, seed: 1 } as const;

test('what is only tried leaves nothing to blame', async () => {
  const run = await runAtOnce(DOCUMENT, jobs({ storesChanges: true }), THOROUGHLY);
  expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('a change that is not stored is found beside it', async () => {
  const run = await runAtOnce(DOCUMENT, jobs({ storesChanges: false }), { seed: 1, suites: ['resources'] });
  expect(idsOf(run, 'fail')).toContain('resources.update-stored');
});
