import type { Cursor } from './cursor.ts';
import type { Library } from './library.ts';
import type { Schema } from '../schema/schema.ts';
import type { Json } from '../json/json.ts';
import { keyOf, targetOf } from './resolve-reference.ts';
import { DefinitionNames, endlessSchema, walkSchema, withDefinitions } from './walk-schema.ts';

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
export function shareSchema(library: Library, cursor: Cursor): Schema {
  const schemas = shared.get(library) ?? new SharedSchemas(library);
  shared.set(library, schemas);
  return schemas.resolve(cursor);
}
