import { schemaFlaw } from './check-schema.ts';
import { faultAt, isObject, nameOf, type Cursor } from './cursor.ts';
import type { Library } from './library.ts';
import { mergeAllOf } from './merge-all-of.ts';
import type { Json, Schema } from './model.ts';
import { keyOf, targetOf } from './resolve-reference.ts';
import { DROPPED_KEYWORDS, holderOf, isAnnotation, mapHeld } from './schema-keywords.ts';
import { upgradeSchema30 } from './upgrade-schema-30.ts';

type SchemaObject = { readonly [keyword: string]: Json };

/** A reference that is being resolved. `depth` counts the steps into parts of the value on the way to it. */
type Open = { readonly key: string; readonly depth: number; recursive: boolean };

const MAX_SCHEMA_NODES = 20_000;

/** Resolves one schema of the document. Lives for one call of `resolveSchema`. */
class SchemaResolution {
  readonly #library: Library;
  readonly #open: Open[] = [];
  /** Names under `$defs` by the place of the schema, given to those that contain themselves. */
  readonly #names = new Map<string, string>();
  readonly #definitions = new Map<string, Json>();
  #nodes = 0;

  constructor(library: Library) {
    this.#library = library;
  }

  resolve(cursor: Cursor): Schema {
    const root = this.#schema(cursor, 0);
    if (typeof root === 'boolean' || this.#definitions.size === 0) return root;
    const definitions = Object.fromEntries(this.#definitions);
    const only = Object.keys(root).length === 1 ? root['$ref'] : undefined;
    const itself =
      typeof only === 'string' ? this.#definitions.get(only.slice('#/$defs/'.length)) : undefined;
    return { ...(isObject(itself) ? itself : root), $defs: definitions };
  }

  #schema(cursor: Cursor, depth: number): Schema {
    this.#nodes += 1;
    if (this.#nodes > MAX_SCHEMA_NODES) {
      throw faultAt(
        cursor,
        `the schema grows beyond ${MAX_SCHEMA_NODES} parts when its references are resolved`,
        'Refer to large schemas less often.',
      );
    }
    const { value } = cursor;
    if (typeof value === 'boolean') return value;
    if (!isObject(value))
      throw faultAt(
        cursor,
        `${nameOf(cursor)} is not a schema`,
        'Write a mapping of JSON Schema keywords, or `true`.',
      );
    const schema = this.#library.dialect === 'openapi-3.0' ? upgradeSchema30(value) : value;
    this.#check(cursor, schema);
    const { $ref: reference, ...siblings } = schema;
    const own = this.#keywords({ ...cursor, value: siblings }, depth);
    if (typeof reference !== 'string') return own;
    return combined(this.#referred(cursor, reference, depth), own);
  }

  #check(cursor: Cursor, schema: SchemaObject): void {
    const shallow = Object.fromEntries(
      Object.entries(schema).map(([keyword, value]): [string, Json] => {
        const holder = holderOf(keyword);
        return [
          keyword,
          holder === undefined
            ? value
            : mapHeld(value, holder.holding, (held) => (isObject(held) ? {} : held)),
        ];
      }),
    );
    const flaw = schemaFlaw(shallow);
    if (flaw !== undefined) {
      const at = { ...cursor, location: [...cursor.location, ...flaw.location] };
      throw faultAt(at, `${nameOf(at)} is no JSON Schema: ${flaw.problem}`, 'Correct the keyword.');
    }
    if (schema['$dynamicRef'] !== undefined) {
      throw faultAt(
        cursor,
        `${nameOf(cursor)} uses \`$dynamicRef\`, which assay does not support`,
        'Use `$ref` with a JSON Pointer.',
      );
    }
  }

  #keywords(cursor: Cursor, depth: number): SchemaObject {
    const keywords: [string, Json][] = [];
    for (const [keyword, value] of Object.entries(isObject(cursor.value) ? cursor.value : {})) {
      if (DROPPED_KEYWORDS.has(keyword)) continue;
      const holder = holderOf(keyword);
      if (holder === undefined) {
        keywords.push([keyword, value]);
        continue;
      }
      const inner = holder.inPlace ? depth : depth + 1;
      const resolved = mapHeld(value, holder.holding, (held, names) =>
        this.#schema({ ...cursor, location: [...cursor.location, keyword, ...names], value: held }, inner),
      );
      keywords.push([keyword, resolved]);
    }
    return mergeAllOf(Object.fromEntries(keywords));
  }

  #referred(cursor: Cursor, reference: string, depth: number): Schema {
    const target = targetOf(this.#library, cursor, reference);
    const key = keyOf(target);
    const around = this.#open.find((open) => open.key === key);
    if (around !== undefined) {
      if (around.depth === depth) {
        throw faultAt(
          cursor,
          `the reference "${reference}" goes round in a circle: the schema would have to be inside itself at once`,
          'A schema may contain itself only by way of a member or an item.',
        );
      }
      around.recursive = true;
    }
    const known = this.#names.get(key);
    if (around !== undefined || known !== undefined)
      return { $ref: `#/$defs/${known ?? this.#name(key, target)}` };
    const open: Open = { key, depth, recursive: false };
    this.#open.push(open);
    const resolved = this.#schema(target, depth);
    this.#open.pop();
    if (!open.recursive) return resolved;
    const name = this.#name(key, target);
    this.#definitions.set(name, resolved);
    return { $ref: `#/$defs/${name}` };
  }

  #name(key: string, target: Cursor): string {
    const given = this.#names.get(key);
    if (given !== undefined) return given;
    const base = (target.location.at(-1) ?? 'Root').replaceAll(/[^A-Za-z0-9._-]/g, '_');
    const taken = new Set(this.#names.values());
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
    this.#names.set(key, name);
    return name;
  }
}

function combined(target: Schema, own: SchemaObject): Schema {
  const keywords = Object.keys(own);
  if (keywords.length === 0) return target;
  if (typeof target === 'object' && keywords.every(isAnnotation)) return { ...target, ...own };
  const others = own['allOf'];
  return mergeAllOf({
    ...own,
    allOf: [target, ...(Array.isArray(others) ? (others as readonly Json[]) : [])],
  });
}

/**
 * The schema at the cursor with every reference replaced by what it leads to. A schema that contains itself is kept
 * under `$defs` at the top of the result and referred to as `#/$defs/…`: that is the only kind of reference left, so
 * that the result can be compiled on its own. Throws `InterfaceFault` for whatever is not a schema.
 */
export function resolveSchema(library: Library, cursor: Cursor): Schema {
  return new SchemaResolution(library).resolve(cursor);
}

/** A schema found inside a resolved one, with the definitions that its own references need. */
export function subschema(root: Schema, inner: Schema): Schema {
  if (typeof root === 'boolean' || typeof inner === 'boolean' || root['$defs'] === undefined) return inner;
  return { ...inner, $defs: root['$defs'] };
}
