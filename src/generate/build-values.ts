import fc from 'fast-check';
import type { Json, Schema } from '../interface/model.ts';
import { flattenSchema, definitionOf, type FlatSchema } from './flatten-schema.ts';
import {
  fixedValues,
  isSchema,
  numberOf,
  ordinaryTypes,
  propertiesOf,
  requiredOf,
  schemasOf,
  type JsonType,
  type Keywords,
} from './keywords.ts';
import { numberValues } from './number-values.ts';
import { stringValues } from './string-values.ts';
import { anyOf, guarded, unsupported, values, type Supply } from './supply.ts';

/** How values are built. */
export type BuildOptions = {
  /** Texts for members that ask for nothing particular. */
  readonly text: fc.Arbitrary<string> | undefined;
  /** Which optional members are there. */
  readonly optional: 'all' | 'none' | 'mixed';
  /** References that may be followed one inside the other. */
  readonly depth: number;
  /** Names and indexes on the way to a place that has to be there. */
  readonly through: readonly string[];
};

type Build = (schema: Schema, depth: number, through: readonly string[]) => Supply;

type Member = { readonly name: string; readonly arbitrary: fc.Arbitrary<Json | undefined> };

const USUAL_ITEMS = 3;

function rest(through: readonly string[], segment: string): readonly string[] {
  return through[0] === segment ? through.slice(1) : [];
}

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

function buildObject(keywords: Keywords, options: BuildOptions, depth: number, build: Build): Supply {
  const { optional, through } = options;
  const required = requiredOf(keywords);
  const members: Member[] = [];
  for (const [name, schema] of memberSchemas(keywords)) {
    const forced = required.has(name) || through[0] === name || !propertiesOf(keywords).has(name);
    if (!forced && optional === 'none') continue;
    const supply = build(schema, depth, rest(through, name));
    if (supply.kind === 'unsupported') {
      if (required.has(name)) return unsupported(`member "${name}": ${supply.reason}`);
      continue;
    }
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
  );
}

function distinct(items: readonly Json[]): readonly Json[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** The items after those that `prefixItems` describes. */
function buildRest(items: Supply, least: number, most: number, unique: boolean): Supply<readonly Json[]> {
  if (most <= 0)
    return least > 0 ? unsupported('more items are asked for than allowed') : values(fc.constant([]));
  if (items.kind === 'unsupported')
    return least > 0 ? unsupported(`items: ${items.reason}`) : values(fc.constant([]));
  const maxLength = Math.min(most, least + USUAL_ITEMS);
  if (!unique) return values(fc.array(items.arbitrary, { minLength: least, maxLength, size: 'max' }));
  const drawn = fc.array(items.arbitrary, { minLength: least, maxLength: maxLength + least, size: 'max' });
  const unlike = drawn.map((list) => distinct(list).slice(0, maxLength));
  return guarded(unlike, (list) => list.length >= least, `there are no ${least} different items`);
}

function buildArray(keywords: Keywords, options: BuildOptions, depth: number, build: Build): Supply {
  const { through } = options;
  const most = numberOf(keywords, 'maxItems') ?? Number.POSITIVE_INFINITY;
  const place = through[0] === undefined ? 0 : Number(through[0]) + 1;
  const least = Math.max(numberOf(keywords, 'minItems') ?? 0, place);
  const described = schemasOf(keywords, 'prefixItems');
  const prefix: fc.Arbitrary<Json>[] = [];
  for (const [index, schema] of described.entries()) {
    const supply = build(schema, depth, rest(through, String(index)));
    if (supply.kind === 'unsupported' || prefix.length >= most) break;
    prefix.push(supply.arbitrary);
  }
  const cut = prefix.length < described.length;
  const { items = true } = keywords;
  const schema = isSchema(items) ? items : true;
  const supply = cut
    ? unsupported('no value fits the items described one by one')
    : build(schema, depth, place > described.length ? through.slice(1) : []);
  const open = keywords['items'] === undefined && least <= prefix.length;
  const following = buildRest(
    supply,
    Math.max(0, least - prefix.length),
    open && described.length > 0 ? 0 : most - prefix.length,
    keywords['uniqueItems'] === true,
  );
  if (following.kind === 'unsupported') return following;
  const whole = fc
    .tuple(fc.tuple(...prefix), following.arbitrary)
    .map(([first, last]): Json => [...first, ...last]);
  return values(whole);
}

function buildType(
  type: JsonType,
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
export function buildValues(root: Schema, options: BuildOptions): Supply {
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
    const definition = definitionOf(root, schema);
    const followed = definition === schema ? depth : depth - 1;
    if (followed < 0) return unsupported('the schema contains itself without an end');
    const cached = through.length === 0 ? known.get(definition)?.get(followed) : undefined;
    if (cached !== undefined) return cached;
    const flats = flattenSchema(root, definition, followed);
    const supply = anyOf(flats.map((flat) => ofFlat(flat, followed, through)));
    if (through.length > 0 || typeof definition === 'boolean') return supply;
    known.set(definition, (known.get(definition) ?? new Map<number, Supply>()).set(followed, supply));
    return supply;
  };
  return build(root, options.depth, options.through);
}
