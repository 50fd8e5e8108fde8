import { expect, test } from 'vitest';
import { presenterOf } from './present.ts';

const TOOLS = {
  type: 'array',
  items: {
    oneOf: [
      { type: 'object', required: ['type'], properties: { type: { enum: ['code'] } } },
      {
        type: 'object',
        required: ['type', 'name'],
        properties: { type: { enum: ['function'] }, name: { type: 'string' } },
      },
    ],
  },
};

test('presenterOf() adds what is required, and leaves what fits as it is', () => {
  const schema = {
    type: 'object',
    required: ['id', 'made'],
    properties: { id: { type: 'string' }, made: { type: 'string' }, tools: TOOLS, notes: { type: 'string' } },
  };
  const tools = [{ type: 'function', name: 'look' }, { type: 'code' }];
  expect(presenterOf(schema, 'id')({ id: '1', tools })).toEqual({ id: '1', made: 'text', tools });
});

test('presenterOf() answers with what is documented where that says nothing of an entry', () => {
  const schema = { type: 'object', properties: { message: { type: 'string', example: 'Success' } } };
  expect(presenterOf(schema, 'id')({ id: '1', text: 'mine' })).toEqual({ message: 'Success' });
});
