import { expect, test } from 'vitest';
import { toldChoices } from './quoted-values.ts';

test.each<readonly [words: string, values: readonly string[]]>([
  ['The status. It must be one of the following: `open`, `held` or `done`', ['open', 'held', 'done']],
  ['Either "open" or "done"', ['open', 'done']],
  ['Valid values are `open` and `done`.', ['open', 'done']],
  ['Allowed statuses: `open`, `done`', ['open', 'done']],
  ['One of `open`', []],
  ['One of `open`, `done`, for example', []],
  ['Must not be `open` or `done`', []],
  ['Goes with `open` and `done`', []],
  ['What `open` and `done` may be. Up to 80 letters', []],
])('toldChoices() of "%s" are %j', (description, values) => {
  expect(toldChoices('status', { type: 'string', description })).toEqual(values);
});

test.each([
  { type: 'integer' },
  { type: 'string', enum: ['open', 'done', 'held'] },
  { type: 'string', pattern: '^[a-z]+$' },
])('toldChoices() of %j are none', (keywords) => {
  expect(toldChoices('status', { ...keywords, description: 'One of `open` and `done`' })).toEqual([]);
});
