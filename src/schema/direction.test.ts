import { expect, test } from 'vitest';
import { compileSchema } from './compile.ts';
import { directSchema, takenSchema } from './direction.ts';

const SCHEMA = {
  type: 'object',
  required: ['id', 'name', 'password'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    password: { type: 'string', writeOnly: true },
  },
} as const;

test('directSchema() leaves out of requests what only the service sets', () => {
  expect(directSchema(SCHEMA, 'request')).toEqual({
    type: 'object',
    properties: { name: { type: 'string' }, password: { type: 'string', writeOnly: true } },
    required: ['name', 'password'],
  });
});

test('directSchema() does not require of responses what only the client sends', () => {
  expect(directSchema(SCHEMA, 'response')).toEqual({ ...SCHEMA, required: ['id', 'name'] });
});

test('directSchema() knows members that another branch of allOf marks', () => {
  const schema = {
    allOf: [{ required: ['id', 'name'] }, { properties: { id: { readOnly: true } }, minProperties: 1 }],
  };
  expect(directSchema(schema, 'request')).toEqual({
    allOf: [{ required: ['name'] }, { properties: {}, minProperties: 1 }],
  });
});

test('directSchema() goes into members and items, and not from them back out', () => {
  const schema = {
    required: ['id'],
    properties: { id: { type: 'string' }, lines: { type: 'array', items: SCHEMA } },
  };
  const validate = compileSchema(directSchema(schema, 'request'));
  expect(validate({ id: 'a', lines: [{ name: 'b', password: 'c' }] })).toEqual([]);
  expect(validate({ lines: [] })).toMatchObject([{ keyword: 'required' }]);
});

test('directSchema() goes into definitions', () => {
  const schema = {
    type: 'object',
    properties: { child: { $ref: '#/$defs/Node' } },
    $defs: {
      Node: { required: ['id'], properties: { id: { readOnly: true }, child: { $ref: '#/$defs/Node' } } },
    },
  };
  expect(compileSchema(schema)({ child: { child: {} } })).not.toEqual([]);
  expect(compileSchema(directSchema(schema, 'request'))({ child: { child: {} } })).toEqual([]);
});

test('directSchema() returns booleans as they are', () => {
  expect(directSchema(true, 'request')).toBe(true);
});

test('takenSchema() takes what the service sets, and nothing that nobody describes', () => {
  const closed = { ...SCHEMA, additionalProperties: false };
  const asked = directSchema(closed, 'request');
  const taken = compileSchema(takenSchema(asked) ?? false);
  const sent = { name: 'a', password: 'b' };
  expect(compileSchema(asked)({ ...sent, id: 7 })).not.toEqual([]);
  expect(taken({ ...sent, id: 7 })).toEqual([]);
  expect(taken({ ...sent, other: 7 })).not.toEqual([]);
  expect(takenSchema(SCHEMA)).toBeUndefined();
});
