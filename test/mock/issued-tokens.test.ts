import { expect, test } from 'vitest';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { loadOnce } from '../specs/load-files.ts';

/** Who logs in gets a token that the mock takes. */

const body = (members: string): string =>
  `required: true, content: { application/json: { schema: { type: object, required: [${members}], properties: { email: { type: string }, password: { type: string } } } } }`;

function documentOf(token: string): string {
  return `
openapi: 3.0.3
info: { title: Notes, version: '1' }
security: [{ user: [] }]
paths:
  /login:
    post:
      security: []
      requestBody: { ${body('email, password')} }
      responses:
        '200': { description: in, content: { application/json: { schema: { type: object, required: [data], properties: { data: { type: object, required: [accessToken], properties: { accessToken: ${token} } } } } } } }
        '401': { description: who }
  /notes:
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { text: { type: string } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }, '401': { description: who } }
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } }, '401': { description: who } } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }, '401': { description: who }, '404': { description: none } } }
components:
  securitySchemes: { user: { type: http, scheme: bearer } }
  schemas: { Note: { type: object, required: [id], properties: { id: { type: integer }, text: { type: string } } } }
`;
}

async function mockOf(token: string): Promise<{
  readonly logIn: (email: string) => Promise<string>;
  readonly ask: (token: string, path: string, text?: string) => Promise<Response>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}> {
  const loaded = await loadOnce({ 'openapi.yaml': documentOf(token) });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const mock = await startMock({ interface: loaded.interface, entriesOf: 'key' });
  const post = async (path: string, value: object, headers: object = {}): Promise<Response> =>
    fetch(mock.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(value),
    });
  return {
    logIn: async (email) => {
      const shown = (await (await post('/login', { email, password: 'long-enough' })).json()) as {
        readonly data: { readonly accessToken: string };
      };
      return shown.data.accessToken;
    },
    ask: async (given, path, text) => {
      const headers = { Authorization: `Bearer ${given}` };
      return text === undefined ? fetch(mock.url + path, { headers }) : post(path, { text }, headers);
    },
    [Symbol.asyncDispose]: mock.close,
  };
}

test.each([
  '{ type: string }',
  '{ type: string, example: eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiY29vayJ9.c2lnbmVk }',
])('a token of %s is taken, and is that of one user', async (token) => {
  await using mock = await mockOf(token);
  const [anna, bela] = [await mock.logIn('anna@example.com'), await mock.logIn('bela@example.com')];
  expect(anna).not.toBe(bela);
  expect(await mock.logIn('anna@example.com')).toBe(anna);
  const made = await mock.ask(anna, '/notes', 'mine');
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { readonly id: number };
  expect((await mock.ask(anna, `/notes/${String(id)}`)).status).toBe(200);
  expect((await mock.ask(bela, `/notes/${String(id)}`)).status).toBe(404);
  expect((await mock.ask(`${anna}x`, '/notes')).status).toBe(401);
  if (token.includes('eyJ'))
    expect(anna.split('.').slice(0, 2).join('.')).toBe('eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiY29vayJ9');
});

test('a token that has to be as it is shown is taken as it is', async () => {
  await using mock = await mockOf('{ type: string, enum: [the-one-token] }');
  expect(await mock.logIn('anna@example.com')).toBe('the-one-token');
  expect((await mock.ask('the-one-token', '/notes')).status).toBe(200);
});
