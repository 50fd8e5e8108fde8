import type { ErrorObject } from 'ajv/dist/2020.js';
import { compileMetaSchema, type ValidateSchema } from './meta-schema.ts';

let compiled: ValidateSchema | undefined;

/**
 * How a value breaks the meta-schema of JSON Schema 2020-12, without following its references; an empty list means that it is a
 * schema. The build replaces this module by one in which the meta-schema is compiled already.
 */
export function metaSchemaErrors(schema: unknown): readonly ErrorObject[] {
  compiled ??= compileMetaSchema().validate;
  return compiled(schema) === true ? [] : (compiled.errors ?? []);
}
