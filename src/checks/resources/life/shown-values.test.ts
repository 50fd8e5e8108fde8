import { expect, test } from 'vitest';
import type { Json } from '../../../json/value.ts';
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
  holdsWords: true,
};

test.each<
  readonly [name: string, sent: Json, got: Json | undefined, before: Json, broken: string | undefined]
>([
  ['an empty list as null', [], null, ['a'], undefined],
  ['a list as null', ['b'], null, ['a'], 'nothing'],
])('brokenPromise() of %s', (_name, sent, got, before, broken) => {
  expect(brokenPromise(LIST, sent, got, before)).toBe(broken);
});
