import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { SETTINGS_SCHEMAS } from '../../scripts/settings-schemas.ts';
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

test.each([...SETTINGS_SCHEMAS])(
  'schemas/%s has the settings of a run as their rows say (npm run docs writes them)',
  (name, settings) => {
    const { $defs } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      readonly $defs: { readonly settings: unknown };
    };
    expect($defs.settings).toEqual(settings);
  },
);
