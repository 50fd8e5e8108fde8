import { expect, test } from 'vitest';
import { saysOfAll } from './told-shared.ts';

test.each([
  'All venues, of all organizers',
  'Lists the templates from every user.',
  'The board.\nIt has notes by everybody',
  'Colours, visible to all members',
])('saysOfAll() reads that %j is of everybody', (words) => {
  expect(saysOfAll({ description: words })).toBe(true);
});

test.each([
  'All venues',
  'The venues of the organizer who asks',
  'Admins see the venues of all organizers',
  'Venues of all organizers, if the account may see them',
])('saysOfAll() does not read so of %j', (words) => {
  expect(saysOfAll({ description: words })).toBe(false);
});
