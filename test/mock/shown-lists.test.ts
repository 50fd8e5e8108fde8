import { THOROUGH } from '../sampled.ts';
import { expect, test } from 'vitest';
import { mockHandler } from '../../src/mock/server/mock-handler.ts';
import { idsOf, runAgainstMock } from '../other-interfaces/run-against-mock.ts';
import { loadFiles } from '../specs/load-files.ts';

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const query = (name: string, schema: string): string => `{name: '${name}', in: query, schema: ${schema}}`;
const COUNT = '{type: integer}';
const MOMENT = '{type: string, format: date-time}';

/** Lists that nobody adds to, as documents have them, and entries that their path names by either of two members. */
const DOCUMENT = `
openapi: 3.0.3
info: {title: Accounts, version: '1'}
paths:
  /transactions:
    get:
      parameters: [${query('filter[status]', '{type: string, enum: [HELD, SETTLED]}')}]
      responses:
        200:
          description: all
          ${json(`{type: object, required: [data], properties: {data: {type: array, minItems: 1, items: {$ref: '#/components/schemas/Transaction'}}}}`)}
  /entries:
    get:
      parameters: [${query('limit', COUNT)}, ${query('offset', COUNT)}]
      responses: {200: {description: all, ${json(`{type: array, minItems: 1, items: {$ref: '#/components/schemas/Entry'}}`)}}}
  /visits:
    get:
      parameters: [${query('limit', COUNT)}, ${query('page', COUNT)}]
      responses:
        200:
          description: all
          ${json(`{type: object, properties: {data: {type: array, items: {$ref: '#/components/schemas/Entry'}}, meta: {type: object, properties: {current_page: ${COUNT}}}}, example: {data: [{id: 1}, {id: 2}, {id: 3}], meta: {current_page: 1}}}`)}
  /harvests:
    get:
      parameters: [${query('fromChangedDate', MOMENT)}, ${query('toChangedDate', MOMENT)}]
      responses: {200: {description: all, ${json(`{type: array, items: {$ref: '#/components/schemas/Harvest'}}`)}}}
  /boards:
    get: {responses: {200: {description: all, ${json(`{type: array, items: {$ref: '#/components/schemas/Board'}}`)}}}}
    post:
      requestBody: {required: true, ${json(`{$ref: '#/components/schemas/NewBoard'}`)}}
      responses: {201: {description: made, ${json(`{type: object, properties: {id: {type: integer}, result: {$ref: '#/components/schemas/NewBoard'}}}`)}}, 400: {description: no}}
  /boards/{id_or_slug}:
    get:
      parameters: [{name: id_or_slug, in: path, required: true, schema: {type: string}}]
      responses: {200: {description: it, ${json(`{type: object, properties: {result: {$ref: '#/components/schemas/Board'}}}`)}}, 404: {description: none}}
    delete:
      parameters: [{name: id_or_slug, in: path, required: true, schema: {type: integer}}]
      responses: {200: {description: gone, ${json('{type: object, properties: {message: {type: string}}}')}}, 404: {description: none}}
  /stages:
    get: {responses: {200: {description: all, ${json(`{type: array, items: {$ref: '#/components/schemas/Stage'}}, example: [{id: 0}, {id: 1}, {id: 11}]`)}}}}
  /stages/{stage_id}:
    get:
      parameters: [{name: stage_id, in: path, required: true, schema: {type: integer}}]
      responses: {200: {description: it, ${json(`{$ref: '#/components/schemas/Stage'}, example: {id: 11}`)}}, 404: {description: none}}
  /rooms:
    get: {responses: {200: {description: all, ${json(`{type: array, items: {$ref: '#/components/schemas/Room'}}`)}}}}
    post:
      requestBody: {required: true, ${json(`{$ref: '#/components/schemas/Room'}`)}}
      responses: {201: {description: made, ${json(`{$ref: '#/components/schemas/Room'}`)}}, 4XX: {description: no, ${json('{type: object}')}}}
  /rooms/{name}:
    get:
      parameters: [{name: name, in: path, required: true, schema: {type: string}}]
      responses: {200: {description: it, ${json(`{$ref: '#/components/schemas/Room'}`)}}, 4XX: {description: none, ${json('{type: object}')}}}
  /crews:
    get:
      parameters: [${query('page', COUNT)}, ${query('limit', COUNT)}]
      responses:
        200:
          description: all
          ${json(`{type: object, properties: {items: {type: array, items: {$ref: '#/components/schemas/Crew'}}, page: ${COUNT}, pages: ${COUNT}, lastPage: ${COUNT}}}`)}
    post:
      requestBody: {required: true, ${json(`{type: object, required: [name], properties: {name: {type: string}}}`)}}
      responses: {201: {description: made, ${json(`{$ref: '#/components/schemas/Crew'}`)}}}
  /crews/{crew}:
    get:
      parameters: [{name: crew, in: path, required: true, schema: ${COUNT}}]
      responses: {200: {description: it, ${json(`{$ref: '#/components/schemas/Crew'}`)}}}
components:
  schemas:
    Crew: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}}}
    Stage: {type: object, required: [id], properties: {id: {type: integer, maximum: 20}}}
    Room: {type: object, required: [name], properties: {id: {type: integer, readOnly: true}, name: {type: string}, seats: {type: integer}}}
    Transaction:
      type: object
      required: [id, attributes]
      properties:
        id: {type: string}
        attributes: {type: object, required: [status], properties: {status: {type: string, enum: [HELD, SETTLED]}}}
    Entry: {type: object, required: [id], properties: {id: {type: integer}}}
    Harvest: {type: object, required: [id, changedDate], properties: {id: {type: integer}, changedDate: ${MOMENT}}}
    NewBoard: {type: object, properties: {title: {type: string}}}
    Board: {type: object, properties: {id: {type: integer}, slug: {type: string}, title: {type: string}}}
`;

const loaded = await loadFiles({ 'openapi.yaml': DOCUMENT });
if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
const document = loaded.interface;

function client(): (method: string, path: string, body?: object) => Promise<readonly [number, unknown]> {
  const handler = mockHandler(document, { seed: new Map() });
  return async (method, path, body) => {
    const given =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await handler(new Request(`http://mock.example${path}`, { method, ...given }));
    return [answer.status, await answer.json()];
  };
}

test.each(['HELD', 'SETTLED'])(
  'a list that the mock only shows holds what a filter asks of a member inside of a holder: %s',
  async (status) => {
    const [, body] = await client()('GET', `/transactions?filter[status]=${status}`);
    expect(body).toMatchObject({ data: [{ attributes: { status } }] });
  },
);

test('a list that may not be empty shows no more of its entries than it has to behind its end', async () => {
  const ask = client();
  const [, whole] = await ask('GET', '/entries');
  const [, behind] = await ask('GET', '/entries?limit=1&offset=50');
  expect(whole).not.toHaveLength(0);
  expect(behind).toHaveLength(1);
});

test('two bounds that exclude each other leave nothing of a list that the mock only shows', async () => {
  const ask = client();
  const between = (from: string, to: string): string =>
    `/harvests?fromChangedDate=${from}&toChangedDate=${to}`;
  expect(await ask('GET', between('2020-01-01T00:00:00Z', '2010-01-01T00:00:00Z'))).toEqual([200, []]);
  const [, shown] = await ask('GET', between('2010-01-01T00:00:00Z', '2010-01-02T00:00:00Z'));
  expect(shown).not.toHaveLength(0);
});

test('what is named by either of two members is gone for the mock once it is removed', async () => {
  const ask = client();
  const [, made] = await ask('POST', '/boards', { title: 'first' });
  const path = `/boards/${String((made as { readonly id: number }).id)}`;
  expect(await ask('GET', path)).toMatchObject([200, { result: { id: 1, title: 'first' } }]);
  await ask('DELETE', path);
  expect((await ask('GET', path))[0]).toBe(404);
});

test.runIf(THOROUGH)('a run finds nothing in the mock of such lists', async () => {
  const honest = await runAgainstMock(document);
  expect([...idsOf(honest, 'fail'), ...idsOf(honest, 'warn')]).toEqual([]);
  expect(honest.verdict.exitCode).toBe(0);
});

test.each([
  ['is shown under the name that is asked for', '/stages/1', 1],
  ['is shown as the document has it under a name that it can not have', '/stages/21', 11],
])('an entry that the mock only shows %s', async (_name, path, id) => {
  expect(await client()('GET', path)).toEqual([200, { id }]);
});

test('what a path names by a member of the client is made once under each name', async () => {
  const ask = client();
  const make = (seats: number): Promise<readonly [number, unknown]> =>
    ask('POST', '/rooms', { name: 'hall', seats });
  expect(await make(3)).toMatchObject([201, { seats: 3 }]);
  expect(await make(4)).toMatchObject([409, {}]);
  expect(await ask('GET', '/rooms/hall')).toMatchObject([200, { seats: 3 }]);
});

test('what an answer shows as a text has the numbers that its path takes, and a list tells how many pages they make', async () => {
  const ask = client();
  const names = ['first', 'second', 'third'];
  const made: unknown[] = [];
  for (const name of names) made.push((await ask('POST', '/crews', { name }))[1]);
  expect(made).toEqual(names.map((name, at) => ({ id: String(at + 1), name })));
  expect(await ask('GET', '/crews/3')).toEqual([200, { id: '3', name: 'third' }]);
  expect((await ask('GET', '/crews?page=1&limit=2'))[1]).toMatchObject({ page: 1, pages: 2, lastPage: 2 });
});

test('pages of an example have their own number', async () => {
  const ask = client();
  expect(await ask('GET', '/visits?limit=2')).toEqual([
    200,
    { data: [{ id: 1 }, { id: 2 }], meta: { current_page: 1 } },
  ]);
  expect(await ask('GET', '/visits?limit=2&page=2')).toEqual([
    200,
    { data: [{ id: 3 }], meta: { current_page: 2 } },
  ]);
});
