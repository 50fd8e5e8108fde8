import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { packageRoot } from './package-root.ts';

test('schemas/record.schema.json is valid by the meta-schema, which reading a record takes for granted', () => {
  const text = readFileSync(join(packageRoot(), 'schemas', 'record.schema.json'), 'utf8');
  const ajv = new Ajv2020();
  expect(ajv.validateSchema(JSON.parse(text) as AnySchema), ajv.errorsText()).toBe(true);
});
