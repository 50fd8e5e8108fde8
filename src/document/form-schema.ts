/** Holds files that people write against their published schemas. A module of its own, since the build replaces it by one with nothing left to compile. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type CodeOptions, type ValidateFunction } from 'ajv/dist/2020.js';
import { packageRoot } from '../system/package.ts';

/** The published schemas of what people write beside a document. */
export const FORMS = ['clauses.schema.json', 'scenario.schema.json', 'baseline.schema.json'] as const;

export type FormName = (typeof FORMS)[number];

/** An Ajv for these schemas. */
export function formAjv(code: CodeOptions = {}): Ajv2020 {
  return new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    validateSchema: false,
    code,
  });
}

/** A published schema as it is in its file. */
export function readForm(name: FormName): object {
  const schema: unknown = JSON.parse(readFileSync(join(packageRoot(), 'schemas', name), 'utf8'));
  if (typeof schema !== 'object' || schema === null) throw new Error(`schemas/${name} is no object`);
  return schema;
}

const compiled = new Map<FormName, ValidateFunction>();

/** What holds a file against one of the schemas, compiled once. */
export function formSchema(name: FormName): ValidateFunction {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const validate = formAjv().compile(readForm(name));
  compiled.set(name, validate);
  return validate;
}
