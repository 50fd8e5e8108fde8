import { expect, test } from 'vitest';
import type { Json } from '../../../json/value.ts';
import { asTold } from './told-choices.ts';

const bodyOf = (description: string): Parameters<typeof asTold>[0] => ({
  type: 'object',
  properties: {
    status: { type: 'string', description },
    mail: { type: 'string' },
    phone: { type: 'string' },
  },
});

const isOf =
  (...values: readonly Json[]) =>
  (value: Json | undefined): boolean =>
    value !== undefined && values.includes(value);

test.each<readonly [words: string, fits: (value: Json | undefined) => boolean]>([
  ['One of `open` and `done`', isOf('open', 'done')],
  ['One of `open`, `done` and `archived`', isOf('open', 'done')],
  ['One of `open` and `deleted`', isOf('Some text')],
  ['Needed where one of `mail` and `phone` is given', isOf('Some text')],
  ['Goes with `open` and `done`', isOf('Some text')],
])('asTold() reads "%s"', (words, fits) => {
  const told = asTold(bodyOf(words), { status: 'Some text', mail: 'a', phone: 'b' });
  expect(told).toEqual({ status: expect.toSatisfy(fits), mail: 'a', phone: 'b' });
});

test('asTold() leaves alone what is none of a few, and what is one of them already', () => {
  const schema = bodyOf('One of `open` and `done`');
  for (const body of [{ status: 'done' }, { status: 7 }, {}, 'text', null])
    expect(asTold(schema, body)).toEqual(body);
});
