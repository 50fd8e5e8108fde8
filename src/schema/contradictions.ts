import { isList, isObject, type Json, memberOf } from '../json/value.ts';

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

/** The first contradiction of a schema with itself, looking at its own keywords alone. */
export function contradictionIn(schema: SchemaObject): Contradiction | undefined {
  return unfitLength(schema) ?? crossedBounds(schema) ?? forbiddenMember(schema);
}
