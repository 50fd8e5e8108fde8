import type { Cursor } from './cursor.ts';
import type { Library } from './library.ts';
import type { Schema } from '../schema/schema.ts';
import type { Json } from '../json/json.ts';
import { keyOf, targetOf } from './resolve-reference.ts';
import { DefinitionNames, endlessSchema, walkSchema, withDefinitions } from './walk-schema.ts';

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
export function inlineSchema(library: Library, cursor: Cursor): Schema | undefined {
  try {
    return inlined(library, cursor);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}
