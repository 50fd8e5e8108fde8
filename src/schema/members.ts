import { isList, isObject, type Json, objectsIn } from '../json/value.ts';
import { KINDS, propertiesOf, requiredOf, type Schema } from './keywords.ts';
import { mergedKeywords } from './merge.ts';
import { definitionsOf, dereferenced, referred } from './references.ts';
import { onceFor, onceForBoth } from '../system/once-for.ts';

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

/**
 * What a schema describes beside null: of two types the other one, of two choices the one that is not null. Frameworks write so what
 * may be left out, and also what never is: lists and pointers of Go, optional members of Python.
 */
export function besideNull(schema: Schema, root: Schema = schema): Schema {
  const at = dereferenced(root, schema);
  if (typeof at === 'boolean') return at;
  const { type } = at;
  if (isList(type)) {
    const others = type.filter((each) => each !== 'null');
    const [only] = others;
    return only !== undefined && others.length === 1 ? { ...at, type: only } : at;
  }
  const choices = objectsIn(at['anyOf'] ?? at['oneOf']);
  const others = choices.filter((choice) => choice['type'] !== 'null');
  const [only] = others;
  const isBeside = type === undefined && only !== undefined && others.length === 1 && choices.length === 2;
  return isBeside ? besideNull(only, root) : at;
}

/** True when the schema allows JSON objects and nothing else, as far as `type` or named members tell. */
export function isObjectSchema(schema: Schema, root: Schema = schema): boolean {
  const at = dereferenced(root, schema);
  if (typeof at === 'boolean') return false;
  if (at['type'] !== undefined) return at['type'] === 'object';
  return schemaMembers(at, root).properties.size > 0;
}

/** A schema that is no boolean. */
export type SchemaObject = { readonly [keyword: string]: Json };

/**
 * A schema and the schemas that it combines, each once, one level of references, `allOf`, `anyOf`, `oneOf`, and of its kinds, at a time.
 * `root` holds the definitions.
 */
export function combinedSchemas(schema: Schema, root: Schema): readonly SchemaObject[] {
  if (typeof schema === 'boolean') return NONE;
  return combinedIn(typeof root === 'boolean' ? schema : definitionsOf(root), schema);
}

/** One for all, so that what is found of it is found once. */
const NONE: readonly SchemaObject[] = [];

const combinedIn = onceForBoth((root: SchemaObject, schema: SchemaObject): readonly SchemaObject[] => {
  const found = new Set([schema]);
  // What is added meanwhile is gone over as well: chains of references may be long, and nothing goes down by calls.
  for (const { $ref: reference, allOf, anyOf, oneOf, [KINDS]: kinds } of found) {
    const target = typeof reference === 'string' ? referred(root, reference) : undefined;
    for (const part of [target ?? true, ...[allOf, anyOf, oneOf, kinds].flatMap((list) => objectsIn(list))])
      if (typeof part !== 'boolean') found.add(part);
  }
  return [...found];
});

/** Names of the members that the schema shows for an object, or asks for; combined schemas included. */
export function documentedMembers(schema: Schema): ReadonlySet<string> {
  return namesIn(combinedSchemas(schema, schema));
}

const namesIn = onceFor(
  (schemas: readonly SchemaObject[]) =>
    new Set(
      schemas.flatMap((s) => [
        ...(isObject(s.properties) ? Object.keys(s.properties) : []),
        ...requiredOf(s),
      ]),
    ),
);
