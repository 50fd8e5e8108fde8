import { expect, test } from 'vitest';
import { loadFiles } from '../../test/specs/load-files.ts';
import { touchesAccount } from './account.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const members = (names: readonly string[]): string =>
  `{ type: object, properties: { ${names.map((name) => `${name}: { type: ${name.startsWith('total') ? 'integer' : 'string'} }`).join(', ')} } }`;

/** The operations on sessions that are held back, where these are sent and shown with such members. */
async function heldOf(
  sent: readonly string[],
  shown: readonly string[],
  more = '',
): Promise<readonly string[]> {
  const loaded = await loadFiles({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Sessions, version: '1' }
security: [{ access: [] }]
components: { securitySchemes: { access: { type: http, scheme: bearer } } }
paths:
  /sessions:
    get: { operationId: list, responses: { '200': { description: All, ${json(`{ type: array, items: ${members(shown)} }`)} } } }
    post:
      operationId: create
      ${sent.length === 0 ? '' : `requestBody: { ${json(members(sent))} }`}
      responses: { '201': { description: Made, ${json(members(shown))} } }
  /sessions/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { '200': { description: It, ${json(members(shown))} } } }
    delete: { operationId: remove, responses: { '204': { description: Gone } } }
  /sessions/{id}/messages:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: send, requestBody: { ${json(members(['text']))} }, responses: { '200': { description: Sent } } }
${more}`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const document = loaded.interface;
  return document.operations.filter((one) => touchesAccount(document, one) !== undefined).map(({ id }) => id);
}

const ALL = ['create', 'remove', 'send'];

test('sessions of a chat or a conference are entries like others', async () => {
  expect(await heldOf(['title', 'model'], ['id', 'title', 'totalTokens'])).toEqual([]);
});

test.each([
  ['that are shown with a token', ['title'], ['id', 'title', 'sessionToken']],
  ['that are shown with who uses them from where', ['userId'], ['id', 'userId', 'ip_address', 'user_agent']],
  ['that end by themselves', ['userId'], ['id', 'userId', 'expiresAt']],
  ['to which a password is sent', ['name', 'password'], ['id', 'name']],
  ['to which nothing is sent', [], ['id', 'title']],
] as const)('sessions %s may be the one of the run', async (_name, sent, shown) => {
  expect(await heldOf(sent, shown)).toEqual(ALL);
});

test('a path through what may be a login lets none be sent, and what is called so elsewhere is held back', async () => {
  const post = (id: string): string =>
    `post: { operationId: ${id}, responses: { '200': { description: Done } } }`;
  expect(await heldOf(['title'], ['id', 'title'], `  /auth/session/renewal: { ${post('renew')} }\n`)).toEqual(
    [...ALL, 'renew'],
  );
  expect(await heldOf(['title'], ['id', 'title'], `  /auth/end: { ${post('endSession')} }\n`)).toEqual([
    'endSession',
  ]);
});

test('one list of sessions that may be logins lets none be sent', async () => {
  const more = `  /users/{id}/sessions:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: logins, responses: { '200': { description: All, ${json(`{ type: array, items: ${members(['id', 'device'])} }`)} } } }
`;
  expect(await heldOf(['title'], ['id', 'title'], more)).toEqual(ALL);
});
