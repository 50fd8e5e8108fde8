import { expect, test } from 'vitest';
import { loadOnce } from '../../../../../test/specs/load-files.ts';
import { resourcesOf } from '../../../../interface/resources/resources.ts';
import { promisedBetween } from './entry-state.ts';

const LISTED = '{ type: string, enum: [lent, there] }';

async function promised(sent: string, shown: string): Promise<boolean> {
  const body = (status: string): string =>
    `content: { application/json: { schema: { type: object, properties: { id: { type: integer }, status: ${status} } } } }`;
  const id = '{ name: id, in: path, required: true, schema: { type: integer } }';
  const result = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Shelves, version: '1' }
paths:
  /books:
    post: { requestBody: { ${body(sent)} }, responses: { '201': { description: Made, ${body(shown)} } } }
  /books/{id}:
    get: { parameters: [${id}], responses: { '200': { description: It, ${body(shown)} } } }
`,
  });
  if (result.kind === 'broken') throw new Error(result.problem.problem);
  const [books] = resourcesOf(result.interface);
  if (books?.create === undefined) throw new Error('There are no books.');
  const promise = promisedBetween(books.create, books).get('status');
  return promise?.mayShow('lent') === true && promise.alike.kind === 'whole';
}

test.each([
  [LISTED, LISTED, true],
  ['{ type: string }', LISTED, true],
  ['{ type: [string, "null"] }', LISTED, true],
  ['{ type: [string, "null"] }', '{ anyOf: [{ type: "null" }, { type: string, enum: [lent] }] }', true],
  ['{ type: string, enum: [lend, return] }', LISTED, false],
  ['{ type: string, format: uuid }', LISTED, false],
  ['{ type: integer }', LISTED, false],
  ['{ type: string }', '{ type: string, format: date }', false],
])('promisedBetween() of %s, shown as %s: %j', async (sent, shown, is) => {
  expect(await promised(sent, shown)).toBe(is);
});
