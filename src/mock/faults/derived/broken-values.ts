import { isObject, jsonTypeOf, listOf, type Json } from '../../../json/value.ts';
import { type Keywords, numberOf } from '../../../schema/keywords.ts';
import { printJson } from '../../../json/lossless.ts';

/** How to put a value that the document may rule out in the place of another. `undefined` leaves it out. */
export type ValueBreak = {
  readonly name: string;
  readonly title: string;
  readonly change: (value: Json) => Json | undefined;
};

const LONGEST_TEXT = 100_000;
const MOST_ITEMS = 1_000;

function ofOtherType(value: Json): Json {
  switch (jsonTypeOf(value)) {
    case 'number':
      return printJson(value);
    case 'string':
      return 0;
    case 'boolean':
      return printJson(value);
    case 'array':
      return {};
    case 'object':
      return [];
    case 'null':
      return 0;
  }
}

function onNumber(change: (value: number) => number): (value: Json) => Json {
  return (value) => (typeof value === 'number' ? change(value) : value);
}

function onText(change: (value: string) => string): (value: Json) => Json {
  return (value) => (typeof value === 'string' ? change(value) : value);
}

function onList(change: (value: readonly Json[]) => readonly Json[]): (value: Json) => Json {
  return (value) => (Array.isArray(value) ? change(value as readonly Json[]) : value);
}

type KeywordBreak = (keywords: Keywords) => ValueBreak['change'] | undefined;

function beyond(keyword: string, step: number): KeywordBreak {
  return (keywords) => {
    const bound = numberOf(keywords, keyword);
    return bound === undefined ? undefined : onNumber(() => bound + step);
  };
}

/** Values that break one keyword, for values of its type. What does not break the schema after all is sorted out later. */
const KEYWORD_BREAKS: Readonly<Record<string, KeywordBreak>> = {
  enum: (keywords) =>
    listOf(keywords['enum']).length === 0 ? undefined : onText((text) => `${text}-undocumented`),
  const: (keywords) =>
    keywords['const'] === undefined ? undefined : onText((text) => `${text}-undocumented`),
  format: ({ format }) => {
    if (typeof format !== 'string') return undefined;
    return (value) => (typeof value === 'number' ? 2 ** 65 : onText(() => 'not of this format')(value));
  },
  pattern: ({ pattern }) =>
    pattern === undefined ? undefined : onText((text) => (text === '' ? '\u00a7' : `\u00a7${text.slice(1)}`)),
  minLength: (keywords) => {
    const least = numberOf(keywords, 'minLength') ?? 0;
    return least < 1 ? undefined : onText((text) => text.slice(0, least - 1));
  },
  maxLength: (keywords) => {
    const most = numberOf(keywords, 'maxLength');
    return most === undefined || most > LONGEST_TEXT
      ? undefined
      : onText((text) => text.padEnd(most + 1, 'x'));
  },
  minimum: beyond('minimum', -1),
  exclusiveMinimum: beyond('exclusiveMinimum', 0),
  maximum: beyond('maximum', 1),
  exclusiveMaximum: beyond('exclusiveMaximum', 0),
  multipleOf: (keywords) => {
    const step = numberOf(keywords, 'multipleOf');
    return step === undefined ? undefined : onNumber((value) => value + step / 2);
  },
  minItems: (keywords) => {
    const least = numberOf(keywords, 'minItems') ?? 0;
    return least < 1 ? undefined : onList((items) => items.slice(0, least - 1));
  },
  maxItems: (keywords) => {
    const most = numberOf(keywords, 'maxItems');
    if (most === undefined || most > MOST_ITEMS) return undefined;
    return onList((items) => Array.from({ length: most + 1 }, (_, at) => items[at % items.length] ?? null));
  },
  uniqueItems: ({ uniqueItems }) =>
    uniqueItems === true ? onList((items) => [...items, ...items.slice(0, 1)]) : undefined,
  additionalProperties: ({ additionalProperties }) =>
    additionalProperties === false
      ? (value) => (isObject(value) ? { ...value, undocumented: true } : value)
      : undefined,
};

/** The constraints that keywords of a place may be broken by, type and presence apart. */
export const CONSTRAINTS: readonly string[] = Object.keys(KEYWORD_BREAKS);

/** Ways to replace a value by one that its keywords may rule out: null, another type, each constraint. */
export function valueBreaks(keywords: Keywords): readonly ValueBreak[] {
  const constraints = Object.entries(KEYWORD_BREAKS).flatMap(([name, breaking]): ValueBreak[] => {
    const change = breaking(keywords);
    return change === undefined ? [] : [{ name, title: `breaks "${name}"`, change }];
  });
  return [
    { name: 'null', title: 'is null', change: () => null },
    { name: 'other-type', title: 'is of another type', change: ofOtherType },
    ...([keywords['type']].flat().includes('integer')
      ? [{ name: 'fraction', title: 'is no whole number', change: onNumber((value) => value + 0.5) }]
      : []),
    ...constraints,
  ];
}
