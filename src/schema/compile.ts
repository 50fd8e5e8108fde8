import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { bound } from '../system/bounds.ts';
import { isObject, type Json, listOf, memberOf } from '../json/value.ts';
import { type Origin, originOf } from './kinds/branches.ts';
import { documentAjv } from './compiled/ajv.ts';
import {
  beginSteps,
  holdsBigint,
  LINK,
  NotJudged,
  STEP,
  type Thoroughness,
  withoutBigints,
} from './compiled/assertions.ts';
import { shippedValidators } from './compiled/shipped-validators.ts';
import { holderOf, type Schema } from './keywords.ts';
import { metaSchemaErrors } from './meta-schema-errors.ts';

/** One way in which a value breaks a schema. `pointer` is a JSON Pointer into the value. */
export type SchemaError = Origin & {
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
};

/** Says how a value breaks the schema; an empty list means that it is valid. */
export type SchemaValidator = (value: unknown) => readonly SchemaError[];

/**
 * What a validator returns where it could not tell within its bounds: it found no error, but nothing is proven either. See
 * `isUnjudged`.
 */
const UNJUDGED: readonly SchemaError[] = Object.freeze([]);

/** True when a value could not be judged within the bounds: a pattern that can't be matched, or too many steps. */
export function isUnjudged(errors: readonly SchemaError[]): boolean {
  return errors === UNJUDGED;
}

function partsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let sum = 1;
  for (const part of parts) sum += partsOf(part);
  return sum;
}

/** The schema with a counter in each definition: only by way of those can a small value take many steps. */
function counted(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const definitions = schema['$defs'];
  if (!isObject(definitions)) return schema;
  const inner = Object.entries(definitions).map(([name, held]: [string, Json]): [string, Json] => [
    name,
    isObject(held) ? { ...held, [STEP]: true } : held,
  ]);
  return { ...schema, $defs: Object.fromEntries(inner) };
}

const PROTO = '__proto__';

/** Ajv looks at no member that is called `__proto__`, but at members whose names match a pattern. */
function protoByPattern(value: Json): Json {
  if (Array.isArray(value)) return value.map(protoByPattern);
  if (!isObject(value)) return value;
  const changed = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, protoByPattern(member)]),
  );
  const properties = memberOf(changed, 'properties');
  const proto = isObject(properties) ? memberOf(properties, PROTO) : undefined;
  if (proto === undefined) return changed;
  const patterns = memberOf(changed, 'patternProperties');
  return {
    ...changed,
    patternProperties: { ...(isObject(patterns) ? patterns : {}), [`^${PROTO}$`]: proto },
  };
}

function withProtoMembers(schema: Schema): Schema {
  if (typeof schema === 'boolean' || !JSON.stringify(schema).includes(`"${PROTO}":`)) return schema;
  const changed = protoByPattern(schema);
  return isObject(changed) ? changed : schema;
}

function messageOf({ keyword, message, params }: ErrorObject): string {
  const types: unknown = keyword === 'type' ? params['type'] : undefined;
  return Array.isArray(types) ? `must be ${types.join(' or ')}` : (message ?? `breaks "${keyword}"`);
}

function toSchemaError(error: ErrorObject): SchemaError {
  return {
    pointer: error.instancePath,
    keyword: error.keyword,
    message: messageOf(error),
    ...originOf(error),
  };
}

/** Ajv keeps parts of everything that it compiled, so one instance serves so many schemas and is then let go. */
const COMPILES_PER_INSTANCE = 500;

const shared = new Map<Thoroughness, { readonly ajv: Ajv2020; compiles: number }>();

/** The instance that compiles next. */
function instanceFor(thoroughness: Thoroughness): Ajv2020 {
  const known = shared.get(thoroughness);
  const instance =
    known === undefined || known.compiles === COMPILES_PER_INSTANCE
      ? { ajv: documentAjv(thoroughness), compiles: 0 }
      : known;
  instance.compiles += 1;
  shared.set(thoroughness, instance);
  return instance.ajv;
}

/**
 * Schemas of large documents lead to hundreds of definitions, each of them again and again. From so many on, a definition is
 * compiled when a value first needs it.
 */
const MANY_DEFINITIONS = 20;

type Definitions = { readonly [name: string]: Json };

/** Whether a definition looks at what others have left over: a link does not say what it has looked at. */
const countsLeftovers = new WeakMap<object, boolean>();

function looksAtLeftovers(part: Json): boolean {
  if (!isObject(part)) return false;
  const looks = countsLeftovers.get(part) ?? JSON.stringify(part).includes('"unevaluated');
  countsLeftovers.set(part, looks);
  return looks;
}

/** The schema apart from its definitions, where those are many and can be linked. */
function taken(
  schema: Schema,
): { readonly own: { readonly [keyword: string]: Json }; readonly definitions: Definitions } | undefined {
  if (typeof schema === 'boolean') return undefined;
  const { $defs: definitions, ...own } = schema;
  if (!isObject(definitions)) return undefined;
  if (!canBeLinked(definitions) || looksAtLeftovers(own)) return undefined;
  return { own, definitions };
}

const linkable = new WeakMap<object, boolean>();

/** Definitions that many schemas share are looked at once. */
function canBeLinked(definitions: Definitions): boolean {
  const known = linkable.get(definitions);
  if (known !== undefined) return known;
  const all = Object.values(definitions);
  const result = all.length >= MANY_DEFINITIONS && !all.some(looksAtLeftovers);
  linkable.set(definitions, result);
  return result;
}

/** Definitions that are schemas, looked at once: large documents share them. */
const sound = new WeakSet();

function requireKeywords(schema: Json): void {
  const [error] = metaSchemaErrors(schema);
  if (error !== undefined)
    throw new Error(`schema is invalid: ${error.instancePath || 'it'} ${error.message ?? 'is not valid'}`);
}

/** What Ajv would find itself, had each of its instances to compile the meta-schema first. */
function requireSchema(schema: Schema): void {
  const { own, definitions } = taken(schema) ?? { own: schema, definitions: {} };
  requireKeywords(own);
  if (sound.has(definitions)) return;
  for (const definition of Object.values(definitions)) {
    if (isObject(definition) && sound.has(definition)) continue;
    requireKeywords(definition);
    if (isObject(definition)) sound.add(definition);
  }
  sound.add(definitions);
}

const linkedAll = new WeakMap<object, ValidateFunction>();
const linkedFirst = new WeakMap<object, ValidateFunction>();

/**
 * The validator of one definition among these, compiled when it is first asked for. The schemas of a document share their
 * definitions, by the same names, each with as many of them as it leads to: one validator serves them all.
 */
function linkedDefinition(
  definitions: Definitions,
  name: string,
  thoroughness: Thoroughness,
): ValidateFunction {
  const definition = memberOf(definitions, name) ?? true;
  return isObject(definition)
    ? linkedPart(definition, definitions, thoroughness)
    : compileLinked(definition, definitions, thoroughness);
}

function linkedPart(
  part: object & Json,
  definitions: Definitions,
  thoroughness: Thoroughness,
): ValidateFunction {
  const linked = thoroughness === 'all' ? linkedAll : linkedFirst;
  const made = linked.get(part) ?? compileLinked(part, definitions, thoroughness);
  linked.set(part, made);
  return made;
}

/** The part with links in place of references: Ajv sees no more than the part itself. */
function withLinks(part: Json, definitions: Definitions, thoroughness: Thoroughness): unknown {
  if (!isObject(part)) return part;
  const keywords = Object.entries(part).map(([keyword, value]): [string, unknown] => {
    if (keyword === '$ref' && typeof value === 'string') {
      const name = value.slice('#/$defs/'.length);
      let target: ValidateFunction | undefined;
      return [LINK, () => (target ??= linkedDefinition(definitions, name, thoroughness))];
    }
    const holder = holderOf(keyword);
    if (holder === undefined) return [keyword, value];
    if (holder.holding === 'one') return [keyword, withLinks(value, definitions, thoroughness)];
    if (holder.holding === 'list')
      return [keyword, listOf(value).map((held) => withLinks(held, definitions, thoroughness))];
    const named = Object.entries(value ?? {}).map(([name, held]: [string, Json]): [string, unknown] => [
      name,
      withLinks(held, definitions, thoroughness),
    ]);
    return [keyword, Object.fromEntries(named)];
  });
  return Object.fromEntries(keywords);
}

function compileLinked(part: Json, definitions: Definitions, thoroughness: Thoroughness): ValidateFunction {
  const safe = isObject(part) ? withProtoMembers(part) : part === true;
  const schema = withLinks(safe, definitions, thoroughness);
  const ajv = instanceFor(thoroughness);
  if (typeof schema !== 'object' || schema === null) return ajv.compile(schema === true);
  try {
    return ajv.compile(schema);
  } finally {
    ajv.removeSchema(schema);
  }
}

/** The schema as Ajv compiles it, where it is compiled whole. */
export function prepared(schema: Schema): Schema {
  return counted(withProtoMembers(schema));
}

/** The validator that the build has made of the same schema, to the last character. */
function shippedValidator(schema: Schema): ValidateFunction | undefined {
  const shipped = shippedValidators();
  if (shipped.size === 0 || typeof schema === 'boolean' || taken(schema) !== undefined) return undefined;
  return shipped.get(JSON.stringify(prepared(schema)));
}

function compile(schema: Schema, thoroughness: Thoroughness): ValidateFunction {
  const apart = taken(schema);
  if (apart !== undefined) return compileLinked(apart.own, apart.definitions, thoroughness);
  const ajv = instanceFor(thoroughness);
  const compiled = prepared(schema);
  try {
    return ajv.compile(compiled);
  } finally {
    // Ajv keeps a schema under its $id as well: two documents may use the same one.
    if (typeof compiled === 'object') ajv.removeSchema(compiled);
  }
}

const known = new WeakMap<object, SchemaValidator>();

function remembered(schema: Schema, make: () => SchemaValidator): SchemaValidator {
  if (typeof schema === 'boolean') return make();
  const validator = known.get(schema) ?? make();
  known.set(schema, validator);
  return validator;
}

function validatorWith(all: ValidateFunction, first: () => ValidateFunction): SchemaValidator {
  return (value) => {
    try {
      const parts = partsOf(value);
      beginSteps(parts);
      // Ajv keeps each error: a long list that is wrong throughout would take hundreds of megabytes of them.
      const validate = parts > bound('countedParts') ? first() : all;
      return validate(holdsBigint(value) ? withoutBigints(value) : value)
        ? []
        : (validate.errors ?? []).map(toSchemaError);
    } catch (error) {
      // A value that is nested deeper than the stack is not judged either.
      if (error instanceof NotJudged || error instanceof RangeError) return UNJUDGED;
      throw error;
    }
  };
}

/**
 * Compiles a resolved schema, each one once. Values may hold bigints (lossless integers); `int64` is then exact.
 * Unknown formats and keywords are annotations, as JSON Schema 2020-12 has it. Throws when the schema itself is broken.
 * Judging ends: a value that would take too long comes back without errors and `isUnjudged`, and of one with very many parts
 * only the first error is told.
 */
export function compileSchema(schema: Schema): SchemaValidator {
  return remembered(schema, () => {
    const shipped = shippedValidator(schema);
    if (shipped === undefined) requireSchema(schema);
    let first: ValidateFunction | undefined;
    return validatorWith(shipped ?? compile(schema, 'all'), () => (first ??= compile(schema, 'first')));
  });
}

/** True where a schema leads to so many definitions that they are the ones of a document, which all its schemas share. */
export function sharesDefinitions(schema: Schema): boolean {
  return taken(schema) !== undefined;
}

/** The same for a part of a schema, with the definitions of the whole. */
export function compilePart(root: Schema, part: Schema): SchemaValidator {
  const apart = taken(root);
  const definitions = typeof root === 'object' ? root['$defs'] : undefined;
  if (typeof part === 'boolean' || definitions === undefined) return compileSchema(part);
  if (apart === undefined) return compileSchema({ ...part, $defs: definitions });
  const all = linkedPart(part, apart.definitions, 'all');
  return validatorWith(all, () => linkedPart(part, apart.definitions, 'first'));
}

/**
 * The same for a schema of a loaded document, compiled when it is first needed: a mock is to answer soon. Throws at once when
 * the schema breaks the meta-schema; references and patterns are looked at when a document is loaded.
 */
export function compileSchemaLater(schema: Schema): SchemaValidator {
  if (shippedValidator(schema) === undefined) requireSchema(schema);
  let validate: SchemaValidator | undefined;
  return (value) => (validate ??= compileSchema(schema))(value);
}
