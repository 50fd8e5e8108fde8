import { Ajv2020, type CodeOptions } from 'ajv/dist/2020.js';

/** Holds a value against the meta-schema. */
export type ValidateSchema = NonNullable<ReturnType<Ajv2020['getSchema']>>;

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
