import { attempt, type Cursor, limitAt, nameOf } from '../document/cursor.ts';
import { isObject, type Json } from '../json/value.ts';
import { keyOf, type Library, targetOf } from '../document/library.ts';
import { holderOf, mapHeld, type Schema } from './keywords.ts';
import { consequenceOf, type Loss, marked, type Weight, widened } from './loss.ts';
import { DefinitionNames, endlessSchema, walkSchema, withDefinitions } from './walk.ts';

/** A reference that is being written out, and at which depth it stood. */
type Open = { readonly key: string; readonly depth: number; readonly before: number; recursive: boolean };

const MAX_NODES = 3000;
const MAX_OPEN = 50;

class TooLarge extends Error {}

/** Schemas that are too large to be written out, alone or in others. */
const large = new WeakMap<Library, Set<string>>();

/** A schema fit to be used, and what of it was lost on the way. */
type Resolved = { readonly schema: Schema; readonly losses: readonly Loss[] };

function inlined(library: Library, cursor: Cursor): Resolved {
  const losses: Loss[] = [];
  const open: Open[] = [];
  const names = new DefinitionNames();
  const definitions = new Map<string, Json>();
  const known = large.get(library) ?? new Set<string>();
  large.set(library, known);
  let nodes = 0;
  const enter = (): void => {
    nodes += 1;
    if (nodes <= MAX_NODES && open.length <= MAX_OPEN) return;
    for (const { key, before } of open) if (nodes - before > MAX_NODES / 2) known.add(key);
    throw new TooLarge();
  };
  const refer = (from: Cursor, reference: string, depth: number): Schema => {
    const target = targetOf(library, from, reference);
    const key = keyOf(target);
    const around = open.find((each) => each.key === key);
    if (around?.depth === depth) throw endlessSchema(from, reference);
    if (around !== undefined) around.recursive = true;
    if (around !== undefined || names.get(key) !== undefined)
      return { $ref: `#/$defs/${names.give(key, target)}` };
    if (known.has(key)) throw new TooLarge();
    const own: Open = { key, depth, before: nodes, recursive: false };
    open.push(own);
    const schema = walkSchema(target, depth, visitor);
    open.pop();
    if (!own.recursive) return schema;
    const name = names.give(key, target);
    definitions.set(name, schema);
    return { $ref: `#/$defs/${name}` };
  };
  const lose = (loss: Loss): void => void losses.push(loss);
  const visitor = { dialect: library.dialect, enter, refer, lose };
  return { schema: withDefinitions(walkSchema(cursor, 0, visitor), definitions), losses };
}

/**
 * The schema at the cursor with references written out, but for schemas that contain themselves, which go under
 * `$defs`. `undefined` when it would grow too large that way.
 */
function inlineSchema(library: Library, cursor: Cursor): Resolved | undefined {
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

/** Definitions are the same objects in every schema that leads to them. */
const unitsKnown = new WeakMap<object, readonly Unit[]>();

/** What applies to one value each: the schema as a whole, and each part of it that speaks of a part of the value. */
function unitsOf(schema: Json): readonly Unit[] {
  const known = isObject(schema) ? unitsKnown.get(schema) : undefined;
  if (known !== undefined) return known;
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
  if (isObject(schema)) unitsKnown.set(schema, units);
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

/** The schema, where it applies no more schemas to one value than can be judged. */
function bearable(resolved: Resolved, cursor: Cursor): Resolved {
  if (appliesFewerThan(MOST_IN_PLACE, resolved.schema)) return resolved;
  const fault = limitAt(
    cursor,
    `${nameOf(cursor)} applies more than ${MOST_IN_PLACE} schemas to one value, with its references followed`,
    'Combine fewer schemas by `allOf`, `anyOf` and `oneOf`: what doubles at each step can not be judged.',
  );
  return { schema: true, losses: [...resolved.losses, { fault, weight: 'place' }] };
}

/** A reference from one definition to another. `inPlace`: both apply to the same value. */
type Reference = {
  readonly from: Cursor;
  readonly text: string;
  readonly target: Cursor;
  readonly key: string;
  readonly inPlace: boolean;
};

type Definition = Resolved & { readonly references: readonly Reference[] };

/** The schemas of one library that references lead to, each resolved once and known by one name. */
class SharedSchemas {
  readonly #library: Library;
  readonly #names = new DefinitionNames();
  readonly #definitions = new Map<string, Definition>();

  constructor(library: Library) {
    this.#library = library;
  }

  resolve(cursor: Cursor): Resolved {
    const root = this.#define(cursor);
    const losses = [...root.losses];
    const reached = new Map<string, Definition>();
    const definitions = new Map<string, Json>();
    const waiting = [...root.references];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (reached.has(next.key)) continue;
      const definition = this.#definitions.get(next.key) ?? this.#define(next.target);
      this.#definitions.set(next.key, definition);
      reached.set(next.key, definition);
      definitions.set(this.#names.give(next.key, next.target), definition.schema);
      losses.push(...definition.losses);
      waiting.push(...definition.references);
    }
    for (const { from, text, key, target } of circlesIn(reached)) {
      definitions.set(this.#names.give(key, target), marked({}));
      losses.push({ fault: endlessSchema(from, text), weight: 'place' });
    }
    return { schema: withDefinitions(root.schema, definitions), losses };
  }

  #define(cursor: Cursor): Definition {
    const references: Reference[] = [];
    const losses: Loss[] = [];
    const refer = (from: Cursor, text: string, depth: number): Schema => {
      const target = targetOf(this.#library, from, text);
      const key = keyOf(target);
      references.push({ from, text, target, key, inPlace: depth === 0 });
      return { $ref: `#/$defs/${this.#names.give(key, target)}` };
    };
    const lose = (loss: Loss): void => void losses.push(loss);
    const visitor = { dialect: this.#library.dialect, enter: (): void => {}, refer, lose };
    return { schema: walkSchema(cursor, 0, visitor), references, losses };
  }
}

/**
 * References to definitions that would have to be inside themselves at once: those that are left when every definition is
 * taken away that leads to no other one in place.
 */
function circlesIn(definitions: ReadonlyMap<string, Definition>): readonly Reference[] {
  const waitsFor = new Map<string, Set<string>>();
  const users = new Map<string, string[]>();
  for (const [key, { references }] of definitions) {
    const targets = references.filter((reference) => reference.inPlace && definitions.has(reference.key));
    waitsFor.set(key, new Set(targets.map((target) => target.key)));
    for (const target of new Set(targets.map((each) => each.key)))
      users.set(target, [...(users.get(target) ?? []), key]);
  }
  const free = [...waitsFor].filter(([, targets]) => targets.size === 0).map(([key]) => key);
  for (let key = free.pop(); key !== undefined; key = free.pop()) {
    waitsFor.delete(key);
    for (const user of users.get(key) ?? []) {
      const targets = waitsFor.get(user);
      targets?.delete(key);
      if (targets?.size === 0) free.push(user);
    }
  }
  return [...waitsFor.keys()].flatMap((key) =>
    (definitions.get(key)?.references ?? []).filter(
      (reference) => reference.inPlace && waitsFor.has(reference.key),
    ),
  );
}

const shared = new WeakMap<Library, SharedSchemas>();

/**
 * The schema at the cursor with every schema that it refers to under `$defs`, once. Much smaller than one with its
 * references written out, where large schemas refer to each other a lot.
 */
function shareSchema(library: Library, cursor: Cursor): Resolved {
  const schemas = shared.get(library) ?? new SharedSchemas(library);
  shared.set(library, schemas);
  return schemas.resolve(cursor);
}

type Weighed = Resolved & { readonly weight: Weight };

function weighed(library: Library, cursor: Cursor): Weighed {
  const { schema, losses } = bearable(inlineSchema(library, cursor) ?? shareSchema(library, cursor), cursor);
  const weights = new Set(losses.map((loss) => loss.weight));
  const weight = weights.has('place') ? 'place' : weights.has('constraint') ? 'constraint' : 'nothing';
  return { schema: weight === 'nothing' ? schema : widened(schema), losses, weight };
}

const referred = new WeakMap<Library, Map<string, Weighed>>();

/** Most places hold a reference and nothing else: what it leads to is resolved once, and is the same object everywhere. */
function resolvedOnce(library: Library, cursor: Cursor): Weighed {
  const { value } = cursor;
  const reference = isObject(value) && Object.keys(value).length === 1 ? value['$ref'] : undefined;
  const target =
    typeof reference === 'string' ? attempt(() => targetOf(library, cursor, reference)) : undefined;
  if (target === undefined || 'fault' in target) return weighed(library, cursor);
  const known = referred.get(library) ?? new Map<string, Weighed>();
  referred.set(library, known);
  const key = keyOf(target.value);
  const found = known.get(key) ?? weighed(library, cursor);
  known.set(key, found);
  return found;
}

/**
 * The schema at the cursor in JSON Schema 2020-12, fit to be compiled on its own: references are replaced by what they
 * lead to. A schema that contains itself is kept under `$defs` at the top of the result and referred to as `#/$defs/…`,
 * and so is every other one where the result would be very large. What is no schema takes any value; the library is told of
 * that, and `weight` says how much was lost in all.
 */
export function resolveWeighed(
  library: Library,
  cursor: Cursor,
): { readonly schema: Schema; readonly weight: Weight } {
  const { schema, losses, weight } = resolvedOnce(library, cursor);
  for (const loss of losses) library.lose(loss.fault, consequenceOf(loss));
  return { schema, weight };
}

/** The same, whatever was lost. */
export function resolveSchema(library: Library, cursor: Cursor): Schema {
  return resolveWeighed(library, cursor).schema;
}

/** A schema found inside a resolved one, with the definitions that its own references need. */
export function subschema(root: Schema, inner: Schema): Schema {
  if (typeof root === 'boolean' || typeof inner === 'boolean' || root['$defs'] === undefined) return inner;
  return { ...inner, $defs: root['$defs'] };
}
