/** Holds schemas against the meta-schema. A module of its own, since the build replaces it by one with nothing left to compile. */
import { Ajv2020, type CodeOptions, type ErrorObject } from 'ajv/dist/2020.js';

/** Holds a value against the meta-schema. */
type ValidateSchema = NonNullable<ReturnType<Ajv2020['getSchema']>>;

/** An Ajv that knows the meta-schema, and how it is compiled. */
export type MetaSchema = { readonly ajv: Ajv2020; readonly validate: ValidateSchema };

/** Compiles the meta-schema of JSON Schema 2020-12, which takes longer than reading a small document. */
export function compileMetaSchema(code: CodeOptions = {}): MetaSchema {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
    validateFormats: false,
    code,
  });
  const validate = ajv.getSchema('https://json-schema.org/draft/2020-12/schema');
  if (validate === undefined) throw new Error('Ajv does not bring the meta-schema of JSON Schema 2020-12.');
  return { ajv, validate };
}

let compiled: ValidateSchema | undefined;

/**
 * How a value breaks the meta-schema of JSON Schema 2020-12, without following its references; an empty list means that it is a
 * schema. The build replaces this module by one in which the meta-schema is compiled already.
 */
export function metaSchemaErrors(schema: unknown): readonly ErrorObject[] {
  compiled ??= compileMetaSchema().validate;
  return compiled(schema) === true ? [] : (compiled.errors ?? []);
}
