import { withoutUnspecified } from '../unspecified.ts';
import fc from 'fast-check';
import { valueAt } from '../../json/pointer.ts';
import { isList, isObject, type Json, memberOf } from '../../json/value.ts';
import { bound } from '../../system/bounds.ts';
import {
  DOUBTFUL,
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
import { sharesDefinitions } from '../compile.ts';
import { dereferenced } from '../references.ts';
import { type FlatSchema, flattenedOnce, fullEffort } from '../merge.ts';
import { memberSchemas } from './member-schemas.ts';
import { numberValues, stringValues } from './scalars.ts';
import {
  anyOf,
  guarded,
  notFound,
  readily,
  type Supply,
  unsupported,
  values,
  withoutPart,
} from './supply.ts';

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
  /** References that may be followed beside that way, where those are fewer. */
  readonly aside: number;
  /** Optional members and items are left out of what would have more parts; of what is inside it, of more than half, and so on. */
  readonly mostParts: number;
  /**
   * Says what makes a value of a part of the schema valid, where it is to be asked part by part; else values are as valid as
   * their keywords tell.
   */
  readonly judge: ((part: Schema) => (value: Json) => boolean) | undefined;
};

/** A part of the schema: how many references may still be followed there, inside of how many others it is, and what it has to have. */
type At = {
  readonly depth: number;
  readonly level: number;
  readonly through: readonly string[];
  /** What it is called says that its members may have any names. */
  readonly isOpen?: boolean;
};

type Build = (schema: Schema, at: At) => Supply;

/** What is one level further in, past one member or item. */
function inside(at: At, through: readonly string[]): At {
  return { depth: at.depth, level: at.level + 1, through };
}

function mostPartsAt({ mostParts }: BuildOptions, { level }: At): number {
  return Math.max(1, Math.floor(mostParts / 2 ** level));
}

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
  if (least > Math.max(0, most)) return unsupported('more items are asked for than allowed');
  if (most <= 0) return values(fc.constant([]));
  if (items.kind === 'unsupported') return least > 0 ? withoutPart('items', items) : values(fc.constant([]));
  const maxLength = Math.min(most, least + usual);
  const parts = maxLength * items.parts;
  if (!unique) return values(fc.array(items.arbitrary, { minLength: least, maxLength, size: 'max' }), parts);
  const drawn = fc.array(items.arbitrary, { minLength: least, maxLength: maxLength + least, size: 'max' });
  const unlike = drawn.map((list) => distinct(list).slice(0, maxLength));
  return guarded(unlike, (list) => list.length >= least, `there are no ${least} different items`, parts);
}

const MOST_CONTAINED = 20;

/** How many items of which schema `contains` asks for. */
function containedIn(keywords: Keywords): { readonly schema: Schema; readonly count: number } {
  const { contains, items = true } = keywords;
  const least = isSchema(contains) ? (numberOf(keywords, 'minContains') ?? 1) : 0;
  const schema = isSchema(contains) && isSchema(items) ? { allOf: [items, contains] } : true;
  return { schema, count: least > MOST_CONTAINED ? 0 : Math.max(0, least) };
}

/** Lists with the items that the keywords describe: all of `prefixItems`, those of `contains`, and up to three more than needed. */
function buildArray(keywords: Keywords, options: BuildOptions, at: At, build: Build): Supply {
  const { through } = at;
  const most = numberOf(keywords, 'maxItems') ?? Number.POSITIVE_INFINITY;
  const place = through[0] === undefined ? 0 : Number(through[0]) + 1;
  if (!Number.isInteger(place)) return unsupported(`a list has no "${through[0] ?? ''}"`);
  const least = Math.max(numberOf(keywords, 'minItems') ?? 0, place);
  const described = schemasOf(keywords, 'prefixItems');
  const prefix: fc.Arbitrary<Json>[] = [];
  let parts = 1;
  for (const [index, schema] of described.entries()) {
    const supply = build(schema, inside(at, pastSegment(through, String(index))));
    if (supply.kind === 'unsupported' || prefix.length >= most) break;
    prefix.push(supply.arbitrary);
    parts += supply.parts;
  }
  const cut = prefix.length < described.length;
  const contained = containedIn(keywords);
  const asked =
    cut || contained.count === 0 || place > 0 ? undefined : build(contained.schema, inside(at, []));
  if (asked?.kind === 'values')
    for (let count = 0; count < contained.count && prefix.length < most; count += 1) {
      prefix.push(asked.arbitrary);
      parts += asked.parts;
    }
  const { items = true } = keywords;
  const schema = isSchema(items) ? items : true;
  const supply = cut
    ? unsupported('no value fits the items described one by one')
    : build(schema, inside(at, place > described.length ? through.slice(1) : []));
  const open = keywords['items'] === undefined && least <= prefix.length;
  const inMany = options.depth > SHALLOW ? 1 : USUAL_ITEMS;
  const inAll = supply.kind === 'values' ? Math.floor(mostPartsAt(options, at) / supply.parts) : 0;
  const following = buildRest(supply, {
    least: Math.max(0, least - prefix.length),
    most: open && described.length > 0 ? 0 : most - prefix.length,
    usual: Math.min(inMany, inAll),
    unique: keywords['uniqueItems'] === true,
  });
  if (following.kind === 'unsupported') return following;
  const whole = fc
    .tuple(fc.tuple(...prefix), following.arbitrary)
    .map(([first, last]): Json => [...first, ...last]);
  return values(whole, parts + following.parts);
}

type Member = { readonly name: string; readonly arbitrary: fc.Arbitrary<Json | undefined> };

/** Members that hold whatever a client calls by names of its own. */
const OPEN_NAMES = /^(?:[a-z]+_?)?meta_?data$|^(?:labels|annotations|extras?|custom_?data)$/i;
const MOST_SHOWN = 2;

/** The names that a schema lists for members of an object. */
function listedNames({ propertyNames }: Keywords): readonly string[] | undefined {
  const listed = isObject(propertyNames) ? fixedValues(propertyNames) : undefined;
  return listed?.filter((name) => typeof name === 'string');
}

/**
 * Members of an object that has no names of its own, of which the schema says what they hold: by the names that it lists or its document
 * shows, else, where what it is called says that any will do, by one of ours.
 */
function membersOfMap(keywords: Keywords, { isOpen }: At): ReadonlyMap<string, Schema> {
  const { additionalProperties: schema } = keywords;
  const isMap = isObject(schema) && propertiesOf(keywords).size === 0 && requiredOf(keywords).size === 0;
  const listed = listedNames(keywords);
  const isFree =
    (keywords['propertyNames'] === undefined || listed !== undefined) &&
    keywords['patternProperties'] === undefined;
  const least = numberOf(keywords, 'minProperties') ?? 0;
  const most = Math.min(MOST_SHOWN, numberOf(keywords, 'maxProperties') ?? MOST_SHOWN);
  if (!isMap || !isFree || least > 0) return new Map();
  const { example, examples } = keywords;
  const shown = [example, ...(isList(examples) ? examples : []), keywords['default']].filter((value) =>
    isObject(value),
  );
  const names = shown.map((value) => Object.keys(value)).find((own) => own.length > 0);
  return new Map(
    (listed ?? names ?? (isOpen === true ? ['member1', 'member2'] : []))
      .slice(0, most)
      .map((name) => [name, schema]),
  );
}

/** Objects with the members that the keywords name, and as many more as `minProperties` asks for. */
function buildObject(keywords: Keywords, options: BuildOptions, at: At, build: Build): Supply {
  const { optional } = options;
  const { through } = at;
  const required = requiredOf(keywords);
  const least = numberOf(keywords, 'minProperties') ?? 0;
  const ofMap = membersOfMap(keywords, at);
  const schemas = new Map([...ofMap, ...memberSchemas(keywords, (names) => build(names, inside(at, [])))]);
  const isForced = (name: string): boolean =>
    required.has(name) || through[0] === name || !(propertiesOf(keywords).has(name) || ofMap.has(name));
  const supplies = new Map<string, Extract<Supply, { kind: 'values' }>>();
  const wanted: (readonly [string, Extract<Supply, { kind: 'values' }>])[] = [];
  let parts = 1;
  for (const [name, schema] of schemas) {
    const forced = isForced(name);
    if (!forced && optional === 'none' && required.size >= least) continue;
    const supply = build(schema, {
      ...inside(at, pastSegment(through, name)),
      isOpen: OPEN_NAMES.test(name),
    });
    if (supply.kind === 'unsupported') {
      if (required.has(name)) return withoutPart(`member "${name}"`, supply);
    } else if (forced) {
      parts += supply.parts;
      supplies.set(name, supply);
    } else wanted.push([name, supply]);
  }
  if (through[0] !== undefined && !supplies.has(through[0]))
    return unsupported(`an object has no "${through[0]}"`);
  // What has to be there comes first, then what is small: only what is left of the bound is for large optional members.
  const most = Math.min(mostPartsAt(options, at), bound('builtParts'));
  for (const [name, supply] of wanted.toSorted(([, one], [, other]) => one.parts - other.parts)) {
    if (parts + supply.parts > most) break;
    parts += supply.parts;
    supplies.set(name, supply);
  }
  const arbitrary = (name: string): fc.Arbitrary<Json> => supplies.get(name)?.arbitrary ?? fc.constant(null);
  const names = [...schemas.keys()].filter((name) => supplies.has(name));
  if (names.length < least) return unsupported('fewer members can be made than `minProperties` asks for');
  const optionals = names.filter((name) => !isForced(name));
  const fewest = Math.max(0, least - (names.length - optionals.length));
  const greatest = (numberOf(keywords, 'maxProperties') ?? Infinity) - (names.length - optionals.length);
  if (optionals.length > 0 && (fewest > 0 || greatest < optionals.length)) {
    const count = Math.max(0, Math.min(optionals.length, greatest));
    const needed = Math.min(count, fewest);
    const chosen = fc.subarray(optionals, {
      minLength: optional === 'all' ? count : needed,
      maxLength: optional === 'none' ? needed : count,
    });
    const ofChosen = chosen.chain((some) =>
      objectOf(
        names
          .filter((name) => isForced(name) || some.includes(name))
          .map((name) => ({ name, arbitrary: arbitrary(name) })),
      ),
    );
    return values(ofChosen, parts);
  }
  // What has to be there for the sake of another member may be enough.
  const members = names
    .filter((name) => optional !== 'none' || isForced(name))
    .map((name): Member => {
      const isThere = isForced(name) || optional === 'all';
      return {
        name,
        arbitrary: isThere ? arbitrary(name) : fc.option(arbitrary(name), { nil: undefined, freq: 2 }),
      };
    });
  return values(objectOf(members), parts);
}

function objectOf(members: readonly Member[]): fc.Arbitrary<Json> {
  return fc.tuple(...members.map(({ arbitrary }) => arbitrary)).map((drawn): Json =>
    Object.fromEntries(
      members.flatMap(({ name }, index) => {
        const value = drawn[index];
        return value === undefined ? [] : [[name, value] as const];
      }),
    ),
  );
}

function buildType(
  type: SchemaType,
  keywords: Keywords,
  options: BuildOptions,
  at: At,
  build: Build,
): Supply {
  const [member] = at.through;
  // A branch without the place would only be drawn to be thrown away.
  if (member !== undefined && type !== 'object' && type !== 'array')
    return unsupported(`a value of the type ${type} has no "${member}"`);
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
      return buildArray(keywords, options, at, build);
    case 'object':
      return buildObject(keywords, options, at, build);
  }
}

/** Keywords that ask for more than what values are put together from. */
const ASKING_FOR_MORE = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'contains',
  'propertyNames',
  'patternProperties',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedItems',
  'unevaluatedProperties',
];

/** The ways of a part that lead to values which it allows, and these alone. */
function judged(ways: readonly Supply[], accepts: (value: Json) => boolean): Supply {
  return anyOf(
    ways.map((way) =>
      way.kind === 'unsupported'
        ? way
        : (readily(way.arbitrary, accepts, way.parts) ?? notFound('no value was found that a part allows')),
    ),
  );
}

/** The ways of a schema without those of which nobody can say whether they may be sent, where there are others. */
function withoutDoubtful(flats: readonly FlatSchema[]): readonly FlatSchema[] {
  const sure = flats.filter(({ keywords }) => memberOf(keywords, DOUBTFUL) !== true);
  return sure.length === 0 ? flats : sure;
}

const sharedSupplies = new WeakMap<object, Map<string, Supply>>();

/** What was built of the definitions of a schema; of those that all schemas of a document share, for all of these. */
function suppliesOf(
  root: Schema,
  { text, judge, optional, mostParts }: BuildOptions,
): {
  readonly get: (definition: Schema, at: At) => Supply | undefined;
  readonly set: (definition: Schema, at: At, supply: Supply) => void;
} {
  const supplies =
    text === undefined && sharesDefinitions(root) ? sharedSupplies : new Map<Schema, Map<string, Supply>>();
  const keyOf = ({ depth, level, isOpen = false }: At): string =>
    [depth, level, isOpen, optional, mostParts, judge === undefined].map(String).join(' ');
  return {
    get: (definition, at) =>
      typeof definition === 'boolean' ? undefined : supplies.get(definition)?.get(keyOf(at)),
    set: (definition, at, supply) => {
      if (typeof definition === 'boolean') return;
      const known = supplies.get(definition) ?? new Map<string, Supply>();
      supplies.set(definition, known.set(keyOf(at), supply));
    },
  };
}

/**
 * Values put together from what the keywords of a schema say. They are likely to be valid: whoever takes them has to
 * judge them by the schema. Schemas that contain themselves end where `depth` ends, by leaving out what is optional.
 */
export function buildValues(root: Schema, options: BuildOptions): Supply {
  const effort = fullEffort();
  const known = suppliesOf(root, options);
  const ofFlat = ({ keywords, references }: FlatSchema, at: At): Supply => {
    const fixed = fixedValues(keywords)?.filter((value) => valueAt(value, at.through) !== undefined);
    if (fixed !== undefined)
      return fixed.length === 0
        ? unsupported('no value is allowed')
        : values(fc.constantFrom(...withoutUnspecified(fixed)));
    const within = { ...at, depth: at.depth - references };
    return anyOf(ordinaryTypes(keywords).map((type) => buildType(type, keywords, options, within, build)));
  };
  const build: Build = (schema, { level, through, isOpen = false, ...outer }) => {
    const definition = dereferenced(root, schema);
    const isAside = through.length === 0 && options.through.length > 0;
    const most = isAside ? Math.min(outer.depth, options.aside) : outer.depth;
    const depth = definition === schema ? most : most - 1;
    const at = { depth, level, through, isOpen };
    if (depth < 0) return unsupported('the schema contains itself without an end');
    if (effort.left < 0) return notFound('the schema has too many parts');
    const cached = through.length === 0 ? known.get(definition, at) : undefined;
    if (cached !== undefined) return cached;
    const flats = withoutDoubtful(flattenedOnce(root, definition, depth, effort));
    const ways = flats.map((flat) => ofFlat(flat, at));
    const asksForMore =
      typeof definition === 'object' && ASKING_FOR_MORE.some((keyword) => Object.hasOwn(definition, keyword));
    const accepts = asksForMore && level > 0 ? options.judge?.(definition) : undefined;
    const supply = accepts === undefined ? anyOf(ways) : judged(ways, accepts);
    if (through.length === 0 && effort.left >= 0) known.set(definition, at, supply);
    return supply;
  };
  return build(root, { depth: options.depth, level: 0, through: options.through });
}
