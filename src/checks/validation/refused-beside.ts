import { SAFE_METHODS } from '../../http/exchange.ts';
import { queryParameters, targetParts } from '../../http/target.ts';
import { type PlaceSchema, readText } from '../../interface/content/texts.ts';
import type { Operation } from '../../interface/model.ts';
import { isOneText } from '../../interface/parameters/parameter-style.ts';
import { partOf } from '../../interface/resources/resources.ts';
import { canonicalJson } from '../../json/canonical.ts';
import { toPointer } from '../../json/pointer.ts';
import { isList, isObject, type Json } from '../../json/value.ts';
import { matchesStatus, refusalStatuses, requestSchema, servesBy } from '../../oracle/contract.ts';
import { type Reading, sentJson } from '../../oracle/reading.ts';
import { isSchema, type Schema } from '../../schema/keywords.ts';
import { besideNull, schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { onceFor } from '../../system/once-for.ts';
import type { JudgedRun } from '../check.ts';
import { markersIn } from '../resources/creations/creations.ts';

/**
 * Values that were refused for themselves: of two requests that are the same but for one value one was refused as a broken one is, and
 * the other served.
 */

/** So many requests of one operation and path are held against each other. */
const MOST_ALIKE = 1_000;
/** How deep members of members and items are told apart. */
const DEPTH = 6;
const BODY = 'member';
const QUERY = 'query parameter';
/** Stands for any item of a list. */
export const ITEM = '-';

/** What the document says of a value. `path`: what names it, with `-` for any item. */
export type Place = PlaceSchema & {
  readonly path: readonly string[];
  readonly isRequired: boolean;
};

export function isOfBody({ path: [kind] }: Place): boolean {
  return kind === BODY;
}

/** How reports name a place. */
export function labelOf({ path: [kind, ...names] }: Place): string {
  return kind === QUERY
    ? `the query parameter "${names.join('')}"`
    : `the member "${names.join('.').replaceAll(`.${ITEM}`, '[]')}"`;
}

function placeOfBody(root: Schema): Place {
  return { schema: root, root, path: [BODY], isRequired: true };
}

/** Finds what is inside of a place: its members by their names, or its items. */
function insideOf({ schema, root, path, isRequired }: Place): (name: string) => Place | undefined {
  const at = besideNull(schema, root);
  const { items } = mergedKeywords(at, root);
  const { properties, required } = schemaMembers(at, root);
  return (name) => {
    const inner = name === ITEM && isSchema(items) && items !== false ? items : properties.get(name);
    if (inner === undefined) return undefined;
    // What has no items has none of their members either.
    const isAlways = isRequired && required.has(name) && name !== ITEM;
    return { schema: inner, root, path: [...path, name], isRequired: isAlways };
  };
}

/** A parameter of the query that holds one text. */
function placeInQuery({ parameters }: Operation, name: string): Place | undefined {
  const found = parameters.find((each) => each.in === 'query' && each.name === name && isOneText(each));
  if (found === undefined) return undefined;
  const { schema, required } = found;
  return { schema, root: schema, path: [QUERY, name], isRequired: required };
}

/** True for an operation that takes values: members of a body, or parameters of the query. */
export function takesValues(operation: Operation): boolean {
  const root = requestSchema(operation);
  const { items } = root === undefined ? {} : mergedKeywords(besideNull(root));
  const isMade =
    root !== undefined && (isSchema(items) || schemaMembers(besideNull(root), root).properties.size > 0);
  return isMade || operation.parameters.some((each) => each.in === 'query' && isOneText(each));
}

/** What a request brings. `of`: the key of its place in the document. */
type Value = {
  readonly path: readonly string[];
  readonly of: string;
  readonly place: Place | undefined;
  readonly value: Json;
};

/** A request by what it brings. */
type Brought = {
  readonly reading: Reading;
  /** By their keys: texts, numbers and truth values, and the objects and lists that hold them. */
  readonly values: ReadonlyMap<string, Value>;
  /** Those that hold no others, as text, by their keys. */
  readonly leaves: ReadonlyMap<string, string>;
};

const OWN_TEXT = 'a text of the run';
const OWN_NAME = 'a name of the run';

/**
 * A text of the run is another one in each request, and means the same. One with more than a word beside its marker does not, and a
 * plain name (`assay-1a2b3c-001-word`) may be taken where one with a blank is not. Names may be codes, and have one length: a service
 * that reads them as Base64 takes 22 letters, and not 21.
 */
function withoutMarker(value: Json): Json {
  const markers = typeof value === 'string' ? markersIn(value) : [];
  if (typeof value !== 'string' || markers.length === 0) return value;
  const rest = markers.reduce((text, marker) => text.replace(marker, ''), value);
  if (/^-[a-z]{0,12}$/.test(rest)) return `${OWN_NAME} of ${String(value.length)}`;
  return /^ ?[A-Za-z]{0,12}$/.test(rest) ? OWN_TEXT : rest;
}

function isOwn(value: Json): boolean {
  return value === OWN_TEXT || (typeof value === 'string' && value.startsWith(OWN_NAME));
}

/** The value without what is another text in each request and means the same. */
function bare(value: Json, depth = 0): Json {
  if (depth > DEPTH) return value;
  if (isList(value)) return value.map((item) => bare(item, depth + 1));
  if (!isObject(value)) return withoutMarker(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, bare(member, depth + 1)]));
}

type Values = { readonly values: Map<string, Value>; readonly leaves: Map<string, string> };

function addValues(
  { values, leaves }: Values,
  value: Json,
  path: readonly string[],
  { of, place }: { readonly of: readonly string[]; readonly place: Place | undefined },
): void {
  const key = `${BODY} ${toPointer(path)}`;
  const isWhole = path.length === 0;
  values.set(key, {
    path: [BODY, ...path],
    of: `${BODY} ${toPointer(of)}`,
    place: isWhole ? undefined : place,
    value,
  });
  const held: readonly (readonly [name: string, value: Json])[] = isList(value)
    ? value.map((item, at) => [String(at), item] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  if (held.length === 0 || path.length >= DEPTH) {
    leaves.set(key, canonicalJson(value));
    return;
  }
  const inside = place === undefined ? undefined : insideOf(place);
  for (const [name, inner] of held) {
    const own = isList(value) ? ITEM : name;
    addValues({ values, leaves }, inner, [...path, name], { of: [...of, own], place: inside?.(own) });
  }
}

/** What a request brings; `undefined` where nobody can tell. Large bodies bring much, and it is not kept. */
function broughtBy(reading: Reading): Brought | undefined {
  const { request } = reading.exchange;
  const { operation } = reading.expectation;
  const body = sentJson(reading);
  if (operation === undefined || (request.body !== undefined && body === undefined)) return undefined;
  const [values, leaves] = [new Map<string, Value>(), new Map<string, string>()];
  const root = requestSchema(operation);
  const whole = root === undefined ? undefined : placeOfBody(root);
  if (body !== undefined) addValues({ values, leaves }, bare(body), [], { of: [], place: whole });
  for (const [name, text] of queryParameters(targetParts(request.target).query)) {
    const key = `${QUERY} ${name}`;
    const place = placeInQuery(operation, name);
    if (values.has(key)) return undefined;
    const value = place === undefined ? text : readText(text, place);
    values.set(key, { path: [QUERY, name], of: key, place, value });
    leaves.set(key, canonicalJson(value));
  }
  return { reading, values, leaves };
}

/** Each value that a request brings, with its place in the document. */
export function placedValues(reading: Reading): readonly (readonly [Place, Json])[] {
  const values = broughtBy(reading)?.values.values() ?? [];
  return [...values].flatMap(({ place, value }): (readonly [Place, Json])[] =>
    place === undefined ? [] : [[place, value]],
  );
}

function keyOf([kind = '', ...path]: readonly string[]): string {
  return kind === QUERY ? `${QUERY} ${path.join('')}` : `${BODY} ${toPointer(path)}`;
}

function commonPath(one: readonly string[], other: readonly string[]): readonly string[] {
  const end = one.findIndex((segment, at) => other[at] !== segment);
  return end < 0 ? one : one.slice(0, end);
}

/** The one place in which two requests differ; nothing where they are the same or differ in more than one. */
function differsAt(one: Brought, other: Brought): readonly string[] | undefined {
  let found: readonly string[] | undefined;
  const isAlike = (from: Brought, to: Brought): boolean => {
    for (const [key, text] of from.leaves) {
      if (to.leaves.get(key) === text) continue;
      const path = from.values.get(key)?.path ?? [];
      found = found === undefined ? path : commonPath(found, path);
      if (found.length < 2) return false;
    }
    return true;
  };
  if (!isAlike(one, other) || !isAlike(other, one) || found === undefined) return undefined;
  // An item more or less is another list.
  const [own, theirs] = [one.values.get(keyOf(found)), other.values.get(keyOf(found))];
  const holder = one.values.get(keyOf(found.slice(0, -1)));
  const isItem = found.length > 2 && isList(holder?.value);
  return isItem && (own === undefined || theirs === undefined) ? found.slice(0, -1) : found;
}

/** True for a valid request with the key of the run, whose answer says whether its values are taken. */
function isValid({ answer, exchange, expectation }: Reading): boolean {
  const { situation, operation } = expectation;
  if (answer === undefined || answer.limited || operation?.documentation !== 'full') return false;
  return (
    (situation === 'ordinary' || situation === 'unusual-text') && exchange.request.credential.kind === 'valid'
  );
}

/** A value that was refused, and what stood in its place in later requests that were served and the same otherwise. */
export type Refused = {
  readonly operation: Operation;
  readonly place: Place;
  readonly key: string;
  readonly value: Json;
  readonly reading: Reading;
  /** All that the request brought. */
  readonly values: ReadonlyMap<string, Value>;
  readonly instead: readonly Instead[];
};

/** What stood in the place of a value; `undefined` for nothing. `at`: how many requests came before. */
export type Instead = {
  readonly value: Json | undefined;
  readonly reading: Reading;
  readonly at: number;
};

function isServed({ answer, expectation: { operation } }: Reading): boolean {
  return answer !== undefined && operation !== undefined && servesBy(operation, answer.status);
}

function isRefused({ answer, expectation: { operation } }: Reading): boolean {
  return (
    answer !== undefined &&
    operation !== undefined &&
    matchesStatus(refusalStatuses(operation), answer.status)
  );
}

/** The values that were refused for themselves among requests of one operation and path. */
function refusedAmong(all: readonly Brought[]): readonly Refused[] {
  const requests = [...all.slice(-MOST_ALIKE).entries()];
  const refused = requests.filter(([, { reading }]) => isRefused(reading));
  if (refused.length === 0) return [];
  const served = requests.filter(([, { reading }]) => isServed(reading));
  return refused.flatMap(([at, one]) => {
    const { operation } = one.reading.expectation;
    const byPlace = new Map<string, Instead[]>();
    for (const [later, other] of served) {
      // What was served before, and is no longer, may be refused since it must not be there twice.
      const path = later > at ? differsAt(one, other) : undefined;
      if (path === undefined) continue;
      const key = keyOf(path);
      const instead = { value: other.values.get(key)?.value, reading: other.reading, at: later };
      byPlace.set(key, [...(byPlace.get(key) ?? []), instead]);
    }
    return [...byPlace].flatMap(([key, instead]): readonly Refused[] => {
      const { of, place, value } = one.values.get(key) ?? {};
      if (operation === undefined || place === undefined || value === undefined || of === undefined)
        return [];
      return [{ operation, place, key: of, value, reading: one.reading, values: one.values, instead }];
    });
  });
}

/** What a run shows of values: those that were refused for themselves, and the places of which something was taken. */
export type ShownValues = {
  readonly refused: readonly Refused[];
  readonly taken: ReadonlySet<string>;
  /** Places of creations, by `placeTaken`, to which two of them at one place gave the same value: it need not be unique. */
  readonly repeated: ReadonlySet<string>;
  /** Those that were served and brought something. */
  readonly served: readonly Reading[];
};

export function placeTaken(operation: Operation, key: string, value: Json): string {
  return `${operation.id} ${key} ${value === null ? 'null' : 'value'}`;
}

/** The operation and path of a request: only those that have both in common are held against each other. */
function asksOf({ exchange, expectation }: Reading): string {
  return `${expectation.operation?.id ?? ''} ${targetParts(exchange.request.target).path}`;
}

/** How many changes and removals came before each request: they make room for a value that one entry alone may have. */
function changesBefore(readings: readonly Reading[]): ReadonlyMap<Reading, number> {
  const before = new Map<Reading, number>();
  let changes = 0;
  for (const reading of readings) {
    before.set(reading, changes);
    const { method } = reading.exchange.request;
    if (method !== 'POST' && !SAFE_METHODS.has(method) && isServed(reading)) changes += 1;
  }
  return before;
}

export const valuesShownIn = onceFor(({ contract, readings }: JudgedRun): ShownValues => {
  const [refused, served]: [Refused[], Reading[]] = [[], []];
  const [taken, once, repeated] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const valid = readings.filter(isValid);
  const changes = changesBefore(valid);
  for (const [asks, group] of Map.groupBy(valid, asksOf)) {
    const requests = group.flatMap((reading) => broughtBy(reading) ?? []);
    refused.push(...refusedAmong(requests));
    for (const { reading, values } of requests) {
      const { operation } = reading.expectation;
      if (operation === undefined || !isServed(reading) || values.size === 0) continue;
      served.push(reading);
      const isCreation = partOf(contract.interface, operation)?.part === 'create';
      // What two things hold may be unique in each; an action is done to another one each time.
      const scope = `${isCreation ? asks : operation.id} ${String(changes.get(reading))}`;
      for (const { of, value } of values.values()) {
        taken.add(placeTaken(operation, of, value));
        if (operation.method !== 'POST' || isOwn(value)) continue;
        const given = `${scope} ${of} ${canonicalJson(value)}`;
        if (once.has(given)) repeated.add(placeTaken(operation, of, value));
        once.add(given);
      }
    }
  }
  return { refused, taken, repeated, served };
});
