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
import { markersIn } from '../resources/creations.ts';

/**
 * Values that were refused for themselves: of two requests that are the same but for one value one was refused as a broken one is, and
 * the other served.
 */

/** So many requests of one operation and path are held against each other. */
const MOST_ALIKE = 1_000;
/** How deep members of members and items are told apart, and how many places of one body. */
const DEPTH = 6;
const MOST_PLACES = 300;
const BODY = 'member';
const QUERY = 'query parameter';
/** Stands for any item of a list. */
const ITEM = '-';

/** `label`: how reports name it. */
export type Place = PlaceSchema & {
  readonly label: string;
  readonly isRequired: boolean;
  readonly isOfBody: boolean;
};

type Open = PlaceSchema & { readonly path: readonly string[]; readonly isInside: boolean };

function labelOf(path: readonly string[]): string {
  return `the member "${path.join('.').replaceAll(`.${ITEM}`, '[]')}"`;
}

function addMembers(found: Map<string, Place>, root: Schema): void {
  const open: Open[] = [{ schema: root, root, path: [], isInside: false }];
  for (const { schema, path, isInside } of open) {
    if (path.length >= DEPTH || found.size >= MOST_PLACES) continue;
    const at = besideNull(schema, root);
    const { items } = mergedKeywords(at, root);
    const { properties, required } = schemaMembers(at, root);
    const inner = isSchema(items) && items !== false ? [...properties, [ITEM, items] as const] : properties;
    for (const [name, member] of inner) {
      const own = [...path, name];
      // What has no items has none of their members either.
      const isRequired = required.has(name) && !isInside && name !== ITEM;
      found.set(`${BODY} ${toPointer(own)}`, {
        schema: member,
        root,
        label: labelOf(own),
        isRequired,
        isOfBody: true,
      });
      open.push({ schema: member, root, path: own, isInside: isInside || !isRequired });
    }
  }
}

/** What a request of an operation may bring: members of its body by their pointers, with `-` for any item, and parameters of its query. */
export const placesOf = onceFor((operation: Operation): ReadonlyMap<string, Place> => {
  const found = new Map<string, Place>();
  const root = requestSchema(operation);
  if (root !== undefined) addMembers(found, root);
  for (const parameter of operation.parameters) {
    const { name, required: isRequired, schema } = parameter;
    if (parameter.in === 'query' && isOneText(parameter))
      found.set(`${QUERY} ${name}`, {
        schema,
        root: schema,
        label: `the query parameter "${name}"`,
        isRequired,
        isOfBody: false,
      });
  }
  return found;
});

/** What a request brings at one place. `of`: the key of the place in the document. */
type Value = {
  readonly path: readonly string[];
  readonly of: string;
  readonly value: Json;
};

/** A request by what it brings. `asks`: its operation and path, and whatever else has to be the same. */
type Brought = {
  readonly reading: Reading;
  readonly asks: string;
  /** By their keys: texts, numbers and truth values, and the objects and lists that hold them. */
  readonly values: ReadonlyMap<string, Value>;
  /** Those that hold no others, as text, by their keys. */
  readonly leaves: ReadonlyMap<string, string>;
};

const OWN_TEXT = 'a text of the run';
const OWN_NAME = 'a name of the run';

/**
 * A text of the run is another one in each request, and means the same. One with more than a word beside its marker does not, and a
 * plain name (`assay-1a2b3c-001-word`) may be taken where one with a blank is not.
 */
function withoutMarker(value: Json): Json {
  const markers = typeof value === 'string' ? markersIn(value) : [];
  if (typeof value !== 'string' || markers.length === 0) return value;
  const rest = markers.reduce((text, marker) => text.replace(marker, ''), value);
  if (/^-[a-z]{0,12}$/.test(rest)) return OWN_NAME;
  return /^ ?[A-Za-z]{0,12}$/.test(rest) ? OWN_TEXT : rest;
}

/** The value without what is another text in each request and means the same. */
function bare(value: Json, depth = 0): Json {
  if (depth > DEPTH) return value;
  if (isList(value)) return value.map((item) => bare(item, depth + 1));
  if (!isObject(value)) return withoutMarker(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, bare(member, depth + 1)]));
}

function addValues(
  { values, leaves }: { readonly values: Map<string, Value>; readonly leaves: Map<string, string> },
  value: Json,
  path: readonly string[],
  of: readonly string[],
): void {
  const key = `${BODY} ${toPointer(path)}`;
  values.set(key, { path: [BODY, ...path], of: `${BODY} ${toPointer(of)}`, value });
  const held: readonly (readonly [name: string, value: Json])[] = isList(value)
    ? value.map((item, at) => [String(at), item] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  if (held.length === 0 || path.length >= DEPTH) leaves.set(key, canonicalJson(value));
  else
    for (const [name, inner] of held)
      addValues({ values, leaves }, inner, [...path, name], [...of, isList(value) ? ITEM : name]);
}

const broughtBy = onceFor((reading: Reading): Brought | undefined => {
  const { request } = reading.exchange;
  const { operation } = reading.expectation;
  const body = sentJson(reading);
  if (operation === undefined || (request.body !== undefined && body === undefined)) return undefined;
  const [values, leaves] = [new Map<string, Value>(), new Map<string, string>()];
  if (body !== undefined) addValues({ values, leaves }, bare(body), [], []);
  const places = placesOf(operation);
  const { path, query } = targetParts(request.target);
  for (const [name, text] of queryParameters(query)) {
    const key = `${QUERY} ${name}`;
    const place = places.get(key);
    if (values.has(key)) return undefined;
    const value = place === undefined ? text : readText(text, place);
    values.set(key, { path: [QUERY, name], of: key, value });
    leaves.set(key, canonicalJson(value));
  }
  return { reading, asks: `${operation.id} ${path}`, values, leaves };
});

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
      const { of, value } = one.values.get(key) ?? {};
      const place = operation === undefined ? undefined : placesOf(operation).get(of ?? key);
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
  readonly served: readonly Brought[];
};

export function placeTaken(operation: Operation, key: string, value: Json): string {
  return `${operation.id} ${key} ${value === null ? 'null' : 'value'}`;
}

export const valuesShownIn = onceFor(({ contract, readings }: JudgedRun): ShownValues => {
  const requests = readings.filter(isValid).flatMap((reading) => broughtBy(reading) ?? []);
  const groups = [...Map.groupBy(requests, ({ asks }) => asks).values()];
  const served = requests.filter(({ reading }) => isServed(reading));
  const taken = new Set<string>();
  const [once, repeated] = [new Set<string>(), new Set<string>()];
  for (const { reading, asks, values } of served) {
    const { operation } = reading.expectation;
    if (operation === undefined) continue;
    for (const { of, value } of values.values()) taken.add(placeTaken(operation, of, value));
    const isCreation = partOf(contract.interface, operation)?.part === 'create';
    // What is changed or removed in between makes room for a value that one entry alone may have.
    if (operation.method !== 'POST' && !SAFE_METHODS.has(operation.method)) once.clear();
    if (operation.method !== 'POST') continue;
    for (const { of, value } of values.values()) {
      if (value === OWN_TEXT || value === OWN_NAME) continue;
      // What two things hold may be unique in each; an action is done to another one each time.
      const given = `${isCreation ? asks : operation.id} ${of} ${canonicalJson(value)}`;
      if (once.has(given)) repeated.add(placeTaken(operation, of, value));
      once.add(given);
    }
  }
  return { refused: groups.flatMap(refusedAmong), taken, repeated, served };
});
