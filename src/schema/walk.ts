import { attempt, type Cursor, faultAt, type InterfaceFault, nameOf } from '../document/cursor.ts';
import { isList, isObject, type Json, listOf, memberOf } from '../json/value.ts';
import type { Dialect } from '../document/library.ts';
import { contradictionIn } from './flaws/contradictions.ts';
import {
  type Kind,
  kindsOf,
  withDiscriminator,
  withKinds,
  withSharedDiscriminator,
} from './kinds/discriminator.ts';
import {
  DISCRIMINATOR,
  DOUBTFUL,
  DROPPED_KEYWORDS,
  holderOf,
  isAnnotation,
  isWrapper,
  KINDS,
  mapHeld,
  OPEN_DURATION,
  type Schema,
} from './keywords.ts';
import { type Loss, marked, type Weight } from './flaws/loss.ts';
import { type SchemaFlaw, schemaFlaw } from './meta-schema.ts';
import { unicodePattern } from './pattern/pattern.ts';
import { typeMeant } from './flaws/slips.ts';
import { withToldForm } from './told-form.ts';
import { isNullTold } from './told-null.ts';

type SchemaObject = { readonly [keyword: string]: Json };

function isPlainObjectSchema(schema: Json): schema is SchemaObject {
  return (
    isObject(schema) &&
    (schema['type'] === undefined || schema['type'] === 'object') &&
    Object.keys(schema).every(
      (keyword) => ['type', 'properties', 'required'].includes(keyword) || isAnnotation(keyword),
    )
  );
}

/** The kinds that a schema has, with the names of them. */
function kindsIn(schema: Json | undefined): SchemaObject {
  const { [KINDS]: kinds, [DISCRIMINATOR]: told } = isObject(schema) ? schema : {};
  return kinds === undefined || told === undefined ? {} : { [KINDS]: kinds, [DISCRIMINATOR]: told };
}

/**
 * Writes `allOf` out where its branches only add named members to each other, which is how documents say "everything
 * of that, plus": one schema with all members accepts the same values. Every other schema is returned as it is.
 */
export function mergeAllOf(schema: SchemaObject): SchemaObject {
  const { allOf, ...own } = schema;
  if (!isList(allOf)) return schema;
  const parts = [...allOf, own];
  if (!parts.every(isPlainObjectSchema)) return schema;
  const properties = parts.flatMap((part) =>
    isObject(part['properties']) ? Object.entries(part['properties']) : [],
  );
  if (new Set(properties.map(([name]) => name)).size < properties.length) return schema;
  const required = parts.flatMap((part) => listOf(part['required']));
  const annotations = Object.fromEntries(Object.entries(own).filter(([keyword]) => isAnnotation(keyword)));
  return {
    ...(isWrapper(schema) ? kindsIn(allOf[0]) : {}),
    ...annotations,
    ...(parts.some((part) => part['type'] === 'object') ? { type: 'object' } : {}),
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
  };
}

function withNull(schema: SchemaObject): SchemaObject {
  const { nullable, ...rest } = schema;
  if (nullable !== true) return rest;
  const values = rest['enum'];
  const allowsNull = isList(values) && !values.includes(null) ? { enum: [...values, null] } : {};
  if (COMPOSING.some((keyword) => memberOf(rest, keyword) !== undefined)) return orNull(rest);
  return {
    ...rest,
    ...(typeof rest['type'] === 'string' ? { type: [rest['type'], 'null'] } : {}),
    ...allowsNull,
  };
}

const COMPOSING = ['allOf', 'anyOf', 'oneOf'];

function isWord([keyword]: readonly [keyword: string, value: Json]): boolean {
  return isAnnotation(keyword) && keyword !== 'discriminator';
}

/**
 * OpenAPI 3.0 has no `nullable` without a `type`, and with one the branches beside it still refuse null; whoever (or whatever tool)
 * writes it beside `allOf` or `$ref` means that null may stand there. By the letter it says nothing: null is neither blamed nor sent.
 * So it is where a description alone says it.
 */
function orNull(schema: SchemaObject): SchemaObject {
  const members = Object.entries(schema);
  const words = members.filter(isWord);
  const others = members.filter((member) => !isWord(member));
  return {
    ...Object.fromEntries(words),
    anyOf: [Object.fromEntries(others), { type: 'null', [DOUBTFUL]: true }],
  };
}

/** OpenAPI 3.1 has no `nullable` at all; who came from 3.0 still writes it, tools as well, and means the same. */
function withMeantNull(schema: SchemaObject): SchemaObject {
  const { nullable, ...rest } = schema;
  const { type } = rest;
  const isOpen = type === undefined && ![...COMPOSING, '$ref'].some((one) => Object.hasOwn(rest, one));
  const hasNull = type === 'null' || (isList(type) && type.includes('null'));
  return nullable !== true || isOpen || hasNull ? schema : orNull(rest);
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

/** `duration` became a format with JSON Schema 2019-09; before, documents also mean the likes of `1h30m` by it. */
function withOpenDuration(schema: SchemaObject): SchemaObject {
  return schema['format'] === 'duration' ? { ...schema, format: OPEN_DURATION } : schema;
}

function withExamples(schema: SchemaObject): SchemaObject {
  const { example, ...rest } = schema;
  return example === undefined ? schema : { ...rest, examples: [example] };
}

/**
 * The keywords of one OpenAPI 3.0 schema in terms of JSON Schema 2020-12: `nullable`, boolean `exclusiveMinimum` and
 * `exclusiveMaximum`, `example`, and `duration`, which was no format yet. Other keywords beside a `$ref` go, as OpenAPI 3.0
 * has it. Schemas inside are left as they are.
 * A nullable enumeration takes null whether it lists it or not: documents differ on this, and the wider reading blames nobody.
 */
export function upgradeSchema30(schema: SchemaObject): SchemaObject {
  if (typeof schema['$ref'] === 'string') {
    const reference = { $ref: schema['$ref'] };
    return schema['nullable'] === true ? orNull(reference) : reference;
  }
  const bounded = withNumericBound(
    withNumericBound(schema, 'exclusiveMinimum', 'minimum'),
    'exclusiveMaximum',
    'maximum',
  );
  return withExamples(withOpenDuration(withNull(bounded)));
}

/** What to do on the way through a schema. `depth` counts the steps into parts of the value. */
export type SchemaVisitor = {
  readonly dialect: Dialect;
  /** Called for each schema, before the ones that it holds. */
  readonly enter: (cursor: Cursor) => void;
  /** Returns what stands for the schema that a reference leads to. */
  readonly refer: (cursor: Cursor, reference: string, depth: number) => Schema;
  /** Where a reference leads. */
  readonly target: (cursor: Cursor, reference: string) => Cursor;
  /** Called for each part of the schema that no longer holds. */
  readonly lose: (loss: Loss) => void;
};

/** A keyword that lists names, each of them once. */
function namesOnce(value: Json | undefined): readonly string[] | undefined {
  if (!isList(value)) return undefined;
  const names = value.filter((name) => typeof name === 'string');
  return names.length === 0 ? undefined : [...new Set(names)];
}

/** Keywords that look at what others beside them leave over: they go where one of those does. */
const BESIDE: ReadonlyMap<string, readonly string[]> = new Map([
  ['properties', ['additionalProperties', 'unevaluatedProperties']],
  ['patternProperties', ['additionalProperties', 'unevaluatedProperties']],
  ['prefixItems', ['items', 'unevaluatedItems']],
  ['if', ['then', 'else']],
  ['contains', ['minContains', 'maxContains']],
]);

type Repaired = { readonly schema: SchemaObject; readonly weight: Weight };

/** The schema without what is wrong at the keyword. */
function repaired(schema: SchemaObject, keyword: string): Repaired {
  const names =
    keyword === 'required' || keyword === 'type' ? namesOnce(memberOf(schema, keyword)) : undefined;
  const before = memberOf(schema, keyword);
  if (names !== undefined && isList(before) && names.length < before.length) {
    const onlyStrings = before.every((name) => typeof name === 'string');
    return { schema: { ...schema, [keyword]: names }, weight: onlyStrings ? 'nothing' : 'constraint' };
  }
  const gone = [keyword, ...(BESIDE.get(keyword) ?? [])];
  const kept = Object.entries(schema).filter(([name]) => !gone.includes(name));
  return { schema: Object.fromEntries(kept), weight: isAnnotation(keyword) ? 'nothing' : 'constraint' };
}

function shallow(schema: SchemaObject): SchemaObject {
  const keywords = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    const holder = holderOf(keyword);
    return [keyword, holder === undefined ? value : mapHeld(value, holder.holding, () => ({}))];
  });
  return Object.fromEntries(keywords);
}

function inDialect(value: SchemaObject, dialect: Dialect): SchemaObject {
  const told = withToldForm(value, value['description']);
  const own = dialect === 'openapi-3.0' ? upgradeSchema30(told) : withMeantNull(told);
  const schema = withDiscriminator(isNullTold(own) ? orNull(own) : own);
  const kept = Object.entries(schema).filter(([keyword]) => !DROPPED_KEYWORDS.has(keyword));
  return Object.fromEntries(kept);
}

type Sound = { readonly schema: SchemaObject; readonly losses: readonly Loss[] };

function adviceFor(schema: SchemaObject, keyword: string | undefined): string {
  const meant = keyword === 'type' ? typeMeant(memberOf(schema, 'type')) : undefined;
  return meant === undefined ? 'Correct the keyword.' : `Write \`${meant}\`.`;
}

function madeSound(cursor: Cursor, value: SchemaObject, { dialect, target }: SchemaVisitor): Sound {
  const targetOf = (reference: string): Json | undefined => {
    const found = attempt(() => target(cursor, reference));
    return 'value' in found ? found.value.value : undefined;
  };
  const losses: Loss[] = [];
  let schema = inDialect(value, dialect);
  const flawNow = (): SchemaFlaw | undefined =>
    cursor.document.isKnown === true ? undefined : schemaFlaw(shallow(schema));
  for (let flaw = flawNow(); flaw !== undefined; flaw = flawNow()) {
    const at = { ...cursor, location: [...cursor.location, ...flaw.location] };
    const problem = `${nameOf(at)} is no JSON Schema: ${flaw.problem}`;
    const [keyword] = flaw.location;
    const next: Repaired =
      keyword === undefined ? { schema: {}, weight: 'place' } : repaired(schema, keyword);
    losses.push({ fault: faultAt(at, problem, adviceFor(schema, keyword)), weight: next.weight });
    schema = next.schema;
  }
  const contradiction = (): ReturnType<typeof contradictionIn> => contradictionIn(schema, targetOf);
  for (let found = contradiction(); found !== undefined; found = contradiction()) {
    const at = { ...cursor, location: [...cursor.location, found.keyword] };
    const problem = `${nameOf(at)} contradicts what stands beside it: ${found.problem}`;
    losses.push({ fault: faultAt(at, problem, found.advice), weight: 'constraint' });
    schema = found.without;
  }
  const constrained = losses.every(({ weight }) => weight === 'nothing');
  const readable = withUnicodePattern(schema);
  return { schema: constrained ? readable : marked(readable), losses };
}

/** Those of each dialect: a file may be part of documents of both. */
const sound: ReadonlyMap<Dialect, WeakMap<object, Sound>> = new Map([
  ['openapi-3.0', new WeakMap()],
  ['json-schema-2020-12', new WeakMap()],
]);

/** The keywords of one schema as far as they are JSON Schema. A schema that many refer to is looked at once. */
function soundSchema(cursor: Cursor, value: SchemaObject, visitor: SchemaVisitor): SchemaObject {
  const { dialect, lose } = visitor;
  const known = sound.get(dialect)?.get(value) ?? madeSound(cursor, value, visitor);
  sound.get(dialect)?.set(value, known);
  for (const loss of known.losses) lose(loss);
  return known.schema;
}

function withUnicodePattern(schema: SchemaObject): SchemaObject {
  const { pattern } = schema;
  return typeof pattern === 'string' ? { ...schema, pattern: unicodePattern(pattern) ?? pattern } : schema;
}

/** The members of an object where `properties` is but a reference to them: tools that join files read it so. */
function membersElsewhere(at: Cursor, visitor: SchemaVisitor): Cursor {
  const { value } = at;
  const reference = isObject(value) && Object.keys(value).length === 1 ? value['$ref'] : undefined;
  if (typeof reference !== 'string') return at;
  const found = attempt(() => visitor.target(at, reference));
  return 'value' in found && isObject(found.value.value) ? found.value : at;
}

function walkKeywords(
  cursor: Cursor,
  schema: SchemaObject,
  depth: number,
  visitor: SchemaVisitor,
): SchemaObject {
  const keywords: [string, Json][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const holder = holderOf(keyword);
    if (holder === undefined) {
      keywords.push([keyword, value]);
      continue;
    }
    const inner = holder.inPlace ? depth : depth + 1;
    const at = { ...cursor, location: [...cursor.location, keyword], value };
    const map = keyword === 'properties' ? membersElsewhere(at, visitor) : at;
    const walked = mapHeld(map.value, holder.holding, (held, names) => {
      const location = [...map.location, ...names];
      return walkSchema({ ...map, location, value: held }, inner, visitor);
    });
    keywords.push([keyword, walked]);
  }
  return withoutLoneChoice(mergeAllOf(Object.fromEntries(keywords)));
}

/** A choice of one is that one: generators write members so that may be left out (`oneOf: [{type: string}]`). */
function withoutLoneChoice(schema: SchemaObject): SchemaObject {
  if (Object.hasOwn(schema, DISCRIMINATOR) || Object.hasOwn(schema, KINDS)) return schema;
  for (const keyword of ['oneOf', 'anyOf']) {
    const { [keyword]: choices, ...own } = schema;
    const [only] = isList(choices) && choices.length === 1 ? choices : [];
    const joined = isObject(only) ? combined(only, own) : undefined;
    if (typeof joined === 'object') return joined;
  }
  return schema;
}

/** What stands for the target of a reference, or for any value where there is none. */
function referred(cursor: Cursor, reference: string, depth: number, visitor: SchemaVisitor): Schema {
  const found = attempt(() => visitor.refer(cursor, reference, depth));
  if ('value' in found) return found.value;
  visitor.lose({ fault: found.fault, weight: 'place' });
  return marked({});
}

function combined(target: Schema, own: SchemaObject): Schema {
  const keywords = Object.keys(own);
  if (keywords.length === 0) return target;
  if (typeof target === 'object' && keywords.every(isAnnotation)) return { ...target, ...own };
  const others = own['allOf'];
  return mergeAllOf({
    ...own,
    allOf: [target, ...listOf(others)],
  });
}

/**
 * A copy of the schema at the cursor, in JSON Schema 2020-12 and with what `refer` returns in the place of references. What is
 * no schema, or no keyword, no longer holds: `lose` is told, and the place is marked for `widened`.
 */
export function walkSchema(cursor: Cursor, depth: number, visitor: SchemaVisitor): Schema {
  visitor.enter(cursor);
  const { value } = cursor;
  if (typeof value === 'boolean') return value;
  if (!isObject(value)) {
    const fault = faultAt(
      cursor,
      `${nameOf(cursor)} is not a schema`,
      'Write a mapping of JSON Schema keywords, or `true`.',
    );
    visitor.lose({ fault, weight: value === null ? 'constraint' : 'place' });
    return marked({});
  }
  const told = withSharedDiscriminator(value, (reference) => visitor.target(cursor, reference).value);
  const schema = soundSchema(cursor, told, visitor);
  const { $ref: reference, $dynamicRef: dynamic, ...siblings } = schema;
  let result: Schema = walkKeywords(cursor, siblings, depth, visitor);
  for (const leading of [reference, dynamic]) {
    if (typeof leading === 'string')
      result = combined(referred(cursor, leading, depth, visitor), typeof result === 'object' ? result : {});
  }
  return withKinds(result, walkedKinds(cursor, value, depth, visitor));
}

/** The kinds of the schema at the cursor as far as nothing of them is lost: values are made by them, and what is lost could not be. */
function walkedKinds(
  cursor: Cursor,
  value: SchemaObject,
  depth: number,
  visitor: SchemaVisitor,
): readonly Kind[] {
  const kinds = kindsOf(value, cursor, (reference) => visitor.target(cursor, reference));
  return kinds.flatMap(({ schema, ...kind }): readonly Kind[] => {
    let isWhole = true;
    const lose = ({ weight }: Loss): void => void (isWhole &&= weight === 'nothing');
    const walked = walkSchema({ ...cursor, value: schema }, depth + 1, { ...visitor, lose });
    return isWhole && typeof walked === 'object' ? [{ ...kind, schema: walked }] : [];
  });
}

/** The problem with a schema that would have to be inside itself without a member or an item in between. */
export function endlessSchema(cursor: Cursor, reference: string): InterfaceFault {
  return faultAt(
    cursor,
    `the reference "${reference}" goes round in a circle: the schema would have to be inside itself at once`,
    'A schema may contain itself only by way of a member or an item.',
  );
}

/**
 * The schema with its definitions, which `held` has by name. One that is but a reference to a definition is replaced by that.
 */
export function withDefinitions(
  root: Schema,
  definitions: ReadonlyMap<string, Json>,
  held: Json = Object.fromEntries(definitions),
): Schema {
  if (typeof root === 'boolean' || definitions.size === 0) return root;
  const only = Object.keys(root).length === 1 ? root['$ref'] : undefined;
  const itself = typeof only === 'string' ? definitions.get(only.slice('#/$defs/'.length)) : undefined;
  return { ...(isObject(itself) ? itself : root), $defs: held };
}

/** Gives names under `$defs` to places in documents: the last part of the place, with a number where it is taken. */
export class DefinitionNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** The name that the place has, if it was given one. */
  get(key: string): string | undefined {
    return this.#names.get(key);
  }

  /** The name of the place; a new one where it has none. */
  give(key: string, target: Cursor): string {
    const given = this.#names.get(key);
    if (given !== undefined) return given;
    const base = (target.location.at(-1) ?? 'Root').replaceAll(/[^A-Za-z0-9.-]/g, '-');
    const count = (this.#counts.get(base) ?? 0) + 1;
    this.#counts.set(base, count);
    const name = count === 1 ? base : `${base}_${count}`;
    this.#names.set(key, name);
    return name;
  }
}
