import { expect, test } from 'vitest';
import { sensibleSchema } from './prism-engine.ts';

test.each([
  {
    schema: { type: 'integer', format: 'int64' },
    sensible: { type: 'integer', format: 'int64', minimum: 1 },
  },
  { schema: { type: ['integer', 'null'] }, sensible: { type: ['integer', 'null'], minimum: 1 } },
  { schema: { type: 'integer', maximum: -5 }, sensible: { type: 'integer', maximum: -5 } },
  { schema: { type: 'number' }, sensible: { type: 'number' } },
  {
    schema: { properties: { type: { type: 'integer' } }, examples: [{ type: 'integer' }] },
    sensible: { properties: { type: { type: 'integer', minimum: 1 } }, examples: [{ type: 'integer' }] },
  },
  { schema: true, sensible: {} },
])('sensibleSchema() starts unbound integers at 1: $schema', ({ schema, sensible }) => {
  expect(sensibleSchema(schema)).toEqual(sensible);
});
