import { bound } from '../../system/bounds.ts';
import { type Json, listOf } from '../../json/value.ts';
import type { Schema } from '../keywords.ts';
import { dereferenced, schemaMembers } from '../members.ts';

/** The keywords of an object schema, by name. */
export type Keywords = { readonly [keyword: string]: Json };

const MAX_MERGE_DEPTH = 20;

/** True for a schema as opposed to any other value that a keyword may hold. */
export function isSchema(value: Json | undefined): value is Schema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

/** The parts that all have to hold: what `allOf` lists, in order, and then the schema itself. */
function conjuncts(schema: Schema, root: Schema, depth: number): readonly Keywords[] {
  const at = dereferenced(root, schema);
  if (typeof at === 'boolean' || depth > MAX_MERGE_DEPTH) return [];
  const parts = listOf(at['allOf']).filter(isSchema);
  return [...parts.flatMap((part) => conjuncts(part, root, depth + 1)), at];
}

/** One flat set of the keywords of a schema and of its `allOf` parts; what stands later wins. `root` holds the `$defs`. */
export function mergedKeywords(schema: Schema, root: Schema = schema): Keywords {
  return Object.assign({}, ...conjuncts(schema, root, 0)) as Keywords;
}

/** Inside so many parts members and items are made that nothing asks for; fewer where the value would be too large. */
const DEPTHS = [8, 4, 2, 1, 0];
/** Beyond this nothing is made. */
const DEEPEST = 16;

const FORMATTED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'date-time': '2024-01-31T12:00:00Z',
    date: '2024-01-31',
    time: '12:00:00Z',
    duration: 'P1D',
    uuid: '00000000-0000-4000-8000-000000000001',
    email: 'someone@example.com',
    hostname: 'host.example.com',
    uri: 'https://example.com/',
    'uri-reference': '/',
    ipv4: '192.0.2.1',
    ipv6: '2001:db8::1',
    byte: 'AA==',
  }),
);

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function sampleString(keywords: Keywords): string {
  const { format } = keywords;
  const text = (typeof format === 'string' ? FORMATTED.get(format) : undefined) ?? 'text';
  const padded = text.padEnd(Math.min(numberOf(keywords['minLength']) ?? 0, 10_000), 'x');
  return padded.slice(0, numberOf(keywords['maxLength']) ?? padded.length);
}

function sampleNumber(keywords: Keywords, whole: boolean): number {
  const least =
    numberOf(keywords['minimum']) ??
    (numberOf(keywords['exclusiveMinimum']) ?? Number.NaN) + (whole ? 1 : Number.EPSILON * 2 ** 20);
  const most =
    numberOf(keywords['maximum']) ??
    (numberOf(keywords['exclusiveMaximum']) ?? Number.NaN) - (whole ? 1 : 2 ** -20);
  const step = numberOf(keywords['multipleOf']) ?? (whole ? 1 : undefined);
  let value = 1;
  if (least > value) value = least;
  if (most < value) value = most;
  return step === undefined ? value : Math.ceil(value / step - 1e-9) * step;
}

type Place = {
  readonly root: Schema;
  readonly depth: number;
  readonly optionalDepth: number;
  /** How many parts the value has by now: schemas whose members double on each level come to billions. */
  readonly made: { parts: number };
};

function inside(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}

function sampleArray(keywords: Keywords, place: Place): Json {
  const { items, prefixItems, minItems, maxItems } = keywords;
  const prefix = listOf(prefixItems).filter(isSchema);
  const least = Math.min(numberOf(minItems) ?? 0, 100);
  const wanted = place.depth < place.optionalDepth ? Math.min(1, numberOf(maxItems) ?? 1) : 0;
  const rest: Schema = isSchema(items) ? items : true;
  return Array.from({ length: Math.max(least, wanted, prefix.length) }, (_, at) =>
    sampleAt(prefix[at] ?? rest, inside(place)),
  );
}

function sampleObject(schema: Schema, place: Place): Json {
  const { properties, required } = schemaMembers(schema, place.root);
  const names = new Set([...(place.depth < place.optionalDepth ? properties.keys() : []), ...required]);
  return Object.fromEntries(
    [...names].map((name) => [name, sampleAt(properties.get(name) ?? true, inside(place))]),
  );
}

function typeOf(keywords: Keywords): string | undefined {
  const { type } = keywords;
  if (typeof type === 'string') return type;
  const named = listOf(type).find((name) => name !== 'null') ?? listOf(type)[0];
  if (typeof named === 'string') return named;
  if (keywords['properties'] !== undefined || keywords['required'] !== undefined) return 'object';
  return keywords['items'] === undefined ? undefined : 'array';
}

/** What the document itself gives as a value, the most binding first. */
function givenValue({
  const: constant,
  examples,
  example,
  default: usual,
  enum: allowed,
}: Keywords): Json | undefined {
  return [constant, ...listOf(examples), example, usual, ...listOf(allowed)].find(
    (value) => value !== undefined,
  );
}

function sampleAt(schema: Schema, place: Place): Json {
  place.made.parts += 1;
  const isOver = place.depth > DEEPEST || place.made.parts > bound('builtParts');
  if (typeof schema === 'boolean' || isOver) return {};
  const keywords = mergedKeywords(schema, place.root);
  const given = givenValue(keywords);
  if (given !== undefined) return given;
  const { oneOf, anyOf, ...rest } = keywords;
  const alternative = [...listOf(oneOf), ...listOf(anyOf)].find(isSchema);
  if (alternative !== undefined) return sampleAt({ allOf: [rest, alternative] }, inside(place));
  switch (typeOf(keywords)) {
    case 'string':
      return sampleString(keywords);
    case 'integer':
      return sampleNumber(keywords, true);
    case 'number':
      return sampleNumber(keywords, false);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return sampleArray(keywords, place);
    case undefined:
    default:
      return sampleObject(schema, place);
  }
}

/**
 * A value of the schema, always the same: its constant, example, default or first enum value where there is one, otherwise
 * made from type and bounds, with every named member. Patterns and `not` are not looked at. `root` holds the `$defs`. Where
 * all that would have too many parts, optional members stand on the outer levels alone.
 */
export function sample(schema: Schema, root: Schema = schema): Json {
  let value: Json = {};
  for (const optionalDepth of DEPTHS) {
    const made = { parts: 0 };
    value = sampleAt(schema, { root, depth: 0, optionalDepth, made });
    if (made.parts <= bound('builtParts')) break;
  }
  return value;
}
