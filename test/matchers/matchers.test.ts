import { AssertionError } from 'node:assert';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assertConforms, toConform } from '../../src/matchers.ts';
import { packageRoot } from '../../src/system/package.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';

const require = createRequire(import.meta.url);

/** A package of a clone; `undefined` where it is not installed. */
function installed(name: string): unknown {
  try {
    return require(name) as unknown;
  } catch {
    return undefined;
  }
}

const DOCUMENT = `
openapi: 3.1.0
info: { title: Shelves, version: '1' }
servers: [{ url: /v1 }]
paths:
  /shelves/{id}:
    get:
      operationId: readShelf
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        '200': { description: one, content: { application/json: { schema: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } } } } }
        '404': { description: none, content: { application/json: { schema: { type: object, required: [error] } } } }
  /shelves:
    post:
      operationId: addShelf
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { type: object, required: [id] } } } }
        '400': { description: wrong, content: { application/json: { schema: { type: object, required: [error] } } } }
`;

/** A shelf 2 has no name, which the document does not allow. */
const serve: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const [, id] = /\/shelves\/(\w+)/.exec(request.url ?? '') ?? [];
    const text = Buffer.concat(chunks).toString();
    const isNew = request.method === 'POST' && text.includes('name');
    const [status, body] =
      request.method === 'POST'
        ? isNew
          ? [201, { id: 3 }]
          : [400, { error: 'no name' }]
        : id === '1'
          ? [200, { id: 1, name: 'one' }]
          : id === '2'
            ? [200, { id: 2 }]
            : [404, { error: 'none' }];
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
};

let server: Server;
let url = '';
let document: Interface;
beforeAll(async () => {
  server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : 0)}/v1`;
  const loaded = await loadInterface({ text: DOCUMENT, file: 'openapi.yaml' });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  document = loaded.interface;
});
afterAll(() => void server.close());

/** A client, as its users call it. */
type Ask = (path: string, body?: object) => Promise<unknown>;

type Supertest = (app: RequestListener) => {
  readonly get: (path: string) => Promise<unknown>;
  readonly post: (path: string) => { readonly send: (body: object) => Promise<unknown> };
};
type Axios = { readonly request: (config: object) => Promise<unknown> };
type Undici = { readonly request: (url: string, options: object) => Promise<unknown> };

function json(body: object | undefined): object {
  return body === undefined
    ? {}
    : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

const CLIENTS: readonly (readonly [name: string, ask: Ask | undefined])[] = [
  ['fetch', (path, body) => fetch(url + path, json(body))],
  [
    'undici',
    (path, body) => (installed('undici') as Undici).request(url + path, { method: 'GET', ...json(body) }),
  ],
  [
    'supertest',
    installed('supertest') === undefined
      ? undefined
      : async (path, body) => {
          const agent = (installed('supertest') as Supertest)(serve);
          // Below no base path, as applications are tested.
          return body === undefined ? agent.get(path) : agent.post(path).send(body);
        },
  ],
  [
    'axios',
    installed('axios') === undefined
      ? undefined
      : (path, body) =>
          (installed('axios') as Axios).request({
            url: url + path,
            validateStatus: () => true,
            ...(body === undefined ? {} : { method: 'post', data: body }),
          }),
  ],
  [
    'a Response without an address, as frameworks give it',
    async (path, body) => {
      const given = await fetch(url + path, json(body));
      return new Response(await given.text(), { status: given.status, headers: given.headers });
    },
  ],
  [
    'a plain object',
    async (path, body) => {
      const given = await fetch(url + path, json(body));
      return { status: given.status, headers: Object.fromEntries(given.headers), body: await given.json() };
    },
  ],
];

describe.each(CLIENTS)('an answer of %s', (name, ask) => {
  test('conforms, whatever was asked for, or does not', async ({ skip }) => {
    if (ask === undefined) return skip(`${name} is not installed here`);
    await expect(toConform(await ask('/shelves/1'), document, 'readShelf')).resolves.toMatchObject({
      pass: true,
    });
    await expect(toConform(await ask('/shelves/99'), document, 'GET /shelves/{id}')).resolves.toMatchObject({
      pass: true,
    });
    await expect(
      toConform(await ask('/shelves', { name: 'x' }), document, 'addShelf'),
    ).resolves.toMatchObject({ pass: true });
    await expect(toConform(await ask('/shelves', {}), document, 'addShelf')).resolves.toMatchObject({
      pass: true,
    });
    const broken = await toConform(await ask('/shelves/2'), document, 'readShelf');
    expect(broken.pass).toBe(false);
    expect(broken.message()).toMatch(
      /^the answer 200 to readShelf \(GET \/shelves\/\{id\}\) does not conform to Shelves\n\n {2}bodies\.schema: .*\n {4}expected {2}.*\n {4}actual {4}.*name/,
    );
  });
});

describe('toConform()', () => {
  test.each<readonly [string, unknown, string, object | undefined, string]>([
    ['no answer', 'text', 'readShelf', undefined, 'give the Response of fetch'],
    [
      'an operation that there is not',
      new Response('{}'),
      'readShelv',
      undefined,
      'did you mean "readShelf"?',
    ],
    [
      'an answer to another operation',
      { status: 200, url: '/v1/books', headers: {}, body: '{}' },
      'readShelf',
      undefined,
      'it is GET /shelves/{id}, and the answer is one to GET /v1/books',
    ],
    [
      'an option that there is not',
      new Response('{}'),
      'readShelf',
      { strikt: true },
      'did you mean "strict"?',
    ],
    [
      'what is for a condition',
      new Response(null, { status: 304 }),
      'readShelf',
      undefined,
      'could not tell whether the answer to readShelf (GET /shelves/{id}) conforms',
    ],
  ])('rejects for %s', async (_title, response, operation, options, message) => {
    await expect(toConform(response, document, operation, options)).rejects.toThrow(message);
  });

  test('rejects for a body that was read, and leaves one readable', async () => {
    const read = await fetch(`${url}/shelves/1`);
    await read.text();
    await expect(toConform(read, document, 'readShelf')).rejects.toThrow('its body was read already');
    const unread = await fetch(`${url}/shelves/1`);
    await toConform(unread, document, 'readShelf');
    expect(await unread.json()).toEqual({ id: 1, name: 'one' });
  });

  test('is never green for a status that the document does not show', async () => {
    const { pass } = await toConform(Response.json({}, { status: 500 }), document, 'readShelf');
    expect(pass).toBe(false);
    // A refusal that no document has to list breaks nothing, and proves nothing.
    const refused = toConform(Response.json({}, { status: 418 }), document, 'readShelf');
    await expect(refused).rejects.toThrow('the document shows no answer 418');
  });

  test('reads the document of a path, and knows the shipped one', async () => {
    const spec = join(packageRoot(), 'spec/pet-catalogue');
    const loaded = await loadInterface(spec);
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const [operation] = loaded.interface.operations.filter(({ method }) => method === 'GET');
    const { pass } = await toConform(Response.json({ made: 'up' }), spec, operation?.id ?? '');
    expect(pass).toBe(false);
  });
});

describe('runners', () => {
  test('Vitest extends expect with it', async () => {
    await import('../../src/matchers-vitest.ts');
    await expect(await fetch(`${url}/shelves/1`)).toConform(document, 'readShelf');
    await expect(await fetch(`${url}/shelves/2`)).not.toConform(document, 'readShelf');
    const failing = expect(await fetch(`${url}/shelves/2`)).toConform(document, 'readShelf');
    await expect(failing).rejects.toThrow('does not conform to Shelves');
  });

  test("Jest's expect does", async ({ skip }) => {
    const jest = installed('expect') as
      | {
          readonly expect: ((value: unknown) => {
            toConform: (...given: readonly unknown[]) => Promise<void>;
          }) & { extend: (matchers: object) => void };
        }
      | undefined;
    if (jest === undefined) return skip("Jest's expect is not installed here");
    jest.expect.extend({ toConform });
    await jest.expect(await fetch(`${url}/shelves/1`)).toConform(document, 'readShelf');
    const failing = jest.expect(await fetch(`${url}/shelves/2`)).toConform(document, 'readShelf');
    await expect(failing).rejects.toThrow('bodies.schema');
  });

  test('assertConforms() throws what node:test shows', async () => {
    await assertConforms(await fetch(`${url}/shelves/1`), document, 'readShelf');
    await expect(assertConforms(await fetch(`${url}/shelves/2`), document, 'readShelf')).rejects.toThrow(
      AssertionError,
    );
  });
});
