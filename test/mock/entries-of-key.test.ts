import { expect, test } from 'vitest';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { loadOnce } from '../specs/load-files.ts';

/** Entries of the key that made them, where the document alone tells what a list inside of them shows. */

const DOCUMENT = `
openapi: 3.0.3
info: { title: Shop, version: '1' }
security: [{ key: [] }]
paths:
  /products:
    post:
      operationId: makeProduct
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Named' } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Product' } } } }, '401': { description: key } }
    get:
      operationId: listProducts
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Product' } } } } }, '401': { description: key } }
  /products/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readProduct
      responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Product' } } } }, '401': { description: key }, '404': { description: none } }
  /products/{id}/images:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: listImages
      responses:
        '200':
          description: all
          content:
            application/json:
              schema: { type: array, items: { type: object, properties: { id: { type: integer }, label: { type: string } } } }
              example: [{ id: 7, label: front }]
        '401': { description: key }
        '404': { description: none }
    post:
      operationId: makeImage
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Named' } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { type: object, required: [id, url], properties: { id: { type: integer }, url: { type: string } } } } } }, '401': { description: key }, '404': { description: none } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    Named: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Product: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
`;

test('whoever made an entry puts something inside of it, and nobody else does', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const mock = await startMock({ interface: loaded.interface, entriesOf: 'key' });
  try {
    const [own, other] = mock.keys.map(({ key }) => key);
    const ask = (key: string | undefined, path: string, body?: object): Promise<Response> =>
      fetch(`${mock.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${key ?? ''}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const made: unknown = await (await ask(own, '/products', { name: 'chair' })).json();
    expect(made).toMatchObject({ name: 'chair' });
    const path = `/products/${String((made as { readonly id: number }).id)}/images`;
    expect((await ask(own, path, { name: 'side' })).status).toBe(201);
    expect((await ask(own, path)).status).toBe(200);
    expect((await ask(other, path, { name: 'back' })).status).toBe(404);
  } finally {
    await mock.close();
  }
});
