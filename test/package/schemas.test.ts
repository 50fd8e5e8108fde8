import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/interface/package-root.ts';

const folder = join(packageRoot(), 'schemas');

test.each(readdirSync(folder))(
  'schemas/%s is valid by the meta-schema, which its readers take for granted',
  (name) => {
    const ajv = new Ajv2020();
    const schema = JSON.parse(readFileSync(join(folder, name), 'utf8')) as AnySchema;
    expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
  },
);
