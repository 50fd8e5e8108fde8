import { isList, type Json, jsonTypeOf, listOf, memberOf } from '../../json/value.ts';
import { compileSchemaLater } from '../compile.ts';
import {
  allowedTypes,
  DOUBTFUL,
  fixedValues,
  isSchema,
  type Keywords,
  numberOf,
  type Schema,
} from '../keywords.ts';
import { firstWay, flattenSchema, fullEffort } from '../merge.ts';
import { subschema } from '../resolve.ts';

/** Values at the edges of what a schema allows: services fail on them more often than on others. */

const DEPTH = 4;
const LARGEST_INT32 = 2 ** 31 - 1;
/** A longer text tells nothing that a shorter one does not, and may be too large for a request. */
const LONGEST_TEXT = 1_000;
const MOST_ITEMS = 20;

/** The least and the largest number that the keywords allow, where they say so; beside an excluded one, the next by `step`. */
function edgesOf(
  keywords: Keywords,
  step = numberOf(keywords, 'multipleOf') ?? 1,
): readonly (number | undefined)[] {
  const [above, below] = [numberOf(keywords, 'exclusiveMinimum'), numberOf(keywords, 'exclusiveMaximum')];
  return [
    numberOf(keywords, 'minimum') ?? (above === undefined ? undefined : above + step),
    numberOf(keywords, 'maximum') ?? (below === undefined ? undefined : below - step),
  ];
}

/** The same for all ways to satisfy a schema, where they agree. */
export function boundsOf(schema: Schema, root: Schema = schema): readonly (number | undefined)[] {
  const ways = flattenSchema(root, schema, DEPTH, fullEffort()).map(({ keywords }) => edgesOf(keywords));
  return [0, 1].map((at) => {
    const [only, ...others] = new Set(ways.flatMap((way) => way[at] ?? []));
    return others.length === 0 ? only : undefined;
  });
}

function numbersOf(keywords: Keywords, isInteger: boolean): readonly number[] {
  const edges = edgesOf(keywords, numberOf(keywords, 'multipleOf') ?? (isInteger ? 1 : 0.5));
  return [...edges.filter((edge) => edge !== undefined), 0, -1, LARGEST_INT32];
}

function textsOf(keywords: Keywords): readonly string[] {
  const lengths = [numberOf(keywords, 'minLength'), numberOf(keywords, 'maxLength')];
  return lengths.flatMap((length) =>
    length === undefined || length > LONGEST_TEXT || length === 0 ? [] : ['a'.repeat(length)],
  );
}

/** A plain item of a list, each another one as far as its schema leaves that open; `undefined` for those that take more. */
function itemAt(keywords: Keywords, at: number): Json | undefined {
  const fixed = fixedValues(keywords);
  if (fixed !== undefined) return fixed[at % Math.max(1, fixed.length)];
  const types = allowedTypes(keywords);
  if (types.has('string')) return `a${String(at)}`.padEnd(numberOf(keywords, 'minLength') ?? 0, 'a');
  if (types.has('integer') || types.has('number')) return (edgesOf(keywords)[0] ?? 0) + at;
  return types.has('boolean') ? at % 2 === 0 : undefined;
}

/** The shortest and the longest list of plain items. */
function listsIn(keywords: Keywords, root: Schema): readonly Json[] {
  const { items } = keywords;
  const own = isSchema(items) ? firstWay(root, items, DEPTH, fullEffort())?.keywords : undefined;
  const lengths = [numberOf(keywords, 'minItems'), numberOf(keywords, 'maxItems')];
  return lengths.flatMap((length) => {
    if (own === undefined || length === undefined || length === 0 || length > MOST_ITEMS) return [];
    const list = Array.from({ length }, (_, at) => itemAt(own, at));
    const made = list.filter((item) => item !== undefined);
    return made.length === length ? [made] : [];
  });
}

function valuesOf(keywords: Keywords, root: Schema): readonly Json[] {
  const fixed = fixedValues(keywords);
  if (fixed !== undefined) return fixed;
  const types = allowedTypes(keywords);
  // Where nothing is said of a type, everything is allowed, and nothing is at an edge.
  if (keywords['type'] === undefined) return [];
  const examples = [
    ...listOf(keywords['examples']),
    ...(keywords['default'] === undefined ? [] : [keywords['default']]),
  ];
  return [
    ...examples,
    ...(types.has('number') || types.has('integer') ? numbersOf(keywords, !types.has('number')) : []),
    ...(types.has('boolean') ? [true, false] : []),
    ...(types.has('string') ? textsOf(keywords) : []),
    ...(types.has('array') ? listsIn(keywords, root) : []),
    ...(types.has('array') && (numberOf(keywords, 'maxItems') ?? 0) <= MOST_ITEMS ? [[]] : []),
    ...(types.has('null') ? [null] : []),
  ];
}

/** Valid values at the edges of a schema, examples and defaults first, each once. `root` holds the definitions. */
export function boundaryValues(schema: Schema, root: Schema = schema): readonly Json[] {
  if (typeof schema === 'boolean') return [];
  const validate = compileSchemaLater(subschema(root, schema));
  const ways = flattenSchema(root, schema, DEPTH, fullEffort());
  const found = new Map<string, Json>();
  for (const { keywords } of ways.filter((way) => memberOf(way.keywords, DOUBTFUL) !== true))
    for (const value of valuesOf(keywords, root))
      if (validate(value).length === 0) found.set(JSON.stringify(value), value);
  return [...found.values()];
}

/** What bounds of a schema measure: a number itself, the length of a text in code points, the length of a list. */
export function sizeOf(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return Array.from(value).length;
  return isList(value) ? value.length : undefined;
}

/** The size one step inside of the bound that a size is at; `undefined` where it is at none. */
function inside(keywords: Keywords, value: Json, size: number): number | undefined {
  const [least, most] = isList(value)
    ? [numberOf(keywords, 'minItems'), numberOf(keywords, 'maxItems')]
    : typeof value === 'string'
      ? [numberOf(keywords, 'minLength'), numberOf(keywords, 'maxLength')]
      : edgesOf(keywords);
  const step = typeof value === 'number' ? (numberOf(keywords, 'multipleOf') ?? 1) : 1;
  return size === most ? size - step : size === least ? size + step : undefined;
}

/**
 * The size that a value has one step inside of the bound of the schema that it is at; `undefined` for a value that is at none.
 * Zero and what is empty may mean something of their own, and are no bound. What the schema says of other types (null) is no bound of
 * this one.
 */
export function sizeInside(schema: Schema, value: Json, root: Schema = schema): number | undefined {
  const size = sizeOf(value);
  if (size === undefined || size === 0) return undefined;
  const type = jsonTypeOf(value);
  const ways = flattenSchema(root, schema, DEPTH, fullEffort()).filter(({ keywords }) => {
    const types = allowedTypes(keywords);
    return types.has(type) || (type === 'number' && types.has('integer'));
  });
  const [only, ...others] = new Set(ways.map(({ keywords }) => inside(keywords, value, size)));
  return others.length === 0 ? only : undefined;
}

/** A value like this one, of another size: letters more or less, items more or less. */
export function resized(value: Json, size: number): Json;
export function resized(value: Json, size: number): Json;
export function resized(value: Json, size: number): Json {
  if (typeof value === 'string') return `${value}${'a'.repeat(size)}`.slice(0, size);
  if (!isList(value)) return size;
  return [...value, ...value.slice(-1)].slice(0, size);
}
