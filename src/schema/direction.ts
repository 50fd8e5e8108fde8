import { isList, isObject, type Json, memberOf } from '../json/value.ts';
import { holderOf, mapHeld, type Schema } from './keywords.ts';
import { mergedKeywords } from './merge.ts';
import { schemaMembers } from './members.ts';

/** Which way a body goes. */
export type Direction = 'request' | 'response';

type SchemaObject = { readonly [keyword: string]: Json };

/** Members that don't travel in this direction: the service's own in requests, the client's own in responses. */
function foreignMembers(schema: Schema, root: Schema, direction: Direction): ReadonlySet<string> {
  const mark = direction === 'request' ? 'readOnly' : 'writeOnly';
  const names = [...schemaMembers(schema, root).properties].filter(
    ([, member]) => memberOf(mergedKeywords(member, root), mark) === true,
  );
  return new Set(names.map(([name]) => name));
}

function without(schema: SchemaObject, foreign: ReadonlySet<string>, direction: Direction): SchemaObject {
  const { required, properties, ...rest } = schema;
  const kept = isList(required)
    ? required.filter((name) => typeof name !== 'string' || !foreign.has(name))
    : undefined;
  const members =
    isObject(properties) && direction === 'request'
      ? Object.fromEntries(Object.entries(properties).filter(([name]) => !foreign.has(name)))
      : properties;
  return {
    ...rest,
    ...(members === undefined ? {} : { properties: members }),
    ...(kept === undefined || kept.length === 0 ? {} : { required: kept }),
  };
}

const definitions: { readonly [direction in Direction]: WeakMap<object, Json> } = {
  request: new WeakMap(),
  response: new WeakMap(),
};

/** Schemas of one library share their definitions, which makes it worth while to remember them. */
function directedDefinition(definition: Json, root: Schema, direction: Direction): Json {
  if (!isObject(definition)) return definition;
  const known = definitions[direction].get(definition) ?? directed(definition, root, direction, new Set());
  definitions[direction].set(definition, known);
  // What goes one way already is the same schema, which is compiled once.
  if (isObject(known)) definitions[direction].set(known, known);
  return known;
}

/** Schemas that lead to the same definitions have them as the same object. */
function directedDefinitions(value: Json, root: Schema, direction: Direction): Json {
  if (!isObject(value)) return value;
  const known =
    definitions[direction].get(value) ??
    mapHeld(value, 'named', (held) => directedDefinition(held, root, direction));
  definitions[direction].set(value, known);
  if (isObject(known)) definitions[direction].set(known, known);
  return known;
}

function directed(schema: Json, root: Schema, direction: Direction, outer: ReadonlySet<string>): Json {
  if (!isObject(schema)) return schema;
  const foreign = new Set([...outer, ...foreignMembers(schema, root, direction)]);
  const keywords = Object.entries(without(schema, foreign, direction)).map(
    ([keyword, value]): [string, Json] => {
      if (keyword === '$defs') return [keyword, directedDefinitions(value, root, direction)];
      const holder = holderOf(keyword);
      if (holder === undefined) return [keyword, value];
      const inherited = holder.inPlace ? foreign : new Set<string>();
      return [keyword, mapHeld(value, holder.holding, (held) => directed(held, root, direction, inherited))];
    },
  );
  return Object.fromEntries(keywords);
}

/**
 * A resolved schema as it holds for bodies that go one way. Members marked `readOnly` are neither described nor
 * required in requests; members marked `writeOnly` are not required in responses (OpenAPI 3.1, section 4.8.24.1 and
 * JSON Schema validation, section 9.4).
 */
export function directSchema(schema: Schema, direction: Direction): Schema {
  const result = directedDefinition(schema, schema, direction);
  return isObject(result) ? result : schema;
}
