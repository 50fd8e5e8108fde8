import { isList, isObject, type JsonObject, type Json, memberOf, setMember } from '../../json/value.ts';
import { allowedTypes, isSchema, type Keywords, propertiesOf, type Schema } from '../../schema/keywords.ts';
import type { PartEncoding } from '../model.ts';
import { SEPARATORS } from '../parameters/parameter-style.ts';
import { bestReading, type PlaceSchema, readJsonText, readText, typesOf, waysOf } from './texts.ts';

/** Bodies of named fields, form or multipart: which value the fields of one name are. */

/** What stands under a name. `json`: the sender says that it is JSON, and it is. `bytes`: it is a file. */
export type Field = {
  readonly name: string;
  readonly text: string;
  readonly json?: Json;
  readonly isFile?: true;
};

type Part = { readonly names: Map<string, PlaceSchema>; items?: PlaceSchema };

/** Parts of a schema are the same objects each time: what was compiled of them is found again. */
const known = new WeakMap<object, Part>();

function partOf({ schema }: PlaceSchema): Part {
  const part = (typeof schema === 'object' ? known.get(schema) : undefined) ?? { names: new Map() };
  if (typeof schema === 'object') known.set(schema, part);
  return part;
}

/** The schema that one of the given ones has to allow; any value where there is none. */
function oneOf(root: Schema, schemas: readonly Schema[]): PlaceSchema {
  const [first = true, ...others] = new Map(
    schemas.map((schema) => [JSON.stringify(schema), schema]),
  ).values();
  return { root, schema: others.length === 0 ? first : { anyOf: [first, ...others] } };
}

function memberOfWay(keywords: Keywords, name: string): readonly Schema[] {
  const named = propertiesOf(keywords).get(name);
  if (named !== undefined) return [named];
  const { additionalProperties } = keywords;
  return isObject(additionalProperties) ? [additionalProperties] : [];
}

/** The schema of a member in any of the ways to satisfy the schema; any value where none of them names it. */
export function memberPlace(place: PlaceSchema, name: string): PlaceSchema {
  const { names } = partOf(place);
  const found =
    names.get(name) ??
    oneOf(
      place.root,
      waysOf(place).flatMap((keywords) => memberOfWay(keywords, name)),
    );
  names.set(name, found);
  return found;
}

/** Names of the members in all ways to satisfy the schema. */
export function memberNames(place: PlaceSchema): ReadonlySet<string> {
  return new Set(waysOf(place).flatMap((keywords) => [...propertiesOf(keywords).keys()]));
}

/** The schema of the items of a list, in each of the ways that is one. */
export function itemPlace(place: PlaceSchema): PlaceSchema {
  const part = partOf(place);
  part.items ??= oneOf(
    place.root,
    waysOf(place)
      .filter((way) => allowedTypes(way).has('array'))
      .flatMap(({ items = true }): readonly Schema[] => (isSchema(items) ? [items] : [])),
  );
  return part.items;
}

function readField(field: Field, place: PlaceSchema): Json {
  // Many receivers look at no type of a part: a text is one, whatever its sender says.
  if (field.json !== undefined) return typesOf(place).has('string') ? field.text : field.json;
  if (field.isFile === true) return field.text;
  const types = typesOf(place);
  const isParted = types.has('object') || types.has('array');
  const json = isParted && /^\s*[[{]/.test(field.text) ? readJsonText(field.text) : undefined;
  const text = readText(field.text, place);
  return json === undefined ? text : (bestReading(place, [json, text]) ?? text);
}

function readList(fields: readonly Field[], place: PlaceSchema, encoding: PartEncoding | undefined): Json {
  const items = itemPlace(place);
  const [first] = fields;
  const style = encoding?.style;
  if (first === undefined) return [];
  if (style !== undefined && !(style.style === 'form' && style.explode)) {
    return first.text === ''
      ? []
      : first.text.split(SEPARATORS[style.style]).map((text) => readText(text, items));
  }
  const listed = fields.map((field) => readField(field, items));
  const [only] = fields;
  const whole = fields.length === 1 && only !== undefined ? readField(only, place) : undefined;
  return (isList(whole) ? bestReading(place, [listed, whole]) : undefined) ?? listed;
}

/** An object whose members stand in the list by themselves: `name[member]`, or as the exploded form has them. */
function gathered(
  fields: readonly Field[],
  place: PlaceSchema,
  nameOf: (name: string) => string | undefined,
): JsonObject {
  const object: { [name: string]: Json } = {};
  for (const field of fields) {
    const name = nameOf(field.name);
    if (name !== undefined) setMember(object, name, readField(field, memberPlace(place, name)));
  }
  return object;
}

function readMember(fields: readonly Field[], place: PlaceSchema, encoding: PartEncoding | undefined): Json {
  const types = typesOf(place);
  const [first] = fields;
  if (first === undefined) return null;
  const single = fields.length === 1 ? [readField(first, place)] : [];
  const asList = types.has('array') ? [readList(fields, place, encoding)] : [];
  const readings =
    types.has('array') && !types.has('object') ? [...asList, ...single] : [...single, ...asList];
  return bestReading(place, readings) ?? fields.map((field) => readField(field, place));
}

/** The value of a body of fields. `certain`: no receiver reads it otherwise; a name that is there twice is read differently. */
export type FieldsValue = { readonly value: JsonObject; readonly certain: boolean };

/** Reads fields as the schema and the encoding of their members say. */
export function readFields(
  fields: readonly Field[],
  place: PlaceSchema,
  encoding: ReadonlyMap<string, PartEncoding>,
): FieldsValue {
  const value: { [name: string]: Json } = {};
  let certain = true;
  const taken = new Set<string>();
  for (const name of memberNames(place)) {
    const style = encoding.get(name)?.style;
    const inside = `${name}[`;
    const inner = fields.filter((field) => field.name.startsWith(inside) && field.name.endsWith(']'));
    const isGathered = style?.style === 'deepObject' || (style === undefined && inner.length > 0);
    const member = memberPlace(place, name);
    if (isGathered && inner.length > 0) {
      const object = gathered(inner, member, (given) => given.slice(inside.length, -1));
      setMember(value, name, object);
      for (const field of inner) taken.add(field.name);
    } else if (style?.style === 'form' && style.explode && typesOf(member).has('object')) {
      const names = memberNames(member);
      const own = fields.filter((field) => names.has(field.name));
      if (own.length > 0)
        setMember(
          value,
          name,
          gathered(own, member, (given) => given),
        );
      for (const field of own) taken.add(field.name);
    }
  }
  for (const [name, own] of Map.groupBy(fields, (field) => field.name)) {
    if (taken.has(name)) continue;
    const member = memberPlace(place, name);
    setMember(value, name, readMember(own, member, encoding.get(name)));
    certain &&= own.length === 1 || typesOf(member).has('array');
  }
  return { value, certain };
}

/** The members of a value that is written as fields: what is null is left out; `undefined` for what is no object. */
export function writtenMembers(value: Json): readonly (readonly [string, Json])[] | undefined {
  if (!isObject(value)) return undefined;
  return Object.keys(value).flatMap((name) => {
    const member = memberOf(value, name) ?? null;
    return member === null ? [] : [[name, member] as const];
  });
}
