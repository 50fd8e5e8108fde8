import { expect, test } from 'vitest';
import type { Json } from '../../../../json/value.ts';
import { type MemberPromise } from './entry-state.ts';
import { brokenPromise } from './shown-values.ts';

const LIST: MemberPromise = {
  alike: { kind: 'items', items: { kind: 'whole' } },
  isRequired: true,
  isEchoed: true,
  isFreeText: false,
  mayShow: () => true,
  isOneOf: () => true,
  fallback: undefined,
  isTuple: false,
  keepsOrder: false,
  holdsWords: true,
};

test.each<
  readonly [name: string, sent: Json, got: Json | undefined, before: Json, broken: string | undefined]
>([
  ['an empty list as null', [], null, ['a'], undefined],
  ['an empty list as null, as what was empty before', [], null, null, undefined],
  ['a list as null, as what was empty before', ['b'], null, null, 'the old value'],
  ['a list as null', ['b'], null, ['a'], 'nothing'],
])('brokenPromise() of %s', (_name, sent, got, before, broken) => {
  expect(brokenPromise(LIST, sent, got, before)).toBe(broken);
});

const AMOUNT: MemberPromise = { ...LIST, alike: { kind: 'whole' }, holdsWords: false };

test.each<readonly [name: string, sent: Json, got: Json, broken: string | undefined]>([
  ['without its decimals', '2631.57', '2631.00', 'another value'],
  ['rounded to two decimals', '2631.575', '2631.58', undefined],
  ['written in a shorter way', '2631.50', '2631.5', undefined],
  ['of a code', 'AB-2631', '2631.00', undefined],
  ['of whole digits', '0049', '49', undefined],
])('brokenPromise() of an amount in a text %s', (_name, sent, got, broken) => {
  expect(brokenPromise(AMOUNT, sent, got, '1.00')).toBe(broken);
});
