import { fromPointer, valueAt } from '../json/pointer.ts';
import { isObject } from '../json/value.ts';
import { onceFor } from '../system/once-for.ts';
import { isAnnotation, isSchema, type Keywords, type Schema } from './keywords.ts';

/** In a resolved schema, chains of references end; in any other, they are not followed for ever. */
const MAX_STEPS = 100;

/** The schema that a reference into the same root means (RFC 6901, section 6), or `undefined`. */
export function referred(root: Schema, reference: string): Schema | undefined {
  if (!/^#(?:\/|$)/.test(reference)) return undefined;
  try {
    const target = valueAt(root, fromPointer(decodeURIComponent(reference.slice(1))));
    return isSchema(target) ? target : undefined;
  } catch {
    return undefined;
  }
}

const holding = onceFor((definitions: Keywords): Keywords => ({ $defs: definitions }));

/**
 * What the references of a resolved schema lead into: the same object for all schemas that share their definitions, so that what is
 * found of a part by it is found and kept once.
 */
export function definitionsOf(root: Keywords): Keywords {
  const { $defs } = root;
  return isObject($defs) ? holding($defs) : root;
}

/**
 * The definition that a schema means which is but a reference to it, or the schema itself: so the same definition is the same
 * object wherever it is used. What only describes (and `$defs`) may stand beside the reference; where anything else does, the
 * schema asks for both.
 */
export function dereferenced(root: Schema, schema: Schema): Schema {
  let at = schema;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    if (typeof at === 'boolean' || typeof at['$ref'] !== 'string') return at;
    const asksForMore = Object.keys(at).some(
      (keyword) => keyword !== '$ref' && keyword !== '$defs' && !isAnnotation(keyword),
    );
    const target = asksForMore ? undefined : referred(root, at['$ref']);
    if (target === undefined) return at;
    at = target;
  }
  return at;
}
