import { expect, test } from 'vitest';
import { saysForAll, saysOfAll } from './told-shared.ts';

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

test.each([
  'Any user may replace a coupon.',
  'Replaces the label. Everybody can do that',
  'All signed-in users are allowed to change it',
  'The labels are shared by all members',
])('saysForAll() reads that every user may do what %j is about', (words) => {
  expect(saysForAll({ description: words })).toBe(true);
});

test.each([
  'Replace a coupon.',
  'Any user can read a coupon.',
  'Not every user may do that',
  'Any user may replace their own coupons',
  'Any user with the role editor may do that',
  'Everybody may do that unless it is locked',
])('saysForAll() does not read so of %j', (words) => {
  expect(saysForAll({ description: words })).toBe(false);
});
