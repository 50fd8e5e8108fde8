import { queryParameters, targetParts } from '../http/target.ts';
import { type PlaceSchema, readText, waysOf } from '../interface/content/texts.ts';
import type { Interface, Operation } from '../interface/model.ts';
import { isOneText } from '../interface/parameters/parameter-style.ts';
import { canonicalJson } from '../json/canonical.ts';
import { toPointer } from '../json/pointer.ts';
import { isObject, type LosslessJson } from '../json/value.ts';
import {
  matchesStatus,
  refusalStatuses,
  requestSchema,
  saysWhenRefused,
  servesBy,
} from '../oracle/contract.ts';
import { type Reading, sentJson } from '../oracle/reading.ts';
import { sizeInside, sizeOf } from '../schema/generate/boundaries.ts';
import { fixedValues, numberOf } from '../schema/keywords.ts';
import { schemaMembers } from '../schema/members.ts';
import { onceFor } from '../system/once-for.ts';
import type { Check, JudgedRun } from './check.ts';
import { openTribunal, saysNothing } from './judge-each.ts';
import { excerpt, type Outcome } from './outcome.ts';
import { markersIn } from './resources/creations.ts';
import { statusText } from './statuses.ts';

/**
 * Whether a service takes what the schemas of its requests allow. A documented 400 may have reasons that no schema tells, so that a
 * refusal alone says nothing: what counts are requests that are the same but for one value, of which one is refused as a broken one
 * is and the other served.
 */

/** How deep members of members are told apart. */
const DEPTH = 3;
const BODY = 'member';
const QUERY = 'query parameter';

/** `label`: how reports name it. */
type Place = PlaceSchema & { readonly label: string; readonly isRequired: boolean };

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
    });
    if (path.length < DEPTH)
      addMembers(found, { schema: member, root }, path, isInside || !required.has(name));
  }
}

/** What a request of an operation may bring: members of its body by their pointers, and parameters of its query. */
const placesOf = onceFor((operation: Operation): ReadonlyMap<string, Place> => {
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
      });
  }
  return found;
});

/** A request by what it brings. `asks`: its operation and path, and whatever else has to be the same. */
type Brought = {
  readonly reading: Reading;
  readonly asks: string;
  readonly values: ReadonlyMap<string, LosslessJson>;
};

/** A text of the run is another one in each request, and means the same. */
function withoutMarker(value: LosslessJson): LosslessJson {
  return typeof value === 'string' && markersIn(value).length > 0 ? 'a text of the run' : value;
}

function addValues(found: Map<string, LosslessJson>, value: LosslessJson, above: readonly string[]): void {
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
  const values = new Map<string, LosslessJson>();
  if (body !== undefined) addValues(values, body, []);
  const places = placesOf(operation);
  const { path, query } = targetParts(request.target);
  for (const [name, text] of queryParameters(query)) {
    const key = `${QUERY} ${name}`;
    const place = places.get(key);
    if (values.has(key)) return undefined;
    values.set(key, place === undefined ? text : readText(text, place));
  }
  return { reading, asks: `${operation.id} ${path}`, values };
});

function asText(values: ReadonlyMap<string, LosslessJson>, except?: string): string {
  return [...values]
    .filter(([key]) => key !== except)
    .map(([key, value]) => `${key} ${canonicalJson(value)}`)
    .sort()
    .join('\n');
}

/** True for a valid request with the key of the run, whose answer says whether its values are taken. */
function isValid({ answer, exchange, expectation }: Reading): boolean {
  const { situation, operation } = expectation;
  if (answer === undefined || answer.limited || operation?.documentation !== 'full') return false;
  return (
    (situation === 'ordinary' || situation === 'unusual-text') && exchange.request.credential.kind === 'valid'
  );
}

/** A value that was refused, and what stood in its place in requests that were served and the same otherwise. */
type Refused = {
  readonly operation: Operation;
  readonly place: Place;
  readonly key: string;
  readonly value: LosslessJson;
  readonly reading: Reading;
  readonly instead: readonly { readonly value: LosslessJson | undefined; readonly reading: Reading }[];
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
function refusedAmong(requests: readonly Brought[]): readonly Refused[] {
  const lastServed = requests.findLastIndex(({ reading }) => isServed(reading));
  // What is refused at the end may be refused for what has happened meanwhile.
  const refused = requests.filter(({ reading }, at) => at < lastServed && isRefused(reading));
  if (refused.length === 0) return [];
  const served = new Map<string, { value: LosslessJson | undefined; reading: Reading }[]>();
  const note = (rest: string, value: LosslessJson | undefined, reading: Reading): void => {
    served.set(rest, [...(served.get(rest) ?? []), { value, reading }]);
  };
  for (const { values, reading } of requests.filter((one) => isServed(one.reading))) {
    note(asText(values), undefined, reading);
    for (const [key, value] of values) note(`${key}\n\n${asText(values, key)}`, value, reading);
  }
  return refused.flatMap(({ values, reading }) =>
    [...values].flatMap(([key, value]): readonly Refused[] => {
      const { operation } = reading.expectation;
      const place = operation === undefined ? undefined : placesOf(operation).get(key);
      const rest = asText(values, key);
      const instead = [...(served.get(`${key}\n\n${rest}`) ?? []), ...(served.get(rest) ?? [])];
      if (operation === undefined || place === undefined || instead.length === 0) return [];
      return [{ operation, place, key, value, reading, instead }];
    }),
  );
}

/** What a run shows of values: those that were refused for themselves, and the places of which something was taken. */
type Shown = {
  readonly refused: readonly Refused[];
  readonly taken: ReadonlySet<string>;
  readonly served: readonly Brought[];
};

function placeTaken(operation: Operation, key: string, value: LosslessJson): string {
  return `${operation.id} ${key} ${value === null ? 'null' : 'value'}`;
}

const shownIn = onceFor(({ readings }: JudgedRun): Shown => {
  const requests = readings.filter(isValid).flatMap((reading) => broughtBy(reading) ?? []);
  const groups = [...Map.groupBy(requests, ({ asks }) => asks).values()];
  const served = requests.filter(({ reading }) => isServed(reading));
  const taken = new Set(
    served.flatMap(({ reading: { expectation }, values }) =>
      [...values].map(([key, value]) =>
        expectation.operation === undefined ? '' : placeTaken(expectation.operation, key, value),
      ),
    ),
  );
  return { refused: groups.flatMap(refusedAmong), taken, served };
});

function shortly(value: LosslessJson | undefined): string {
  return value === undefined ? 'nothing' : excerpt(canonicalJson(value));
}

function judgeBounds(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const { refused, served } = shownIn(run);
  for (const { operation, place, value, reading, instead } of refused) {
    const size = sizeInside(place.schema, value, place.root);
    const inside =
      size === undefined
        ? undefined
        : instead.find((one) => one.value !== undefined && sizeOf(one.value) === size);
    if (inside === undefined || reading.answer === undefined) continue;
    tribunal.breaks({
      exchanges: [reading.exchange.id, inside.reading.exchange.id],
      operation: operation.id,
      expected: `success: ${place.label} may be ${shortly(value)}, as it may be ${shortly(inside.value)}`,
      actual: statusText(reading.answer),
      deviation: `${place.label} at its bound is refused`,
    });
  }
  for (const { reading, values } of served) {
    const { operation } = reading.expectation;
    if (operation === undefined) continue;
    const places = placesOf(operation);
    const isAtBound = [...values].some(([key, value]) => {
      const place = places.get(key);
      return place !== undefined && sizeInside(place.schema, value, place.root) !== undefined;
    });
    if (isAtBound) tribunal.proves(operation.id);
  }
  return tribunal.outcome();
}

/** So many values have to be refused, before it is the member that is; `undefined` where values may be refused for what they mean. */
function enough({ schema, root }: Place, value: LosslessJson): number | undefined {
  if (value === null) return 1;
  const ways = waysOf({ schema, root });
  const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
  const fixed = ways.flatMap((keywords) => fixedValues(keywords) ?? []).filter((one) => one !== null);
  if (fixed.length > 0) return Math.min(2, fixed.length);
  if (typeof value === 'boolean') return 2;
  const isMeasured = ways.some((keywords) => bounds.some((bound) => numberOf(keywords, bound) !== undefined));
  return typeof value === 'number' && isMeasured ? 2 : undefined;
}

function judgeTaken(run: JudgedRun): Outcome {
  const tribunal = openTribunal('should');
  const { refused, taken, served } = shownIn(run);
  const never = refused.filter(
    ({ operation, place, key, value }) =>
      (value === null || !place.isRequired) && !taken.has(placeTaken(operation, key, value)),
  );
  const byPlace = Map.groupBy(never, ({ operation, key, value }) => placeTaken(operation, key, value));
  for (const own of byPlace.values()) {
    const [first] = own;
    const values = new Set(own.map(({ value }) => shortly(value)));
    const needed = first === undefined ? undefined : enough(first.place, first.value);
    if (first?.reading.answer === undefined || needed === undefined || values.size < needed) continue;
    const [beside] = first.instead;
    tribunal.breaks({
      exchanges: [...own.slice(0, 2), ...(beside === undefined ? [] : [beside])].map(
        ({ reading }) => reading.exchange.id,
      ),
      operation: first.operation.id,
      expected: `success for some value of ${first.place.label}, as without it: the schema allows ${[...values].slice(0, 3).join(', ')}`,
      actual: statusText(first.reading.answer),
      deviation: `${first.place.label} is never taken`,
    });
  }
  for (const { reading, values } of served)
    if (values.size > 0) tribunal.proves(reading.expectation.operation?.id);
  return tribunal.outcome();
}

function unlessOpen(document: Interface): string | undefined {
  if (saysWhenRefused(document))
    return 'statements beside the document say when a request is refused, and every other one is held against them';
  const refuses = document.operations.some(
    (operation) =>
      operation.documentation === 'full' &&
      refusalStatuses(operation).length > 0 &&
      placesOf(operation).size > 0,
  );
  return refuses ? undefined : 'no operation that takes a member or a parameter documents a refusal';
}

const TOGETHER = 'it takes requests that differ in one value alone';

export const valueChecks: readonly Check[] = [
  {
    id: 'validation.bounds-taken',
    suite: 'validation',
    level: 'must',
    needs: ['ordinary'],
    title: 'a value at a documented bound is taken',
    explanation:
      'Sends members and parameters at the bounds of their schemas: the least and the largest number, the shortest and the longest text; lists as they were drawn. A documented refusal of one is a violation where the same request with the value one step inside is served, before or after it, and the operation is served once more behind it. Zero and what is empty may mean something of their own, and are not judged.',
    notApplicable: unlessOpen,
    judge: judgeBounds,
    foreign: saysNothing(TOGETHER),
  },
  {
    id: 'validation.values-taken',
    suite: 'validation',
    level: 'should',
    needs: ['ordinary'],
    title: 'of what the schema allows for a member, something is taken',
    explanation:
      'Warns of an optional member or parameter that is never taken: null where the schema allows it, both truth values, two of the listed values, or two numbers where the document has a bound for them are refused as broken requests are, while the same request without it is served. Texts and numbers without a bound may name something that is not there, and are not judged.',
    notApplicable: unlessOpen,
    judge: judgeTaken,
    foreign: saysNothing(TOGETHER),
  },
];
