import { type Json, listOf, memberOf } from '../../json/value.ts';
import { compileSchemaLater } from '../compile.ts';
import { allowedTypes, DOUBTFUL, fixedValues, type Keywords, numberOf, type Schema } from '../keywords.ts';
import { flattenSchema, fullEffort } from '../merge.ts';
import { subschema } from '../resolve.ts';

/** Values at the edges of what a schema allows: services fail on them more often than on others. */

const DEPTH = 4;
const LARGEST_INT32 = 2 ** 31 - 1;
/** A longer text tells nothing that a shorter one does not, and may be too large for a request. */
const LONGEST_TEXT = 1_000;
const MOST_ITEMS = 20;

function numbersOf(keywords: Keywords, isInteger: boolean): readonly number[] {
  const step = numberOf(keywords, 'multipleOf') ?? (isInteger ? 1 : 0.5);
  const [above, below] = [numberOf(keywords, 'exclusiveMinimum'), numberOf(keywords, 'exclusiveMaximum')];
  const edges = [
    numberOf(keywords, 'minimum'),
    numberOf(keywords, 'maximum'),
    above === undefined ? undefined : above + step,
    below === undefined ? undefined : below - step,
  ];
  return [...edges.filter((edge) => edge !== undefined), 0, -1, LARGEST_INT32];
}

function textsOf(keywords: Keywords): readonly string[] {
  const lengths = [numberOf(keywords, 'minLength'), numberOf(keywords, 'maxLength')];
  return lengths.flatMap((length) =>
    length === undefined || length > LONGEST_TEXT || length === 0 ? [] : ['a'.repeat(length)],
  );
}

function valuesOf(keywords: Keywords): readonly Json[] {
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
    for (const value of valuesOf(keywords))
      if (validate(value).length === 0) found.set(JSON.stringify(value), value);
  return [...found.values()];
}
