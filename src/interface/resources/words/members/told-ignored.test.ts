import { expect, test } from 'vitest';
import { loadOnce } from '../../../../../test/specs/load-files.ts';
import type { Operation } from '../../../model.ts';
import { isToldIgnored } from './told-ignored.ts';

async function described(description: string): Promise<Operation> {
  const put = { description, responses: { '204': { description: 'Done' } } };
  const document = { openapi: '3.1.0', info: { title: 'Shelf', version: '1' }, paths: { '/shelf': { put } } };
  const result = await loadOnce({ 'openapi.json': JSON.stringify(document) });
  const [operation] = result.kind === 'broken' ? [] : result.interface.operations;
  if (operation === undefined) throw new Error('There is no operation.');
  return operation;
}

test.each<readonly [string, readonly [boolean, boolean]]>([
  ['populate ONLY those fields that need to be updated,\nempty ones will be IGNORED', [true, false]],
  ["empty fields ignored EXCEPT 'rating'", [true, false]],
  ['Empty strings are skipped.', [true, false]],
  ['Ignores empty values.', [true, false]],
  ['A negative value leaves it unchanged.', [false, true]],
  ["IF you want 'rating' to remain unchanged put negative value", [false, true]],
  ['Empty fields are not ignored.', [false, false]],
  ['An empty shelf is removed. Unknown members are ignored.', [false, false]],
  ['A negative value is refused.', [false, false]],
  ['Changes the shelf.', [false, false]],
])('isToldIgnored() reads "%s" as %j of an empty text and of -1', async (words, told) => {
  const operation = await described(words);
  expect([isToldIgnored(operation, ''), isToldIgnored(operation, -1)]).toEqual(told);
  expect(isToldIgnored(operation, 'word')).toBe(false);
});
