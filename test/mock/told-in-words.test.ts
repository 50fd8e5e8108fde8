import { THOROUGH } from '../sampled.ts';
import { expect, test } from 'vitest';
import { mockHandler } from '../../src/mock/server/mock-handler.ts';
import { alarms } from '../lives/run-lives.ts';
import { idsOf, runAgainstMock } from '../other-interfaces/run-against-mock.ts';
import { loadFiles } from '../specs/load-files.ts';

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const TOLD = `200: {description: done, ${json('{type: object, properties: {message: {type: string, example: Success}}}')}}`;
const REFUSALS = '400: {description: no}, 404: {description: none}';

/** Notes whose creations, changes and removals answer with a message alone: their names stand in the list. */
const DOCUMENT = `
openapi: 3.0.3
info: {title: Notes, version: '1'}
paths:
  /notes:
    get:
      parameters:
        - {name: offset, in: query, schema: {type: integer, minimum: 0}}
        - {name: limit, in: query, schema: {type: integer, minimum: 1}}
      responses:
        200:
          description: all
          ${json("{type: object, properties: {offset: {type: integer}, limit: {type: integer}, count: {type: integer}, notes: {type: array, items: {$ref: '#/components/schemas/Note'}}}}")}
        400: {description: no}
    post:
      requestBody: {required: true, ${json("{$ref: '#/components/schemas/Text'}")}}
      responses: {${TOLD}, 400: {description: no}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {200: {description: it, ${json("{type: object, properties: {note: {$ref: '#/components/schemas/Note'}}}")}}, ${REFUSALS}}}
    put:
      requestBody: {required: true, ${json("{$ref: '#/components/schemas/Text'}")}}
      responses: {${TOLD}, ${REFUSALS}}
    delete: {responses: {${TOLD}, ${REFUSALS}}}
components:
  schemas:
    Text: {type: object, required: [text], properties: {text: {type: string, maxLength: 200}}}
    Note: {type: object, properties: {_id: {type: string}, text: {type: string}, done: {type: boolean}}}
`;

const loaded = await loadFiles({ 'openapi.yaml': DOCUMENT });
if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
const document = loaded.interface;

test('the mock keeps what an answer tells of in words alone, and answers in these words', async () => {
  const handler = mockHandler(document, { seed: new Map() });
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const sent =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await handler(new Request(`http://mock.example${path}`, { method, ...sent }));
    return [answer.status, await answer.json()];
  };
  const told = [200, { message: 'Success' }];
  expect(await ask('POST', '/notes', { text: 'first' })).toEqual(told);
  const listed = await ask('GET', '/notes');
  expect(listed).toMatchObject([200, { count: 1, notes: [{ text: 'first' }] }]);
  const id = /"_id":"([^"]+)"/.exec(JSON.stringify(listed))?.[1] ?? '';
  expect(await ask('PUT', `/notes/${id}`, { text: 'second' })).toEqual(told);
  expect(await ask('GET', `/notes/${id}`)).toMatchObject([200, { note: { _id: id, text: 'second' } }]);
  expect(await ask('DELETE', `/notes/${id}`)).toEqual(told);
  expect(await ask('GET', '/notes')).toMatchObject([200, { notes: [] }]);
});

test.runIf(THOROUGH)('a run follows them by the list', async () => {
  const honest = await runAgainstMock(document);
  expect(alarms(honest)).toEqual([]);
  expect(honest.verdict.exitCode).toBe(0);
  expect(idsOf(honest, 'pass')).toEqual(
    expect.arrayContaining(['resources.update-stored', 'resources.removed-is-gone']),
  );
});
