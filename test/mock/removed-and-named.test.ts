import { randomUUID } from 'node:crypto';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { THOROUGH } from '../sampled.ts';
import { expect, test } from 'vitest';
import { runAgainstMock } from '../other-interfaces/run-against-mock.ts';
import { alarms } from '../lives/run-lives.ts';
import { loadFiles } from '../specs/load-files.ts';

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}, '422': {description: names nothing}`;
const ID = '{name: id, in: path, required: true, schema: {type: integer, minimum: 1}}';
const REMOVED = (words: string): string =>
  `{name: include_deleted, in: query, description: '${words}', schema: {type: boolean, default: false}}`;
const all = (name: string): string =>
  `responses: {'200': {description: all, ${json(`{type: array, items: {$ref: '#/components/schemas/${name}'}}`)}}, ${REFUSALS}}`;
const one = (status: number, name: string): string =>
  `responses: {'${String(status)}': {description: it, ${json(`{$ref: '#/components/schemas/${name}'}`)}}, ${REFUSALS}}`;
const sends = (name: string): string =>
  `requestBody: {required: true, ${json(`{$ref: '#/components/schemas/${name}'}`)}}`;

/** Goods that are shown after their removal to whoever asks for it, in groups that are named by numbers. */
const DOCUMENT = `
openapi: 3.0.3
info: {title: Goods, version: '1'}
security: [{key: []}]
paths:
  /groups:
    get: {${all('Group')}}
    post: {${sends('GroupWish')}, ${one(201, 'Group')}}
  /groups/{id}:
    parameters: [${ID}]
    get: {${one(200, 'Group')}}
    delete: {responses: {'204': {description: gone}, ${REFUSALS}}}
  /goods:
    get: {parameters: [${REMOVED('With deleted goods')}], ${all('Good')}}
    post: {${sends('GoodWish')}, ${one(201, 'Good')}}
  /goods/{id}:
    parameters: [${ID}]
    get: {parameters: [${REMOVED('Also a deleted one')}], ${one(200, 'Good')}}
    patch: {${sends('GoodChange')}, ${one(200, 'Good')}}
    delete: {responses: {'204': {description: gone}, ${REFUSALS}}}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
  schemas:
    GroupWish: {type: object, required: [text], properties: {text: {type: string, maxLength: 200}}}
    Group: {type: object, properties: {id: {type: integer}, text: {type: string}}}
    GoodChange: {type: object, properties: {text: {type: string, maxLength: 200}, group_id: {type: integer, minimum: 1, nullable: true}}}
    GoodWish: {type: object, required: [text], properties: {text: {type: string, maxLength: 200}, group_id: {type: integer, minimum: 1, nullable: true}}}
    Good: {type: object, properties: {id: {type: integer}, text: {type: string}, group_id: {type: integer, nullable: true}}}
`;

test.runIf(THOROUGH)(
  'the mock shows what was removed to whoever asks for it, and nobody is warned of numbers that name nothing',
  async () => {
    const loaded = await loadFiles({ 'openapi.yaml': DOCUMENT });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    expect(alarms(await runAgainstMock(loaded.interface))).toEqual([]);
  },
);

/** Members that administrators make at a place of their own, and that sign up at another one. */
const UUID = '{name: id, in: path, required: true, schema: {type: string, format: uuid}}';
const OF_ADMINISTRATORS = `
openapi: 3.0.3
info: {title: Cards, version: '1'}
security: [{key: []}]
paths:
  /admin/members:
    post: {${sends('MemberWish')}, ${one(201, 'Member')}}
  /admin/members/{id}:
    parameters: [${UUID}]
    put: {${sends('MemberWish')}, ${one(200, 'Member')}}
  /members:
    get: {${all('Member')}}
    post: {${sends('SignUp')}, ${one(201, 'Member')}}
  /members/{id}:
    parameters: [${UUID}]
    get: {${one(200, 'Member')}}
  /cards:
    get: {${all('Card')}}
    post:
      ${sends('CardWish')}
      responses: {'201': {description: it, ${json("{$ref: '#/components/schemas/Card'}")}}, '404': {description: member not found}}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
  schemas:
    MemberWish: {type: object, required: [text], properties: {text: {type: string, maxLength: 200}}}
    Member: {type: object, properties: {id: {type: string, format: uuid}, text: {type: string}}}
    CardWish: {type: object, required: [member_id], properties: {member_id: {type: string, format: uuid}}}
    SignUp: {type: object, required: [text, password], properties: {text: {type: string}, password: {type: string}}}
    Card: {type: object, properties: {id: {type: integer}, member_id: {type: string, format: uuid}}}
`;

test('what is named in the mock may have been made at another place for things of the name', async () => {
  const loaded = await loadFiles({ 'openapi.yaml': OF_ADMINISTRATORS });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const mock = await startMock({ interface: loaded.interface, onError: () => undefined });
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${mock.url}${path}`, {
      method: 'POST',
      headers: { 'X-Key': mock.keys[0]?.key ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  try {
    const made = (await (await post('/admin/members', { text: 'one' })).json()) as { readonly id: string };
    expect((await post('/cards', { member_id: made.id })).status).toBe(201);
    expect((await post('/cards', { member_id: randomUUID() })).status).toBe(404);
  } finally {
    await mock.close();
  }
});
