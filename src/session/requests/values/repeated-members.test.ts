import { expect, test } from 'vitest';
import { repeatsAmong, withRepeats } from './repeated-members.ts';

test.each<readonly [names: readonly string[], pairs: readonly (readonly [string, string])[]]>([
  [['password', 'password_confirmation'], [['password_confirmation', 'password']]],
  [['email', 'confirmEmail'], [['confirmEmail', 'email']]],
  [['password1', 'password2'], [['password2', 'password1']]],
  [['retype-password', 'password'], [['retype-password', 'password']]],
  [['confirmation', 'password'], []],
  [['confirmed_at', 'password'], []],
  [['address', 'address2'], []],
])('repeatsAmong() finds what %j give once more', (names, pairs) => {
  expect(repeatsAmong(names)).toEqual(pairs);
});

const TEXTS = { type: 'object', properties: { pin: { type: 'string' }, confirmPin: { type: 'string' } } };
const SHORT = {
  type: 'object',
  properties: { pin: { type: 'string' }, confirmPin: { type: 'string', maxLength: 2 } },
};

test.each([
  ['the same text twice', TEXTS, { pin: 'abc', confirmPin: 'x' }, { pin: 'abc', confirmPin: 'abc' }],
  ['what is no text as it is', TEXTS, { pin: 'abc', confirmPin: 7 }, { pin: 'abc', confirmPin: 7 }],
  ['what is left out as it is', TEXTS, { pin: 'abc' }, { pin: 'abc' }],
  [
    'what would break its schema as it is',
    SHORT,
    { pin: 'abc', confirmPin: 'x' },
    { pin: 'abc', confirmPin: 'x' },
  ],
])('withRepeats() has %s', (_words, schema, body, expected) => {
  expect(withRepeats(schema, body)).toEqual(expected);
});
