import { expect, test } from 'vitest';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, faultsOfAssay, runAgainstMock } from './run-against-mock.ts';

/** Answers mark the state as a member of the service, its values stand behind `allOf`, and a change sets it. */
const ORDERS = `
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    get:
      operationId: list
      responses:
        '200': { description: All, content: { $ref: '#/components/x-contents/orders' } }
    post:
      operationId: make
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses:
        '201': { description: Made, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: read
      responses:
        '200': { description: One, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
        '404': { description: None }
    patch:
      operationId: lead
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [status], properties: { status: { $ref: '#/components/schemas/Status' } } }
      responses:
        '200': { description: Led on, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
        '404': { description: None }
components:
  x-contents:
    orders: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Order' } } } }
  schemas:
    Status: { type: string, enum: [placed, preparing, canceled] }
    Order:
      type: object
      required: [customer, tax]
      properties:
        id: { type: string, readOnly: true }
        customer: { type: string, maxLength: 40 }
        status: { allOf: [{ $ref: '#/components/schemas/Status' }], readOnly: true }
`;

test("a state that a change may set is no member of the service alone, and its values are nobody else's", async () => {
  const loaded = await loadOnce({ 'openapi.yaml': ORDERS });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const types = loaded.interface.operations.flatMap(({ responses }) =>
    responses.flatMap(({ representations }) => representations.map(({ mediaType }) => mediaType)),
  );
  expect(new Set(types)).toEqual(new Set(['application/json']));
  const run = await runAgainstMock(loaded.interface);
  expect(faultsOfAssay(run)).toEqual([]);
  expect(blamed(run)).toEqual([]);
  expect(run.verdict.exitCode, JSON.stringify(run.verdict)).toBe(0);
});
