import { expect, test } from 'vitest';
import { loadOnce } from '../../test/specs/load-files.ts';
import { jsonSchemaOf } from '../interface/resources/read-collections.ts';
import { compileSchema } from '../schema/compile.ts';
import { withAssumedAnswers } from './assumed-answers.ts';

test('withAssumedAnswers() lists entries that hold others of their kind, where their creation alone describes them', async () => {
  const result = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Shelves, version: '1' }
paths:
  /shelves:
    get: { responses: { '200': { description: All, content: { application/json: { schema: {} } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
      responses: { '201': { description: Made } }
  /shelves/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: It } }
components:
  schemas:
    Shelf:
      type: object
      properties: { name: { type: string }, shelves: { type: array, items: { $ref: '#/components/schemas/Shelf' } } }
`,
  });
  if (result.kind === 'broken') throw new Error(result.problem.problem);
  const list = withAssumedAnswers(result.interface).operations.find(
    ({ method, path }) => method === 'GET' && path === '/shelves',
  );
  const schema = jsonSchemaOf(list?.responses[0]);
  const validate = compileSchema(schema ?? false);
  expect(validate([{ id: 1, name: 'One', shelves: [{ name: 'Two' }] }])).toEqual([]);
  expect(validate([{ id: 1, shelves: [{ name: 2 }] }])).not.toEqual([]);
});
