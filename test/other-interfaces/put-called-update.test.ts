import { expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../src/json/value.ts';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Documents as tools write them from programs: a PUT called update and a PATCH called partial update have the same members. */

const documentOf = (put: string, note: string): string => `
openapi: 3.0.3
info: { title: Notes, version: '1' }
security: [{ key: [] }]
paths:
  /notes/:
    get: { operationId: notes_list, responses: { '200': { description: '', content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } } }
    post: { operationId: notes_create, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }, responses: { '201': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } } }
  /notes/{id}/:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: notes_retrieve, responses: { '200': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } } }
    put: { operationId: ${put}, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }, responses: { '200': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } } }
    patch: { operationId: notes_partial_update, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/PatchedNote' } } } }, responses: { '200': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } } }
    delete: { operationId: notes_destroy, responses: { '204': { description: No response body } } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    Note: { type: object, required: [id, title], properties: { id: { type: integer, readOnly: true }, title: { type: string, maxLength: 60 }, note: { type: string, maxLength: 200${note} } } }
    PatchedNote: { type: object, properties: { id: { type: integer, readOnly: true }, title: { type: string, maxLength: 60 }, note: { type: string, maxLength: 200${note} } } }
`;

const notes: MakeService = () => {
  const all = new Map<string, JsonObject>();
  let last = 0;
  return (ask): Reply => {
    if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
    const [, , id = ''] = ask.path.split('/');
    const old = all.get(id);
    if (id !== '' && old === undefined) return { status: 404, body: { detail: 'Not found.' } };
    if (ask.method === 'GET') return { status: 200, body: old ?? [...all.values()] };
    if (ask.method === 'DELETE') {
      all.delete(id);
      return { status: 204 };
    }
    if (!isObject(ask.json)) return { status: 400, body: { detail: 'Invalid data.' } };
    const { title = ask.method === 'PATCH' ? old?.['title'] : undefined, note = old?.['note'] ?? '' } =
      ask.json;
    const isFine = typeof title === 'string' && title.length <= 60 && title !== '';
    if (!isFine || typeof note !== 'string' || note.length > 200)
      return { status: 400, body: { detail: 'Invalid data.' } };
    if (old === undefined) last += 1;
    const made = { id: Number(old?.['id'] ?? last), title, note };
    all.set(String(made.id), made);
    return { status: old === undefined ? 201 : 200, body: made };
  };
};

test('a PUT that is called an update and keeps what it leaves out is a warning', async () => {
  const run = await runAtOnce(documentOf('notes_update', ''), notes, { seed: 1 });
  expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  expect(idsOf(run, 'warn')).toContain('resources.update-is-whole');
});

test.each([
  ['is called a replacement', 'notes_replace', ''],
  ['leaves out what has a documented default', 'notes_update', `, default: ''`],
])('a PUT that keeps what it leaves out and %s is found', async (_name, put, note) => {
  const run = await runAtOnce(documentOf(put, note), notes, { seed: 1, suites: ['resources'] });
  expect(idsOf(run, 'fail')).toContain('resources.replacement-is-whole');
});
