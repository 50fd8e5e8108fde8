import { expect, test } from 'vitest';
import { loadOnce } from '../../../../test/specs/load-files.ts';

const NOTE = '{ type: object, required: [code], properties: { MEMBERS } }';
const withMembers = (members: string): string =>
  `content: { application/json: { schema: ${NOTE.replace('MEMBERS', members)} } }`;
const ID = 'id: { type: integer }, ';
const OTHERS = 'code: { type: string }, author: { type: string }';
const ALL = ID + OTHERS;

async function placeOfRemoval(query: string, members: string): Promise<string | undefined> {
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: ${NOTE.replace('MEMBERS', members)} } } } } } }
    post: { requestBody: { ${withMembers(OTHERS)} }, responses: { '201': { description: made, ${withMembers(members)} } } }
    delete: { operationId: removal, parameters: [${query}], responses: { '204': { description: gone } } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const operation = loaded.interface.operations.find(({ id }) => id === 'removal');
  return operation?.namedBy === undefined ? undefined : operation.place;
}

const needed = (name: string, type = 'string'): string =>
  `{ name: ${name}, in: query, required: true, schema: { type: ${type} } }`;

test.each<readonly [query: string, place: string | undefined, members: string]>([
  [needed('id'), '/notes/{id}', ALL],
  [needed('noteId'), '/notes/{noteId}', ALL],
  [needed('note_id'), '/notes/{note_id}', ALL],
  [`${needed('id')}, { name: soft, in: query, schema: { type: boolean } }`, '/notes/{id}', ALL],
  // The code of what has no other name.
  [needed('code'), '/notes/{code}', OTHERS],
  [needed('code'), undefined, ALL],
  [needed('author'), undefined, ALL],
  [needed('author'), undefined, OTHERS],
  [needed('bookId'), undefined, ALL],
  [needed('id', 'array'), undefined, ALL],
  [`${needed('id')}, ${needed('day')}`, undefined, ALL],
  ['{ name: id, in: query, schema: { type: integer } }', undefined, ALL],
])('a removal with %s is about %s', async (query, place, members) => {
  expect(await placeOfRemoval(query, members)).toBe(place);
});
