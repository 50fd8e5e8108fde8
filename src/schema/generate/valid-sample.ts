import { changeAt, fromPointer } from '../../json/pointer.ts';
import type { Json } from '../../json/value.ts';
import { sampleOne } from '../../system/seeded.ts';
import { compileSchema, isUnjudged, type SchemaValidator } from '../compile.ts';
import type { Schema } from '../keywords.ts';
import { sample } from './sample.ts';
import { MOST_ORDINARY_PARTS } from './sample.ts';
import { validValues } from './valid.ts';

/** Taking parts away may break what holds them: so often the rest is looked at again. */
const MAX_ROUNDS = 6;

/**
 * The value without the members and items that break the schema, or `undefined` where nothing valid is left. A generator that
 * stops a recursion in the middle leaves such parts.
 */
export function withoutBrokenParts(value: Json, validate: SchemaValidator): Json | undefined {
  let left = value;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const errors = validate(left);
    const [error] = errors;
    if (error === undefined) return isUnjudged(errors) ? undefined : left;
    if (error.pointer === '') return undefined;
    left = changeAt(left, fromPointer(error.pointer), () => undefined) ?? null;
  }
  return undefined;
}

/** A drawn value, always the same, where one can be had. */
function drawn(schema: Schema, validate: SchemaValidator): Json | undefined {
  for (const optional of ['all', 'none'] as const) {
    const supply = validValues(schema, { optional, validate, mostParts: MOST_ORDINARY_PARTS });
    if (supply.kind === 'values') return sampleOne(supply.arbitrary, 1, 'sample');
  }
  return undefined;
}

function made(schema: Schema): Json {
  const plain = sample(schema);
  let validate: SchemaValidator;
  try {
    validate = compileSchema(schema);
  } catch {
    return plain;
  }
  return withoutBrokenParts(plain, validate) ?? drawn(schema, validate) ?? plain;
}

const known = new WeakMap<object, Json>();

/**
 * A value that the schema allows, always the same, as close to its plain sample as may be: what patterns, `not`, `oneOf` and
 * the like ask for is there as well. The plain sample where no valid value is found.
 */
export function validSample(schema: Schema): Json {
  if (typeof schema === 'boolean') return sample(schema);
  const value = known.has(schema) ? known.get(schema) : made(schema);
  known.set(schema, value ?? null);
  return value ?? null;
}
