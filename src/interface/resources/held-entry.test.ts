import { expect, test } from 'vitest';
import { isEntryInside } from './held-entry.ts';

const ORDER = ['note', 'total', 'customerId'];

test.each([
  [
    'called as the entries are',
    { name: 'order', names: ['id'], objects: ['order', 'payment'], others: [] },
    [],
    true,
  ],
  [
    'called as what messages hold',
    { name: 'data', names: ['id'], objects: ['data'], others: ['total'] },
    ORDER,
    true,
  ],
  ['with nothing beside it', { name: 'result', names: ['id'], objects: ['result'], others: [] }, [], true],
  [
    'with words of a message beside it',
    { name: 'user', names: ['id'], objects: ['user', 'meta'], others: ['accessToken', 'message'] },
    [],
    true,
  ],
  [
    'that has what was sent, of several',
    { name: 'response', names: ['id', 'bio'], objects: ['response', 'client'], others: [] },
    ['bio'],
    true,
  ],
  [
    'that has nothing of what was sent, of several',
    { name: 'client', names: ['id'], objects: ['response', 'client'], others: [] },
    ['bio'],
    false,
  ],
  [
    'beside what was sent',
    { name: 'customer', names: ['id', 'note'], objects: ['customer'], others: ['note', 'total'] },
    ORDER,
    false,
  ],
  [
    'that has what was sent, beside what the service says of the whole',
    { name: 'customer', names: ['id', 'note'], objects: ['customer'], others: ['placed_at'] },
    ORDER,
    false,
  ],
] as const)('isEntryInside() of an object %s', (_name, inside, sent, expected) => {
  expect(isEntryInside(inside, new Set(sent), 'order')).toBe(expected);
});
