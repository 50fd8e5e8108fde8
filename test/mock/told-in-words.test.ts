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

/** Claims whose creation tells of what it did, and how many there are to HEAD, which has no body. */
const CLAIMS = `
openapi: 3.0.3
info: {title: Claims, version: '1'}
paths:
  /claims:
    head: {responses: {204: {description: so many, headers: {X-Total: {required: true, schema: {type: integer}}}}}}
    get: {responses: {200: {description: all, ${json("{type: object, required: [data], properties: {data: {type: array, items: {$ref: '#/components/schemas/Claim'}}}}")}}}}
    post:
      requestBody: {required: true, ${json('{type: object, required: [said_by], properties: {said_by: {type: string, maxLength: 90}}}')}}
      responses:
        201:
          description: made
          ${json('{type: object, required: [data], properties: {data: {type: object, required: [id, created], properties: {id: {type: string}, created: {type: boolean}}}}}')}
        400: {description: no}
  /claims/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {200: {description: it, ${json("{type: object, required: [data], properties: {data: {$ref: '#/components/schemas/Claim'}}}")}}, 404: {description: none}}}
components:
  schemas:
    Claim: {type: object, required: [id, saidBy, status], properties: {id: {type: string}, saidBy: {type: string}, status: {type: string}}}
`;

test('the mock keeps what a creation names among what it did, and answers HEAD as that is documented', async () => {
  const claims = await loadFiles({ 'openapi.yaml': CLAIMS });
  if (claims.kind === 'broken') throw new Error(claims.problem.problem);
  const handler = mockHandler(claims.interface, { seed: new Map() });
  const at = 'http://mock.example/claims';
  const made = await handler(
    new Request(at, {
      method: 'POST',
      body: '{"said_by":"me"}',
      headers: { 'content-type': 'application/json' },
    }),
  );
  const id = /"id":"([^"]+)"/.exec(await made.text())?.[1] ?? '';
  expect(await (await handler(new Request(at))).json()).toMatchObject({ data: [{ id }] });
  expect(await (await handler(new Request(`${at}/${id}`))).json()).toMatchObject({ data: { id } });
  const head = await handler(new Request(at, { method: 'HEAD' }));
  expect([head.status, head.headers.has('x-total')]).toEqual([204, true]);
});
