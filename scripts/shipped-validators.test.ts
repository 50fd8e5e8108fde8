import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, expect, test } from 'vitest';
import { compileSchema, prepared } from '../src/schema/compile.ts';
import type { Schema } from '../src/schema/keywords.ts';
import { packageRoot } from '../src/system/package.ts';
import { validatorModule } from './shipped-validators.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-validators-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Validators = {
  readonly shippedValidators: () => ReadonlyMap<string, ValidateFunction>;
  readonly beginSteps: (parts: number) => void;
};

const root = pathToFileURL(packageRoot()).href;
const IMPORTS = [
  "import { createRequire } from 'node:module';",
  `const require = createRequire('${root}/package.json');`,
  "const { fullFormats } = require('ajv-formats/dist/formats.js');",
  `import { beginSteps, boundedPattern, countStep, hasUniqueEntries, OWN_FORMATS, isMultiple } from '${root}/src/schema/compiled/assertions.ts';`,
  'export { beginSteps };',
];

/** What Ajv does not bring by itself, or not as documents mean it, with a value that fits and some that don't. */
const ROWS: readonly (readonly [what: string, schema: Schema, ...values: readonly unknown[]])[] = [
  ['a type and a length', { type: 'string', minLength: 2 }, 'äö', 'ä', 7],
  ['a pattern', { type: 'string', pattern: '^[a-z]+$' }, 'ab', 'A', ''],
  ['a format of JSON Schema', { format: 'date-time' }, '2026-01-01T00:00:00Z', 'today'],
  ['a format of OpenAPI', { type: 'integer', format: 'int64' }, 7, 2 ** 65, 1.5],
  ['multiples in decimals', { multipleOf: 0.01 }, 34.8, 34.805],
  [
    'unique entries',
    { type: 'array', uniqueItems: true },
    [1, 2, '1'],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  ],
  ['few values', { enum: ['a', { b: 1 }] }, { b: 1 }, 'b'],
  [
    'a union, whose branches are told',
    { oneOf: [{ type: 'object', required: ['a'] }, { type: 'string' }] },
    { a: 1 },
    {},
    7,
  ],
  [
    'definitions that lead to themselves',
    {
      $ref: '#/$defs/Node',
      $defs: {
        Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, at: { type: 'integer' } } },
      },
    },
    { next: { next: { at: 1 } } },
    { next: { next: { at: 'one' } } },
  ],
  ['a member that every object inherits', { required: ['constructor'] }, { constructor: 1 }, {}],
];

const module = join(folder, 'validators.mjs');
writeFileSync(
  module,
  validatorModule(
    ROWS.map(([, schema]) => schema),
    IMPORTS,
  ),
);
const { shippedValidators, beginSteps } = (await import(pathToFileURL(module).href)) as Validators;

const rows = ROWS.map(([what, schema, ...values]) => ({ what, schema, values }));

test.each(rows)('validatorModule() says of $what what compileSchema() does', ({ schema, values }) => {
  const [fits, ...wrong] = values;
  const shipped = shippedValidators().get(JSON.stringify(prepared(schema)));
  const told = (value: unknown): unknown => {
    beginSteps(10);
    return shipped?.(value) === true
      ? []
      : shipped?.errors?.map(({ instancePath, keyword, message }) => [instancePath, keyword, message]);
  };
  const compiled = (value: unknown): unknown =>
    compileSchema(schema)(value).map(({ pointer, keyword, message }) => [pointer, keyword, message]);
  expect(told(fits)).toEqual([]);
  expect(compiled(fits)).toEqual([]);
  for (const value of wrong) {
    expect(compiled(value)).not.toEqual([]);
    expect(told(value)).toEqual(compiled(value));
  }
});
