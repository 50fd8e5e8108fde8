import { expect, test } from 'vitest';
import { loadOnce } from '../../../../../test/specs/load-files.ts';
import { resourcesOf } from '../../resources.ts';
import { toldCountsOf } from './told-counts.ts';

const BOOK =
  '{ type: object, properties: { id: { type: string }, title: { type: string }, pages: { type: integer } } }';

async function told(description: string): Promise<string | undefined> {
  const shelf = `{ type: object, properties: { id: { type: string }, labels: { type: array, items: { type: string } }, stamps: { type: array, items: { type: object, properties: { motif: { type: string }, quantity: { type: integer } } } }, count: { type: integer, description: ${JSON.stringify(description)} } } }`;
  const json = (schema: string): string =>
    `{ description: fine, content: { application/json: { schema: ${schema} } } }`;
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Shelves, version: '1' }
paths:
  /shelves:
    get: { responses: { '200': ${json(`{ type: array, items: ${shelf} }`)} } }
  /shelves/{shelf}:
    parameters: [{ name: shelf, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': ${json(shelf)} } }
  /shelves/{shelf}/books:
    parameters: [{ name: shelf, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': ${json(`{ type: array, items: ${BOOK} }`)} } }
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { title: { type: string } } } } } }, responses: { '201': ${json(BOOK)} } }
  /shelves/{shelf}/books/{book}:
    parameters: [{ name: shelf, in: path, required: true, schema: { type: string } }, { name: book, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': ${json(BOOK)} } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [found] = resourcesOf(loaded.interface).flatMap((resource) =>
    toldCountsOf(loaded.interface, resource),
  );
  if (found === undefined) return undefined;
  return found.of === 'list' ? found.list : found.child.path;
}

test.each([
  ['Number of books on the shelf.', '/shelves/{shelf}/books'],
  ['The number of books', '/shelves/{shelf}/books'],
  ['Kept by the service. The total number of books in it.', '/shelves/{shelf}/books'],
  ['How many books are on this shelf', '/shelves/{shelf}/books'],
  ['The total number of books associated with this shelf.', '/shelves/{shelf}/books'],
  ['How many books it holds', '/shelves/{shelf}/books'],
  ['The sum of pages of all books', '/shelves/{shelf}/books'],
  ['The sum of weights of all books', undefined],
  ['Count of its labels', 'labels'],
  ['Number of stamps', undefined],
  ['Number of books of the author', undefined],
  ['Number of lent books', undefined],
  ['Number of books on the shelf that are lent', undefined],
  ['Number of books ever put there', undefined],
  ['Number of readers', undefined],
  ['Most of the books', undefined],
])('toldCountsOf() reads "%s"', async (words, expected) => {
  expect(await told(words)).toBe(expected);
});
