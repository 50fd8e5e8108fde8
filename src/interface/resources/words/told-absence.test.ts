import { expect, test } from 'vitest';
import { saysHolderIsAbsent } from './told-absence.ts';

test.each([
  ['The shelf was not found', true],
  ['Shelf not found', true],
  ['Parent shelf not found.', true],
  ['No such shelf', true],
  ['There is no shelf with that id', true],
  ['The shelf with this id does not exist.', true],
  ['The shelf is unknown', true],
  ['Not found', false],
  ['The book was not found', false],
  ['The shelf was found', false],
  ['No shelf may have more', false],
])('saysHolderIsAbsent() of "%s": %s', (description, is) => {
  const responses = [{ status: '404', description, representations: [], headers: [] }] as never;
  expect(saysHolderIsAbsent({ path: '/shelves' } as never, { responses } as never)).toBe(is);
});
