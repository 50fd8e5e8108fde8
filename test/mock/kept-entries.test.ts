import { expect, test } from 'vitest';
import { mockHandler } from '../../src/mock/server/mock-handler.ts';
import { idsOf, runAgainstMock } from '../other-interfaces/run-against-mock.ts';
import { THOROUGH } from '../sampled.ts';
import { loadFiles } from '../specs/load-files.ts';

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const one = (name: string): string =>
  `{200: {description: it, ${json(ref(name))}}, 404: {description: none}}`;
const sent = (name: string): string => `requestBody: {required: true, ${json(ref(name))}}`;
const made = (name: string): string =>
  `{201: {description: made, ${json(ref(name))}}, 400: {description: no}}`;

/** What real documents have and that is easily kept wrongly. */
const DOCUMENT = `
openapi: 3.0.3
info: {title: Hooks, version: '1'}
paths:
  /hooks:
    get:
      parameters: [{name: state, in: query, schema: {type: string}}]
      responses: {200: {description: all, ${json(`{type: array, items: ${ref('HookInBrief')}}`)}}}
    post: {${sent('NewHook')}, responses: ${made('Hook')}}
  /hooks/{hook_id}:
    parameters: [{name: hook_id, in: path, required: true, schema: {type: string}}]
    get: {responses: ${one('Hook')}}
    put: {${sent('ChangedHook')}, responses: ${one('Hook')}}
    delete: {responses: {204: {description: gone}, 404: {description: none}}}
  /hooks/{hook_id}/words:
    parameters: [{name: hook_id, in: path, required: true, schema: {type: string}}]
    get: {responses: {200: {description: all, ${json(`{type: array, items: ${ref('Word')}}`)}}, 404: {description: none}}}
    post: {${sent('NewWord')}, responses: ${made('Word')}}
  /words/{word_id}:
    parameters: [{name: word_id, in: path, required: true, schema: {type: string}}]
    get: {responses: ${one('Word')}}
    put: {${sent('NewWord')}, responses: ${one('Word')}}
    delete: {responses: {204: {description: gone}, 404: {description: none}}}
  /runs:
    get: {responses: {200: {description: all, ${json(`{type: array, items: ${ref('Run')}}`)}}}}
    post: {${sent('NewRun')}, responses: ${made('Run')}}
  /runs/{run_id}:
    parameters: [{name: run_id, in: path, required: true, schema: {type: string}}]
    get: {responses: ${one('Run')}}
    post: {${sent('NewRun')}, responses: ${one('Run')}}
    delete: {responses: {204: {description: gone}, 404: {description: none}}}
  /orgs/{org}/keys:
    parameters: [{name: org, in: path, required: true, schema: {type: string}}]
    get: {responses: {200: {description: all, ${json('{type: array, items: {type: object, properties: {id: {type: integer}, name: {type: string}}}}')}}}}
    post: {${sent('NewKey')}, responses: ${made('Key')}}
  /keys/{keyId}:
    parameters: [{name: keyId, in: path, required: true, schema: {type: integer}}]
    get: {responses: {200: {description: it, content: {application/json: {schema: ${ref('Key')}, example: {id: 1, name: string, secret: x}}}}}}
    patch: {${sent('NewKey')}, responses: ${one('Key')}}
  /teams:
    get: {responses: {200: {description: all, ${json(`{type: array, items: ${ref('Team')}}`)}}}}
    post: {${sent('NewTeam')}, responses: ${made('Team')}}
  /teams/{team_name}:
    parameters: [{name: team_name, in: path, required: true, schema: {type: string}}]
    get: {responses: ${one('Team')}}
    put: {${sent('ChangedTeam')}, responses: ${one('Team')}}
    delete: {responses: {204: {description: gone}, 404: {description: none}}}
components:
  schemas:
    NewKey: {type: object, required: [name], properties: {name: {type: string}, claims: {}}}
    Key: {type: object, required: [id, name, secret], properties: {id: {type: integer}, name: {type: string}, claims: {}, secret: {type: string}}}
    NewTeam: {type: object, required: [name], properties: {name: {type: string}, about: {type: string}}}
    ChangedTeam: {type: object, properties: {name: {type: string}, about: {type: string}}}
    Team: {type: object, required: [id, name], properties: {id: {type: string, pattern: ^tea_}, name: {type: string}, about: {type: string}}}
    NewHook: {type: object, required: [address], properties: {address: {type: string}, seconds: {type: integer}}}
    ChangedHook: {type: object, required: [address], properties: {address: {type: string}, seconds: {type: integer}, ends: {type: integer}}}
    HookInBrief: {type: object, required: [id, state], properties: {id: {type: string}, state: {type: string}, ends: {type: integer}}}
    Hook: {allOf: [${ref('HookInBrief')}, {type: object, properties: {address: {type: string}, seconds: {type: integer}}}]}
    NewWord: {type: object, required: [word], properties: {word: {type: string}}}
    Word: {type: object, required: [id, word], properties: {id: {type: string}, word: {type: string}}}
    NewRun: {type: object, required: [title], properties: {title: {type: string}, parts: {type: array, items: ${ref('Part')}}}}
    Run: {type: object, properties: {id: {type: string}, title: {type: string}, parts: {type: array, items: ${ref('Part')}}}}
    Part: {type: object, properties: {id: {type: string}, title: {type: string}}}
`;

const loaded = await loadFiles({ 'openapi.yaml': DOCUMENT });
if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
const document = loaded.interface;

type Answered = readonly [status: number, body: Readonly<Record<string, unknown>>];

function client(): (method: string, path: string, body?: object) => Promise<Answered> {
  const handler = mockHandler(document, { seed: new Map() });
  return async (method, path, body) => {
    const given =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await handler(new Request(`http://mock.example${path}`, { method, ...given }));
    const text = await answer.text();
    return [answer.status, text === '' ? {} : (JSON.parse(text) as Answered[1])];
  };
}

test('the mock keeps members that the list of entries does not show', async () => {
  const ask = client();
  const [status, hook] = await ask('POST', '/hooks', { address: 'here', seconds: 3 });
  expect([status, hook]).toMatchObject([201, { address: 'here', seconds: 3 }]);
  expect(await ask('GET', `/hooks/${String(hook['id'])}`)).toEqual([200, hook]);
});

test('the mock finds entries by what they are shown with, although nobody gave it', async () => {
  const ask = client();
  const [, hook] = await ask('POST', '/hooks', { address: 'here' });
  const state = String(hook['state']);
  expect(await ask('GET', `/hooks?state=${state}`)).toMatchObject([200, [{ id: hook['id'], state }]]);
  expect(await ask('GET', '/hooks?state=another')).toEqual([200, []]);
});

test('a replacement in the mock takes away what an earlier one gave, and nothing that the service gave', async () => {
  const ask = client();
  const [, hook] = await ask('POST', '/hooks', { address: 'here' });
  const path = `/hooks/${String(hook['id'])}`;
  await ask('PUT', path, { address: 'there', ends: 7 });
  expect(await ask('GET', path)).toMatchObject([200, { address: 'there', ends: 7, state: hook['state'] }]);
  await ask('PUT', path, { address: 'there' });
  const [, last] = await ask('GET', path);
  expect(last).toMatchObject({ address: 'there', state: hook['state'] });
  expect(last).not.toHaveProperty('ends');
});

test('the mock finds what was made inside of an entry at a path of its own, until that entry is removed', async () => {
  const ask = client();
  const [, hook] = await ask('POST', '/hooks', { address: 'here' });
  const path = `/hooks/${String(hook['id'])}`;
  const [, word] = await ask('POST', `${path}/words`, { word: 'one' });
  const own = `/words/${String(word['id'])}`;
  expect(await ask('GET', own)).toEqual([200, word]);
  expect(await ask('PUT', own, { word: 'two' })).toMatchObject([200, { word: 'two' }]);
  expect(await ask('GET', `${path}/words`)).toMatchObject([200, [{ id: word['id'], word: 'two' }]]);
  await ask('DELETE', path);
  expect(await ask('GET', own)).toMatchObject([404, {}]);
});

test('an entry that has a list inside of it and is changed by POST is no collection', async () => {
  expect(document.collections.map(({ path }) => path)).toEqual([
    '/hooks',
    '/hooks/{hook_id}/words',
    '/runs',
    '/orgs/{org}/keys',
    '/teams',
  ]);
  const ask = client();
  const [, run] = await ask('POST', '/runs', { title: 'first', parts: [] });
  expect(await ask('GET', `/runs/${String(run['id'])}`)).toEqual([200, run]);
});

test.runIf(THOROUGH)('a run finds nothing in the mock of such a document', async () => {
  const honest = await runAgainstMock(document);
  expect([...idsOf(honest, 'fail'), ...idsOf(honest, 'warn')]).toEqual([]);
  expect(honest.verdict.exitCode).toBe(0);
});

test('a replacement in the mock that leaves out the name of an entry leaves it its name', async () => {
  const ask = client();
  await ask('POST', '/teams', { name: 'red', about: 'ones' });
  expect(await ask('PUT', '/teams/red', {})).toMatchObject([200, { name: 'red' }]);
  expect(await ask('GET', '/teams/red')).toMatchObject([200, { name: 'red' }]);
  await ask('PUT', '/teams/red', { name: 'blue' });
  expect(await ask('GET', '/teams/blue')).toMatchObject([200, { name: 'blue' }]);
});

test('the mock gives each entry an identity of its own where a pattern tells only how they begin', async () => {
  const ask = client();
  const ids = new Set<unknown>();
  for (const name of ['red', 'blue', 'green']) ids.add((await ask('POST', '/teams', { name }))[1]['id']);
  expect(ids.size).toBe(3);
  expect([...ids].every((id) => String(id).startsWith('tea_'))).toBe(true);
});

test('the mock shows what is made inside of something that nobody makes where it is read, with values of their own type', async () => {
  const ask = client();
  const [, key] = await ask('POST', '/orgs/own/keys', { name: 'red', claims: 4241 });
  expect(key).toMatchObject({ name: 'red', claims: 4241 });
  expect(await ask('GET', `/keys/${String(key['id'])}`)).toMatchObject([200, { name: 'red', claims: 4241 }]);
  await ask('PATCH', `/keys/${String(key['id'])}`, { name: 'blue' });
  expect(await ask('GET', `/keys/${String(key['id'])}`)).toMatchObject([200, { name: 'blue', claims: 4241 }]);
});
