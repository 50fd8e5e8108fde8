import fc from 'fast-check';
import { fromPointer, valueAt } from '../../json/pointer.ts';
import type { Json } from '../../json/value.ts';
import { bound } from '../../system/bounds.ts';
import { compileSchema, isUnjudged, type SchemaValidator } from '../compile.ts';
import { type Direction, directSchema } from '../direction.ts';
import {
  fixedValues,
  isSchema,
  type SchemaType,
  type Keywords,
  numberOf,
  ordinaryTypes,
  propertiesOf,
  requiredOf,
  type Schema,
  schemasOf,
} from '../keywords.ts';
import { dereferenced } from '../references.ts';
import { type FlatSchema, flattenSchema, fullEffort } from '../merge.ts';
import { numberValues, stringValues } from './scalars.ts';
import { anyOf, guarded, type Supply, unsupported, values } from './supply.ts';

/** How values are built. */
type BuildOptions = {
  /** Texts for members that ask for nothing particular. */
  readonly text: fc.Arbitrary<string> | undefined;
  /** Which optional members are there. */
  readonly optional: 'all' | 'none' | 'mixed';
  /** References that may be followed one inside the other. */
  readonly depth: number;
  /** Names and indexes on the way to a place that has to be there. */
  readonly through: readonly string[];
};

/** Builds values for a part of the schema, within `depth` more references, on the way `through` to a place. */
type Build = (schema: Schema, depth: number, through: readonly string[]) => Supply;

/** What is left of the way to a place, past one member or item; nothing when that leads elsewhere. */
function pastSegment(through: readonly string[], segment: string): readonly string[] {
  return through[0] === segment ? through.slice(1) : [];
}

type Lengths = {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
  readonly unique: boolean;
};

const USUAL_ITEMS = 3;
/** Schemas that contain themselves more than twice over get short lists: lists of lists multiply. */
const SHALLOW = 2;

function distinct(items: readonly Json[]): readonly Json[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** The items after those that `prefixItems` describes. */
function buildRest(items: Supply, lengths: Lengths): Supply<readonly Json[]> {
  const { least, most, usual, unique } = lengths;
  if (most <= 0)
    return least > 0 ? unsupported('more items are asked for than allowed') : values(fc.constant([]));
  if (items.kind === 'unsupported')
    return least > 0 ? unsupported(`items: ${items.reason}`) : values(fc.constant([]));
  const maxLength = Math.min(most, least + usual);
  const parts = maxLength * items.parts;
  if (!unique) return values(fc.array(items.arbitrary, { minLength: least, maxLength, size: 'max' }), parts);
  const drawn = fc.array(items.arbitrary, { minLength: least, maxLength: maxLength + least, size: 'max' });
  const unlike = drawn.map((list) => distinct(list).slice(0, maxLength));
  return guarded(unlike, (list) => list.length >= least, `there are no ${least} different items`, parts);
}

/** Lists with the items that the keywords describe: all of `prefixItems`, and up to three more than needed. */
function buildArray(keywords: Keywords, options: BuildOptions, depth: number, build: Build): Supply {
  const { through } = options;
  const most = numberOf(keywords, 'maxItems') ?? Number.POSITIVE_INFINITY;
  const place = through[0] === undefined ? 0 : Number(through[0]) + 1;
  if (!Number.isInteger(place)) return unsupported(`a list has no "${through[0] ?? ''}"`);
  const least = Math.max(numberOf(keywords, 'minItems') ?? 0, place);
  const described = schemasOf(keywords, 'prefixItems');
  const prefix: fc.Arbitrary<Json>[] = [];
  let parts = 1;
  for (const [index, schema] of described.entries()) {
    const supply = build(schema, depth, pastSegment(through, String(index)));
    if (supply.kind === 'unsupported' || prefix.length >= most) break;
    prefix.push(supply.arbitrary);
    parts += supply.parts;
  }
  const cut = prefix.length < described.length;
  const { items = true } = keywords;
  const schema = isSchema(items) ? items : true;
  const supply = cut
    ? unsupported('no value fits the items described one by one')
    : build(schema, depth, place > described.length ? through.slice(1) : []);
  const open = keywords['items'] === undefined && least <= prefix.length;
  const following = buildRest(supply, {
    least: Math.max(0, least - prefix.length),
    most: open && described.length > 0 ? 0 : most - prefix.length,
    usual: options.depth > SHALLOW ? 1 : USUAL_ITEMS,
    unique: keywords['uniqueItems'] === true,
  });
  if (following.kind === 'unsupported') return following;
  const whole = fc
    .tuple(fc.tuple(...prefix), following.arbitrary)
    .map(([first, last]): Json => [...first, ...last]);
  return values(whole, parts + following.parts);
}

type Member = { readonly name: string; readonly arbitrary: fc.Arbitrary<Json | undefined> };

/** Members that no keyword names, as many as `minProperties` asks for. */
function extraMembers(keywords: Keywords, count: number): readonly (readonly [string, Schema])[] {
  const { additionalProperties } = keywords;
  const schema = isSchema(additionalProperties) ? additionalProperties : true;
  const missing = Math.max(0, (numberOf(keywords, 'minProperties') ?? 0) - count);
  return Array.from(
    { length: Math.min(missing, 100) },
    (_, index) => [`member${index + 1}`, schema] as const,
  );
}

function memberSchemas(keywords: Keywords): ReadonlyMap<string, Schema> {
  const { additionalProperties } = keywords;
  const named = new Map(propertiesOf(keywords));
  for (const name of requiredOf(keywords))
    if (!named.has(name)) named.set(name, isSchema(additionalProperties) ? additionalProperties : true);
  return new Map([...named, ...extraMembers(keywords, named.size)]);
}

/** Objects with the members that the keywords name, and as many more as `minProperties` asks for. */
function buildObject(keywords: Keywords, options: BuildOptions, depth: number, build: Build): Supply {
  const { optional, through } = options;
  const required = requiredOf(keywords);
  const schemas = memberSchemas(keywords);
  const isForced = (name: string): boolean =>
    required.has(name) || through[0] === name || !propertiesOf(keywords).has(name);
  const supplies = new Map<string, Extract<Supply, { kind: 'values' }>>();
  let parts = 1;
  // What has to be there comes first: only what is left of the bound is for optional members.
  for (const wanted of optional === 'none' ? [true] : [true, false]) {
    for (const [name, schema] of schemas) {
      if (isForced(name) !== wanted) continue;
      const supply = build(schema, depth, pastSegment(through, name));
      if (supply.kind === 'unsupported') {
        if (required.has(name)) return unsupported(`member "${name}": ${supply.reason}`);
        continue;
      }
      if (!wanted && parts + supply.parts > bound('builtParts')) continue;
      parts += supply.parts;
      supplies.set(name, supply);
    }
  }
  const members: Member[] = [];
  for (const name of schemas.keys()) {
    const supply = supplies.get(name);
    if (supply === undefined) continue;
    const forced = isForced(name);
    const arbitrary =
      forced || optional === 'all'
        ? supply.arbitrary
        : fc.option(supply.arbitrary, { nil: undefined, freq: 2 });
    members.push({ name, arbitrary });
  }
  const held = fc.tuple(...members.map(({ arbitrary }) => arbitrary));
  return values(
    held.map((drawn): Json =>
      Object.fromEntries(
        members.flatMap(({ name }, index) => {
          const value = drawn[index];
          return value === undefined ? [] : [[name, value] as const];
        }),
      ),
    ),
    parts,
  );
}

function buildType(
  type: SchemaType,
  keywords: Keywords,
  options: BuildOptions,
  depth: number,
  build: Build,
): Supply {
  switch (type) {
    case 'null':
      return values(fc.constant(null));
    case 'boolean':
      return values(fc.boolean());
    case 'integer':
    case 'number':
      return numberValues(keywords, type);
    case 'string':
      return stringValues(keywords, options.text);
    case 'array':
      return buildArray(keywords, options, depth, build);
    case 'object':
      return buildObject(keywords, options, depth, build);
  }
}

/**
 * Values put together from what the keywords of a schema say. They are likely to be valid: whoever takes them has to
 * judge them by the schema. Schemas that contain themselves end where `depth` ends, by leaving out what is optional.
 */
function buildValues(root: Schema, options: BuildOptions): Supply {
  const effort = fullEffort();
  const known = new Map<Schema, Map<number, Supply>>();
  const ofFlat = (
    { keywords, references }: FlatSchema,
    depth: number,
    through: readonly string[],
  ): Supply => {
    const fixed = fixedValues(keywords);
    if (fixed !== undefined)
      return fixed.length === 0 ? unsupported('no value is allowed') : values(fc.constantFrom(...fixed));
    const within = { ...options, through };
    const supplies = ordinaryTypes(keywords).map((type) =>
      buildType(type, keywords, within, depth - references, build),
    );
    return anyOf(supplies);
  };
  const build: Build = (schema, depth, through) => {
    const definition = dereferenced(root, schema);
    const followed = definition === schema ? depth : depth - 1;
    if (followed < 0) return unsupported('the schema contains itself without an end');
    if (effort.left < 0) return unsupported('the schema has too many parts');
    const cached = through.length === 0 ? known.get(definition)?.get(followed) : undefined;
    if (cached !== undefined) return cached;
    const flats = flattenSchema(root, definition, followed, effort);
    const supply = anyOf(flats.map((flat) => ofFlat(flat, followed, through)));
    if (through.length > 0 || typeof definition === 'boolean') return supply;
    known.set(definition, (known.get(definition) ?? new Map<number, Supply>()).set(followed, supply));
    return supply;
  };
  return build(root, options.depth, options.through);
}

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
