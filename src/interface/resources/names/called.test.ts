import { expect, test } from 'vitest';
import { isToldToName } from './called.ts';

test.each([
  ['Account that pays', true],
  ['The account to take from', true],
  ['account', true],
  ['The id of an account', true],
  ['Account name', false],
  ['Account to the customer', false],
  ['Accounted for', false],
  ['Money that an account pays', false],
])('isToldToName() of accounts, for %o, is %o', (description, expected) => {
  const account = { thing: 'account', identity: 'id', value: null, place: '/accounts' };
  expect(isToldToName(description, account)).toBe(expected);
});
