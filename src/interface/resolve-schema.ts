import type { Cursor } from './cursor.ts';
import { inlineSchema } from './inline-schema.ts';
import type { Library } from './library.ts';
import type { Schema } from '../schema/schema.ts';
import { bearable } from './schema-weight.ts';
import { shareSchema } from './share-schema.ts';

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
