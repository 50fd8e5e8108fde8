import type { Schema } from '../schema/schema.ts';
import type { Json } from '../json/json.ts';
import { fromPointer, valueAt } from './json-pointer.ts';
import { isSchema, schemasOf, type Keywords } from './keywords.ts';
import { isList } from '../json/guards.ts';
import { mergeKeywords } from './merge-keywords.ts';

/**
 * One of the ways to satisfy a schema: keywords without `$ref`, `allOf`, `anyOf`, `oneOf` and `if`.
 * `references` counts the references that were followed one inside the other on the way to it.
 */
export type FlatSchema = { readonly keywords: Keywords; readonly references: number };

/**
 * How many more parts of a schema may be looked at. Shared and counted down by all that works on one schema: parts that
 * refer to each other can multiply without end.
 */
export type Effort = { left: number };

/** The effort that one schema is worth: far more than any written by hand needs. */
export function fullEffort(): Effort {
  return { left: 20_000 };
}

const MAX_ALTERNATIVES = 64;

/** The schema that a reference into the same root means (RFC 6901 fragment), or `undefined`. */
function resolved(root: Schema, reference: string): Schema | undefined {
  if (!reference.startsWith('#')) return undefined;
  const target = valueAt(root, fromPointer(decodeURIComponent(reference.slice(1))));
  return isSchema(target) ? target : undefined;
}

/** Follows references that stand alone, so that the same definition is the same object wherever it is used. */
export function definitionOf(root: Schema, schema: Schema): Schema {
  let at = schema;
  for (let steps = 0; steps < 32; steps++) {
    if (typeof at === 'boolean' || typeof at['$ref'] !== 'string' || Object.keys(at).length > 1) return at;
    at = resolved(root, at['$ref']) ?? false;
  }
  return at;
}

function combine(left: readonly FlatSchema[], right: readonly FlatSchema[]): readonly FlatSchema[] {
  const pairs = left.flatMap((one) =>
    right.map((other) => ({
      keywords: mergeKeywords(one.keywords, other.keywords),
      references: Math.max(one.references, other.references),
    })),
  );
  return pairs.slice(0, MAX_ALTERNATIVES);
}

/**
 * The ways to satisfy a schema, at most 64, each as one flat set of keywords; none when the schema allows nothing within
 * `depth` references, or when the effort is spent. `not` and other conditions are not worked out: values have to be judged by the schema itself.
 */
export function flattenSchema(
  root: Schema,
  schema: Schema,
  depth: number,
  effort: Effort,
): readonly FlatSchema[] {
  effort.left -= 1;
  if (schema === false || effort.left < 0) return [];
  if (schema === true) return [{ keywords: {}, references: 0 }];
  const { $ref, allOf: _all, anyOf, oneOf, if: condition, then, else: otherwise, ...own } = schema;
  let flats: readonly FlatSchema[] = [{ keywords: own, references: 0 }];
  if (typeof $ref === 'string') {
    const target = depth > 0 ? resolved(root, $ref) : undefined;
    const ways = target === undefined ? [] : flattenSchema(root, target, depth - 1, effort);
    flats = combine(
      flats,
      ways.map((way) => ({ ...way, references: way.references + 1 })),
    );
  }
  for (const part of schemasOf(schema, 'allOf'))
    flats = combine(flats, flattenSchema(root, part, depth, effort));
  for (const union of [anyOf, oneOf]) {
    if (!isList(union)) continue;
    flats = combine(
      flats,
      union.flatMap((part) => (isSchema(part) ? flattenSchema(root, part, depth, effort) : [])),
    );
  }
  if (isSchema(condition)) {
    const whole: Json[] = [condition, isSchema(then) ? then : true];
    const met = flattenSchema(root, { allOf: whole }, depth, effort);
    const unmet = flattenSchema(root, isSchema(otherwise) ? otherwise : true, depth, effort);
    flats = combine(flats, [...met, ...unmet]);
  }
  return flats;
}
