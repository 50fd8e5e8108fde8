import { propertiesOf, requiredOf, type Schema } from './keywords.ts';
import { mergedKeywords } from './merge.ts';
import { dereferenced } from './references.ts';

/** The named members of an object schema. */
export type SchemaMembers = {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
};

/** The members that a resolved schema names, those of its `allOf` parts included; what several name, all of them describe. */
export function schemaMembers(schema: Schema, root: Schema = schema): SchemaMembers {
  const keywords = mergedKeywords(schema, root);
  return { properties: propertiesOf(keywords), required: requiredOf(keywords) };
}

/** True when the schema allows JSON objects and nothing else, as far as `type` or named members tell. */
export function isObjectSchema(schema: Schema, root: Schema = schema): boolean {
  const at = dereferenced(root, schema);
  if (typeof at === 'boolean') return false;
  if (at['type'] !== undefined) return at['type'] === 'object';
  return schemaMembers(at, root).properties.size > 0;
}
