import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { bound } from '../system/bounds.ts';
import { compileSchema } from './compile.ts';
import type { Schema } from './keywords.ts';

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

test.each([
  [true, 0],
  [false, 1],
])('compileSchema() compiles the schema %s, again and again', (schema, errors) => {
  for (const value of [null, 'a', {}]) expect(compileSchema(schema)(value)).toHaveLength(errors);
});

test.each([
  ['the root', (type: string) => ({ $id: 'https://example.com/a', type })],
  ['a member', (type: string) => ({ properties: { a: { $id: 'https://example.com/b', type } } })],
])('compileSchema() keeps two schemas apart, when they have the same $id at %s', (_name, schemaOf) => {
  const [text, number] = [compileSchema(schemaOf('string')), compileSchema(schemaOf('number'))];
  const errors = (value: unknown): readonly number[] =>
    [text, number].map((validate) => validate(value).length + validate({ a: value }).length);
  expect(errors('a')[0]).toBeLessThan(errors('a')[1] ?? 0);
  expect(errors(1)[0]).toBeGreaterThan(errors(1)[1] ?? Infinity);
});

test('compileSchema() compiles a schema, when one with the same $id was broken', () => {
  const $id = 'https://example.com/broken';
  expect(() => compileSchema({ $id, type: 'nothing' })).toThrow(/schema is invalid/);
  expect(compileSchema({ $id, type: 'string' })('a')).toEqual([]);
});

test('compileSchema() lets go of schemas that nobody holds, when there are thousands', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held: WeakRef<object>[] = [];
  for (let at = 0; at < 3_000; at += 1) {
    const schema = { type: 'object', properties: { [`p${String(at)}`]: { pattern: `^${String(at)}` } } };
    compileSchema(schema);
    held.push(new WeakRef(schema));
  }
  // A WeakRef holds its schema until the end of the turn in which it was made.
  await setImmediate();
  collect();
  expect(held.filter((reference) => reference.deref() !== undefined).length).toBeLessThanOrEqual(500);
});

test('compileSchema() judges a member called __proto__ like any other', () => {
  const schema = JSON.parse(
    '{"properties":{"__proto__":{"maxLength":2}},"additionalProperties":false}',
  ) as Schema;
  const validate = compileSchema(schema);
  expect(validate(JSON.parse('{"__proto__":"ab"}'))).toEqual([]);
  expect(validate(JSON.parse('{"__proto__":"abc"}'))).toMatchObject([{ keyword: 'maxLength' }]);
});

test('compileSchema() tells only the first error, when a value has more parts than are counted', () => {
  const validate = compileSchema({ type: 'array', items: { type: 'object', required: ['id'] } });
  const few: readonly unknown[] = Array.from({ length: 100 }, () => ({}));
  const many: readonly unknown[] = Array.from({ length: bound('countedParts') }, () => ({}));
  expect(validate(few)).toHaveLength(100);
  expect(validate(many)).toEqual(validate(few).slice(0, 1));
});

test('compileSchema() tells integers apart that no double holds, when items are to be unique', () => {
  const validate = compileSchema({ properties: { ids: { uniqueItems: true } } });
  expect(validate({ ids: [9007199254740992n, 9007199254740993n, 9007199254740991] })).toEqual([]);
  expect(validate({ ids: [9007199254740993n, 1, 9007199254740993n] })).toMatchObject([
    { keyword: 'uniqueItems' },
  ]);
  expect(validate({ ids: [null, Infinity] })).toEqual([]);
});

test('compileSchema() judges the same whether definitions are compiled at once or when they are needed', () => {
  const names = Array.from({ length: 25 }, (_, index) => `Part${String(index)}`);
  const definition = (index: number): Schema => ({
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', format: 'int64' },
      next: { $ref: `#/$defs/Part${String((index + 1) % names.length)}` },
      list: { type: 'array', items: { $ref: `#/$defs/Part${String((index * 7) % names.length)}` } },
    },
  });
  const all = Object.fromEntries(names.map((name, index) => [name, definition(index)]));
  const root = { oneOf: [{ $ref: '#/$defs/Part0' }, { type: 'null' }] };
  const linked = compileSchema({ ...root, $defs: all });
  // What looks at leftovers is never linked, and this says nothing about any value.
  const whole = compileSchema({ ...root, unevaluatedProperties: true, $defs: all });
  const values = [
    null,
    5,
    {},
    { id: 1 },
    { id: 1, next: { id: 2, list: [{ id: 3 }, { id: 'a' }] } },
    { id: 1, next: { id: 2, next: { next: { id: 9_223_372_036_854_775_808n } } } },
    { id: 1, list: [{ id: 1, list: [{}] }] },
  ];
  for (const value of values) expect(linked(value)).toEqual(whole(value));
  expect(values.map((value) => linked(value).length > 0)).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
    true,
  ]);
});

test.each([
  ['date-time', '2030-01-02T10:00:00Z', 0],
  ['date-time', '2030-01-02t10:00:00.25+05:30', 0],
  ['date-time', '2030-01-02T10:00:00+0530', 1],
  ['date-time', '2030-01-02T10:00:00+05', 1],
  ['date-time', '2030-01-02T10:00:00', 1],
  ['time', '10:00:00-00:00', 0],
  ['time', '10:00:00-0000', 1],
])('compileSchema() asserts that a %s is one of RFC 3339: %s', (format, text, errors) => {
  expect(compileSchema({ type: 'string', format })(text)).toHaveLength(errors);
});
