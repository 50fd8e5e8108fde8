import { toPointer } from '../../json/pointer.ts';
import type { Schema } from '../../schema/keywords.ts';
import { besideNull, isObjectSchema, schemaMembers } from '../../schema/members.ts';
import { subschema } from '../../schema/resolve.ts';
import { plainName } from '../names.ts';
import { thingAt } from './names/called.ts';
import { isEntryInside, isEnvelope } from './held-entry.ts';

/** Where a body holds the entry that it tells of: the body itself, or one member of it (`data`), which wraps the entry. */
export type Wrapping = {
  /** JSON Pointer into the body; the empty string for the body itself. */
  readonly pointer: string;
  /** What the body says of the entry alone. */
  readonly schema: Schema;
};

function namesOf(schema: Schema): ReadonlySet<string> {
  return new Set(schemaMembers(schema).properties.keys());
}

function objectsInside(body: Schema): readonly (Wrapping & { readonly name: string })[] {
  return [...schemaMembers(body).properties].flatMap(([name, member]) => {
    const schema = subschema(body, besideNull(member, body));
    return isObjectSchema(schema) ? [{ name, pointer: toPointer([name]), schema }] : [];
  });
}

/** Members of a message and of an entry alike, which tell nothing of what the message is about. */
const ANYWHERE: ReadonlySet<string> = new Set(['links', '_links', 'meta']);

/** So many members at least are the same in two descriptions of one thing. */
const LEAST_ALIKE = 2;

/**
 * The one member of a body, or of its only object (`data`), that is described as the entries of a list are, where nothing else beside
 * it is: one of the two may say more than the other. `undefined` where there is none or more than one.
 */
export function wrappedEntry(body: Schema, entry: Schema): Wrapping | undefined {
  const [only, ...others] = objectsInside(body);
  const own = wrappedIn(body, entry);
  if (own !== undefined || only === undefined || others.length > 0) return own;
  const inner = wrappedIn(only.schema, entry);
  return inner === undefined ? undefined : { ...inner, pointer: `${only.pointer}${inner.pointer}` };
}

function wrappedIn(body: Schema, entry: Schema): Wrapping | undefined {
  const shown = namesOf(entry);
  const around = namesOf(body);
  const found = objectsInside(body).filter(({ name, schema }) => {
    const own = namesOf(schema);
    const alike = own.intersection(shown);
    const others = [...around].filter((other) => other !== name && shown.has(other) && !ANYWHERE.has(other));
    const isSame = alike.size === own.size || alike.size === shown.size;
    return isSame && alike.size >= LEAST_ALIKE && others.length === 0 && !shown.has(name);
  });
  const [first, ...more] = found;
  return first === undefined || more.length > 0
    ? undefined
    : { pointer: first.pointer, schema: first.schema };
}

/** What an answer says of an entry with this identity: the whole of it, or the one member that wraps the entry. */
export function shownEntry(body: Schema, identity: string, entry: Schema): Wrapping {
  const whole: Wrapping = { pointer: '', schema: body };
  return namesOf(body).has(identity) ? whole : (wrappedEntry(body, entry) ?? whole);
}

/** The members of a body that by their names hold what it is about. */
export function envelopesIn(body: Schema): readonly (Wrapping & { readonly name: string })[] {
  return objectsInside(body).filter(({ name }) => isEnvelope(name));
}

/**
 * What a request to a path says of an entry: the whole of it, or its only member, where the entry has all members of that. An only
 * member with a single member of its own may be about something else (`{"owner": {"name": "…"}}`), unless its name says that it is
 * not; such a name says so beside other members, too (`{"data": {…}, "permissions": {…}}`), as long as the entry has none of these.
 * An only member that is called as the entries of the path are (`{"plan": {…}}`, sent to `/plans`) may have some that no entry shows.
 */
export function sentEntry(body: Schema, entry: Schema, path: string): Wrapping {
  const whole: Wrapping = { pointer: '', schema: body };
  const shown = namesOf(entry);
  const around = namesOf(body);
  if (!around.isDisjointFrom(shown)) return whole;
  const envelopes = envelopesIn(body);
  const [only, ...others] = envelopes.length > 0 ? envelopes : around.size === 1 ? objectsInside(body) : [];
  if (only === undefined || others.length > 0) return whole;
  const own = namesOf(only.schema);
  const isCalledSo = plainName(only.name) === thingAt(path);
  const least = envelopes.length > 0 || isCalledSo ? 1 : LEAST_ALIKE;
  const alike = own.intersection(shown).size;
  const isAlike = isCalledSo ? alike * 2 >= own.size : alike === own.size;
  if (alike < least || !isAlike) return whole;
  return { pointer: only.pointer, schema: only.schema };
}

/**
 * The one object inside of a body that has the name of an entry of the path, and is that entry by how it is called, by what is sent for
 * one, or by what stands beside it; `undefined` where there is none or more than one. `sent`: what is sent for an entry.
 */
export function namedInside(
  body: Schema,
  identity: string,
  path: string,
  sent: Schema,
): Wrapping | undefined {
  const held = objectsInside(body);
  const objects = held.map(({ name }) => name);
  const beside = [...namesOf(body)].filter((name) => !objects.includes(name));
  const found = held.filter(
    ({ name, schema }) =>
      namesOf(schema).has(identity) &&
      isEntryInside({ name, names: namesOf(schema), objects, others: beside }, namesOf(sent), thingAt(path)),
  );
  const [first, ...others] = found;
  return first === undefined || others.length > 0
    ? undefined
    : { pointer: first.pointer, schema: first.schema };
}
