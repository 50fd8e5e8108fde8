import { expect, test } from 'vitest';
import { loadOnce } from '../../../test/specs/load-files.ts';
import { saysReplaced } from './told-replacements.ts';

async function isSaid(id: string, description: string): Promise<boolean> {
  const operation = { operationId: id, description, responses: { '204': { description: 'Done' } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shelves', version: '1' },
    paths: { '/shelf': { put: operation } },
  };
  const result = await loadOnce({ 'openapi.json': JSON.stringify(document) });
  if (result.kind === 'broken') throw new Error(result.problem.problem);
  const [put] = result.interface.operations;
  return put !== undefined && saysReplaced(put);
}

test.each<readonly [string, string, boolean]>([
  ['replaceShelf', '', true],
  ['overwriteShelf', '', true],
  ['putShelf', '', false],
  ['putShelf', 'Replace a shelf.', true],
  ['putShelf', 'Replaces the whole shelf.', true],
  ['putShelf', 'Update a shelf. All members are replaced; those that are left out get their defaults.', true],
  ['putShelf', 'Update a shelf. Fields that are omitted are reset.', true],
  ['putShelf', 'The entire shelf is overwritten.', true],
  ['putShelf', 'Update a shelf.', false],
  ['putShelf', 'Fields that are omitted keep their values.', false],
  ['putShelf', 'Members that are left out stay as they are, or are removed.', false],
  ['putShelf', 'Create or replace a shelf.', false],
  ['putShelf', 'Replaces only the label.', false],
  ['putShelf', 'Does not replace the shelf.', false],
  ['putShelf', 'Replaces the label if it is given.', false],
])('saysReplaced() reads %s "%s" as %s', async (id, description, isTold) => {
  expect(await isSaid(id, description)).toBe(isTold);
});
