import { cookiePairs, listMembers } from '../../http/fields.ts';
import { queryDecoded } from '../../http/target.ts';
import { type Json, setMember } from '../../json/value.ts';
import { isSchema } from '../../schema/keywords.ts';
import { readContent } from '../content/content.ts';
import { itemPlace, memberNames, memberPlace } from '../content/fields.ts';
import { mediaKindOf } from '../content/media-kind.ts';
import { type PlaceSchema, readJsonText, waysOf } from '../content/texts.ts';
import type { Parameter } from '../model.ts';
import { isExplodedObject, SEPARATORS, shapeOf, shapeOfSchema } from './parameter-style.ts';
import { isForm, isNamed } from './written-parameters.ts';

/**
 * What a request carries of its parameters: what `written-parameters.ts` writes, read back. Where receivers read a style in different
 * ways it is `open`: nobody is blamed for what he makes of it.
 */

/** Where the parameters of a request stand. */
export type Carrier = {
  /** Decoded, by the names of the parameters. */
  readonly pathValues: ReadonlyMap<string, string>;
  /** Path and query as they were sent. */
  readonly path: string;
  readonly query: string;
  /** The values of all lines of a header field. */
  readonly fieldLines: (name: string) => readonly string[];
};

/** What a parameter is written as in a request, before the schema says of which type its texts are. */
export type CarriedParts =
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, string> };

/** What a request carries of a parameter. `open`: it is there, and receivers read it in different ways. `value`: by `content`. */
export type CarriedParameter =
  | { readonly kind: 'absent' | 'open' | 'malformed' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly value: Json }
  | CarriedParts;

const ABSENT: CarriedParameter = { kind: 'absent' };
const OPEN: CarriedParameter = { kind: 'open' };

function placeOf({ schema }: Parameter): PlaceSchema {
  return { schema, root: schema };
}

/** A list whose items no receiver takes for something else: none is empty, none has blanks around it. */
function listOf(items: readonly string[]): CarriedParameter {
  const isPlain = items.every((item) => item !== '' && item.trim() === item);
  return isPlain && items.length > 0 ? { kind: 'list', items } : OPEN;
}

/** An object whose names stand there once each, and whose members have no parts themselves. */
function objectOf(
  parameter: Parameter,
  pairs: readonly (readonly [name: string, text: string])[],
): CarriedParameter {
  const place = placeOf(parameter);
  const members = new Map(pairs);
  const isFlat = [...members].every(
    ([name, text]) =>
      text !== '' &&
      text.trim() === text &&
      shapeOfSchema(place.root, memberPlace(place, name).schema) === 'text',
  );
  return isFlat && members.size === pairs.length && pairs.length > 0 ? { kind: 'object', members } : OPEN;
}

/** Names and values by turns. */
function byTurns(parameter: Parameter, texts: readonly string[]): CarriedParameter {
  if (texts.length % 2 > 0) return OPEN;
  const pairs = texts.flatMap((text, at) => (at % 2 === 0 ? [[text, texts[at + 1] ?? ''] as const] : []));
  return objectOf(parameter, pairs);
}

/** Each a name and a value. */
function withSigns(parameter: Parameter, texts: readonly string[]): CarriedParameter {
  const pairs = texts.map((text) => text.split('=')).filter((parts) => parts.length === 2);
  return pairs.length < texts.length
    ? OPEN
    : objectOf(
        parameter,
        pairs.map(([name = '', text = '']) => [name, text] as const),
      );
}

/** A text in `content`. */
function readContentText(parameter: Parameter, text: string): CarriedParameter {
  const { representation } = parameter;
  if (representation === undefined || mediaKindOf(representation.mediaType) === 'json') {
    const value = readJsonText(text);
    return value === undefined ? { kind: 'malformed' } : { kind: 'value', value };
  }
  const read = readContent(representation, new TextEncoder().encode(text), representation.mediaType);
  switch (read.kind) {
    case 'value':
      return read.certain ? read : OPEN;
    case 'malformed':
      return { kind: 'malformed' };
    case 'any':
    case 'unread':
      return OPEN;
  }
}

type QueryPair = { readonly name: string; readonly text: string; readonly raw: string };

function pairsOf(query: string): readonly QueryPair[] {
  return query.split('&').flatMap((part) => {
    if (part === '') return [];
    const at = part.indexOf('=');
    const raw = at < 0 ? '' : part.slice(at + 1);
    return [{ name: queryDecoded(at < 0 ? part : part.slice(0, at)), text: queryDecoded(raw), raw }];
  });
}

/** One text under a name; several are read in different ways, unless they say the same. */
function oneText(texts: readonly string[]): string | undefined {
  return new Set(texts).size === 1 ? texts[0] : undefined;
}

function readQueryList({ style, explode }: Parameter, own: readonly QueryPair[]): CarriedParameter {
  const separator = SEPARATORS[style];
  // Many receivers part a text at its commas even where a name may be there several times.
  if (style === 'form' && explode)
    return own.some(({ text }) => text.includes(',')) ? OPEN : listOf(own.map(({ text }) => text));
  const [only, ...others] = own;
  if (only === undefined || others.length > 0 || explode || style === 'deepObject') return OPEN;
  // A comma that is encoded is a part of an item for some, and parts items for others.
  if (separator === ',' && /%2c/i.test(only.raw)) return OPEN;
  return listOf(only.text.split(separator));
}

function readDeepObject(parameter: Parameter, pairs: readonly QueryPair[]): CarriedParameter {
  const { name } = parameter;
  const inner = pairs.filter((pair) => pair.name.startsWith(`${name}[`));
  if (inner.length === 0) return pairs.some((pair) => pair.name === name) ? OPEN : ABSENT;
  const named = inner.map((pair) => [pair.name.slice(name.length + 1, -1), pair] as const);
  const isFlat = named.every(([member, pair]) => pair.name.endsWith(']') && /^[^[\]]+$/.test(member));
  if (!isFlat || pairs.some((pair) => pair.name === name)) return OPEN;
  return objectOf(
    parameter,
    named.map(([member, { text }]) => [member, text]),
  );
}

/** The members of an exploded object that no other parameter has the name of, where nothing else stands in the query. */
function readExploded(
  parameter: Parameter,
  others: readonly Parameter[],
  pairs: readonly QueryPair[],
): CarriedParameter {
  const place = placeOf(parameter);
  const names = memberNames(place);
  const rest = others.filter((one) => one !== parameter && (one.in === 'query' || one.in === 'querystring'));
  if (rest.some((one) => one.in === 'querystring' || isExplodedObject(one))) return OPEN;
  const own = pairs.filter((pair) => names.has(pair.name) && !rest.some((one) => isNamed(one, pair.name)));
  if (pairs.some(({ name }) => isNamed(parameter, name) && !names.has(name))) return OPEN;
  const isOpen = waysOf(place).some(
    ({ additionalProperties, patternProperties }) =>
      patternProperties !== undefined || (isSchema(additionalProperties) && additionalProperties !== false),
  );
  const isElse = pairs.some(({ name }) => !names.has(name) && !rest.some((one) => isNamed(one, name)));
  if (own.length === 0) return isElse && isOpen ? OPEN : ABSENT;
  return isElse && isOpen
    ? OPEN
    : objectOf(
        parameter,
        own.map(({ name, text }) => [name, text]),
      );
}

function readQuery(parameter: Parameter, others: readonly Parameter[], query: string): CarriedParameter {
  const { name, style, explode } = parameter;
  const pairs = pairsOf(query);
  const own = pairs.filter((pair) => pair.name === name);
  const shape = shapeOf(parameter);
  if (shape === 'text') {
    if (own.length === 0) return ABSENT;
    const text = oneText(own.map((pair) => pair.text));
    if (text === undefined) return OPEN;
    return style === 'content' ? readContentText(parameter, text) : { kind: 'text', text };
  }
  if (shape === 'several') return pairs.some((pair) => isNamed(parameter, pair.name)) ? OPEN : ABSENT;
  if (shape === 'object') {
    if (style === 'deepObject') return readDeepObject(parameter, pairs);
    if (style === 'form' && explode) return readExploded(parameter, others, pairs);
  }
  if (pairs.some((pair) => pair.name.startsWith(`${name}[`))) return OPEN;
  if (own.length === 0) return ABSENT;
  if (shape === 'list') return readQueryList(parameter, own);
  const [only, ...more] = own;
  if (style !== 'form' || only === undefined || more.length > 0 || /%2c/i.test(only.raw)) return OPEN;
  return byTurns(parameter, only.text.split(','));
}

function readQuerystring(parameter: Parameter, query: string): CarriedParameter {
  if (query === '') return ABSENT;
  if (isForm(parameter)) return readContentText(parameter, query);
  const text = oneText([queryDecoded(query)]);
  return text === undefined || query.includes('+') ? OPEN : readContentText(parameter, text);
}

function readSegment(parameter: Parameter, text: string): CarriedParameter {
  const { name, style, explode } = parameter;
  const shape = shapeOf(parameter);
  if (style === 'content') return readContentText(parameter, text);
  if (shape === 'several') return OPEN;
  if (style === 'label') {
    if (!text.startsWith('.')) return OPEN;
    if (shape === 'text') return { kind: 'text', text: text.slice(1) };
    // Versions of OpenAPI differ in what parts the items that are not exploded.
    if (!explode) return OPEN;
    const parts = text.slice(1).split('.');
    return shape === 'list' ? listOf(parts) : withSigns(parameter, parts);
  }
  if (style === 'matrix') {
    if (!text.startsWith(';')) return OPEN;
    const parts = text.slice(1).split(';');
    if (shape === 'object' && explode) return withSigns(parameter, parts);
    const values = parts.flatMap((part) =>
      part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : [],
    );
    const [only = '', ...others] = values;
    if (values.length < parts.length || (others.length > 0 && !explode)) return OPEN;
    if (shape === 'text') return others.length > 0 ? OPEN : { kind: 'text', text: only };
    if (shape === 'list') return listOf(explode ? values : only.split(','));
    return byTurns(parameter, only.split(','));
  }
  if (shape === 'text') return { kind: 'text', text };
  if (shape === 'list') return listOf(text.split(','));
  return explode ? withSigns(parameter, text.split(',')) : byTurns(parameter, text.split(','));
}

function readPath(parameter: Parameter, { pathValues, path }: Carrier): CarriedParameter {
  const text = pathValues.get(parameter.name);
  if (text === undefined) return ABSENT;
  // What parts a value may stand encoded inside of its parts.
  const isDoubtful = shapeOf(parameter) !== 'text' && /%(?:2[ce]|3[bd])/i.test(path);
  return isDoubtful ? OPEN : readSegment(parameter, text);
}

function readField(parameter: Parameter, lines: readonly string[]): CarriedParameter {
  if (lines.length === 0) return ABSENT;
  const shape = shapeOf(parameter);
  if (shape === 'text') {
    const text = oneText(lines);
    return text === undefined ? OPEN : readSegment(parameter, text);
  }
  if (shape === 'several' || lines.some((line) => line.includes('"'))) return OPEN;
  const members = lines.flatMap(listMembers);
  if (shape === 'list') return listOf(members);
  return parameter.explode ? withSigns(parameter, members) : byTurns(parameter, members);
}

/** Cookies are read as one text each: how their values are encoded, and what has parts, is left to each service. */
function readCookie(parameter: Parameter, fields: readonly string[]): CarriedParameter {
  const pairs = fields.flatMap(cookiePairs);
  const own = pairs.filter(([name]) => name === parameter.name).map(([, text]) => text);
  const isThere = pairs.some(([name]) => isNamed(parameter, name));
  if (!isThere) return ABSENT;
  const text = oneText(own);
  if (shapeOf(parameter) !== 'text' || parameter.style === 'content' || text === undefined) return OPEN;
  return /[%"]/.test(text) ? OPEN : { kind: 'text', text };
}

/** Reads what a request carries of a parameter. `others`: all parameters of its operation. */
export function readCarried(
  parameter: Parameter,
  others: readonly Parameter[],
  carrier: Carrier,
): CarriedParameter {
  switch (parameter.in) {
    case 'path':
      return readPath(parameter, carrier);
    case 'query':
      return readQuery(parameter, others, carrier.query);
    case 'querystring':
      return readQuerystring(parameter, carrier.query);
    case 'header':
      return readField(parameter, carrier.fieldLines(parameter.name));
    case 'cookie':
      return readCookie(parameter, carrier.fieldLines('cookie'));
  }
}

/** The value of what has parts: the schema says of which type each text is, and `read` how. */
export function valueOfParts(
  parameter: Parameter,
  parts: CarriedParts,
  read: (text: string, place: PlaceSchema) => Json,
): Json {
  const place = placeOf(parameter);
  if (parts.kind === 'list') return parts.items.map((item) => read(item, itemPlace(place)));
  const object: { [name: string]: Json } = {};
  for (const [name, text] of parts.members) setMember(object, name, read(text, memberPlace(place, name)));
  return object;
}
