import { isList, type Json } from '../json/value.ts';
import { allowedTypes, fixedValues, isSchema, type Keywords, type Schema, textOf } from './keywords.ts';
import { flattenSchema, fullEffort, mergedKeywords } from './merge.ts';

/**
 * What one value in a path, a query or a member is, where generators write several ways for it: nothing beside it (`anyOf` of a type
 * and null), its own text beside it (an integer, or a string whose format is `integer`), one constant for each of its values.
 */

const DEPTH = 6;

/** Formats of texts that are written numbers and flags. */
const WRITTEN: ReadonlyMap<string, 'number' | 'boolean'> = new Map([
  ['integer', 'number'],
  ['int32', 'number'],
  ['int64', 'number'],
  ['bigint', 'number'],
  ['numeric', 'number'],
  ['number', 'number'],
  ['float', 'number'],
  ['double', 'number'],
  ['decimal', 'number'],
  ['boolean', 'boolean'],
  ['booleanstring', 'boolean'],
]);

function kindOf(way: Keywords): 'number' | 'boolean' | undefined {
  const types = [...allowedTypes(way)];
  if (types.length === 0) return undefined;
  if (types.every((type) => type === 'integer' || type === 'number')) return 'number';
  return types.every((type) => type === 'boolean') ? 'boolean' : undefined;
}

function isWrittenForm(way: Keywords, kind: 'number' | 'boolean'): boolean {
  const types = [...allowedTypes(way)];
  const format = textOf(way, 'format')?.toLowerCase() ?? '';
  return types.length === 1 && types[0] === 'string' && WRITTEN.get(format) === kind;
}

/** True for a way that allows null alone. */
export function isNothing(way: Keywords): boolean {
  const types = [...allowedTypes(way)];
  return types.length === 1 && types[0] === 'null';
}

/** One set of keywords for ways that are each a list of values; `undefined` where some way is not. */
function listedIn(ways: readonly Keywords[]): Keywords | undefined {
  const values = ways.map(fixedValues);
  const [first] = ways;
  if (first === undefined || values.some((own) => own === undefined)) return undefined;
  const { const: _only, type: _type, ...rest } = first;
  const types = [...new Set(ways.flatMap((way) => [...allowedTypes(way)]))];
  return { ...rest, type: types, enum: values.flatMap((own) => own ?? []) };
}

/** The ways to satisfy a schema, each as one set of keywords. */
export function flatWays(schema: Schema, root: Schema): readonly Keywords[] {
  return flattenSchema(root, schema, DEPTH, fullEffort()).map(({ keywords }) => keywords);
}

function alternatives({ anyOf, oneOf }: Keywords): readonly Json[] {
  return [anyOf, oneOf].flatMap((list) => (isList(list) ? list : []));
}

/**
 * What a schema asks for, its references and `allOf` put together; where all of its alternatives but null describe the same values, those
 * of that one. Alternatives that differ are left as they are. `root` holds the `$defs`.
 */
export function scalarKeywords(schema: Schema, root: Schema = schema): Keywords {
  const merged = mergedKeywords(schema, root);
  if (!alternatives(merged).some(isSchema)) return merged;
  const ways = flatWays(schema, root).filter((way) => !isNothing(way));
  const [only] = ways;
  if (only !== undefined && ways.length === 1) return only;
  const plain = ways.filter((way) => kindOf(way) !== undefined);
  const [first] = plain;
  const kind = first === undefined ? undefined : kindOf(first);
  if (first !== undefined && kind !== undefined && plain.length === 1) {
    const isOne = ways.every((way) => way === first || isWrittenForm(way, kind));
    if (isOne) return first;
  }
  return listedIn(ways) ?? merged;
}
