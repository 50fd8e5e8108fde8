import { percentDecoded } from '../../../http/target.ts';
import {
  isList,
  isName,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  objectsIn,
} from '../../../json/value.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { besideNull, isObjectSchema, schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { subschema } from '../../../schema/resolve.ts';
import { plainName } from '../../names.ts';

/**
 * Entries whose name does not stand beside their other members. It stands in what is told about them (`{metadata: {name, labels}, spec}`,
 * as Kubernetes has them): what wraps an entry (`data`) has all of it, and `metadata` has not. Or they have none but their address:
 * `_links.self.href`, as HAL has it (draft-kelly-json-hal §5), `links` with `rel: self`, `@id` of JSON-LD, `url` of hyperlinked entries.
 * They are read as if the name stood in the entry itself.
 */

const ABOUT: readonly string[] = ['metadata', 'meta'];

/** True for a member that tells about what it stands in, and is none of it. */
export function tellsAbout(name: string): boolean {
  return ABOUT.includes(name);
}

/** The member of an entry that tells about it, as the document describes it; `undefined` where an object has none, or nothing beside it. */
export function describedAbout(entry: Schema): Schema | undefined {
  const members = [...schemaMembers(entry).properties];
  const isObjectLike = (member: Schema): boolean =>
    isObjectSchema(subschema(entry, besideNull(member, entry)));
  const about = members.find(([name, member]) => ABOUT.includes(name) && isObjectLike(member));
  const isBeside = members.some(([name, member]) => !ABOUT.includes(name) && isObjectLike(member));
  return about === undefined || !isBeside ? undefined : subschema(entry, besideNull(about[1], entry));
}

/** What entries are described with in the place of a name that is the end of their address. */
export const NAME_IN_LINK: Schema = { type: 'string', readOnly: true };

/** The schema of an entry with its name. `name`: what the name is described as where it stands. */
export function describedWithName(entry: Schema, identity: string, name: Schema): Schema {
  const { properties = {}, ...keywords } = mergedKeywords(entry);
  const own = isObject(properties) ? properties : {};
  return { ...keywords, properties: { ...own, [identity]: name } };
}

/** Members that lead to what they are in, and those that hold them. */
const LEADS_TO_ITSELF: readonly string[] = ['self', '@id', 'href', 'url', 'uri'];
const HOLDS_LINKS: readonly string[] = ['_links', 'links'];
/** What these lead to is the entry itself where the service alone sets them. */
const MAY_LEAD_ELSEWHERE: readonly string[] = ['href', 'url', 'uri'];

function linkOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  const href = isObject(value) ? memberOf(value, 'href') : undefined;
  return typeof href === 'string' ? [href] : [];
}

function linksHeld(held: Json | undefined): readonly string[] {
  if (isList(held))
    return objectsIn(held).flatMap((one) => (memberOf(one, 'rel') === 'self' ? linkOf(one) : []));
  return isObject(held) ? LEADS_TO_ITSELF.flatMap((name) => linkOf(memberOf(held, name))) : [];
}

/** The links of an entry that may lead to itself. */
export function ownLinks(entry: JsonObject): readonly string[] {
  return [...HOLDS_LINKS.map((name) => memberOf(entry, name)), entry].flatMap(linksHeld);
}

/** True for a member that holds links by what leads where: `self` among them, or any of them with an `href`. */
function holdsLinks(entry: Schema, member: Schema): boolean {
  const held = besideNull(member, entry);
  if (schemaMembers(held, entry).properties.has('self')) return true;
  const { additionalProperties, items } = mergedKeywords(held, entry);
  const any = items ?? additionalProperties;
  return isObject(any) && schemaMembers(any, entry).properties.has('href');
}

/** True for entries that by their schema show their own address. */
export function showsOwnLink(entry: Schema): boolean {
  return [...schemaMembers(entry).properties].some(([name, member]) => {
    if (HOLDS_LINKS.includes(name)) return holdsLinks(entry, member);
    if (!LEADS_TO_ITSELF.includes(name)) return false;
    const { type, readOnly } = mergedKeywords(besideNull(member, entry), entry);
    return type === 'string' && (readOnly === true || !MAY_LEAD_ELSEWHERE.includes(name));
  });
}

/** The name of an entry in the link to itself, where that ends as the path of its kind does (`/books/{id}`). */
function nameInOwnLink(entry: JsonObject, itemPath: string): string | undefined {
  const above = itemPath.split('/').at(-2);
  for (const link of ownLinks(entry)) {
    const [path = ''] = link.split(/[?#{]/, 1);
    const [holder, name = ''] = path
      .split('/')
      .filter((segment) => segment !== '')
      .slice(-2);
    const text = percentDecoded(name);
    if (text !== undefined && text !== '' && holder === above) return text;
  }
  return undefined;
}

function nameAbout(entry: JsonObject, identity: string): Json | undefined {
  const about = ABOUT.map((name) => memberOf(entry, name)).find((value) => isObject(value));
  const isBeside = Object.entries(entry).some(([key, value]) => !ABOUT.includes(key) && isObject(value));
  return isObject(about) && isBeside ? memberOf(about, identity) : undefined;
}

/**
 * The name of an entry in the one member that is called as its identity is but for the way of writing (`ID`, `_id` for `id`): services that
 * nobody describes the entries of show them as they keep them.
 */
export function nameWrittenOtherwise(entry: JsonObject, identity: string): Json | undefined {
  const plain = plainName(identity);
  const [own, ...others] = Object.entries(entry).filter(([name]) => plainName(name) === plain);
  return own !== undefined && others.length === 0 && isName(own[1]) ? own[1] : undefined;
}

/** What names entries, and the path of one: none where they have no path. */
type Kind = { readonly identity: string | undefined; readonly itemPath?: string | undefined };

/** An entry with its name as it is written otherwise, from what is told about it, or from the link to itself, where it has none of its own. */
export function withName(entry: JsonObject, { identity, itemPath }: Kind): JsonObject {
  if (identity === undefined || Object.hasOwn(entry, identity)) return entry;
  const name =
    nameWrittenOtherwise(entry, identity) ??
    nameAbout(entry, identity) ??
    (itemPath === undefined ? undefined : nameInOwnLink(entry, itemPath));
  return name === undefined ? entry : { ...entry, [identity]: name };
}
