import type fc from 'fast-check';
import { compileSchema, isUnjudged, type SchemaValidator } from '../interface/compile-schema.ts';
import { directSchema, type Direction } from '../interface/direct-schema.ts';
import type { Schema } from '../schema/schema.ts';
import type { Json } from '../json/json.ts';
import { buildValues } from './build-values.ts';
import { fromPointer, valueAt } from './json-pointer.ts';
import { guarded, unsupported, type Supply } from './supply.ts';

export type ValidValuesOptions = {
  /** Texts for strings that ask for no pattern or format; ordinary text by default. */
  readonly text?: fc.Arbitrary<string>;
  /** Which optional members are there; `mixed` by default. */
  readonly optional?: 'all' | 'none' | 'mixed';
  /** Leaves out members that don't travel in this direction (`readOnly` ones in requests). */
  readonly direction?: Direction;
  /** JSON Pointer to a member or item that every value has to have. */
  readonly through?: string;
  /** The compiled schema, from callers that have it already. */
  readonly validate?: SchemaValidator;
};

const DEPTHS = [2, 6, 12];

function compiled(schema: Schema): SchemaValidator | string {
  try {
    return compileSchema(schema);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Ordinary values that the schema (JSON Schema 2020-12, references only into itself) allows. Each one is judged by the
 * compiled schema before it is handed out. Members that the schema doesn't name are not made up.
 * `unsupported` when nothing valid is found within a bounded number of tries.
 */
export function validValues(schema: Schema, options: ValidValuesOptions = {}): Supply {
  const { text, optional = 'mixed', direction, through = '' } = options;
  const directed = direction === undefined ? schema : directSchema(schema, direction);
  const validate = options.validate ?? compiled(directed);
  if (typeof validate === 'string') return unsupported(`the schema is broken: ${validate}`);
  const place = fromPointer(through);
  const accepts = (value: Json): boolean => {
    if (valueAt(value, place) === undefined) return false;
    const errors = validate(value);
    return errors.length === 0 && !isUnjudged(errors);
  };
  let first: Supply | undefined;
  for (const depth of DEPTHS) {
    const built = buildValues(directed, { text, optional, depth, through: place });
    const supply =
      built.kind === 'values'
        ? guarded(built.arbitrary, accepts, 'no value was found that the schema allows', built.parts)
        : built;
    if (supply.kind === 'values') return supply;
    first ??= supply;
    const mayBeDeeper = built.kind === 'unsupported' || place.length > depth;
    if (!mayBeDeeper) break;
  }
  return first ?? unsupported('no value is allowed');
}
