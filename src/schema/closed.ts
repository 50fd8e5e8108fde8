import { isList, isObject, type Json, memberOf } from '../json/value.ts';
import { isSchema, type Schema } from './keywords.ts';
import { schemaMembers } from './members.ts';
import { mergedKeywords } from './merge.ts';

/**
 * Schemas that forbid what they describe: `additionalProperties: false` looks at the `properties` beside it alone, so that a closed
 * object that is extended by `allOf`, or that is closed around its branches, allows none of the members of the others. No document
 * means that, and its service shows them. The `additionalProperties` goes: more values are valid than the document says, never fewer.
 */

type SchemaObject = { readonly [keyword: string]: Json };

function isClosed({ additionalProperties, patternProperties }: SchemaObject): boolean {
  return additionalProperties === false && patternProperties === undefined;
}

function opened(schema: SchemaObject): SchemaObject {
  const { additionalProperties: _closed, ...rest } = schema;
  return rest;
}

function namesIn(root: Schema, parts: readonly Schema[]): readonly string[] {
  return parts.flatMap((part) => [...schemaMembers(part, root).properties.keys()]);
}

function partsAt(schema: SchemaObject, keywords: readonly string[]): readonly Schema[] {
  return keywords.flatMap((keyword) => {
    const parts = memberOf(schema, keyword);
    return isList(parts) ? parts.filter(isSchema) : [];
  });
}

/** A closed part of `allOf`, where another part describes a member that it has not; else the part as it is. */
function openedPart(root: Schema, part: Json, others: readonly string[]): Json {
  if (!isObject(part)) return part;
  const keywords = mergedKeywords(part, root);
  if (!isClosed(keywords)) return part;
  const own = schemaMembers(part, root).properties;
  return others.every((name) => own.has(name)) ? part : opened(keywords);
}

/** The schema without an `additionalProperties` that forbids what stands beside it; the same object where there is none. */
export function withoutClosure(root: Schema, schema: SchemaObject): SchemaObject {
  const beside = partsAt(schema, ['allOf', 'anyOf', 'oneOf']);
  if (beside.length === 0) return schema;
  const own = memberOf(schema, 'properties');
  const ownNames = isObject(own) ? Object.keys(own) : [];
  const isInTheWay = isClosed(schema) && namesIn(root, beside).some((name) => !ownNames.includes(name));
  const around = isInTheWay ? opened(schema) : schema;
  const allOf = memberOf(around, 'allOf');
  if (!isList(allOf)) return around;
  const parts = allOf.map((part, at) => {
    const others = allOf.filter((other, place): other is Schema => place !== at && isSchema(other));
    return openedPart(root, part, [...ownNames, ...namesIn(root, others)]);
  });
  return parts.every((part, at) => part === allOf[at]) ? around : { ...around, allOf: parts };
}
