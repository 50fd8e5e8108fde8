import { fromPointer, valueAt } from '../../json/pointer.ts';
import { isList, type Json } from '../../json/value.ts';
import { bound } from '../../system/bounds.ts';
import { onceForBoth } from '../../system/once-for.ts';
import { compilePart, compileSchema, isUnjudged, type SchemaValidator } from '../compile.ts';
import { type Direction, directSchema } from '../direction.ts';
import { isSchema, type Schema } from '../keywords.ts';
import { definitionsOf, dereferenced } from '../references.ts';
import { type BuildOptions, buildValues } from './build.ts';
import { guarded, readily, type Supply, unsupported } from './supply.ts';
import type fc from 'fast-check';

export type ValidValuesOptions = {
  /** Texts for strings that ask for no pattern or format; ordinary text by default. */
  readonly text?: fc.Arbitrary<string>;
  /** Which optional members are there; `mixed` by default. */
  readonly optional?: 'all' | 'none' | 'mixed';
  /** Leaves out members that don't travel in this direction (`readOnly` ones in requests). */
  readonly direction?: Direction;
  /** JSON Pointer to a member or item that every value has to have. */
  readonly through?: string;
  /** Optional members and items are left out of larger values; as many parts as can be built by default. */
  readonly mostParts?: number;
  /** Whether a value that is hard to find is looked for; it is by default. */
  readonly hardToFind?: boolean;
  /** The compiled schema, from callers that have it already. */
  readonly validate?: SchemaValidator;
};

const DEPTHS = [2, 6, 12] as const;

function attempted(compile: () => SchemaValidator): SchemaValidator | string {
  try {
    return compile();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

type Judge = (value: Json) => boolean;

const judgeIn = onceForBoth((root: object & Schema, part: object & Schema): Judge => {
  const { allOf } = part;
  // Two schemas as one are made again and again where they meet: they are asked one by one, and only each of them is compiled.
  if (isList(allOf) && Object.keys(part).length === 1) {
    const all = allOf.filter(isSchema).map(judgeOf(root));
    return (value) => all.every((isValid) => isValid(value));
  }
  const validate = attempted(() => compilePart(root, part));
  return (value) => typeof validate === 'string' || fits(validate, value);
});

/** Says what makes a value of a part of the schema valid; everything, where the part can't be compiled. */
function judgeOf(root: Schema): (part: Schema) => Judge {
  return (part) => {
    const definition = dereferenced(root, part);
    return typeof root === 'boolean' || typeof definition === 'boolean'
      ? () => definition !== false
      : judgeIn(definitionsOf(root), definition);
  };
}

function fits(validate: SchemaValidator, value: Json): boolean {
  const errors = validate(value);
  return errors.length === 0 && !isUnjudged(errors);
}

/** How values are tried to be built. */
type Try = Pick<BuildOptions, 'depth' | 'aside' | 'optional'> & {
  /** Where parts exclude each other, values are tried part by part as well. */
  readonly isCareful: boolean;
};

/**
 * How many references values are built of, on the way to a place and beside it: what is deep inside of a schema that contains
 * itself needs few on the way, and beside it all of them would be followed in all directions. Where little is to be spent on it,
 * whatever may be left out beside the way is, but for a first try.
 */
function triesFor(
  place: readonly string[],
  { hardToFind, optional = 'mixed' }: ValidValuesOptions,
): readonly Try[] {
  const [shallow] = DEPTHS;
  const isLittle = hardToFind === false && place.length > 0;
  const how = { optional: isLittle ? ('none' as const) : optional, isCareful: true };
  const wide = DEPTHS.map((depth): Try => ({ ...how, depth, aside: depth }));
  if (place.length === 0) return wide;
  const narrow = DEPTHS.map((depth): Try => ({ ...how, depth, aside: shallow }));
  if (isLittle) return [{ optional, isCareful: false, depth: shallow, aside: shallow }, ...narrow];
  return [...narrow, ...wide.filter(({ depth }) => depth > shallow)];
}

/**
 * Ordinary values that the schema (JSON Schema 2020-12, references only into itself) allows. Each one is judged by the
 * compiled schema before it is handed out. Members that the schema doesn't name are not made up.
 * `unsupported` when nothing valid is found within a bounded number of tries.
 */
export function validValues(schema: Schema, options: ValidValuesOptions = {}): Supply {
  const { text, direction, through = '', mostParts = bound('builtParts') } = options;
  const directed = direction === undefined ? schema : directSchema(schema, direction);
  const validate = options.validate ?? attempted(() => compileSchema(directed));
  if (typeof validate === 'string') return unsupported(`the schema is broken: ${validate}`);
  const place = fromPointer(through);
  const accepts = (value: Json): boolean => valueAt(value, place) !== undefined && fits(validate, value);
  const judge = judgeOf(directed);
  let first: Supply | undefined;
  for (const each of triesFor(place, options)) {
    const { depth, aside, isCareful } = each;
    const how = { ...each, text, through: place, mostParts };
    const built = buildValues(directed, { ...how, judge: undefined });
    if (built.kind === 'values') {
      const supply = readily(built.arbitrary, accepts, built.parts);
      if (supply !== undefined) return supply;
      if (!isCareful) continue;
      const careful = buildValues(directed, { ...how, judge });
      const easily =
        careful.kind === 'values' ? readily(careful.arbitrary, accepts, careful.parts) : undefined;
      if (easily !== undefined) return easily;
      for (const hard of options.hardToFind === false ? [] : [careful, built]) {
        if (hard.kind === 'unsupported') continue;
        const found = guarded(
          hard.arbitrary,
          accepts,
          'no value was found that the schema allows',
          hard.parts,
        );
        if (found.kind === 'values') return found;
        first ??= found;
      }
    } else first ??= built;
    const mayBeDeeper = built.kind === 'unsupported' || place.length > depth;
    if (!mayBeDeeper && aside === depth) break;
  }
  return first ?? unsupported('no value is allowed');
}
