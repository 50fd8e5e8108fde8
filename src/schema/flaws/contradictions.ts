import { isList, isObject, type Json, memberOf } from '../../json/value.ts';
import { compilePattern, unicodePattern } from '../pattern/pattern.ts';

/**
 * Keywords of one schema that exclude each other, so that no value fits them all: no service can conform to that, and no request
 * can be made of it. What is left of the schema without them takes more values, never fewer.
 */

type SchemaObject = { readonly [keyword: string]: Json };

/** What is wrong, at which of the keywords, and the schema without that. */
export type Contradiction = {
  readonly keyword: string;
  readonly problem: string;
  readonly advice: string;
  readonly without: SchemaObject;
};

/** The least and the greatest length of what has a format. */
const LENGTHS: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
  ['uuid', [36, 36]],
  ['date', [10, 10]],
  ['date-time', [20, Infinity]],
  ['time', [9, Infinity]],
  ['ipv4', [7, 15]],
  ['ipv6', [2, 45]],
]);

/** A keyword for the least of something, and that for the most of it. */
const BOUNDS = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minimum', 'maximum'],
] as const;

function leaving(schema: SchemaObject, keywords: readonly string[]): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !keywords.includes(name)));
}

function numberAt(schema: SchemaObject, keyword: string): number | undefined {
  const value = memberOf(schema, keyword);
  return typeof value === 'number' ? value : undefined;
}

function unfitLength(schema: SchemaObject): Contradiction | undefined {
  const format = memberOf(schema, 'format');
  const lengths = typeof format === 'string' ? LENGTHS.get(format) : undefined;
  if (lengths === undefined) return undefined;
  const [least, most] = lengths;
  const tooShort = (numberAt(schema, 'maxLength') ?? Infinity) < least;
  const tooLong = (numberAt(schema, 'minLength') ?? 0) > most;
  if (!tooShort && !tooLong) return undefined;
  const bound = tooShort ? 'maxLength' : 'minLength';
  return {
    keyword: 'format',
    problem: `no text of the format ${JSON.stringify(format)} has the length that \`${bound}\` asks for`,
    advice: `Correct \`${bound}\`, or leave out \`format\`.`,
    without: leaving(schema, ['format']),
  };
}

/** Days of every month and year of two centuries, none of them more than once. */
const DAYS: readonly string[] = Array.from({ length: 366 }, (_, at) => {
  const [month, day] = [(at % 12) + 1, (at % 28) + 1].map((part) => String(part).padStart(2, '0'));
  return `${String(1900 + (at % 200))}-${month}-${day}`;
});
const TIMES = [
  '10:20:30Z',
  '10:20:30z',
  '10:20:30.5Z',
  '10:20:30.123Z',
  '10:20:30.123456Z',
  '10:20:30+02:00',
  '10:20:30.123-05:00',
];
const IDS = [
  '00000000-0000-0000-0000-000000000000',
  '6fa459ea-ee8a-3ca4-894e-db77e160355e',
  'f47ac10b-58cc-4372-a567-0e02b2c3d479',
  '018f3c2e-7b1a-7c3d-9e4f-5a6b7c8d9e0f',
];

/** Texts of formats all of whose values are alike. */
const SAMPLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['date', DAYS],
  ['time', TIMES],
  ['date-time', DAYS.slice(0, 200).flatMap((day) => TIMES.map((time) => `${day}T${time}`))],
  ['uuid', IDS.flatMap((id) => [id, id.toUpperCase()])],
]);

/** A `format` none of whose values is of the `pattern` beside it: the pattern says more, and a format may be no more than a remark. */
function unfitPattern(schema: SchemaObject): Contradiction | undefined {
  const [format, pattern] = [memberOf(schema, 'format'), memberOf(schema, 'pattern')];
  const samples = typeof format === 'string' ? SAMPLES.get(format) : undefined;
  const source = samples === undefined || typeof pattern !== 'string' ? undefined : unicodePattern(pattern);
  if (samples === undefined || source === undefined) return undefined;
  const { test } = compilePattern(source);
  if (!samples.every((text) => test(text) === false)) return undefined;
  return {
    keyword: 'format',
    problem: `no text of the format ${JSON.stringify(format)} is of the \`pattern\``,
    advice: 'Correct `pattern`, or leave out `format`.',
    without: leaving(schema, ['format']),
  };
}

function crossedBounds(schema: SchemaObject): Contradiction | undefined {
  for (const [least, most] of BOUNDS) {
    if ((numberAt(schema, least) ?? -Infinity) <= (numberAt(schema, most) ?? Infinity)) continue;
    return {
      keyword: least,
      problem: `\`${least}\` is above \`${most}\``,
      advice: 'Correct one of them.',
      without: leaving(schema, [least, most]),
    };
  }
  return undefined;
}

/** A required member that `additionalProperties: false` beside it forbids. */
function forbiddenMember(schema: SchemaObject): Contradiction | undefined {
  const [required, properties = {}] = [memberOf(schema, 'required'), memberOf(schema, 'properties')];
  const isClosed = memberOf(schema, 'additionalProperties') === false;
  if (!isClosed || !isList(required) || !isObject(properties)) return undefined;
  if (memberOf(schema, 'patternProperties') !== undefined) return undefined;
  const forbidden = required.filter(
    (name): name is string => typeof name === 'string' && !Object.hasOwn(properties, name),
  );
  if (forbidden.length === 0) return undefined;
  const names = forbidden.map((name) => JSON.stringify(name)).join(', ');
  const taken = forbidden.map((name): readonly [string, Json] => [name, {}]);
  return {
    keyword: 'required',
    problem: `\`required\` names ${names}, which \`additionalProperties: false\` forbids`,
    advice: 'Describe it under `properties`, or do not require it.',
    without: {
      ...schema,
      required: required.filter((name) => !forbidden.some((one) => one === name)),
      properties: Object.fromEntries([...Object.entries(properties), ...taken]),
    },
  };
}

/** The types that a schema allows by its own words; `undefined` where it says nothing of them. */
function typesOf(schema: SchemaObject): readonly string[] | undefined {
  const type = memberOf(schema, 'type');
  if (type === undefined) return undefined;
  const types = (isList(type) ? type : [type]).filter((each) => typeof each === 'string');
  return memberOf(schema, 'nullable') === true ? [...types, 'null'] : types;
}

function isOfType(value: Json, types: readonly string[]): boolean {
  if (value === null) return types.includes('null');
  if (isList(value)) return types.includes('array');
  if (typeof value === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  return types.includes(typeof value);
}

/** A value written as one of another type would be: `1` for `"1"`, `"1"` for `1`. */
function inType(value: Json, types: readonly string[]): Json | undefined {
  if (typeof value === 'object') return undefined;
  const readings: readonly Json[] = [
    String(value),
    Number(value),
    ...(/^(?:true|false)$/.test(String(value)) ? [value === 'true'] : []),
  ];
  return readings.find((one) => isOfType(one, types) && !Number.isNaN(one));
}

/** An `enum` of which no value is of the `type` beside it. */
function unfitEnum(schema: SchemaObject): Contradiction | undefined {
  const [types, values] = [typesOf(schema), memberOf(schema, 'enum')];
  if (types === undefined || !isList(values) || values.length === 0) return undefined;
  if (values.some((value) => isOfType(value, types))) return undefined;
  const found = { keyword: 'enum', problem: `no value of \`enum\` is of the type ${types.join(' or ')}` };
  const items = memberOf(schema, 'items');
  const isOfItems =
    types.includes('array') &&
    isObject(items) &&
    !Object.hasOwn(items, 'enum') &&
    values.some((value) => isOfType(value, typesOf(items) ?? [typeof value]));
  if (isOfItems && isObject(items))
    return {
      ...found,
      advice: 'Write `enum` under `items`, as it is read.',
      without: { ...leaving(schema, ['enum']), items: { ...items, enum: values } },
    };
  const written = values.flatMap((value) => inType(value, types) ?? []);
  return {
    ...found,
    advice: 'Write its values as that type has them, or correct `type`.',
    without: written.length === 0 ? leaving(schema, ['enum']) : anyOfBoth(schema, [...written, ...values]),
  };
}

function anyOfBoth(schema: SchemaObject, values: readonly Json[]): SchemaObject {
  const kept = leaving(schema, ['type']);
  return { ...kept, enum: memberOf(schema, 'nullable') === true ? [...values, null] : values };
}

/** More items that differ from one another than there are values for them. */
function tooFewValues(schema: SchemaObject): Contradiction | undefined {
  const [least, items] = [numberAt(schema, 'minItems'), memberOf(schema, 'items')];
  if (least === undefined || memberOf(schema, 'uniqueItems') !== true || !isObject(items)) return undefined;
  const values = memberOf(items, 'enum');
  if (!isList(values) || new Set(values.map((value) => JSON.stringify(value))).size >= least)
    return undefined;
  return {
    keyword: 'minItems',
    problem: '`minItems` and `uniqueItems` ask for more items than `enum` has values for them',
    advice: 'Correct `minItems`, or leave out `uniqueItems`.',
    without: leaving(schema, ['minItems', 'uniqueItems']),
  };
}

/** What a reference leads to; `undefined` where that is nothing. */
type Target = (reference: string) => Json | undefined;

/** Parts of `allOf`, written out in place or referred to, whose types no value has at once. */
function disjointTypes(schema: SchemaObject, target: Target): Contradiction | undefined {
  const parts = memberOf(schema, 'allOf');
  if (!isList(parts)) return undefined;
  const references = parts.filter((part) => isObject(part) && typeof part['$ref'] === 'string');
  const whole = parts.map((part) => {
    const reference = isObject(part) ? part['$ref'] : undefined;
    return typeof reference === 'string' ? target(reference) : part;
  });
  const all = [schema, ...whole.flatMap((part) => (isObject(part) ? [part] : []))].flatMap((part) => {
    const types = typesOf(part);
    return types === undefined ? [] : [types.includes('number') ? [...types, 'integer'] : types];
  });
  const common = all.reduce((left, types) => left.filter((type) => types.includes(type)), all[0] ?? ['any']);
  if (common.length > 0) return undefined;
  const left = parts
    .filter((part) => !references.includes(part))
    .map((part) => (isObject(part) ? leaving(part, ['type']) : part));
  return {
    keyword: 'allOf',
    problem: '`allOf` asks for types that exclude each other',
    advice: 'Correct `type` in its parts, or write `anyOf`.',
    without: { ...leaving(schema, ['type', 'allOf']), ...(left.length > 0 && { allOf: left }) },
  };
}

/**
 * The first contradiction of a schema with itself, looking at its own keywords, and at the types of what its parts refer to.
 * `target`: what a reference leads to.
 */
export function contradictionIn(
  schema: SchemaObject,
  target: Target = () => undefined,
): Contradiction | undefined {
  return (
    unfitLength(schema) ??
    unfitPattern(schema) ??
    crossedBounds(schema) ??
    forbiddenMember(schema) ??
    unfitEnum(schema) ??
    tooFewValues(schema) ??
    disjointTypes(schema, target)
  );
}
