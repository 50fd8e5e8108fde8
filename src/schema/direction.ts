import { isList, isObject, type Json, memberOf } from '../json/value.ts';
import { holderOf, mapHeld, type Schema } from './keywords.ts';
import { mergedKeywords } from './merge.ts';
import { schemaMembers } from './members.ts';

/** Which way a body goes. */
export type Direction = 'request' | 'response';

/** The same, or a request as a service may take it: with the members of its own, which it passes over. */
type Way = Direction | 'taken';

type SchemaObject = { readonly [keyword: string]: Json };

/** Members that don't travel in this direction: the service's own in requests, the client's own in responses. */
function foreignMembers(schema: Schema, root: Schema, way: Way): ReadonlySet<string> {
  const mark = way === 'response' ? 'writeOnly' : 'readOnly';
  const names = [...schemaMembers(schema, root).properties].filter(
    ([, member]) => memberOf(mergedKeywords(member, root), mark) === true,
  );
  return new Set(names.map(([name]) => name));
}

function without(schema: SchemaObject, foreign: ReadonlySet<string>, way: Way): SchemaObject {
  const { required, properties, ...rest } = schema;
  const kept = isList(required)
    ? required.filter((name) => typeof name !== 'string' || !foreign.has(name))
    : undefined;
  const members =
    isObject(properties) && way !== 'response'
      ? Object.fromEntries(
          Object.entries(properties).flatMap(([name, member]): (readonly [string, Json])[] => {
            if (!foreign.has(name)) return [[name, member]];
            return way === 'taken' ? [[name, true]] : [];
          }),
        )
      : properties;
  return {
    ...rest,
    ...(members === undefined ? {} : { properties: members }),
    ...(kept === undefined || kept.length === 0 ? {} : { required: kept }),
  };
}

const requests = new WeakMap<object, Json>();
const responses = new WeakMap<object, Json>();
const taken = new WeakMap<object, Json>();

function knownFor(way: Way): WeakMap<object, Json> {
  switch (way) {
    case 'request':
      return requests;
    case 'response':
      return responses;
    case 'taken':
      return taken;
  }
}

/** Schemas of one library share their definitions, which makes it worth while to remember them. */
function directedDefinition(definition: Json, root: Schema, way: Way): Json {
  if (!isObject(definition)) return definition;
  const all = knownFor(way);
  const known = all.get(definition) ?? directed(definition, root, way, new Set());
  all.set(definition, known);
  // What goes one way already is the same schema, which is compiled once.
  if (isObject(known)) all.set(known, known);
  return known;
}

/** Schemas that lead to the same definitions have them as the same object. */
function directedDefinitions(value: Json, root: Schema, way: Way): Json {
  if (!isObject(value)) return value;
  const all = knownFor(way);
  const known = all.get(value) ?? mapHeld(value, 'named', (held) => directedDefinition(held, root, way));
  all.set(value, known);
  if (isObject(known)) all.set(known, known);
  return known;
}

function directed(schema: Json, root: Schema, way: Way, outer: ReadonlySet<string>): Json {
  if (!isObject(schema)) return schema;
  const foreign = new Set([...outer, ...foreignMembers(schema, root, way)]);
  const keywords = Object.entries(without(schema, foreign, way)).map(([keyword, value]): [string, Json] => {
    if (keyword === '$defs') return [keyword, directedDefinitions(value, root, way)];
    const holder = holderOf(keyword);
    if (holder === undefined) return [keyword, value];
    const inherited = holder.inPlace ? foreign : new Set<string>();
    return [keyword, mapHeld(value, holder.holding, (held) => directed(held, root, way, inherited))];
  });
  return Object.fromEntries(keywords);
}

/**
 * A resolved schema as it holds for bodies that go one way. Members marked `readOnly` are neither described nor
 * required in requests; members marked `writeOnly` are not required in responses (OpenAPI 3.1, section 4.8.24.1 and
 * JSON Schema validation, section 9.4).
 */
export function directSchema(schema: Schema, direction: Direction): Schema {
  const result = directedDefinition(schema, schema, direction);
  if (!isObject(result)) return schema;
  if (direction === 'request' && isObject(schema) && !sources.has(result)) sources.set(result, schema);
  return result;
}

/** What schemas of requests were made of. */
const sources = new WeakMap<object, Schema>();

/**
 * The schema of a request with the members of the service's own, whatever their values: they "should not be sent", and who closes an
 * object has described them all the same. Nothing for a schema that none was taken from.
 */
export function takenSchema(request: Schema): Schema | undefined {
  const source = isObject(request) ? sources.get(request) : undefined;
  if (source === undefined || source === request) return undefined;
  const result = directedDefinition(source, source, 'taken');
  return isObject(result) ? result : undefined;
}

/** True for a member that the document marks for one direction. */
export function isMarked(schema: Schema, name: string, mark: 'readOnly' | 'writeOnly'): boolean {
  const member = schemaMembers(schema).properties.get(name);
  return member !== undefined && memberOf(mergedKeywords(member, schema), mark) === true;
}
