import { THOROUGH } from '../sampled.ts';
import { expect, test } from 'vitest';
import { mockHandler } from '../../src/mock/server/mock-handler.ts';
import { idsOf, runAgainstMock } from '../other-interfaces/run-against-mock.ts';
import type { Interface } from '../../src/interface/model.ts';
import { loadFiles } from '../specs/load-files.ts';

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ONE = "{type: object, required: [data], properties: {data: {$ref: '#/components/schemas/Note'}}}";
const OPEN = `200: {description: it, ${json(ONE)}}, 404: {description: none}`;

/** Entries inside of `data`, which creations and replacements send inside of `note`. */
const DOCUMENT = `
openapi: 3.0.3
info: {title: Notes, version: '1'}
paths:
  /notes:
    get:
      responses:
        200:
          description: all
          ${json("{type: object, required: [data, meta], properties: {data: {type: array, items: {$ref: '#/components/schemas/Note'}}, meta: {type: object, required: [version], properties: {version: {type: string}}}}}")}
    post:
      requestBody: {required: true, ${json("{$ref: '#/components/schemas/Sent'}")}}
      responses: {201: {description: made, ${json(ONE)}}, 400: {description: no}}
  /notes/{noteId}:
    parameters: [{name: noteId, in: path, required: true, schema: {type: integer}}]
    get: {responses: {${OPEN}}}
    put:
      requestBody: {required: true, ${json("{$ref: '#/components/schemas/Sent'}")}}
      responses: {${OPEN}, 400: {description: no}}
    delete: {responses: {204: {description: gone}, 404: {description: none}}}
components:
  schemas:
    Text: {type: object, required: [text], additionalProperties: false, properties: {text: {type: string, maxLength: 200}, pinned: {type: boolean}}}
    Sent: {type: object, required: [note], additionalProperties: false, properties: {note: {$ref: '#/components/schemas/Text'}}}
    Note: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: string, maxLength: 200}, pinned: {type: boolean}}}
`;

async function load(text: string): Promise<Interface> {
  const loaded = await loadFiles({ 'openapi.yaml': text });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

const document = await load(DOCUMENT);

type Client = (method: string, path: string, body?: unknown) => Promise<unknown>;

function clientOf(served: Interface): Client {
  const handler = mockHandler(served, { seed: new Map() });
  return async (method, path, body) => {
    const sent =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await handler(new Request(`http://mock.example${path}`, { method, ...sent }));
    return [answer.status, answer.status === 204 ? undefined : await answer.json()];
  };
}

/** Robots whose names and identity are those of the user that each of them is. */
const ROBOTS = `
openapi: 3.0.3
info: {title: Robots, version: '1'}
paths:
  /robots:
    get: {responses: {200: {description: all, ${json("{type: array, items: {$ref: '#/components/schemas/Robot'}}")}}}}
    post:
      requestBody: {required: true, ${json("{$ref: '#/components/schemas/Sent'}")}}
      responses: {201: {description: made, ${json("{$ref: '#/components/schemas/Robot'}")}}}
  /robots/{robot_id}:
    parameters: [{name: robot_id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {200: {description: it, ${json("{$ref: '#/components/schemas/Robot'}")}}}}
    patch:
      requestBody: {required: true, ${json("{$ref: '#/components/schemas/Sent'}")}}
      responses: {200: {description: it, ${json("{$ref: '#/components/schemas/Robot'}")}}}
components:
  schemas:
    Sent: {type: object, properties: {username: {type: string}, bio: {type: string}}}
    User: {type: object, required: [id, username], properties: {id: {type: integer}, shared: {type: boolean}, username: {type: string}, bio: {type: string}}}
    Robot: {type: object, required: [user, owner], properties: {owner: {type: object, required: [label], properties: {label: {type: string}}}, user: {$ref: '#/components/schemas/User'}}}
`;

test('the mock keeps an entry inside of which is what was sent, beside what was not', async () => {
  const robots = await load(ROBOTS);
  const ask = clientOf(robots);
  const [, made] = (await ask('POST', '/robots', { username: 'first' })) as [
    number,
    { user: { id: number } },
  ];
  const path = `/robots/${String(made.user.id)}`;
  expect(await ask('GET', path)).toMatchObject([
    200,
    { owner: { label: 'text' }, user: { username: 'first' } },
  ]);
  expect(await ask('PATCH', path, { bio: 'new' })).toMatchObject([200, { user: { bio: 'new' } }]);
  expect(await ask('GET', path)).toMatchObject([200, { user: { username: 'first', bio: 'new' } }]);
  const honest = await runAgainstMock(robots);
  expect([...idsOf(honest, 'fail')]).toEqual([]);
});

test('the mock keeps entries that are wrapped in a member, and shows them wrapped', async () => {
  const ask = clientOf(document);
  const first = { id: 1, text: 'first' };
  expect(await ask('POST', '/notes', { note: { text: 'first' } })).toEqual([201, { data: first }]);
  expect(await ask('GET', '/notes/1')).toEqual([200, { data: first }]);
  expect(await ask('GET', '/notes')).toMatchObject([200, { data: [first] }]);
  const second = { id: 1, text: 'second', pinned: true };
  expect(await ask('PUT', '/notes/1', { note: { text: 'second', pinned: true } })).toEqual([
    200,
    { data: second },
  ]);
  expect(await ask('GET', '/notes/1')).toEqual([200, { data: second }]);
  expect(await ask('DELETE', '/notes/1')).toEqual([204, undefined]);
  expect(await ask('GET', '/notes')).toMatchObject([200, { data: [] }]);
});

test.runIf(THOROUGH)('a run judges what is wrapped as what is not', async () => {
  const honest = await runAgainstMock(document);
  expect([...idsOf(honest, 'fail'), ...idsOf(honest, 'warn')]).toEqual([]);
  expect(honest.verdict.exitCode).toBe(0);
  expect(idsOf(honest, 'pass')).toEqual(
    expect.arrayContaining([
      'collections.created-as-sent',
      'collections.read-back',
      'resources.update-stored',
    ]),
  );
});
