import { type Cursor, faultAt, nameOf } from '../document/cursor.ts';
import { isObject, type Json } from '../json/value.ts';
import { keyOf, type Library, targetOf } from '../document/library.ts';
import { holderOf, mapHeld, type Schema } from './keywords.ts';
import { DefinitionNames, endlessSchema, walkSchema, withDefinitions } from './walk.ts';

/** A reference that is being written out, and at which depth it stood. */
type Open = { readonly key: string; readonly depth: number; recursive: boolean };

const MAX_NODES = 3000;
const MAX_OPEN = 50;

class TooLarge extends Error {}

function inlined(library: Library, cursor: Cursor): Schema {
  const open: Open[] = [];
  const names = new DefinitionNames();
  const definitions = new Map<string, Json>();
  let nodes = 0;
  const enter = (): void => {
    nodes += 1;
    if (nodes > MAX_NODES || open.length > MAX_OPEN) throw new TooLarge();
  };
  const refer = (from: Cursor, reference: string, depth: number): Schema => {
    const target = targetOf(library, from, reference);
    const key = keyOf(target);
    const around = open.find((each) => each.key === key);
    if (around?.depth === depth) throw endlessSchema(from, reference);
    if (around !== undefined) around.recursive = true;
    if (around !== undefined || names.get(key) !== undefined)
      return { $ref: `#/$defs/${names.give(key, target)}` };
    const own: Open = { key, depth, recursive: false };
    open.push(own);
    const schema = walkSchema(target, depth, visitor);
    open.pop();
    if (!own.recursive) return schema;
    const name = names.give(key, target);
    definitions.set(name, schema);
    return { $ref: `#/$defs/${name}` };
  };
  const visitor = { dialect: library.dialect, enter, refer };
  return withDefinitions(walkSchema(cursor, 0, visitor), definitions);
}

/**
 * The schema at the cursor with references written out, but for schemas that contain themselves, which go under
 * `$defs`. `undefined` when it would grow too large that way.
 */
function inlineSchema(library: Library, cursor: Cursor): Schema | undefined {
  try {
    return inlined(library, cursor);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

/** Schemas that may apply to one value at once. Documents that double them at each step come to billions. */
const MOST_IN_PLACE = 10_000;

/** Schemas that hold for one value: so many of their own, and those of definitions that they refer to. */
type Unit = { own: number; readonly references: string[] };

/** What applies to one value each: the schema as a whole, and each part of it that speaks of a part of the value. */
function unitsOf(schema: Json): readonly Unit[] {
  const units: Unit[] = [];
  const walk = (part: Json, unit: Unit): void => {
    unit.own += 1;
    if (!isObject(part)) return;
    const { $ref: reference } = part;
    if (typeof reference === 'string') unit.references.push(reference.slice('#/$defs/'.length));
    for (const [keyword, value] of Object.entries(part)) {
      const holder = holderOf(keyword);
      if (holder === undefined) continue;
      mapHeld(value, holder.holding, (held) => {
        walk(held, holder.inPlace ? unit : opened());
        return held;
      });
    }
  };
  const opened = (): Unit => {
    const unit = { own: 0, references: [] };
    units.push(unit);
    return unit;
  };
  walk(schema, opened());
  return units;
}

/**
 * True when a resolved schema applies fewer than `most` schemas to any one value, with its references followed: a branch
 * counts as often as it is reached. Chains of references may be long: nothing here goes down by calls.
 */
function appliesFewerThan(most: number, root: Schema): boolean {
  const held = typeof root === 'object' && isObject(root['$defs']) ? Object.entries(root['$defs']) : [];
  const units = new Map(held.map(([name, definition]) => [name, unitsOf(definition)]));
  const weights = new Map<string, number>();
  const weightOf = ({ own, references }: Unit): number =>
    references.reduce((sum, name) => sum + (weights.get(name) ?? 0), own);
  // In place there are no circles: they are refused when references are resolved.
  const waiting = held.map(([name]) => name);
  const begun = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const [whole] = units.get(name) ?? [];
    if (whole === undefined || weights.has(name)) continue;
    const missing = begun.has(name) ? [] : whole.references.filter((other) => !weights.has(other));
    begun.add(name);
    if (missing.length > 0) {
      waiting.push(name, ...missing);
      continue;
    }
    const weight = weightOf(whole);
    if (weight >= most) return false;
    weights.set(name, weight);
  }
  return [...unitsOf(root), ...[...units.values()].flat()].every((unit) => weightOf(unit) < most);
}

/** The schema, where it applies no more schemas to one value than can be judged. Throws `InterfaceFault` otherwise. */
function bearable(schema: Schema, cursor: Cursor): Schema {
  if (appliesFewerThan(MOST_IN_PLACE, schema)) return schema;
  throw faultAt(
    cursor,
    `${nameOf(cursor)} applies more than ${MOST_IN_PLACE} schemas to one value, with its references followed`,
    'Combine fewer schemas by `allOf`, `anyOf` and `oneOf`: what doubles at each step can not be judged.',
  );
}

/** A reference from one definition to another. `inPlace`: both apply to the same value. */
type Reference = {
  readonly from: Cursor;
  readonly text: string;
  readonly target: Cursor;
  readonly key: string;
  readonly inPlace: boolean;
};

type Definition = { readonly schema: Schema; readonly references: readonly Reference[] };

/** The schemas of one library that references lead to, each resolved once and known by one name. */
class SharedSchemas {
  readonly #library: Library;
  readonly #names = new DefinitionNames();
  readonly #definitions = new Map<string, Definition>();

  constructor(library: Library) {
    this.#library = library;
  }

  resolve(cursor: Cursor): Schema {
    const root = this.#define(cursor);
    const reached = new Map<string, Definition>();
    const definitions = new Map<string, Json>();
    const waiting = [...root.references];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (reached.has(next.key)) continue;
      const definition = this.#definitions.get(next.key) ?? this.#define(next.target);
      this.#definitions.set(next.key, definition);
      reached.set(next.key, definition);
      definitions.set(this.#names.give(next.key, next.target), definition.schema);
      waiting.push(...definition.references);
    }
    refuseCircles(reached);
    return withDefinitions(root.schema, definitions);
  }

  #define(cursor: Cursor): Definition {
    const references: Reference[] = [];
    const refer = (from: Cursor, text: string, depth: number): Schema => {
      const target = targetOf(this.#library, from, text);
      const key = keyOf(target);
      references.push({ from, text, target, key, inPlace: depth === 0 });
      return { $ref: `#/$defs/${this.#names.give(key, target)}` };
    };
    const visitor = { dialect: this.#library.dialect, enter: (): void => {}, refer };
    return { schema: walkSchema(cursor, 0, visitor), references };
  }
}

/** Takes away definitions that lead to no other one in place; what is left then goes round in circles. */
function refuseCircles(definitions: ReadonlyMap<string, Definition>): void {
  const left = new Map(
    [...definitions].map(([key, { references }]) => [key, references.filter(({ inPlace }) => inPlace)]),
  );
  for (let removed = true; removed;) {
    removed = false;
    for (const [key, references] of left) {
      if (references.some((reference) => left.has(reference.key))) continue;
      left.delete(key);
      removed = true;
    }
  }
  for (const references of left.values()) {
    const onCircle = references.find(({ key }) => left.has(key));
    if (onCircle !== undefined) throw endlessSchema(onCircle.from, onCircle.text);
  }
}

const shared = new WeakMap<Library, SharedSchemas>();

/**
 * The schema at the cursor with every schema that it refers to under `$defs`, once. Much smaller than one with its
 * references written out, where large schemas refer to each other a lot.
 */
function shareSchema(library: Library, cursor: Cursor): Schema {
  const schemas = shared.get(library) ?? new SharedSchemas(library);
  shared.set(library, schemas);
  return schemas.resolve(cursor);
}

/**
 * The schema at the cursor in JSON Schema 2020-12, fit to be compiled on its own: references are replaced by what they
 * lead to. A schema that contains itself is kept under `$defs` at the top of the result and referred to as `#/$defs/…`,
 * and so is every other one where the result would be very large. Throws `InterfaceFault` for whatever is no schema.
 */
export function resolveSchema(library: Library, cursor: Cursor): Schema {
  return bearable(inlineSchema(library, cursor) ?? shareSchema(library, cursor), cursor);
}

/** A schema found inside a resolved one, with the definitions that its own references need. */
export function subschema(root: Schema, inner: Schema): Schema {
  if (typeof root === 'boolean' || typeof inner === 'boolean' || root['$defs'] === undefined) return inner;
  return { ...inner, $defs: root['$defs'] };
}
