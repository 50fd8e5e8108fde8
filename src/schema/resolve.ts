import { attempt, type Cursor, faultAt, limitAt, nameOf } from '../document/cursor.ts';
import { isObject, type Json } from '../json/value.ts';
import { keyOf, type Library, targetOf } from '../document/library.ts';
import { holderOf, type Keywords, mapHeld, type Schema } from './keywords.ts';
import { asMeant } from './kinds/overlap.ts';
import { consequenceOf, type Loss, marked, type Weight, widened } from './flaws/loss.ts';
import { onceFor, onceForBoth } from '../system/once-for.ts';
import { DefinitionNames, endlessSchema, walkSchema, withDefinitions } from './walk.ts';

type SchemaObject = { readonly [name: string]: Json };

/** A reference that is being written out, and at which depth it stood. */
type Open = { readonly key: string; readonly depth: number; readonly before: number; recursive: boolean };

const MAX_NODES = 200;
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
  const target = (from: Cursor, reference: string): Cursor => targetOf(library, from, reference);
  const visitor = { dialect: library.dialect, enter, refer, target, lose };
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
  const held = typeof root === 'object' && isObject(root['$defs']) ? root['$defs'] : undefined;
  const weights = held === undefined ? new Map<string, number>() : weightsOf(held, most);
  if (weights === undefined) return false;
  return unitsOf(root).every((unit) => weightOf(unit, weights) < most);
}

function weightOf({ own, references }: Unit, weights: ReadonlyMap<string, number>): number {
  return references.reduce((sum, name) => sum + (weights.get(name) ?? 0), own);
}

/** Definitions that many schemas share are looked at once. */
const weightsKnown = new WeakMap<object, ReadonlyMap<string, number> | 'too heavy'>();

/** How many schemas each of the definitions applies to one value; `undefined` where one of them applies too many. */
function weightsOf(definitions: SchemaObject, most: number): ReadonlyMap<string, number> | undefined {
  const known = weightsKnown.get(definitions) ?? weighedDefinitions(definitions, most) ?? 'too heavy';
  weightsKnown.set(definitions, known);
  return known === 'too heavy' ? undefined : known;
}

function weighedDefinitions(
  definitions: SchemaObject,
  most: number,
): ReadonlyMap<string, number> | undefined {
  const held = Object.entries(definitions);
  const units = new Map(held.map(([name, definition]) => [name, unitsOf(definition)]));
  const weights = new Map<string, number>();
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
    const weight = weightOf(whole, weights);
    if (weight >= most) return undefined;
    weights.set(name, weight);
  }
  const fits = [...units.values()].flat().every((unit) => weightOf(unit, weights) < most);
  return fits ? weights : undefined;
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

/** Definitions that lead to each other and to no others, as one object that all schemas share which lead to them. */
type Closure = {
  /** By key. */
  readonly references: ReadonlyMap<string, Reference>;
  /** By name. */
  readonly definitions: ReadonlyMap<string, Json>;
  readonly held: SchemaObject;
  readonly losses: readonly Loss[];
};

/** The schemas of one library that references lead to, each resolved once and known by one name. */
class SharedSchemas {
  readonly #library: Library;
  readonly #names = new DefinitionNames();
  readonly #definitions = new Map<string, Definition>();
  /** What a definition leads to, itself included, by its key. */
  readonly #reached = new Map<string, Closure>();
  readonly #closures = new Map<number, readonly Closure[]>();

  constructor(library: Library) {
    this.#library = library;
  }

  resolve(cursor: Cursor): Resolved {
    const root = this.#define(cursor);
    for (const reference of root.references) this.#lookUp(reference);
    const closure = this.#closureOf(root.references);
    if (closure === undefined) return root;
    const schema = withDefinitions(root.schema, closure.definitions, closure.held);
    return { schema, losses: [...root.losses, ...closure.losses] };
  }

  #nameOf({ key, target }: Reference): string {
    return this.#names.give(key, target);
  }

  #definitionAt({ key, target }: Reference): Definition {
    const definition = this.#definitions.get(key) ?? this.#define(target);
    this.#definitions.set(key, definition);
    return definition;
  }

  #lookUp(reference: Reference): void {
    if (this.#reached.has(reference.key)) return;
    const closure = this.#closureOf([reference]);
    if (closure !== undefined) this.#reached.set(reference.key, closure);
  }

  /** What references lead to, and what that leads to. The same definitions are the same object, however they are reached. */
  #closureOf(references: readonly Reference[]): Closure | undefined {
    const reached = new Map<string, Reference>();
    const waiting = [...references];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (reached.has(next.key)) continue;
      const known = this.#reached.get(next.key);
      if (known !== undefined) {
        for (const [key, reference] of known.references) reached.set(key, reference);
        continue;
      }
      reached.set(next.key, next);
      waiting.push(...this.#definitionAt(next).references);
    }
    return reached.size === 0 ? undefined : (this.#sameAs(reached) ?? this.#opened(reached));
  }

  #sameAs(reached: ReadonlyMap<string, Reference>): Closure | undefined {
    return this.#closures
      .get(reached.size)
      ?.find(({ references }) => reached.keys().every((key) => references.has(key)));
  }

  #opened(references: ReadonlyMap<string, Reference>): Closure {
    const found = new Map(references.values().map((each) => [each.key, this.#definitionAt(each)] as const));
    const definitions = new Map<string, Json>(
      references.values().map((each) => [this.#nameOf(each), this.#definitionAt(each).schema] as const),
    );
    const losses = found
      .values()
      .flatMap((definition) => definition.losses)
      .toArray();
    for (const circle of circlesIn(found)) {
      definitions.set(this.#nameOf(circle), marked({}));
      losses.push({ fault: endlessSchema(circle.from, circle.text), weight: 'place' });
    }
    const closure = { references, definitions, held: Object.fromEntries(definitions), losses };
    this.#closures.set(references.size, [...(this.#closures.get(references.size) ?? []), closure]);
    return closure;
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
    const target = (from: Cursor, text: string): Cursor => targetOf(this.#library, from, text);
    const visitor = { dialect: this.#library.dialect, enter: (): void => {}, refer, target, lose };
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
  const whole = weight === 'nothing' ? schema : widened(schema);
  const meant = asMeant(whole);
  if (!meant.isOpened) return { schema: meant.schema, losses, weight };
  const problem = `what \`additionalProperties: false\` forbids in ${nameOf(cursor)} is described beside it, by \`allOf\` or in a branch`;
  const fault = faultAt(
    cursor,
    problem,
    'Write `unevaluatedProperties`, or describe every member in one place.',
  );
  return { schema: meant.schema, losses: [...losses, { fault, weight: 'constraint' }], weight };
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

/** Whether a value holds a reference, at any depth. */
const refers = onceFor(
  (value: object): boolean =>
    Object.hasOwn(value, '$ref') ||
    Object.values(value).some((part: unknown) => typeof part === 'object' && part !== null && refers(part)),
);

const joined = onceForBoth((inner: Keywords, definitions: object & Json): Keywords => ({
  ...inner,
  $defs: definitions,
}));

/**
 * A schema found inside a resolved one, with the definitions where it refers to any: the same object for the same two, so that what
 * is compiled and found of it is so once.
 */
export function subschema(root: Schema, inner: Schema): Schema {
  if (typeof root === 'boolean' || typeof inner === 'boolean') return inner;
  const { $defs: definitions } = root;
  if (definitions === undefined || definitions === null || typeof definitions !== 'object') return inner;
  return inner['$defs'] === definitions || !refers(inner) ? inner : joined(inner, definitions);
}
