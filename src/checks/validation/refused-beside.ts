import { queryParameters, targetParts } from '../../http/target.ts';
import { type PlaceSchema, readText } from '../../interface/content/texts.ts';
import type { Operation } from '../../interface/model.ts';
import { isOneText } from '../../interface/parameters/parameter-style.ts';
import { canonicalJson } from '../../json/canonical.ts';
import { toPointer } from '../../json/pointer.ts';
import { isObject, type Json } from '../../json/value.ts';
import { matchesStatus, refusalStatuses, requestSchema, servesBy } from '../../oracle/contract.ts';
import { type Reading, sentJson } from '../../oracle/reading.ts';
import { schemaMembers } from '../../schema/members.ts';
import { onceFor } from '../../system/once-for.ts';
import type { JudgedRun } from '../check.ts';
import { markersIn } from '../resources/creations.ts';

/**
 * Values that were refused for themselves: of two requests that are the same but for one value one was refused as a broken one is, and
 * the other served.
 */

/** So many requests of one operation and path are held against each other. */
const MOST_ALIKE = 1_000;
/** How deep members of members are told apart. */
const DEPTH = 3;
const BODY = 'member';
const QUERY = 'query parameter';

/** `label`: how reports name it. */
export type Place = PlaceSchema & {
  readonly label: string;
  readonly isRequired: boolean;
  readonly isOfBody: boolean;
};

function addMembers(
  found: Map<string, Place>,
  { schema, root }: PlaceSchema,
  above: readonly string[],
  isInside: boolean,
): void {
  const { properties, required } = schemaMembers(schema, root);
  for (const [name, member] of properties) {
    const path = [...above, name];
    const isRequired = required.has(name) && !isInside;
    found.set(`${BODY} ${toPointer(path)}`, {
      schema: member,
      root,
      label: `the member "${path.join('.')}"`,
      isRequired,
      isOfBody: true,
    });
    if (path.length < DEPTH)
      addMembers(found, { schema: member, root }, path, isInside || !required.has(name));
  }
}

/** What a request of an operation may bring: members of its body by their pointers, and parameters of its query. */
export const placesOf = onceFor((operation: Operation): ReadonlyMap<string, Place> => {
  const found = new Map<string, Place>();
  const root = requestSchema(operation);
  if (root !== undefined) addMembers(found, { schema: root, root }, [], false);
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

/** A request by what it brings. `asks`: its operation and path, and whatever else has to be the same. */
type Brought = {
  readonly reading: Reading;
  readonly asks: string;
  readonly values: ReadonlyMap<string, Json>;
  /** The values as text, by their keys, in an order that all requests share. */
  readonly lines: ReadonlyMap<string, string>;
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

function addValues(found: Map<string, Json>, value: Json, above: readonly string[]): void {
  if (!isObject(value) || above.length >= DEPTH || Object.keys(value).length === 0) {
    found.set(`${BODY} ${toPointer(above)}`, withoutMarker(value));
    return;
  }
  for (const [name, member] of Object.entries(value)) addValues(found, member, [...above, name]);
}

const broughtBy = onceFor((reading: Reading): Brought | undefined => {
  const { request } = reading.exchange;
  const { operation } = reading.expectation;
  const body = sentJson(reading);
  if (operation === undefined || (request.body !== undefined && body === undefined)) return undefined;
  const values = new Map<string, Json>();
  if (body !== undefined) addValues(values, body, []);
  const places = placesOf(operation);
  const { path, query } = targetParts(request.target);
  for (const [name, text] of queryParameters(query)) {
    const key = `${QUERY} ${name}`;
    const place = places.get(key);
    if (values.has(key)) return undefined;
    values.set(key, place === undefined ? text : readText(text, place));
  }
  const keys = [...values.keys()].sort();
  const lines = new Map(keys.map((key) => [key, `${key} ${canonicalJson(values.get(key) ?? null)}`]));
  return { reading, asks: `${operation.id} ${path}`, values, lines };
});

function asText(lines: Brought['lines'], except?: string): string {
  let text = '';
  for (const [key, line] of lines) if (key !== except) text += `${line}\n`;
  return text;
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
  readonly values: ReadonlyMap<string, Json>;
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
  const requests = all.slice(-MOST_ALIKE);
  const refused = [...requests.entries()].filter(([, { reading }]) => isRefused(reading));
  if (refused.length === 0) return [];
  const served = new Map<string, Instead[]>();
  for (const [at, { values, lines, reading }] of requests.entries()) {
    if (!isServed(reading)) continue;
    const note = (rest: string, value: Json | undefined): void => {
      const known = served.get(rest);
      if (known === undefined) served.set(rest, [{ value, reading, at }]);
      else known.push({ value, reading, at });
    };
    note(asText(lines), undefined);
    for (const [key, value] of values) note(`${key}\n\n${asText(lines, key)}`, value);
  }
  return refused.flatMap(([at, { values, lines, reading }]) =>
    [...values].flatMap(([key, value]): readonly Refused[] => {
      const { operation } = reading.expectation;
      const place = operation === undefined ? undefined : placesOf(operation).get(key);
      const rest = asText(lines, key);
      // What was served before, and is no longer, may be refused since it must not be there twice.
      const instead = [...(served.get(`${key}\n\n${rest}`) ?? []), ...(served.get(rest) ?? [])].filter(
        (one) => one.at > at,
      );
      if (operation === undefined || place === undefined || instead.length === 0) return [];
      return [{ operation, place, key, value, reading, values, instead }];
    }),
  );
}

/** What a run shows of values: those that were refused for themselves, and the places of which something was taken. */
export type ShownValues = {
  readonly refused: readonly Refused[];
  readonly taken: ReadonlySet<string>;
  /** Places of creations, by `placeTaken`, to which two of them gave the same value: it need not be unique. */
  readonly repeated: ReadonlySet<string>;
  readonly served: readonly Brought[];
};

export function placeTaken(operation: Operation, key: string, value: Json): string {
  return `${operation.id} ${key} ${value === null ? 'null' : 'value'}`;
}

export const valuesShownIn = onceFor(({ readings }: JudgedRun): ShownValues => {
  const requests = readings.filter(isValid).flatMap((reading) => broughtBy(reading) ?? []);
  const groups = [...Map.groupBy(requests, ({ asks }) => asks).values()];
  const served = requests.filter(({ reading }) => isServed(reading));
  const all = served.flatMap(({ reading: { expectation }, values }) =>
    [...values].flatMap(([key, value]) =>
      expectation.operation === undefined ? [] : [{ operation: expectation.operation, key, value }],
    ),
  );
  const taken = new Set(all.map(({ operation, key, value }) => placeTaken(operation, key, value)));
  const [once, repeated] = [new Set<string>(), new Set<string>()];
  for (const { operation, key, value } of all) {
    if (operation.method !== 'POST' || value === OWN_TEXT || value === OWN_NAME) continue;
    const given = `${operation.id} ${key} ${canonicalJson(value)}`;
    if (once.has(given)) repeated.add(placeTaken(operation, key, value));
    once.add(given);
  }
  return { refused: groups.flatMap(refusedAmong), taken, repeated, served };
});
