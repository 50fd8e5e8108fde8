import { writtenAsTold } from '../told-form.ts';
import { bound } from '../../system/bounds.ts';
import { type Json, listOf, memberOf } from '../../json/value.ts';
import {
  isSchema,
  type Keywords,
  numberOf,
  OPEN_DURATION,
  propertiesOf,
  requiredOf,
  type Schema,
  schemasOf,
} from '../keywords.ts';
import { type Effort, firstWay, fullEffort, mergedKeywords } from '../merge.ts';

/** What an ordinary value has at most, where nothing asks for more: optional members beyond it are left out. */
export const MOST_ORDINARY_PARTS = 400;

/** Inside so many parts members and items are made that nothing asks for; fewer where the value would be too large. */
const DEPTHS = [8, 4, 2, 1, 0];
/** Beyond this nothing is made. */
const DEEPEST = 16;

const SAMPLE_MOMENT = new Date('2024-01-31T12:00:00Z');

const FORMATTED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'date-time': '2024-01-31T12:00:00Z',
    date: '2024-01-31',
    time: '12:00:00',
    duration: 'P1D',
    [OPEN_DURATION]: 'P1D',
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

function sampleString(keywords: Keywords): string {
  const { format } = keywords;
  const text =
    (typeof format === 'string'
      ? (FORMATTED.get(format) ?? writtenAsTold(format, SAMPLE_MOMENT))
      : undefined) ?? 'text';
  const padded = text.padEnd(Math.min(numberOf(keywords, 'minLength') ?? 0, 10_000), 'x');
  return padded.slice(0, numberOf(keywords, 'maxLength') ?? padded.length);
}

function sampleNumber(keywords: Keywords, whole: boolean): number {
  const above =
    (numberOf(keywords, 'exclusiveMinimum') ?? -Infinity) + (whole ? 1 : Number.EPSILON * 2 ** 20);
  const below = (numberOf(keywords, 'exclusiveMaximum') ?? Infinity) - (whole ? 1 : 2 ** -20);
  const least = Math.max(numberOf(keywords, 'minimum') ?? -Infinity, above);
  const most = Math.min(numberOf(keywords, 'maximum') ?? Infinity, below);
  const step = numberOf(keywords, 'multipleOf') ?? (whole ? 1 : undefined);
  const value = Math.min(Math.max(1, least), most);
  // Without the sign of a zero.
  return step === undefined ? value : Math.ceil(value / step - 1e-9) * step + 0;
}

type Place = {
  readonly root: Schema;
  readonly depth: number;
  readonly optionalDepth: number;
  /** How many parts the value has by now: schemas whose members double on each level come to billions. */
  readonly made: { parts: number };
  readonly mostParts: number;
  readonly effort: Effort;
};

function inside(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}

function sampleArray(keywords: Keywords, place: Place): Json {
  const { items } = keywords;
  const prefix = schemasOf(keywords, 'prefixItems');
  const least = Math.min(numberOf(keywords, 'minItems') ?? 0, 100);
  const wanted = place.depth < place.optionalDepth ? Math.min(1, numberOf(keywords, 'maxItems') ?? 1) : 0;
  const rest: Schema = isSchema(items) ? items : true;
  return Array.from({ length: Math.max(least, wanted, prefix.length) }, (_, at) =>
    sampleAt(prefix[at] ?? rest, inside(place)),
  );
}

function sampleObject(keywords: Keywords, place: Place): Json {
  const properties = propertiesOf(keywords);
  const required = requiredOf(keywords);
  const optional = [...properties.keys()].filter(
    (name) => !required.has(name) && properties.get(name) !== false,
  );
  const least = (numberOf(keywords, 'minProperties') ?? 0) - required.size;
  const most = (numberOf(keywords, 'maxProperties') ?? Infinity) - required.size;
  const wanted = place.depth < place.optionalDepth ? optional.length : Math.max(0, least);
  const chosen = new Set(optional.slice(0, Math.max(0, Math.min(wanted, most))));
  const named = [...properties.keys()].filter((name) => required.has(name) || chosen.has(name));
  const names = [...new Set([...(place.depth < place.optionalDepth ? named : chosen), ...required])];
  return Object.fromEntries(
    names
      .filter((name) => properties.get(name) !== false)
      .map((name) => [name, sampleAt(properties.get(name) ?? true, inside(place))]),
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

/** References that are followed in place to find a way: chains of them are short. */
const MOST_FOLLOWED = 4;

/** The keywords of the first way to satisfy a schema that has alternatives or conditions. */
function chosenWay(keywords: Keywords, schema: Schema, { root, effort }: Place): Keywords {
  const hasWays = ['anyOf', 'oneOf', 'if'].some((keyword) => memberOf(keywords, keyword) !== undefined);
  const way = hasWays ? firstWay(root, schema, MOST_FOLLOWED, effort) : undefined;
  return way?.keywords ?? keywords;
}

function sampleAt(schema: Schema, place: Place): Json {
  place.made.parts += 1;
  const isOver = place.depth > DEEPEST || place.made.parts > place.mostParts;
  if (typeof schema === 'boolean' || isOver) return {};
  const merged = mergedKeywords(schema, place.root);
  const given = givenValue(merged);
  if (given !== undefined) return given;
  const keywords = chosenWay(merged, schema, place);
  const chosen = keywords === merged ? undefined : givenValue(keywords);
  if (chosen !== undefined) return chosen;
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
      return sampleObject(keywords, place);
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
    const mostParts = optionalDepth === 0 ? bound('builtParts') : MOST_ORDINARY_PARTS;
    const place = { root, depth: 0, optionalDepth, made, mostParts, effort: fullEffort() };
    value = sampleAt(schema, place);
    if (made.parts <= MOST_ORDINARY_PARTS) break;
  }
  return value;
}
