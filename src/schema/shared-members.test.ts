import { expect, test } from 'vitest';
import { schemaMembers } from './members.ts';
import { membersThatTell, withSharedMembers } from './shared-members.ts';

const car = {
  type: 'object',
  required: ['kind', 'amount', 'plate'],
  properties: {
    kind: { enum: ['car'] },
    amount: { type: 'string' },
    plate: { type: 'string' },
    value: { type: 'string' },
  },
} as const;
const house = {
  allOf: [
    {
      type: 'object',
      required: ['kind', 'amount'],
      properties: { kind: { const: 'house' }, amount: { type: 'string', description: 'In euros' } },
    },
    { properties: { value: { type: 'integer' } } },
  ],
} as const;

test('withSharedMembers() describes what all kinds that have a member say of it', () => {
  const { properties, required } = schemaMembers(withSharedMembers({ oneOf: [car, house] }));
  expect([...properties.keys()]).toEqual(['kind', 'amount', 'plate']);
  expect(properties.get('kind')).toEqual({ type: 'string', enum: ['car', 'house'] });
  expect([...required]).toEqual(['kind', 'amount']);
});

test('withSharedMembers() leaves what stands beside the kinds as it is', () => {
  const entry = {
    allOf: [
      { anyOf: [car, house] },
      {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'integer' }, plate: { type: 'integer' } },
      },
    ],
  };
  const { properties, required } = schemaMembers(withSharedMembers(entry));
  expect(properties.get('plate')).toEqual({ type: 'integer' });
  expect([...required].toSorted()).toEqual(['amount', 'id', 'kind']);
});

test.each([
  ['an object', car],
  ['an object or null', { oneOf: [car, { type: 'null' }] }],
  ['an object or a text', { oneOf: [car, house, { type: 'string' }] }],
  ['anything', true],
])('withSharedMembers() makes nothing of %s', (_what, schema) => {
  expect(withSharedMembers(schema)).toBe(schema);
});

test('membersThatTell() names what has other values in each kind', () => {
  expect(membersThatTell({ oneOf: [car, house] })).toEqual(['kind']);
  expect(membersThatTell(withSharedMembers({ oneOf: [car, house] }) as typeof car)).toEqual(['kind']);
  expect(membersThatTell({ oneOf: [car, car] })).toEqual([]);
  expect(membersThatTell(car)).toEqual([]);
});

test('withSharedMembers() takes no default of one kind for one of all', () => {
  const link = {
    type: 'object',
    properties: {
      url: { type: 'string' },
      rank: { type: 'integer', default: 0 },
      open: { type: 'boolean', default: true },
    },
  } as const;
  const item = {
    type: 'object',
    properties: { item_id: { type: 'integer' }, open: { type: 'boolean', default: true } },
  } as const;
  const { properties } = schemaMembers(withSharedMembers({ oneOf: [link, item] }));
  expect(properties.get('rank')).toEqual({ type: 'integer' });
  expect(properties.get('open')).toEqual({ type: 'boolean', default: true });
});
