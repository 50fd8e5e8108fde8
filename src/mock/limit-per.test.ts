import { expect, test } from 'vitest';
import { accountName, type LimitPer } from './limit-per.ts';
import type { Caller } from './stages.ts';

const KEY: Caller = { kind: 'key', key: { key: 'a-key-of-a-plan', plan: 'p', quotas: [], endsAt: Infinity } };
const OTHER: Caller = {
  kind: 'key',
  key: { key: 'another-key-of-it', plan: 'p', quotas: [], endsAt: Infinity },
};
const STRANGER: Caller = { kind: 'stranger', credential: 'missing' };

test.each<readonly [string, LimitPer, readonly [Caller, string], readonly [Caller, string], boolean]>([
  ['two keys of one address', 'key', [KEY, '::1'], [OTHER, '::1'], false],
  ['a key and a stranger of one address', 'key', [KEY, '::1'], [STRANGER, '::1'], false],
  ['one key at two addresses', 'key', [KEY, '::1'], [KEY, '::2'], true],
  ['strangers at two addresses', 'key', [STRANGER, '::1'], [STRANGER, '::2'], false],
  ['two keys of one address', 'address', [KEY, '::1'], [OTHER, '::1'], true],
  ['a key and a stranger of one address', 'address', [KEY, '::1'], [STRANGER, '::1'], true],
  ['one key at two addresses', 'address', [KEY, '::1'], [KEY, '::2'], false],
])('accountName() says who shares a count: %s, when per %s', (_name, per, one, other, same) => {
  const [nameOfOne, nameOfOther] = [one, other].map(([caller, address]) =>
    accountName(per, caller, { address }),
  );
  expect(nameOfOne === nameOfOther).toBe(same);
});
