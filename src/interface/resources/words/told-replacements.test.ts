import { expect, test } from 'vitest';
import type { Operation } from '../../model.ts';
import { loadOnce } from '../../../../test/specs/load-files.ts';
import { saysKept, saysReplaced } from './told-replacements.ts';

async function operationWith(id: string, description: string): Promise<Operation> {
  const operation = { operationId: id, description, responses: { '204': { description: 'Done' } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shelves', version: '1' },
    paths: { '/shelf': { put: operation } },
  };
  const result = await loadOnce({ 'openapi.json': JSON.stringify(document) });
  if (result.kind === 'broken') throw new Error(result.problem.problem);
  const [put] = result.interface.operations;
  if (put === undefined) throw new Error('There is no operation.');
  return put;
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
  ['putShelf', 'If books are not provided, then the books that are there will not be removed.', false],
  ['putShelf', 'If you omit a field, that field is removed from the shelf.', true],
  ['putShelf', 'Replaces only the label.', false],
  ['putShelf', 'Does not replace the shelf.', false],
  ['putShelf', 'Replaces the label if it is given.', false],
])('saysReplaced() reads %s "%s" as %s', async (id, description, isTold) => {
  expect(saysReplaced(await operationWith(id, description))).toBe(isTold);
});

test.each<readonly [string, boolean]>([
  ['Members that are left out keep their values.', true],
  ['Updates the shelf. Any parameters not provided will be left unchanged.', true],
  ['Only the fields that are sent are changed.', true],
  ['Updates the shelf.', false],
  ['Members that are left out may keep their values.', false],
  ['Fields that are omitted are reset.', false],
])('saysKept() reads "%s" as %s', async (description, isTold) => {
  expect(saysKept(await operationWith('postShelf', description))).toBe(isTold);
});

test.each<readonly [string, string, boolean]>([
  ['updateShelf', 'Update a shelf', true],
  ['postShelf', 'Update a shelf', true],
  ['sortShelf', 'Sort a shelf', false],
])('saysKept() reads what is said of all updates for %s "%s" as %s', async (id, description, isTold) => {
  const words = '**Updates** change only the parameters that are sent. What is not sent keeps its value.';
  const operation = await operationWith(id, description);
  expect(saysKept(operation, `All is JSON.\n\n${words}`)).toBe(isTold);
  expect(saysKept(operation, 'Updates are free.\n\nWhat is not sent keeps its price.')).toBe(false);
});
