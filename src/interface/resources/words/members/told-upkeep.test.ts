import { expect, test } from 'vitest';
import { upkeepIn } from './told-upkeep.ts';

function read(name: string, description: string, more: object = {}): string {
  const schema = { type: 'object', properties: { [name]: { type: 'string', description, ...more } } };
  const upkeep = upkeepIn(schema);
  return Object.entries(upkeep)
    .flatMap(([kind, names]) => (names.length > 0 ? [kind] : []))
    .join();
}

const readOnly = { readOnly: true };

test.each<readonly [name: string, words: string, more: object, kind: string]>([
  ['createdAt', '', readOnly, 'made'],
  ['created', 'When it was created', {}, 'made'],
  ['created', '', {}, ''],
  ['joined_at', 'When the user joined; a replacement keeps it', {}, 'made'],
  ['joined_at', 'When the user joined; updates leave it unchanged.', {}, 'made'],
  ['joined_at', 'When the user joined; a replacement may keep it', {}, ''],
  ['joined_at', 'When the user joined; a replacement sets it', {}, ''],
  ['uid', '', readOnly, 'named'],
  ['uid', 'Never given again', {}, 'named'],
  ['uid', 'The user it belongs to', {}, ''],
  ['updated_at', '', readOnly, ''],
  ['updated_at', 'When it was last changed', readOnly, 'changed'],
  ['lastModified', 'The time of the last change', {}, 'changed'],
  ['lastModified', 'When its content was last changed', readOnly, ''],
  ['updatedAt', 'When it was last updated, may be missing', {}, ''],
  ['etag', 'A checksum that changes with each change', {}, 'versions'],
  ['version', 'Incremented on every update', {}, 'versions'],
  ['version', 'Raised by one after a change', {}, 'versions'],
  ['version', 'Incremented on changes of the price', {}, ''],
  ['version', 'Incremented when the status changes', {}, ''],
  ['version', 'The version of the API', {}, ''],
])('upkeepIn() reads of %s "%s" %j: %s', (name, words, more, kind) => {
  expect(read(name, words, more)).toBe(kind);
});

test('a content beside the entry may have a moment of its own', () => {
  const properties = { lastModified: { type: 'string', readOnly: true }, size: { type: 'integer' } };
  expect(upkeepIn({ type: 'object', properties }).changed).toEqual([]);
});
