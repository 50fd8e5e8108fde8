import type { Json } from '../json/json.ts';

type SchemaObject = { readonly [keyword: string]: Json };

function withNull(schema: SchemaObject): SchemaObject {
  const { nullable, ...rest } = schema;
  if (nullable !== true || typeof rest['type'] !== 'string') return rest;
  const values = rest['enum'];
  const allowsNull = Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {};
  return { ...rest, type: [rest['type'], 'null'], ...allowsNull };
}

function withNumericBound(
  schema: SchemaObject,
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
  inclusive: 'minimum' | 'maximum',
): SchemaObject {
  const { [exclusive]: flag, ...rest } = schema;
  if (typeof flag !== 'boolean') return schema;
  const { [inclusive]: bound, ...unbounded } = rest;
  return flag && bound !== undefined ? { ...unbounded, [exclusive]: bound } : rest;
}

function withExamples(schema: SchemaObject): SchemaObject {
  const { example, ...rest } = schema;
  return example === undefined ? schema : { ...rest, examples: [example] };
}

/**
 * The keywords of one OpenAPI 3.0 schema in terms of JSON Schema 2020-12: `nullable`, boolean `exclusiveMinimum` and
 * `exclusiveMaximum`, `example`. Keywords beside a `$ref` go, as OpenAPI 3.0 has it. Schemas inside are left as they are.
 * A nullable enumeration takes null whether it lists it or not: documents differ on this, and the wider reading blames nobody.
 */
export function upgradeSchema30(schema: SchemaObject): SchemaObject {
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] };
  const bounded = withNumericBound(
    withNumericBound(schema, 'exclusiveMinimum', 'minimum'),
    'exclusiveMaximum',
    'maximum',
  );
  return withExamples(withNull(bounded));
}
