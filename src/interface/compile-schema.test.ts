import { expect, test } from 'vitest';
import { compileSchema } from './compile-schema.ts';

test.each([
  ['the largest int64', 9223372036854775807n, true],
  ['one above int64', 9223372036854775808n, false],
  ['the smallest int64', -9223372036854775808n, true],
  ['one below int64', -9223372036854775809n, false],
  ['a fraction', 1.5, false],
  ['a whole double', 1.0, true],
  ['a string of digits', '1', false],
])('compileSchema() judges %s against int64', (_name, value, valid) => {
  const validate = compileSchema({ type: 'integer', format: 'int64' });
  expect(validate(value).length === 0).toBe(valid);
});

test('compileSchema() names the place and the keyword, when a nested member breaks the schema', () => {
  const validate = compileSchema({
    type: 'object',
    properties: { list: { type: 'array', items: { type: 'string' } } },
  });
  expect(validate({ list: ['a', 1] })).toEqual([
    { pointer: '/list/1', keyword: 'type', message: 'must be string' },
  ]);
});

test('compileSchema() does not take inherited members for present ones', () => {
  const validate = compileSchema({ type: 'object', required: ['constructor'] });
  expect(validate({})).toHaveLength(1);
});
