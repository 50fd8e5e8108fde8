import { expect, test } from 'vitest';
import { isEntryInside } from './held-entry.ts';

const ORDER = ['note', 'total', 'customerId'];

test.each([
  ['called as the entries are', { name: 'order', names: ['id'], beside: ['order', 'payment'] }, [], true],
  ['called as what messages hold', { name: 'data', names: ['id'], beside: ['data', 'total'] }, ORDER, true],
  ['with nothing beside it', { name: 'result', names: ['id', 'x'], beside: ['result'] }, [], true],
  [
    'with words of a message beside it',
    { name: 'user', names: ['id'], beside: ['user', 'accessToken', 'message'] },
    [],
    true,
  ],
  [
    'that has what was sent',
    { name: 'user', names: ['id', 'username', 'bio'], beside: ['user', 'flags'] },
    ['username', 'bio'],
    true,
  ],
  [
    'beside what was sent',
    { name: 'customer', names: ['id', 'note'], beside: ['customer', 'note', 'total'] },
    ORDER,
    false,
  ],
  [
    'beside something else, of which nothing was sent',
    { name: 'customer', names: ['id'], beside: ['customer', 'lines'] },
    ['cart'],
    false,
  ],
] as const)('isEntryInside() of an object %s', (_name, inside, sent, expected) => {
  expect(isEntryInside(inside, new Set(sent), 'order')).toBe(expected);
});
