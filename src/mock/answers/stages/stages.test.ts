import { expect, test } from 'vitest';
import { loadOnce } from '../../../../test/specs/load-files.ts';
import { type Kept, nameTaken, type Stages } from './stages.ts';

async function people(conflict: string): Promise<Kept> {
  const shown = `{ type: object, required: [id], properties: { id: { type: integer, readOnly: true }, email: { type: string } } }`;
  const answer = `{ description: OK, content: { application/json: { schema: ${shown} } } }`;
  const result = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: People, version: '1' }
paths:
  /people:
    get: { responses: { '200': { description: All, content: { application/json: { schema: { type: array, items: ${shown} } } } } } }
    post:
      requestBody: { content: { application/json: { schema: ${shown} } } }
      responses: { '201': ${answer}, '409': { description: ${JSON.stringify(conflict)} } }
  /people/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': ${answer}, '404': { description: Absent } }
`,
  });
  const [collection] = result.kind === 'broken' ? [] : result.interface.collections;
  if (collection === undefined) throw new Error('There is no collection.');
  return collection;
}

test.each([
  ['The email is already taken.', 1, 'There is another one with this email.'],
  ['Conflict', 0, undefined],
])(
  'nameTaken() goes through all entries where a member has to be unique alone: %s',
  async (conflict, times, why) => {
    let asked = 0;
    const stages: Pick<Stages, 'entries' | 'find'> = {
      entries: () => {
        asked += 1;
        return [{ id: 1, email: 'a@example.org' }];
      },
      find: () => undefined,
    };
    const taken = nameTaken(await people(conflict), { email: 'a@example.org' }, stages as Stages);
    expect(taken).toBe(why);
    expect(asked).toBe(times);
  },
);
