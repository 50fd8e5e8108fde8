import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { DERIVED, withDerived } from '../../scripts/derived-schemas.ts';
import { packageRoot } from '../../src/system/package.ts';

const folder = join(packageRoot(), 'schemas');

test.each(readdirSync(folder))(
  'schemas/%s is valid by the meta-schema, which its readers take for granted',
  (name) => {
    const ajv = new Ajv2020();
    const schema = JSON.parse(readFileSync(join(folder, name), 'utf8')) as AnySchema;
    expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
  },
);

test.each([...DERIVED.keys()])(
  'schemas/%s says what the tables of the sources say (npm run docs writes it)',
  (name) => {
    const schema: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    expect(schema).toEqual(withDerived(name, schema));
  },
);
