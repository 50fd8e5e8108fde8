import { plainText } from '../../../json/lossless.ts';
import { isList, isObject, type JsonObject, type Json, memberOf } from '../../../json/value.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { besideNull, isObjectSchema, schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { dereferenced } from '../../../schema/references.ts';
import { subschema } from '../../../schema/resolve.ts';
import { withSharedMembers } from '../../../schema/shared-members.ts';

/** Where the members of an entry stand: beside its identity, or in the one member that holds all that clients write. */

/** A member of an entry. `within`: the member that holds it; `undefined` where it stands in the entry itself. */
export type MemberPlace = {
  readonly member: string;
  readonly within: string | undefined;
  /** Of a list of objects: the member by which each is named there. */
  readonly ofItem?: string;
};

/** A member as its document describes it. */
export type PlacedMember = MemberPlace & {
  readonly schema: Schema;
  /** What references of the schema lead into. */
  readonly root: Schema;
};

/** What holds the members of an entry where its identity stands beside them: of JSON:API, of GeoJSON, of tables. */
const HOLDERS: readonly string[] = ['attributes', 'properties', 'fields', 'spec'];

function membersIn(whole: Schema, within: string | undefined): readonly PlacedMember[] {
  const root = withSharedMembers(whole);
  return [...schemaMembers(root).properties].map(([member, schema]) => ({ member, within, schema, root }));
}

/** Ends of names of what stands beside an object that holds all else of an entry: what it is called by, and by what it is read. */
const BESIDE = /(?:^|[^a-z])(?:id|uuid|guid|key|href|url|type|kind)$|[a-z](?:Id|Uuid|Guid|Key|Href|Url)$/;

/** The one object of an entry that has nothing beside it but its name and lists: `{id, info: {…}, films: […]}`. */
function soleObject(entry: Schema, own: readonly PlacedMember[]): string | undefined {
  const beside = own.filter(
    ({ member, schema }) => !BESIDE.test(member) && mergedKeywords(schema, entry).type !== 'array',
  );
  const isNamed = own.some(({ member }) => BESIDE.test(member));
  const [only] = beside;
  return isNamed && beside.length === 1 ? only?.member : undefined;
}

/** The members of an entry, with those that one of them holds behind them. */
export function placedMembers(entry: Schema): readonly PlacedMember[] {
  const own = membersIn(entry, undefined);
  const sole = soleObject(entry, own);
  const held = own.flatMap(({ member, schema }) => {
    if (!HOLDERS.includes(member) && member !== sole) return [];
    const inner = subschema(entry, dereferenced(entry, schema));
    return isObjectSchema(inner) ? membersIn(inner, member) : [];
  });
  return [...own, ...held];
}

/** The members of one that is an object. */
export function membersInside({ member, within, schema, root }: PlacedMember): readonly PlacedMember[] {
  if (within !== undefined) return [];
  const inner = subschema(root, dereferenced(root, besideNull(schema, root)));
  return [...schemaMembers(inner).properties].map(([name, each]) => ({
    member: name,
    within: member,
    schema: each,
    root: inner,
  }));
}

/**
 * An entry with the members that one of them holds beside its own: `{ id, status }` of `{ id, attributes: { status } }`. The same value
 * where none does. Its own come first.
 */
export function opened(entry: JsonObject): JsonObject {
  const held = HOLDERS.flatMap((name) => {
    const value = memberOf(entry, name);
    return isObject(value) ? Object.entries(value) : [];
  });
  return held.length === 0 ? entry : Object.fromEntries([...held, ...Object.entries(entry)]);
}

/** The same entry with another value for a member, where that stands. */
export function withMember(entry: JsonObject, member: string, value: Json): JsonObject {
  const holder = HOLDERS.find((name) => {
    const held = memberOf(entry, name);
    return isObject(held) && Object.hasOwn(held, member);
  });
  const held = holder === undefined ? undefined : memberOf(entry, holder);
  if (Object.hasOwn(entry, member) || holder === undefined || !isObject(held))
    return { ...entry, [member]: value };
  return { ...entry, [holder]: { ...held, [member]: value } };
}

/** True for the name of what may hold members of an entry. */
export function isHolder(name: string): boolean {
  return HOLDERS.includes(name);
}

function plainPlace(entry: JsonObject, { member, within }: MemberPlace): Json | undefined {
  if (within === undefined) return memberOf(entry, member);
  const holder = memberOf(entry, within);
  // Nothing has no members.
  if (holder === null) return null;
  return isObject(holder) ? memberOf(holder, member) : undefined;
}

/** What an entry shows at a place: of objects that are named there, their names as texts. */
export function shownAt(entry: JsonObject, place: MemberPlace): Json | undefined {
  const [shown, { ofItem }] = [plainPlace(entry, place), place];
  if (ofItem === undefined || !isList(shown)) return shown;
  return shown.map((item) => {
    const name = isObject(item) ? memberOf(item, ofItem) : undefined;
    return name === undefined || (typeof name === 'object' && name !== null) ? null : plainText(name);
  });
}
