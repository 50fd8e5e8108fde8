import type { SentRequest } from '../http/exchange.ts';
import { fieldValues } from '../http/fields.ts';
import { documentedFor, essenceOf, JSON_PATCH, parseMediaType } from '../http/media-type.ts';
import { fileKindOf } from '../interface/content/files.ts';
import { readContent } from '../interface/content/content.ts';
import { isWritable, mediaKindOf } from '../interface/content/media-kind.ts';
import type { Operation, Representation } from '../interface/model.ts';
import { isToldIgnored } from '../interface/resources/words/members/told-ignored.ts';
import { type ParsedJson, parseJson, printJson } from '../json/lossless.ts';
import { isObject, listOf, type Json, memberOf, objectsIn } from '../json/value.ts';
import { isUnjudged, type SchemaError } from '../schema/compile.ts';
import { takenSchema } from '../schema/direction.ts';
import { allowedTypes, type Schema } from '../schema/keywords.ts';
import { mergedKeywords } from '../schema/merge.ts';
import { formsText } from '../schema/pattern/words.ts';
import { onceFor } from '../system/once-for.ts';
import { combinedSchemas, documentedMembers, type SchemaObject } from '../schema/members.ts';
import { CONDITIONS } from './conditions.ts';
import { requestRepresentation, validatorOf } from './contract.ts';
import { lacksDefaultsAlone } from './filled-in.ts';
import { isReadLeniently } from './lenient-texts.ts';

const ORDINARY = /^[A-Za-z0-9](?:[A-Za-z0-9-]| (?=[A-Za-z0-9-]))*$/;
const LONGEST_ORDINARY = 100;

/**
 * True for text that any sensible service accepts where the document asks for a string: 1 to 100 ASCII letters,
 * digits, single inner spaces and hyphens, a letter or digit first. Other valid text is unusual: a service may refuse
 * it. `minLength`: what the document asks for, where that is more than 100.
 */
export function isOrdinaryText(text: string, minLength = 0): boolean {
  return text.length <= Math.max(LONGEST_ORDINARY, minLength) && ORDINARY.test(text);
}

/** A name as services give them to what they keep: `prd_7`, `eu-1.web`, `urn:isbn:12`, `auth0|5f7c`, `Tm90ZTo3==`, `7@web/1`. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.:~@|=+,!$*()/-]*$/;

/** Where something stands, as services tell it: `/rooms/7`, `https://api.example.com/rooms/7`. */
const ADDRESS = /^(?:https?:\/\/[\w.-]+(?::\d{1,5})?)?(?:\/[A-Za-z0-9][\w.~@=+,-]*)+$/;

/** Members that name what is there, by the way they are called: `courierId`, `parcel_ids`, `sku`. */
const NAMES_WHAT_IS_THERE = /(?:id|uuid|guid|key|code|slug|sku|ref|number)s?$/i;

/** The same in any script, and of several words: some services call what they keep by what people call it. */
const NAME_IN_WORDS = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} _.:~@|=+,!$*()/#&-]*$/u;

/** What the document says of values: their members and items, and how free a text is. */
type Said = {
  readonly members: ReadonlyMap<string, Schema>;
  readonly items: Schema;
  /** There are neither values nor a form for a text. */
  readonly isFree: boolean;
  readonly minLength: number;
  /** Values that the document itself shows there. */
  readonly shown: readonly Json[];
};

const NOTHING_SAID: Schema = { allOf: [] };

const saidBy = onceFor((schemas: readonly SchemaObject[]): Said => {
  const properties = schemas.flatMap((each) => objectsIn([each.properties]));
  const names = new Set(properties.flatMap((each) => Object.keys(each)));
  const minLengths = schemas.flatMap((s) => (typeof s.minLength === 'number' ? [s.minLength] : []));
  return {
    members: new Map(
      [...names].map((name): [string, Schema] => [
        name,
        { allOf: objectsIn(properties.map((each) => memberOf(each, name))) },
      ]),
    ),
    items: { allOf: objectsIn(schemas.map((each) => each.items)) },
    isFree: !schemas.some((s) => formsText(s) || s.maxLength === 0),
    minLength: Math.max(0, ...minLengths),
    shown: schemas.flatMap((s) => [memberOf(s, 'example') ?? null, ...listOf(memberOf(s, 'examples'))]),
  };
});

/** Whether a free text is one that is meant in the member of this name. */
type IsMeant = (text: string, said: Said, member: string) => boolean;

function isWords(text: string, { minLength }: Said): boolean {
  return isOrdinaryText(text, minLength);
}

/** True for words, and for a text that tells a service something though it is none: a name, or what the document shows there. */
function isTelling(text: string, said: Said, member: string): boolean {
  if (isWords(text, said) || said.shown.includes(text)) return true;
  if (text.length > LONGEST_ORDINARY) return false;
  return (
    NAME.test(text) || ADDRESS.test(text) || (NAMES_WHAT_IS_THERE.test(member) && NAME_IN_WORDS.test(text))
  );
}

/** A value, the member that it or the list around it stands in, and what is around both. */
type Place = {
  readonly value: Json;
  readonly member: string;
  readonly root: Schema;
  readonly depth: number;
  /** Values that the document shows there in those that it shows of what is around them. */
  readonly shown: readonly Json[];
};

function areAll(isMeant: IsMeant, schema: Schema, { value, member, root, depth, ...around }: Place): boolean {
  const alone = saidBy(combinedSchemas(schema, root));
  const { members, items, isFree } = alone;
  const shown = [...alone.shown, ...around.shown];
  const said = { ...alone, shown };
  if (typeof value === 'string')
    return !isFree || isMeant(value, said, member) || fileKindOf(value) !== undefined;
  if (depth > 32) return false;
  const inside = { root, depth: depth + 1 };
  if (Array.isArray(value))
    return value.every((item: Json) =>
      areAll(isMeant, items, { ...inside, value: item, member, shown: shown.flatMap((one) => listOf(one)) }),
    );
  if (!isObject(value)) return true;
  return Object.entries(value).every(([name, inner]) =>
    areAll(isMeant, members.get(name) ?? NOTHING_SAID, {
      ...inside,
      value: inner,
      member: name,
      shown: objectsIn(shown).flatMap((one) =>
        Object.hasOwn(one, name) ? [memberOf(one, name) ?? null] : [],
      ),
    }),
  );
}

/** True when all free text inside the value is ordinary; text with a documented form is what the document asks for. */
export function isOrdinary(schema: Schema, value: Json): boolean {
  return areAll(isWords, schema, { value, member: '', root: schema, depth: 0, shown: [] });
}

/** True when each free text inside the value is ordinary, or is a name or a text of the document's own; `shown` beside the schema. */
export function isTold(schema: Schema, value: Json, shown: readonly Json[] = []): boolean {
  return areAll(isTelling, schema, { value, member: '', root: schema, depth: 0, shown });
}

/** What a request's body is, measured against the documented one. */
export type BodyFacts =
  | { readonly kind: 'none' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unexpected' }
  /** Not JSON. `decisive`: no parser that accepts a superset of JSON can take it either. */
  | { readonly kind: 'malformed'; readonly decisive: boolean }
  | { readonly kind: 'doubtful' }
  /** Nothing breaks the schema but values that stand for none: nulls in a merge patch, and what the document says to be ignored. */
  | { readonly kind: 'standing-for-none' }
  /** Nothing but required members with a default are missing. */
  | { readonly kind: 'without-defaults' }
  /** Whether it is valid can't be told within bounds. */
  | { readonly kind: 'unjudged' }
  | { readonly kind: 'invalid'; readonly errors: readonly SchemaError[]; readonly value: Json }
  | {
      readonly kind: 'valid';
      readonly value: Json;
      readonly ordinary: boolean;
      /** True where each free text is ordinary, or is a name or a text of the document's own. */
      readonly telling: boolean;
      readonly unknownMembers: readonly string[];
    };

export type MediaTypeFacts = 'documented' | 'variant' | 'other' | 'missing';

/** No ordinary request has a longer body, in bytes. */
export const LARGEST_ORDINARY_BODY = 65_536;
const LARGEST_ORDINARY_HEADERS = 8_192;

/** True when a request is larger than what every HTTP server takes by default. */
export function isOversized(request: SentRequest): boolean {
  const headerBytes = request.headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  return (
    (request.body?.length ?? 0) > LARGEST_ORDINARY_BODY ||
    headerBytes + request.target.length > LARGEST_ORDINARY_HEADERS
  );
}

/**
 * True when the oracle says the same of both: they differ at most in what it does not read, such as the fields that a client
 * adds.
 */
export function asksTheSame(operations: readonly Operation[], a: SentRequest, b: SentRequest): boolean {
  const read = operations.flatMap(({ parameters }) =>
    parameters.flatMap((p) => (p.in === 'cookie' ? ['cookie'] : p.in === 'header' ? [p.name] : [])),
  );
  const names = ['content-type', ...CONDITIONS, ...new Set(read)];
  return (
    a.method === b.method &&
    a.target === b.target &&
    a.body === b.body &&
    a.bodyUnknown === b.bodyUnknown &&
    a.credential === b.credential &&
    isOversized(a) === isOversized(b) &&
    names.every((name) => fieldValues(a.headers, name).join() === fieldValues(b.headers, name).join())
  );
}

/** True when the outermost bracket is still open at the end: no parser can have found a value by then. */
function isNeverClosed(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (inString) {
      if (character === '\\') i += 1;
      else if (character === '"') inString = false;
      continue;
    }
    if (character === '"') inString = true;
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    if (depth === 0) return false;
  }
  return true;
}

/** RFC 8259 §9 lets parsers accept extensions. Text is decisively malformed when the common ones can't explain it. */
export function isDecisivelyMalformed(bytes: Uint8Array): boolean {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  const trimmed = text.trim();
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) return isNeverClosed(trimmed);
  return /^[A-Za-z]{2,}(?: [A-Za-z]+)+$/.test(trimmed);
}

const parsedOnce = onceFor(parseJson);

/** A body that was sent, parsed once unless it is long: its bytes are not changed after they are made. */
export function parsedBody(body: Uint8Array): ParsedJson {
  return body.length > LARGEST_ORDINARY_BODY ? parseJson(body) : parsedOnce(body);
}

function factsOf(schema: Schema, body: Uint8Array): BodyFacts {
  const parsed = parsedBody(body);
  if (parsed.kind === 'invalid') return { kind: 'malformed', decisive: isDecisivelyMalformed(body) };
  if (parsed.byteOrderMark || parsed.duplicateNames.length > 0) return { kind: 'doubtful' };
  return valueFacts(schema, parsed.value);
}

const ANY_BYTES: BodyFacts = { kind: 'valid', value: '', ordinary: true, telling: true, unknownMembers: [] };

/** True for bytes of whatever media type: that a request calls them JSON asks nothing of them. */
function isOfAnyBytes({ mediaType, schema }: Representation): boolean {
  const { type, format } = mergedKeywords(schema);
  return mediaType.endsWith('/*') && type === 'string' && format === 'binary';
}

/** The same for a body that is not JSON: its value is what the schema makes of it. */
function contentFacts(representation: Representation, body: Uint8Array, contentType: string): BodyFacts {
  const read = readContent(representation, body, contentType);
  switch (read.kind) {
    case 'unread':
      return { kind: 'unjudged' };
    case 'any':
      return ANY_BYTES;
    case 'malformed':
      return { kind: 'malformed', decisive: true };
    case 'value':
      return read.certain ? fieldsFacts(representation, read.value) : { kind: 'doubtful' };
  }
}

/** Of a form, which has texts alone: no document says how a truth value or a number is spelled there. */
function fieldsFacts({ schema, mediaType }: Representation, value: Json): BodyFacts {
  const facts = valueFacts(schema, value);
  const isForm = ['form', 'multipart'].includes(mediaKindOf(mediaType));
  const isTaken = isForm && facts.kind === 'invalid' && isReadLeniently(schema, value, facts.errors);
  return isTaken ? { kind: 'doubtful' } : facts;
}

function valueFacts(schema: Schema, value: Json): BodyFacts {
  const errors = validatorOf(schema)(value);
  if (isUnjudged(errors)) return { kind: 'unjudged' };
  if (errors.length > 0 && bringsOwnOfService(schema, value, errors)) {
    const names = membersNotIn(schema, value);
    return names.length === 0 ? { kind: 'doubtful' } : validFacts(schema, value, names);
  }
  if (errors.length > 0)
    return lacksDefaultsAlone(schema, value)
      ? { kind: 'without-defaults' }
      : { kind: 'invalid', errors, value };
  return validFacts(schema, value, membersNotIn(schema, value));
}

const CLOSURES: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

/** True where nothing breaks a schema but members that the document describes, as those of the service (`readOnly`), in a closed object. */
function bringsOwnOfService(schema: Schema, value: Json, errors: readonly SchemaError[]): boolean {
  if (!errors.every(({ keyword }) => CLOSURES.has(keyword))) return false;
  const taken = takenSchema(schema);
  return taken !== undefined && validatorOf(taken)(value).length === 0;
}

function membersNotIn(schema: Schema, value: Json): readonly string[] {
  const known = documentedMembers(schema);
  if (known.size === 0 || !isObject(value)) return [];
  return Object.keys(value).filter((name) => !known.has(name));
}

function validFacts(schema: Schema, value: Json, unknownMembers: readonly string[]): BodyFacts {
  const ordinary = isOrdinary(schema, value);
  return { kind: 'valid', value, ordinary, telling: ordinary || isTold(schema, value), unknownMembers };
}

const factsOnce = onceFor((schema: object & Schema) => onceFor((body: Uint8Array) => factsOf(schema, body)));

/** What the document has for a body in this Content-Type; for one that it does not show, what assay sends itself. */
function sentRepresentation(operation: Operation, contentType: string): Representation | undefined {
  const essence = essenceOf(contentType);
  const documented = operation.requestBody?.representations ?? [];
  const own = essence === undefined ? undefined : documentedFor(documented, essence);
  return own ?? requestRepresentation(operation);
}

/** Measures the body against the operation's documented one. */
export function bodyFacts(operation: Operation, request: SentRequest): BodyFacts {
  const { body } = request;
  if (body === undefined) return { kind: 'none' };
  const [contentType = ''] = fieldValues(request.headers, 'content-type');
  const sent = sentRepresentation(operation, contentType);
  const kind = mediaKindOf(essenceOf(contentType) ?? sent?.mediaType ?? 'application/json');
  if (sent !== undefined && isOfAnyBytes(sent)) return ANY_BYTES;
  // An empty file or text is one, and an empty form has no members.
  if (body.length === 0 && (kind === 'json' || kind === 'xml' || sent === undefined))
    return { kind: 'empty' };
  if (sent === undefined) return { kind: 'unexpected' };
  if (kind !== 'json') return contentFacts(sent, body, contentType);
  const { schema } = sent;
  const isShort = typeof schema === 'object' && body.length <= LARGEST_ORDINARY_BODY;
  const facts = isShort ? factsOnce(schema)(body) : factsOf(schema, body);
  if (facts.kind === 'invalid' && isOpenIn(operation, sent, facts.value))
    return { kind: 'standing-for-none' };
  if (facts.kind !== 'valid' || facts.telling) return facts;
  const value = isJsonPatch(sent) ? withoutPointers(facts.value) : facts.value;
  return { ...facts, telling: isTold(schema, value, shownBeside(sent)) };
}

/** The bodies that the document shows beside the schema. */
export function shownBeside({ examples }: Representation): readonly Json[] {
  return examples.map(({ value }) => value);
}

function isJsonPatch({ mediaType }: Pick<Representation, 'mediaType'>): boolean {
  return essenceOf(mediaType) === JSON_PATCH;
}

/** The values of a list of changes (RFC 6902): where they belong is no text of a client's own. */
function withoutPointers(changes: Json): Json {
  return objectsIn(listOf(changes)).map(({ value }) => ({ value: value ?? null }));
}

function isMergePatch({ mediaType }: Pick<Representation, 'mediaType'>): boolean {
  return essenceOf(mediaType) === 'application/merge-patch+json';
}

/** A body without the members that stand for nothing. */
function withoutNone(value: Json, isNone: (member: Json) => boolean): Json {
  if (!isObject(value)) return value;
  const left = Object.entries(value).filter(([, member]) => !isNone(member));
  return Object.fromEntries(left.map(([name, member]) => [name, withoutNone(member, isNone)]));
}

function breaksByNone(schema: Schema, value: Json, isNone: (member: Json) => boolean): boolean {
  if (!isObject(value)) return false;
  const left = withoutNone(value, isNone);
  // A schema may ask for members that would be left out then.
  const whole = isObject(left) && Object.keys(left).length === 0 ? [] : validatorOf(schema)(left);
  return printJson(left) !== printJson(value) && whole.length === 0;
}

/**
 * True for a body that breaks the schema of an operation by nothing but values that stand for none: nulls which take members away, as merge
 * patches do (RFC 7396 section 2), and what the document says to be ignored. Schemas seldom speak of them, and services take them or
 * refuse them.
 */
export function breaksByNothing(operation: Operation, value: Json): boolean {
  const sent = requestRepresentation(operation);
  return sent !== undefined && isOpenIn(operation, sent, value);
}

function isOpenIn(operation: Operation, sent: Representation, value: Json): boolean {
  const isNone = (member: Json): boolean =>
    (member === null && isMergePatch(sent)) || isToldIgnored(operation, member);
  return breaksByNone(sent.schema, value, isNone);
}

/**
 * True where a range allows the type, and its schema has no value that is written as such a type is: a document that describes an object
 * for any type does not say what that is in plain text.
 */
function isUnwritten({ mediaType, schema }: Representation, essence: string): boolean {
  const kind = mediaKindOf(essence);
  if (!mediaType.includes('*') || (kind !== 'text' && kind !== 'binary')) return false;
  return !allowedTypes(mergedKeywords(schema)).has('string');
}

/** How the Content-Type compares with the documented one (RFC 9110 §8.3.1: letter case and parameters don't matter). */
export function mediaTypeFacts(operation: Operation, request: SentRequest): MediaTypeFacts {
  const [value] = fieldValues(request.headers, 'content-type');
  if (value === undefined) return 'missing';
  const mediaType = parseMediaType(value);
  if (mediaType === undefined || !isWritable(mediaType.essence)) return 'other';
  const documented = documentedFor(operation.requestBody?.representations ?? [], mediaType.essence);
  if (documented === undefined || isUnwritten(documented, mediaType.essence)) return 'other';
  if (value === mediaType.essence) return 'documented';
  const [parameter, ...others] = mediaType.parameters.keys();
  const written = mediaKindOf(mediaType.essence) === 'multipart' ? 'boundary' : 'charset';
  const isUsual = parameter === written && others.length === 0 && mediaKindOf(mediaType.essence) !== 'json';
  return isUsual && value.startsWith(mediaType.essence) ? 'documented' : 'variant';
}
