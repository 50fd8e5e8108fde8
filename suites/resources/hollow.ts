import { sentTo } from '../../src/checks/resources/life/members/entry-state.ts';
import type { Operation } from '../../src/interface/model.ts';
import type { Resource } from '../../src/interface/resources/resources.ts';
import { fromPointer, putAt, valueAt } from '../../src/json/pointer.ts';
import { isList, isObject, type Json } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { isSchema, type Schema } from '../../src/schema/keywords.ts';
import { besideNull, schemaMembers } from '../../src/schema/members.ts';
import { mergedKeywords } from '../../src/schema/merge.ts';
import { allowedIn, makeEntry } from '../../src/session/entries/entry-requests.ts';
import type { ProbeContext } from '../../src/session/probe.ts';
import { markedBody } from '../../src/session/requests/marked.ts';

/** New entries whose objects and lists leave out what has a default inside of them: what is filled in there shows in two of them. */

const DEEPEST = 3;
/** Draws of a body before the best of them is taken. */
const MOST_DRAWS = 6;
/** So many creations tell of a default. */
const WITNESSES = ['first', 'second'] as const;

type Hollow = { readonly value: Json; readonly places: ReadonlySet<string> };

/** The value without the members that have a default, below its first level, and where they were. */
function hollowed(root: Schema, schema: Schema, value: Json, at = '', depth = 0): Hollow {
  const own = besideNull(schema, root);
  if (depth > DEEPEST) return { value, places: new Set() };
  if (isList(value)) {
    const { items } = mergedKeywords(own, root);
    const inner = value.map((item) =>
      isSchema(items) ? hollowed(root, items, item, `${at}[]`, depth + 1) : { value: item, places: [] },
    );
    return { value: inner.map((one) => one.value), places: new Set(inner.flatMap((one) => [...one.places])) };
  }
  if (!isObject(value)) return { value, places: new Set() };
  const { properties, required } = schemaMembers(own, root);
  const places = new Set<string>();
  const kept = Object.entries(value).flatMap(([name, held]): (readonly [string, Json])[] => {
    const member = properties.get(name);
    if (member === undefined) return [[name, held]];
    const hasDefault = mergedKeywords(member, root).default !== undefined;
    if (depth > 0 && hasDefault && !required.has(name)) {
      places.add(`${at}.${name}`);
      return [];
    }
    const inner = hollowed(root, member, held, `${at}.${name}`, depth + 1);
    for (const place of inner.places) places.add(place);
    return [[name, inner.value]];
  });
  return { value: Object.fromEntries(kept), places };
}

function hollowBody(
  context: ProbeContext,
  resource: Resource,
  operation: Operation,
  label: string,
): Json | undefined {
  const [place, schema] = [sentTo(operation, resource), requestSchema(operation)];
  if (place === undefined || schema === undefined) return undefined;
  const at = fromPointer(place.pointer);
  const drawn = Array.from({ length: MOST_DRAWS }, (_, draw) => {
    const body = markedBody(context, operation, { optional: 'all', label: `${label}-${String(draw)}` });
    const inner = body === undefined ? undefined : valueAt(body, at);
    if (body === undefined || !isObject(inner)) return { value: undefined, places: 0 };
    const { value, places } = hollowed(place.schema, place.schema, inner);
    return { value: putAt(body, at, value), places: places.size };
  });
  const [best] = drawn.toSorted((a, b) => b.places - a.places);
  const { value, places = 0 } = best ?? {};
  return value === undefined || places === 0 || validatorOf(schema)(value).length > 0 ? undefined : value;
}

/** The least that makes an entry under a name of the client's, where the document has defaults for more. */
function leastBody(
  context: ProbeContext,
  resource: Resource,
  operation: Operation,
  label: string,
): Json | undefined {
  const schema = sentTo(operation, resource)?.schema ?? true;
  const members = [...schemaMembers(schema).properties.values()];
  const hasDefaults = members.some((member) => mergedKeywords(member, schema).default !== undefined);
  return hasDefaults ? markedBody(context, operation, { optional: 'none', label }) : undefined;
}

/** Makes two such entries, where the document has defaults inside of members, or for those of what a PUT makes. */
export async function makeHollow(context: ProbeContext, resource: Resource): Promise<void> {
  const { create, replace } = resource;
  const operation = create ?? replace;
  if (operation === undefined || !allowedIn(context)(operation) || operation.requestBody === undefined)
    return;
  const label = `resources/hollow-${operation.id}`;
  for (const witness of WITNESSES) {
    const named = `${label}-${witness}`;
    const inner = hollowBody(context, resource, operation, named);
    const body = inner ?? (create === undefined ? leastBody(context, resource, operation, named) : undefined);
    if (body === undefined) return;
    await makeEntry(context, resource, `${label}-${witness}`, { body: { json: body } });
  }
}
