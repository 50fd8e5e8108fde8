import { fromPointer, putAt } from '../../json/pointer.ts';
import { isList, isObject, type Json, type JsonObject, memberOf, withoutMember } from '../../json/value.ts';
import { compileSchema, compileSchemaLater, type SchemaValidator } from '../../schema/compile.ts';
import { validSample } from '../../schema/generate/valid-sample.ts';
import { isSchema, type Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { subschema } from '../../schema/resolve.ts';
import type { Entry } from './stages/stages.ts';

/** Shows an entry in an answer. */
export type Presenter = (entry: Entry) => Json;

/** So deep parts of an entry are completed; a schema that holds itself may ask for more without end. */
const DEEPEST = 6;

/** The branch that a value fits once its missing members are there; `undefined` where none is. */
function completedByBranch(value: Json, branches: Json | undefined, at: Part): Json | undefined {
  for (const branch of isList(branches) ? branches : []) {
    if (!isSchema(branch)) continue;
    const done = completed(value, branch, at);
    if (at.fits(branch, done)) return done;
  }
  return undefined;
}

type Part = {
  readonly root: Schema;
  readonly depth: number;
  /** Whether a value fits a schema inside of the root. */
  readonly fits: (inner: Schema, value: Json) => boolean;
};

/** Compiles each inner schema once. */
function fitsInside(root: Schema): Part['fits'] {
  const known = new Map<Schema, SchemaValidator>();
  return (inner, value) => {
    const validate = known.get(inner) ?? compileSchema(subschema(root, inner));
    known.set(inner, validate);
    return validate(value).length === 0;
  };
}

/**
 * A value with the members that its schema requires of an answer and that nobody sent, at any depth: those that a service gives. What
 * a request may send and no answer shows is shown as the document has it.
 */
function completed(value: Json, schema: Schema, part: Part): Json {
  const { root, depth } = part;
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return value;
  const inside = { ...part, depth: depth + 1 };
  const keywords = mergedKeywords(schema, root);
  const branched =
    completedByBranch(value, keywords['anyOf'], inside) ??
    completedByBranch(value, keywords['oneOf'], inside);
  if (branched !== undefined) return branched;
  if (isList(value)) {
    const { items } = keywords;
    return isSchema(items) ? value.map((item) => completed(item, items, inside)) : value;
  }
  if (!isObject(value)) return value;
  const { properties, required } = schemaMembers(schema, root);
  const given = Object.entries(value).map(([name, member]): readonly [string, Json] => {
    const own = properties.get(name) ?? true;
    const done = completed(member, own, inside);
    return [name, part.fits(own, done) ? done : validSample(subschema(root, own))];
  });
  const missing = [...required]
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => [name, validSample(subschema(root, properties.get(name) ?? true))] as const);
  return Object.fromEntries([...given, ...missing]);
}

/** A number as a text, and the other way round: a document may show the same identity in both ways. */
function inOtherType(value: Json): Json {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && /^(?:0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
}

/**
 * Shows entries as a schema wants them: as they are where they fit; else a valid value that has as many of their members as the
 * schema lets it have, the identity first, and no others than it needs. A schema of none of their members is answered as it is.
 */
export function presenterOf(schema: Schema, identity: string): Presenter {
  const validate = compileSchemaLater(schema);
  const isValid = (value: Json): boolean => validate(value).length === 0;
  const whole: Part = { root: schema, depth: 0, fits: fitsInside(schema) };
  const known = new WeakMap<Entry, Json>();
  const made = (entry: Entry): Json => {
    const base: Json = validSample(schema);
    if (!isObject(base)) return base;
    const { properties, required } = schemaMembers(schema);
    const full = Object.fromEntries(
      Object.entries(entry).map(([name, own]) => {
        const member = properties.get(name) ?? true;
        return [name, whole.fits(member, own) ? own : completed(own, member, whole)];
      }),
    );
    const needed = Object.fromEntries(
      Object.entries(base).filter(([name]) => required.has(name) || Object.hasOwn(entry, name)),
    );
    const atOnce = { ...needed, ...full };
    if (isValid(atOnce)) return atOnce;
    let shown: JsonObject = base;
    for (const name of Object.keys(base)) {
      const less = Object.hasOwn(entry, name) ? shown : withoutMember(shown, name);
      if (isValid(less)) shown = less;
    }
    for (const name of new Set([identity, ...Object.keys(entry)])) {
      if (!Object.hasOwn(entry, name)) continue;
      const own = memberOf(entry, name) ?? null;
      const ways = [own, memberOf(full, name) ?? null, inOtherType(own)].map((member): JsonObject => ({
        ...shown,
        [name]: member,
      }));
      shown = ways.find(isValid) ?? shown;
    }
    return shown;
  };
  // An answer that describes other members alone tells of what was done, not of the entry.
  const tellsOf = (entry: Entry): boolean => {
    const { properties } = schemaMembers(schema);
    return properties.size === 0 || Object.keys(entry).some((name) => properties.has(name));
  };
  return (entry) => {
    if (!tellsOf(entry)) return validSample(schema);
    const shown = known.get(entry) ?? (isValid(entry) ? entry : made(entry));
    known.set(entry, shown);
    return shown;
  };
}

/** Shows an entry inside of what the document wraps it in: the rest of that is as the document has it. */
export function wrappingPresenter(whole: Schema, pointer: string, present: Presenter): Presenter {
  if (pointer === '') return present;
  const around = validSample(whole);
  return (entry) => putAt(around, fromPointer(pointer), present(entry));
}

/** What a schema says of each entry of the list at a place in its values. */
export function entrySchemaAt(schema: Schema, place: readonly string[]): Schema {
  const list = place.reduce<Schema>(
    (at, name) => schemaMembers(at, schema).properties.get(name) ?? true,
    schema,
  );
  const { items } = mergedKeywords(list, schema);
  return isSchema(items) ? subschema(schema, items) : true;
}
