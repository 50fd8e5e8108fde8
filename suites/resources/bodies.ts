import { fromPointer, putAt, toPointer, valueAt } from '../../src/json/pointer.ts';
import type { Operation } from '../../src/interface/model.ts';
import { type Resource } from '../../src/interface/resources/resources.ts';
import type { Wrapping } from '../../src/interface/resources/wrapping.ts';
import { isList, isObject, type Json, type JsonObject, memberOf } from '../../src/json/value.ts';
import { sentTo } from '../../src/checks/resources/life/members/entry-state.ts';
import { isEqual } from '../../src/checks/resources/life/members/shown-values.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { breaksByNothing } from '../../src/oracle/request-facts.ts';
import { invalidValues } from '../../src/schema/generate/invalid.ts';
import { fixedValues, type Keywords } from '../../src/schema/keywords.ts';
import { mergedKeywords } from '../../src/schema/merge.ts';
import { schemaMembers } from '../../src/schema/members.ts';
import { membersThatTell } from '../../src/schema/shared-members.ts';
import { isChangedByList, changeListBody, memberToChange } from '../../src/session/entries/entry-requests.ts';
import { type ProbeContext } from '../../src/session/probe.ts';
import { takesFromOthers } from '../../src/session/requests/values/kept-to-oneself.ts';
import { markedBody } from '../../src/session/requests/marked.ts';
import { validBodies } from '../../src/session/requests/valid-request.ts';
import { sampleOne } from '../../src/system/seeded.ts';
import { heldText, memberPath } from './changeable.ts';

/** The bodies of the requests in the life of an entry: each has values that can be told from those that are there. */

/** One entry on its way through its life, and the names of its requests. */
export type Living = {
  readonly context: ProbeContext;
  readonly resource: Resource;
  /** Where it is: a change may give it another name. */
  path: string;
  readonly label: string;
  /** What is known of it. */
  shown: JsonObject | undefined;
  /** The last look did not find it. */
  isLost?: boolean;
};

/** Draws of a body before it counts as one that can't be told from what is there. */
const MOST_DRAWS = 6;

/** The same of what is one of several kinds, most of which are of no use. */
const MOST_DRAWS_OF_KINDS = 24;

/** The members that tell of which kind an entry is, of those that it shows. */
function tellersOf(holder: Wrapping | undefined, shown: JsonObject | undefined): readonly string[] {
  if (holder === undefined || !isObject(holder.schema) || shown === undefined) return [];
  return membersThatTell(holder.schema).filter((name) => Object.hasOwn(shown, name));
}

function differences(body: Json | undefined, shown: JsonObject | undefined): number {
  if (!isObject(body) || shown === undefined) return 0;
  return Object.keys(body).filter((name) => !isEqual(memberOf(body, name), memberOf(shown, name))).length;
}

/** A valid body that differs from what is there in as many members as can be drawn. */
export function otherBody(
  { context, shown, resource }: Living,
  operation: Operation,
  options: {
    readonly optional: 'all' | 'none';
    readonly through?: string;
    readonly label: string;
    /** Without a text of its own. */
    readonly isBare?: true;
  },
): Json | undefined {
  const supply = validBodies(operation, options.optional, options.through);
  if (supply === undefined || supply.kind === 'unsupported') return undefined;
  const drawn = (label: string): Json => sampleOne(supply.arbitrary, context.seed, label);
  const isOfKind = (body: Json): boolean => {
    const inner = valueAt(body, place);
    return isObject(inner) && tellers.every((name) => memberOf(inner, name) === memberOf(shown ?? {}, name));
  };
  const holder = sentTo(operation, resource);
  const place = fromPointer(holder?.pointer ?? '');
  const tellers = tellersOf(holder, shown);
  const all = Array.from(
    { length: tellers.length > 0 ? MOST_DRAWS_OF_KINDS : MOST_DRAWS },
    (_, at) => `${options.label}${at === 0 ? '' : `-${String(at)}`}`,
  );
  // What an entry is of its kinds it mostly stays.
  const alike = tellers.length === 0 ? [] : all.filter((label) => isOfKind(drawn(label)));
  const labels = (alike.length === 0 ? all : alike).slice(0, MOST_DRAWS);
  const ranked = labels
    .map((label) => ({ label, score: differences(valueAt(drawn(label), place), shown) }))
    .toSorted((a, b) => b.score - a.score);
  const label = ranked[0]?.label ?? options.label;
  // A marker would name the text that it stands in.
  const body = options.isBare === true ? drawn(label) : markedBody(context, operation, { ...options, label });
  const draws = labels.map((one) => drawn(one));
  return body === undefined
    ? undefined
    : turned(operation, filled(operation, body, place, draws), sentTo(operation, resource), shown);
}

/** A value with those of others in place of each null and each empty list in it, also inside of objects. */
function withoutNulls(value: Json, others: readonly Json[]): Json {
  if (value === null) return others.find((other) => other !== null) ?? null;
  if (isList(value) && value.length === 0)
    return others.find((other) => isList(other) && other.length > 0) ?? value;
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, inner]): readonly [string, Json] => {
    const own = others.map((other) => (isObject(other) ? memberOf(other, name) : undefined));
    return [
      name,
      withoutNulls(
        inner,
        own.filter((one) => one !== undefined),
      ),
    ];
  });
  return Object.fromEntries(members);
}

/** The body with a value of another draw in place of each null and each empty list: what has no value tells less. */
function filled(operation: Operation, body: Json, place: readonly string[], draws: readonly Json[]): Json {
  const [schema, inner] = [requestSchema(operation), valueAt(body, place)];
  if (schema === undefined || !isObject(inner)) return body;
  const others = draws.map((draw) => valueAt(draw, place)).filter((other) => other !== undefined);
  const next = putAt(body, place, withoutNulls(inner, others));
  return next === undefined || validatorOf(schema)(next).length > 0 ? body : next;
}

/** The body with another of a few values where it has the one that is there already: what is the same tells nothing. */
function turned(
  operation: Operation,
  body: Json,
  holder: Wrapping | undefined,
  shown: JsonObject | undefined,
): Json {
  const place = fromPointer(holder?.pointer ?? '');
  const [schema, inner] = [requestSchema(operation), valueAt(body, place)];
  if (holder === undefined || schema === undefined || !isObject(inner) || shown === undefined) return body;
  const { properties } = schemaMembers(holder.schema);
  const tellers = tellersOf(holder, shown);
  return Object.keys(inner)
    .filter((name) => memberOf(inner, name) === memberOf(shown, name) && !tellers.includes(name))
    .reduce<Json>((given, name) => {
      const value = memberOf(inner, name);
      const member = properties.get(name);
      const fixed = member === undefined ? undefined : fixedValues(mergedKeywords(member, holder.schema));
      const values = typeof value === 'boolean' ? [!value] : (fixed ?? []);
      const now = valueAt(given, place);
      const others = values
        .filter((other) => other !== value && other !== null && isObject(now))
        .filter((other) => !takesFromOthers(operation, name, other))
        .map((other) => putAt(given, place, { ...(isObject(now) ? now : {}), [name]: other }));
      return others.find((other) => validatorOf(schema)(other).length === 0) ?? given;
    }, body);
}

/** The body with another value where it has a default: what a replacement leaves out afterwards shows whether it gets that. */
export function withoutDefaults(
  { resource }: Living,
  operation: Operation,
  body: Json | undefined,
): Json | undefined {
  const holder = sentTo(operation, resource);
  const schema = requestSchema(operation);
  if (body === undefined || schema === undefined || holder === undefined) return body;
  const place = fromPointer(holder.pointer);
  return [...schemaMembers(holder.schema).properties].reduce<Json>((given, [name, member]) => {
    const inner = valueAt(given, place);
    const keywords = mergedKeywords(member, holder.schema);
    const usual = memberOf(keywords, 'default');
    if (!isObject(inner) || usual === undefined || memberOf(inner, name) !== usual) return given;
    const free = othersThan(usual, keywords).filter((other) => !takesFromOthers(operation, name, other));
    const others = free.map((other) => putAt(given, place, { ...inner, [name]: other }));
    return others.find((other) => validatorOf(schema)(other).length === 0) ?? given;
  }, body);
}

/** Other values of a member than one of a few, or a number. */
export function othersThan(value: Json, keywords: Keywords): readonly Json[] {
  if (typeof value === 'boolean') return [!value];
  const step = typeof keywords['multipleOf'] === 'number' ? keywords['multipleOf'] : 1;
  const near = typeof value === 'number' ? [value + step, value - step] : [];
  return [...(fixedValues(keywords) ?? []).filter((other) => other !== value && other !== null), ...near];
}

/** The body with one member alone in each object inside of it, where that is enough: what a replacement leaves out there goes. */
export function thinned(operation: Operation, body: Json): Json {
  const schema = requestSchema(operation);
  if (schema === undefined || !isObject(body)) return body;
  const members = Object.entries(body).map(([name, value]): readonly [string, Json] => {
    const [first] = isObject(value) ? Object.entries(value) : [];
    return first === undefined ? [name, value] : [name, Object.fromEntries([first])];
  });
  const thin = Object.fromEntries(members);
  return validatorOf(schema)(thin).length === 0 ? thin : body;
}

/** A change of all members but one, where there are more than two: with it alone shows what setting the others does to this one. */
export function changeOfRest(
  living: Living,
  operation: Operation,
  but: string | undefined,
): Json | undefined {
  const { resource, label } = living;
  const place = sentTo(operation, resource);
  const schema = requestSchema(operation);
  if (but === undefined || schema === undefined || place?.pointer !== '') return undefined;
  const body = otherBody(living, operation, { optional: 'all', label: `${label}/change-rest`, isBare: true });
  if (!isObject(body) || Object.keys(body).length < 3) return undefined;
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => name !== but));
  return validatorOf(schema)(rest).length === 0 ? rest : undefined;
}

/** A change of one member. */
export function changeOfOne(
  living: Living,
  operation: Operation,
  name: string,
  when: string,
): Json | undefined {
  const { context, label, resource } = living;
  if (isChangedByList(operation)) return changeListBody(operation, name, `${context.marker()} Changed`);
  const place = sentTo(operation, resource);
  const own = place === undefined ? [name] : memberPath(place.schema, name);
  const through = `${place?.pointer ?? ''}${toPointer(own)}`;
  const isFirst = name === (own.length > 1 ? heldText(operation, resource) : memberToChange(resource));
  const options = { optional: 'none', through, label: `${label}/${when}` } as const;
  return otherBody(living, operation, isFirst ? options : { ...options, isBare: true });
}

/** A change or a replacement that gives one member of a few values another one than it has; `undefined` where there is none. */
export function bodyWithOther(living: Living, operation: Operation, name: string): Json | undefined {
  const { label, resource, shown } = living;
  const [place, schema] = [sentTo(operation, resource), requestSchema(operation)];
  const member = place === undefined ? undefined : schemaMembers(place.schema).properties.get(name);
  if (place === undefined || schema === undefined || member === undefined || shown === undefined)
    return undefined;
  const there = memberOf(shown, name);
  const values = fixedValues(mergedKeywords(member, place.schema)) ?? [true, false];
  const body =
    operation.method === 'PATCH'
      ? changeOfOne(living, operation, name, `turn-${name}`)
      : otherBody(living, operation, { optional: 'all', label: `${label}/turn-${name}` });
  const at = fromPointer(place.pointer);
  const inner = body === undefined ? undefined : valueAt(body, at);
  if (body === undefined || !isObject(inner) || there === undefined || there === null) return undefined;
  const turnedTo = values
    .filter((value) => value !== there)
    .map((value) => putAt(body, at, { ...inner, [name]: value }));
  return turnedTo.find((one) => validatorOf(schema)(one).length === 0);
}

/** Broken bodies that are looked at before the best of them is taken. */
const MOST_BROKEN = 30;

/**
 * A body that breaks the schema in one member, and has new values in the others: the client's own words among them, so that what
 * is stored of it can be seen.
 */
export function brokenBody({ context, resource, label }: Living, operation: Operation): Json | undefined {
  const schema = requestSchema(operation);
  if (schema === undefined) return undefined;
  const telling = memberToChange(resource);
  const place = sentTo(operation, resource)?.pointer ?? '';
  const told = telling === undefined ? undefined : `${place}${toPointer([telling])}`;
  const bodies: Json[] = [];
  for (const { arbitrary, breaks } of invalidValues(schema).take(MOST_BROKEN)) {
    const value = sampleOne(arbitrary, context.seed, `${label}/broken`);
    const inner = valueAt(value, fromPointer(place));
    if (!isObject(inner) || Object.keys(inner).length < 2 || breaksByNothing(operation, value)) continue;
    const isTelling = telling !== undefined && Object.hasOwn(inner, telling);
    if (isTelling && breaks.kind !== 'format' && breaks.pointer !== told) return value;
    bodies.push(value);
  }
  return bodies[0];
}

/** A value of the same kind as the one that is there, and another one. */
export function otherThan(there: unknown, drawn: Json): Json {
  if (typeof there === 'number') return there + 1_000_003;
  if (typeof there === 'bigint') return there - 1_000_003n;
  if (typeof there === 'boolean') return !there;
  if (typeof there === 'string' && /^\d{4}-\d\d-\d\dT/.test(there)) return '2001-02-03T04:05:06Z';
  return drawn;
}
