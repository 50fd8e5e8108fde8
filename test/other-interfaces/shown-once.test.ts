import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, isObject, isText, Shelf } from './shelf.ts';

/** Hooks with a secret, which the answer to a creation alone shows, where the document says so. */

const CHECK = 'resources.write-only-hidden';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const HOOK = '{$ref: "#/components/schemas/Hook"}';
const NO = "'400': {description: no}, '401': {description: who}, '404': {description: none}";

const document = (words: string, ofMember = 'A secret.'): string => `
openapi: 3.1.0
info: {title: Hooks, version: '1'}
security: [{key: []}]
paths:
  /hooks:
    get: {operationId: hooks, responses: {'200': {description: all, ${json(`{type: array, items: ${HOOK}}`)}}, ${NO}}}
    post:
      operationId: makeHook
      requestBody: {required: true, ${json('{type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 80}}}')}}
      responses:
        '201':
          description: ${JSON.stringify(words)}
          ${json(`{allOf: [${HOOK}, {type: object, required: [secret], properties: {secret: {type: string, minLength: 12, description: ${JSON.stringify(ofMember)}}}}]}`)}
        ${NO.replaceAll(', ', '\n        ')}
  /hooks/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: readHook, responses: {'200': {description: it, ${json(HOOK)}}, ${NO}}}
    delete: {operationId: removeHook, responses: {'204': {description: gone}, ${NO}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Hook: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
`;

/** The same where one schema stands for all answers, and the secret is none that each has to show. */
const SHARED = document('The hook.')
  .replace(/\{allOf: \[(.*?), \{type: object, required.*\}\]\}/, '$1')
  .replace(
    'name: {type: string}}}',
    'name: {type: string}, secret: {type: string, description: Only returned at creation.}}}',
  );

/** `where`: what shows the secret as well. */
const hooks = (where: 'list' | 'read' | 'nowhere', shows = (secret: string) => secret): MakeService =>
  behindKey(() => {
    const shelf = new Shelf();
    const shown = (entry: { readonly [name: string]: unknown }, place: string): object =>
      place === where ? { ...entry, secret: shows(`secret-number-${String(entry['id'])}`) } : entry;
    return ({ method, json: body }, [, id]) => {
      if (id !== undefined && !/^-?\d+$/.test(id)) return { status: 400 };
      const entry = id === undefined ? undefined : shelf.at(id);
      if (id !== undefined && entry === undefined) return { status: 404 };
      if (method === 'DELETE' && entry !== undefined) {
        shelf.take(entry);
        return { status: 204 };
      }
      if (method === 'GET')
        return {
          status: 200,
          body: entry === undefined ? shelf.all.map((one) => shown(one, 'list')) : shown(entry, 'read'),
        };
      if (!isObject(body)) return { status: 400 };
      const { name } = body;
      if (!isText(name)) return { status: 400 };
      const made = shelf.add({ name });
      return { status: 201, body: { ...made, secret: `secret-number-${String(made['id'])}` } };
    };
  });

const SAID = 'The hook, with its secret, which is shown this once.';

describe('what is shown once', () => {
  test.each<readonly [name: string, document: string, service: MakeService]>([
    ['is in no other answer', document(SAID), hooks('nowhere')],
    ['is masked later', document(SAID), hooks('read', () => '****')],
    ['is another one later', document(SAID), hooks('list', (secret) => secret.toUpperCase())],
    ['is said of nothing', document('The hook, with its secret.'), hooks('read')],
    ['is said of something else', document('The hook. The name is only shown once.'), hooks('read')],
    ['is in the schema of all answers', SHARED, hooks('nowhere')],
    ['may be shown later', document('The secret may be shown only once.'), hooks('read')],
  ])('%s: no fault', async (_name, text, service) => {
    expect(alarms(await runAtOnce(text, service))).toEqual([]);
  });

  test.each<readonly [name: string, document: string, service: MakeService]>([
    ['is in a list', document(SAID), hooks('list')],
    ['is read', document('The hook.', 'Only returned once: keep it.'), hooks('read')],
    ['is in a list of the same schema', SHARED, hooks('list')],
    ['is read with the same schema', SHARED, hooks('read')],
    ['is read, and only returned here', document('The `secret` is only returned here.'), hooks('read')],
    ['is read again', document('The hook. The secret cannot be retrieved later.'), hooks('read')],
  ])('%s: found', async (_name, text, service) => {
    expect(blames(await runAtOnce(text, service))).toContain(CHECK);
  });

  test.each([document(SAID), SHARED])('the mock shows it once', async (text) => {
    const loaded = await loadOnce({ 'openapi.yaml': text });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(blamed(run)).toEqual([]);
    expect(idsOf(run, 'pass')).toContain(CHECK);
  });
});
