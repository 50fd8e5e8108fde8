import { fromPointer, toPointer, valueAt } from '../src/json/pointer.ts';
import type { Operation } from '../src/interface/model.ts';
import type { Resource } from '../src/interface/resources.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../src/json/value.ts';
import { sentTo } from '../src/checks/resources/entry-state.ts';
import { requestSchema } from '../src/oracle/contract.ts';
import { invalidValues } from '../src/schema/generate/invalid.ts';
import { schemaMembers } from '../src/schema/members.ts';
import { isJsonPatch, jsonPatchBody, memberToChange } from '../src/session/first-lives.ts';
import { statesOf } from '../src/session/own-things.ts';
import { markedBody, type ProbeContext } from '../src/session/probe.ts';
import { validBodies } from '../src/session/valid-request.ts';
import { sampleOne } from '../src/system/seeded.ts';

/** The bodies of the requests in the life of an entry: each has values that can be told from those that are there. */

/** One entry on its way through its life, and the names of its requests. */
export type Living = {
  readonly context: ProbeContext;
  readonly resource: Resource;
  readonly path: string;
  readonly label: string;
  /** What is known of it. */
  shown: JsonObject | undefined;
};

/** Draws of a body before it counts as one that can't be told from what is there. */
const MOST_DRAWS = 6;

function differences(body: Json | undefined, shown: JsonObject | undefined): number {
  if (!isObject(body) || shown === undefined) return 0;
  return Object.keys(body).filter(
    (name) => JSON.stringify(memberOf(body, name)) !== JSON.stringify(memberOf(shown, name)),
  ).length;
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
  const place = fromPointer(sentTo(operation, resource)?.pointer ?? '');
  const labels = Array.from(
    { length: MOST_DRAWS },
    (_, at) => `${options.label}${at === 0 ? '' : `-${String(at)}`}`,
  );
  const ranked = labels
    .map((label) => {
      const body = sampleOne(supply.arbitrary, context.seed, label);
      return { label, score: differences(valueAt(body, place), shown) };
    })
    .toSorted((a, b) => b.score - a.score);
  const label = ranked[0]?.label ?? options.label;
  // A marker would name the text that it stands in.
  if (options.isBare === true) return sampleOne(supply.arbitrary, context.seed, label);
  return markedBody(context, operation, { ...options, label });
}

/** The members that a change may name, the client's own words first. */
export function changeable({ resource }: Living, operation: Operation): readonly string[] {
  const schema = sentTo(operation, resource)?.schema;
  const member = memberToChange(resource);
  const states = statesOf(resource, operation);
  const all = schema === undefined ? [] : [...schemaMembers(schema).properties.keys()];
  const names = all.filter((name) => !states.includes(name));
  return member !== undefined && names.includes(member)
    ? [member, ...names.filter((name) => name !== member)]
    : names;
}

/** A change of one member. */
export function changeOfOne(
  living: Living,
  operation: Operation,
  name: string,
  when: string,
): Json | undefined {
  const { context, label, resource } = living;
  if (isJsonPatch(operation)) return jsonPatchBody(operation, name, `${context.marker()} Changed`);
  const through = `${sentTo(operation, resource)?.pointer ?? ''}${toPointer([name])}`;
  const isFirst = name === memberToChange(living.resource);
  const options = { optional: 'none', through, label: `${label}/${when}` } as const;
  return otherBody(living, operation, isFirst ? options : { ...options, isBare: true });
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
    if (!isObject(inner) || Object.keys(inner).length < 2) continue;
    const isTelling = telling !== undefined && Object.hasOwn(inner, telling);
    if (isTelling && breaks.kind !== 'format' && breaks.pointer !== told) return value;
    bodies.push(value);
  }
  return bodies[0];
}

/** A value of the same kind as the one that is there, and another one. */
export function otherThan(there: unknown, drawn: Json): Json {
  if (typeof there === 'number') return there + 1_000_003;
  if (typeof there === 'boolean') return !there;
  if (typeof there === 'string' && /^\d{4}-\d\d-\d\dT/.test(there)) return '2001-02-03T04:05:06Z';
  return drawn;
}
