import { expect, test } from 'vitest';
import type { Schema } from '../../schema/keywords.ts';
import { sentEntry, wrappedEntry } from './wrapping.ts';

const objectOf = (...names: readonly string[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const entry = objectOf('id', 'name', 'email');
const only = (name: string, schema: Schema): Schema => ({ type: 'object', properties: { [name]: schema } });

test.each([
  ['an only member with members of the entry', only('user', objectOf('name', 'email')), '/user'],
  ['a single one in an envelope', only('data', objectOf('name')), '/data'],
  ['a single one under the name of the entry', only('user', objectOf('name')), '/user'],
  ['a single one in another member, which may be of something else', only('owner', objectOf('name')), ''],
  ['members that the entry does not have', only('owner', objectOf('name', 'email', 'since')), ''],
  [
    'members that the entry does not have beside those that it has, under the name of the entry',
    only('user', objectOf('name', 'email', 'password')),
    '/user',
  ],
  ['mostly others under the name of the entry', only('user', objectOf('name', 'email', 'a', 'b', 'c')), ''],
  ['a member of the entry itself', only('name', objectOf('id', 'email')), ''],
  [
    'a second member',
    { type: 'object', properties: { user: objectOf('name', 'email'), force: { type: 'boolean' } } },
    '',
  ],
])('sentEntry() of %s', (_case, body, pointer) => {
  expect(sentEntry(body, entry, '/users').pointer).toBe(pointer);
});

test.each([
  ['the one member that is like it', only('data', objectOf('id', 'name')), '/data'],
  [
    'one of several inside of the only object',
    only('data', {
      type: 'object',
      properties: { user: objectOf('id', 'name', 'email'), order: objectOf('id', 'total') },
    }),
    '/data/user',
  ],
  ['none, where two are like it', { type: 'object', properties: { user: entry, owner: entry } }, undefined],
  ['none, where nothing is like it', only('data', only('order', objectOf('id', 'total'))), undefined],
])('wrappedEntry() of %s', (_case, body, pointer) => {
  expect(wrappedEntry(body, entry)?.pointer).toBe(pointer);
});
