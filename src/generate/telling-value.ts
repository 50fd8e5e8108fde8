import type { Schema } from '../schema/schema.ts';
import type { Json } from '../json/json.ts';
import { compileSchema } from '../interface/compile-schema.ts';
import type { InvalidCase } from './invalid-values.ts';
import { changeAt, fromPointer } from './json-pointer.ts';

/** Values that lax services take most easily, for each JSON type: falsy ones, and ones that turn into text or a member. */
const TELLING = new Map<string, Json>(
  Object.entries<Json>({
    null: null,
    boolean: false,
    number: 7,
    integer: 7,
    string: '7',
    array: ['assay'],
    object: {},
  }),
);

/**
 * A wrong-typed value that a lax service would most likely let through: `base` (any value of the case) with a telling
 * one at the broken place; a list around `valid` where the whole body is to be a list. `undefined` where the schema
 * allows it after all, and for other kinds of cases.
 */
export function tellingValue(one: InvalidCase, schema: Schema, base: Json, valid: Json): Json | undefined {
  const { kind, pointer, detail } = one.breaks;
  if (kind !== 'wrong-type' && kind !== 'root-type') return undefined;
  const telling = kind === 'root-type' && detail === 'array' ? [valid] : TELLING.get(detail);
  if (telling === undefined) return undefined;
  const value = changeAt(base, fromPointer(pointer), () => telling);
  return value === undefined || compileSchema(schema)(value).length === 0 ? undefined : value;
}
