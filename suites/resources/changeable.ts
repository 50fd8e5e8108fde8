import { sentTo } from '../../src/checks/resources/life/members/entry-state.ts';
import type { Operation } from '../../src/interface/model.ts';
import { isHolder, opened, placedMembers } from '../../src/interface/resources/lists/member-places.ts';
import { type Resource } from '../../src/interface/resources/resources.ts';
import { type Json, type JsonObject, memberOf } from '../../src/json/value.ts';
import { isMarked } from '../../src/schema/direction.ts';
import { fixedValues, type Schema } from '../../src/schema/keywords.ts';
import { mergedKeywords } from '../../src/schema/merge.ts';
import { besideNull, schemaMembers } from '../../src/schema/members.ts';
import { subschema } from '../../src/schema/resolve.ts';
import { memberToChange } from '../../src/session/entries/entry-requests.ts';
import { statesOf } from '../../src/session/entries/of-entry-at.ts';
import { freeTexts } from '../../src/session/requests/values/free-text.ts';
import type { Living } from './bodies.ts';

/** The members that changes are made of, one at a time: those of an entry, or of what holds them in it (`attributes` of JSON:API). */

/** What a resource of JSON:API holds beside its attributes (https://jsonapi.org/format/1.1/#document-resource-object-relationships). */
const RELATIONSHIPS = 'relationships';
/** What names such a resource, and leads to it. */
const AROUND: ReadonlySet<string> = new Set(['id', 'type', 'links', 'meta']);

/** What holds the members of an entry, by its name; empty where they stand in the entry itself. */
function holdersIn(schema: Schema): ReadonlyMap<string, readonly string[]> {
  const { properties } = schemaMembers(schema);
  const inside = [...properties].flatMap(([name, member]) => {
    const held = subschema(schema, besideNull(member, schema));
    const names = [...schemaMembers(held).properties.keys()];
    return (isHolder(name) || name === RELATIONSHIPS) && names.length > 0 ? [[name, names] as const] : [];
  });
  return new Map(inside.some(([name]) => isHolder(name)) ? inside : []);
}

/** Where a member stands in the schema of an entry. */
export function memberPath(schema: Schema, name: string): readonly string[] {
  if (schemaMembers(schema).properties.has(name)) return [name];
  const [holder] = [...holdersIn(schema)].find(([, names]) => names.includes(name)) ?? [];
  return holder === undefined ? [name] : [holder, name];
}

/** The client's own words inside of what holds the members of an entry. */
export function heldText(operation: Operation, resource: Resource): string | undefined {
  const schema = sentTo(operation, resource)?.schema;
  return schema === undefined
    ? undefined
    : freeTexts(schema)
        .find(({ path }) => path.length > 1)
        ?.path.at(-1);
}

/** What an entry shows of a member, wherever it stands. */
export function shownMember(entry: JsonObject | undefined, name: string): Json | undefined {
  return entry === undefined ? undefined : memberOf(opened(entry), name);
}

/** The same as `statesOf` of what holds the members of an entry: listed values that come after its creation alone. */
function heldStates(resource: Resource, operation: Operation): readonly string[] {
  const sent = sentTo(operation, resource)?.schema;
  const made = resource.create === undefined ? undefined : sentTo(resource.create, resource)?.schema;
  if (sent === undefined || made === undefined) return [];
  const placed = placedMembers(sent).filter(({ within }) => within !== undefined);
  const first = new Set(placedMembers(made).map(({ member }) => member));
  return placed.flatMap(({ member, schema, root }) => {
    const values = fixedValues(mergedKeywords(schema, root)) ?? [];
    return values.length > 1 && !first.has(member) ? [member] : [];
  });
}

/** The members that a change may name, the client's own words first. */
export function changeable({ resource }: Pick<Living, 'resource'>, operation: Operation): readonly string[] {
  const schema = sentTo(operation, resource)?.schema;
  if (schema === undefined) return [];
  const holders = holdersIn(schema);
  const own = [...schemaMembers(schema).properties.keys()];
  const around = own.filter((name) => !holders.has(name) && (holders.size === 0 || !AROUND.has(name)));
  // What belongs to others comes before what is the entry's own.
  const held = [...holders].toSorted(([one], [other]) => Number(isHolder(one)) - Number(isHolder(other)));
  const all = [...around, ...held.flatMap(([, names]) => names)];
  const member = holders.size === 0 ? memberToChange(resource) : heldText(operation, resource);
  const states = [...statesOf(resource, operation), ...heldStates(resource, operation)];
  // What no answer shows is changed last.
  const isHidden = (name: string): boolean => isMarked(schema, name, 'writeOnly');
  const names = all
    .filter((name) => !states.includes(name))
    .toSorted((a, b) => Number(isHidden(a)) - Number(isHidden(b)));
  return member !== undefined && names.includes(member) && !isHidden(member)
    ? [member, ...names.filter((name) => name !== member)]
    : names;
}
