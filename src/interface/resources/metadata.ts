import { isObject, type JsonObject, memberOf } from '../../json/value.ts';
import type { Schema } from '../../schema/keywords.ts';
import { besideNull, isObjectSchema, schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { subschema } from '../../schema/resolve.ts';

/**
 * Entries whose name stands in what is told about them, beside all that they hold: `{metadata: {name, labels}, spec}`, as Kubernetes has
 * them. They are read as if the name stood in the entry itself: what wraps an entry (`data`) has all of it, and `metadata` has not.
 */

const ABOUT: readonly string[] = ['metadata', 'meta'];

/** The member of an entry that tells about it, as the document describes it; `undefined` where an object has none, or nothing beside it. */
export function describedAbout(entry: Schema): Schema | undefined {
  const members = [...schemaMembers(entry).properties];
  const isObjectLike = (member: Schema): boolean =>
    isObjectSchema(subschema(entry, besideNull(member, entry)));
  const about = members.find(([name, member]) => ABOUT.includes(name) && isObjectLike(member));
  const isBeside = members.some(([name, member]) => !ABOUT.includes(name) && isObjectLike(member));
  return about === undefined || !isBeside ? undefined : subschema(entry, besideNull(about[1], entry));
}

/** The schema of an entry with the name from what is told about it. */
export function describedWithName(entry: Schema, about: Schema, identity: string): Schema {
  const { properties = {}, ...keywords } = mergedKeywords(entry);
  const own = isObject(properties) ? properties : {};
  const name = schemaMembers(about).properties.get(identity) ?? true;
  return { ...keywords, properties: { ...own, [identity]: name } };
}

/** An entry with the name from what is told about it, where it has none of its own. */
export function withName(entry: JsonObject, identity: string | undefined): JsonObject {
  if (identity === undefined || Object.hasOwn(entry, identity)) return entry;
  const about = ABOUT.map((name) => memberOf(entry, name)).find((value) => isObject(value));
  const name = isObject(about) ? memberOf(about, identity) : undefined;
  const isBeside = Object.entries(entry).some(([key, value]) => !ABOUT.includes(key) && isObject(value));
  return name === undefined || !isBeside ? entry : { ...entry, [identity]: name };
}
