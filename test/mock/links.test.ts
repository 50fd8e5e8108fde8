import { THOROUGH } from '../sampled.ts';
import { expect, test } from 'vitest';
import { mockHandler } from '../../src/mock/server/mock-handler.ts';
import { idsOf, runAgainstMock } from '../other-interfaces/run-against-mock.ts';
import { loadFiles } from '../specs/load-files.ts';

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const all = (name: string): string =>
  `{200: {description: all, ${json(`{type: array, items: ${ref(name)}}`)}}, 404: {description: none}}`;
const one = (name: string): string =>
  `{200: {description: it, ${json(ref(name))}}, 404: {description: none}}`;
const made = (name: string): string =>
  `{201: {description: made, ${json(ref(name))}}, 400: {description: no}}`;
const sent = (name: string): string => `requestBody: {required: true, ${json(ref(name))}}`;
const named = (name: string): string =>
  `{name: ${name}, in: path, required: true, schema: {type: string, pattern: '^[0-9a-f]{12}$'}}`;

/** Guests of tables: a PUT without a body says who sits there. */
const DOCUMENT = `
openapi: 3.0.3
info: {title: Tables, version: '1'}
paths:
  /tables:
    get: {responses: ${all('Table')}}
    post: {${sent('NewTable')}, responses: ${made('Table')}}
  /tables/{tableId}:
    parameters: [${named('tableId')}]
    get: {responses: ${one('Table')}}
    delete: {responses: {204: {description: gone}, 404: {description: none}}}
  /tables/{tableId}/seated:
    parameters: [${named('tableId')}]
    get: {responses: ${all('Guest')}}
  /tables/{tableId}/seated/{guestId}:
    parameters: [${named('tableId')}, ${named('guestId')}]
    put: {responses: {204: {description: done}, 404: {description: none}}}
    delete: {responses: {204: {description: done}, 404: {description: none}}}
  /guests:
    get: {responses: ${all('Guest')}}
    post: {${sent('NewGuest')}, responses: ${made('Guest')}}
  /guests/{guestId}:
    parameters: [${named('guestId')}]
    get: {responses: ${one('Guest')}}
    put: {${sent('NewGuest')}, responses: ${one('Guest')}}
    delete: {responses: {204: {description: gone}, 404: {description: none}}}
components:
  schemas:
    NewGuest: {type: object, required: [name], properties: {name: {type: string}}}
    Guest: {type: object, required: [id, name], properties: {id: {type: string, pattern: '^[0-9a-f]{12}$'}, name: {type: string}}}
    NewTable: {type: object, required: [label], properties: {label: {type: string}}}
    Table: {type: object, required: [id, label], properties: {id: {type: string, pattern: '^[0-9a-f]{12}$'}, label: {type: string}}}
`;

const loaded = await loadFiles({ 'openapi.yaml': DOCUMENT });
if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
const document = loaded.interface;

test('the mock shows what a PUT put into a list as it is now, until it is taken out or gone', async () => {
  const handler = mockHandler(document, { seed: new Map() });
  const ask = async (method: string, path: string, body?: object): Promise<readonly [number, unknown]> => {
    const given =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await handler(new Request(`http://mock.example${path}`, { method, ...given }));
    const text = await answer.text();
    return [answer.status, text === '' ? undefined : JSON.parse(text)];
  };
  const idOf = async (path: string, body: object): Promise<string> => {
    const [, entry] = await ask('POST', path, body);
    return (entry as { readonly id: string }).id;
  };
  const table = `/tables/${await idOf('/tables', { label: 'by the door' })}`;
  const ada = await idOf('/guests', { name: 'Ada' });
  const bo = await idOf('/guests', { name: 'Bo' });
  expect(await ask('PUT', `${table}/seated/000000000000`)).toMatchObject([404, {}]);
  for (const guest of [ada, bo, ada])
    expect(await ask('PUT', `${table}/seated/${guest}`)).toEqual([204, undefined]);
  await ask('PUT', `/guests/${ada}`, { name: 'Ada L.' });
  expect(await ask('GET', `${table}/seated`)).toEqual([
    200,
    [
      { id: ada, name: 'Ada L.' },
      { id: bo, name: 'Bo' },
    ],
  ]);
  expect(await ask('DELETE', `${table}/seated/${ada}`)).toEqual([204, undefined]);
  expect(await ask('GET', `/guests/${ada}`)).toMatchObject([200, {}]);
  await ask('DELETE', `/guests/${bo}`);
  expect(await ask('GET', `${table}/seated`)).toEqual([200, []]);
});

test.runIf(THOROUGH)('a run finds nothing in the mock of such a document', async () => {
  const honest = await runAgainstMock(document);
  expect([...idsOf(honest, 'fail'), ...idsOf(honest, 'warn')]).toEqual([]);
  expect(honest.verdict.exitCode).toBe(0);
});
