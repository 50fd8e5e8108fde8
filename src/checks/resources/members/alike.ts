import { hash } from 'node:crypto';
import { canonicalJson } from '../../../json/canonical.ts';
import { isList, isObject, type Json, memberOf, listOf } from '../../../json/value.ts';
import { DISCRIMINATOR, isSchema, type Schema } from '../../../schema/keywords.ts';
import { besideNull, isObjectSchema, schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { formsText } from '../../../schema/pattern/words.ts';
import { definitionsOf, dereferenced } from '../../../schema/references.ts';
import { onceFor, onceForBoth } from '../../../system/once-for.ts';

/** What a document says alike of what clients send and of what answers show. */

/** What says nothing of which values a member may have. */
const WORDS_ALONE: ReadonlySet<string> = new Set([
  'title',
  'description',
  'example',
  'examples',
  'default',
  'readOnly',
  'writeOnly',
  'deprecated',
  // It tells which alternative to look at, and allows nothing that they don't.
  DISCRIMINATOR,
  'externalDocs',
  'xml',
  '$comment',
]);

/** True for what stands beside: words, and extensions (`x-example`; OpenAPI 3.1 section 4.9), which mean what their tools take them for. */
function isWord(name: string): boolean {
  return WORDS_ALONE.has(name) || name.startsWith('x-');
}

/** What a schema says of values, without its words about them. */
function withoutWords(root: Schema, schema: Schema, depth = 0): Json {
  const at = dereferenced(root, schema);
  if (!isObject(at) || depth > 4) return at;
  const kept = Object.keys(at).filter((name) => !isWord(name) && name !== '$defs');
  return Object.fromEntries(
    kept.map((name) => {
      const value = memberOf(at, name) ?? null;
      return [name, name === 'items' && isObject(value) ? withoutWords(root, value, depth + 1) : value];
    }),
  );
}

/**
 * How long a text or how large a number may be, how many a list may have, what must be there, and what stands where nothing is given:
 * requests say it, and answers mostly don't.
 */
const BOUNDS: ReadonlySet<string> = new Set([
  'additionalProperties',
  'default',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'maximum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minimum',
  'minItems',
  'minLength',
  'minProperties',
  'multipleOf',
  'pattern',
  'required',
  'uniqueItems',
]);

const DEEPEST_KIND = 4;

type Described = { readonly [name: string]: Json };

/** What a schema says of a list, with one description for all of its places where these are of one kind (`[latitude, longitude]`). */
function withoutPlaces(root: Schema, { prefixItems, ...said }: Described, depth: number): Described {
  if (!isList(prefixItems)) return { ...said, ...(prefixItems === undefined ? {} : { prefixItems }) };
  const kinds = prefixItems.map((item) => (isSchema(item) ? kindOf(root, item, depth + 1) : item));
  const [first] = kinds;
  const isOne = new Set(kinds.map((kind) => digestOf(kind))).size === 1 && isSchema(first);
  const isClosed = said['items'] === undefined || said['items'] === false;
  return isOne && isClosed ? { ...said, items: first } : { ...said, prefixItems };
}

/** What a schema says of alternatives: one of them fits, or one at least, is the same where they differ. */
function withKinds(root: Schema, { oneOf, anyOf = oneOf, ...said }: Described, depth: number): Described {
  if (!isList(anyOf)) return { ...said, ...(anyOf === undefined ? {} : { anyOf }) };
  return { ...said, anyOf: anyOf.map((way) => (isSchema(way) ? kindOf(root, way, depth + 1) : way)) };
}

/**
 * What a schema says of the kind of its values, also of those inside: what bounds them is no part of it. Of schemas that share their
 * definitions each is looked at once at each depth: written out, what they refer to doubles at each step.
 */
export function kindOf(root: Schema, schema: Schema, depth = 0): Json {
  if (!isObject(schema)) return schema;
  const known = kindsKnown(isObject(root) ? definitionsOf(root) : schema, schema);
  const kind = known.get(depth) ?? foundKind(root, schema, depth);
  known.set(depth, kind);
  return kind;
}

const kindsKnown = onceForBoth((_definitions: Described, _schema: Described) => new Map<number, Json>());

function foundKind(root: Schema, schema: Described, depth: number): Json {
  const said = withoutWords(root, schema);
  if (!isObject(said) || depth > DEEPEST_KIND) return said;
  const { allOf } = said;
  const [only] = isList(allOf) && allOf.length === 1 && Object.keys(said).length === 1 ? allOf : [];
  if (isObject(only)) return kindOf(root, only, depth + 1);
  const types = listOf(memberOf(said, 'type'));
  const [type = memberOf(said, 'type')] = types.filter((one) => one !== 'null');
  if (typeof type !== 'string') return withKinds(root, said, depth);
  const kept = Object.entries(withoutPlaces(root, said, depth)).filter(([name]) => !BOUNDS.has(name));
  return Object.fromEntries(
    kept.map(([name, value]): [string, Json] => {
      if (name === 'items' && isObject(value)) return [name, kindOf(root, value, depth + 1)];
      // A change may have null for what answers leave out.
      if (name === 'type' && depth > 0) return [name, type];
      if (name !== 'properties' || !isObject(value)) return [name, value];
      const members = Object.entries(value).map(([member, inner]): [string, Json] => [
        member,
        isObject(inner) ? kindOf(root, inner, depth + 1) : inner,
      ]);
      return [name, Object.fromEntries(members)];
    }),
  );
}

/** A short text that is equal for what is equal. What stands in several places is looked at once, as `kindOf` does. */
export function digestOf(value: Json): string {
  return typeof value === 'object' && value !== null ? digestOfParts(value) : canonicalJson(value);
}

const digestOfParts = onceFor((value: Described | readonly Json[]): string => {
  const parts = Object.entries(value).map(([name, part]): [string, string] => [name, digestOf(part)]);
  return hash('sha256', canonicalJson([isList(value), Object.fromEntries(parts)]), 'base64');
});

/** So deep are the members of two descriptions compared. */
const DEEPEST = 4;

/**
 * What two descriptions say alike: all of a value, some members of an object, or some of each item of a list. What one of them has and the
 * other has not, or has otherwise (an `enum` of requests alone, the identities that a service gives to items), is left aside.
 */
export type Alike =
  | { readonly kind: 'whole' }
  | { readonly kind: 'members'; readonly members: ReadonlyMap<string, Alike> }
  | { readonly kind: 'items'; readonly items: Alike };

const WHOLE: Alike = { kind: 'whole' };

type Side = readonly [root: Schema, schema: Schema];

/** How a schema says of what kind its values are. */
type Told = (root: Schema, schema: Schema, depth: number) => string;

/** Names by which something else is named: a service finds it, makes it, or knows nothing of the kind. */
const NAMES_ANOTHER = /(?:id|ref|url|uri|slug|key|name)s?$/i;

/** True for members of which none tells of anything but what is named by them. */
function namesOthers(names: Iterable<string>): boolean {
  return [...names].every((name) => NAMES_ANOTHER.test(name));
}

/** True for a member that is the service's own, whatever requests say of it. */
function isServiceOwn(root: Schema, member: Schema): boolean {
  return mergedKeywords(member, root).readOnly === true;
}

function holdsServiceOwn(root: Schema, schema: Schema): boolean {
  if (!isObjectSchema(schema, root)) return false;
  return [...schemaMembers(schema, root).properties.values()].some((member) => isServiceOwn(root, member));
}

/** Two schemas that are held against each other, and what is known of the parts of both at each depth. */
type Pair = {
  readonly sentRoot: Schema;
  readonly shownRoot: Schema;
  readonly told: Told;
  readonly known: readonly Map<Schema, Map<Schema, Alike | undefined>>[];
};

/**
 * What is said alike of what is sent and what is shown; `undefined` for nothing. Of two objects each member is looked at by itself: what
 * a change may leave out (`attributes` of JSON:API) is required of an answer, and an answer has more.
 */
export function alikeIn(
  [sentRoot, sent]: Side,
  [shownRoot, shown]: Side,
  told: Told = (root, schema, depth) => digestOf(kindOf(root, schema, depth)),
): Alike | undefined {
  const known = Array.from({ length: DEEPEST + 1 }, () => new Map<Schema, Map<Schema, Alike | undefined>>());
  return alikeParts({ sentRoot, shownRoot, told, known }, sent, shown, 0);
}

/** The same for parts. Definitions that refer to each other are met again and again: two of them are looked at once. */
function alikeParts(pair: Pair, sent: Schema, shown: Schema, depth: number): Alike | undefined {
  const [own, theirs] = [dereferenced(pair.sentRoot, sent), dereferenced(pair.shownRoot, shown)];
  const known = pair.known[depth]?.get(own) ?? new Map<Schema, Alike | undefined>();
  pair.known[depth]?.set(own, known);
  if (!known.has(theirs)) known.set(theirs, foundAlike(pair, own, theirs, depth));
  return known.get(theirs);
}

function foundAlike(pair: Pair, sent: Schema, shown: Schema, depth: number): Alike | undefined {
  const { sentRoot, shownRoot, told } = pair;
  // What is inside of an object may be null in answers alone, wherever it stands.
  const at = Math.min(depth, 1);
  const [own, other] = [besideNull(sent, sentRoot), besideNull(shown, shownRoot)];
  const isTold = told(sentRoot, sent, at) === told(shownRoot, shown, at);
  if (isTold && !holdsServiceOwn(shownRoot, other)) return WHOLE;
  if (depth >= DEEPEST) return undefined;
  const [item, shownItem] = [mergedKeywords(own, sentRoot).items, mergedKeywords(other, shownRoot).items];
  if (isSchema(item) && isSchema(shownItem)) {
    const items = alikeParts(pair, item, shownItem, depth + 1);
    // What is said of a list of anything but objects is said of the list.
    const isOfObjects = isObjectSchema(besideNull(item, sentRoot), sentRoot);
    const names = items?.kind === 'members' ? items.members : schemaMembers(item, sentRoot).properties;
    return items === undefined || !isOfObjects || namesOthers(names.keys())
      ? undefined
      : { kind: 'items', items };
  }
  if (!isObjectSchema(own, sentRoot) || !isObjectSchema(other, shownRoot)) return undefined;
  const [left, right] = [schemaMembers(own, sentRoot).properties, schemaMembers(other, shownRoot).properties];
  const members = [...left].flatMap(([name, member]): (readonly [string, Alike])[] => {
    const shownMember = right.get(name);
    const alike =
      shownMember === undefined || isServiceOwn(shownRoot, shownMember)
        ? undefined
        : alikeParts(pair, member, shownMember, depth + 1);
    return alike === undefined ? [] : [[name, alike]];
  });
  const isWhole = members.length === left.size && members.every(([, { kind }]) => kind === 'whole');
  if (isWhole && left.size > 0) return WHOLE;
  return namesOthers(members.map(([name]) => name))
    ? undefined
    : { kind: 'members', members: new Map(members) };
}

/** A value without what the two descriptions say otherwise. */
export function comparablePart(alike: Alike, value: Json): Json {
  switch (alike.kind) {
    case 'whole':
      return value;
    case 'items':
      return isList(value) ? value.map((item) => comparablePart(alike.items, item)) : value;
    case 'members':
      return isObject(value)
        ? Object.fromEntries(
            Object.entries(value).flatMap(([name, inner]): (readonly [string, Json])[] => {
              const own = alike.members.get(name);
              return own === undefined ? [] : [[name, comparablePart(own, inner)]];
            }),
          )
        : value;
  }
}

/** True for a place inside of a value that both describe alike; lists have no name in it. */
export function isAlikeAt(alike: Alike | undefined, names: readonly string[]): boolean {
  const [name, ...rest] = names;
  if (alike === undefined) return false;
  if (alike.kind === 'items') return isAlikeAt(alike.items, names);
  if (alike.kind === 'whole' || name === undefined) return true;
  return isAlikeAt(alike.members.get(name), rest);
}

/** What is said alike of a member of an object. */
export function innerAlike(alike: Alike, name: string): Alike {
  return (alike.kind === 'members' ? alike.members.get(name) : undefined) ?? WHOLE;
}

/**
 * True for a list of which answers say more than requests, and that has another length: a service may have made one of two lines that
 * name the same.
 */
export function isOtherList(alike: Alike, sent: Json, got: Json | undefined): boolean {
  return alike.kind === 'items' && isList(sent) && isList(got) && sent.length !== got.length;
}

/** True for any text of a request of which answers list the values (`status: string`, shown as `open` or `done`): one that they list is meant as that. */
export function isListedWhenShown([sent, member]: Side, [shown, other]: Side): boolean {
  const [own, theirs] = [
    mergedKeywords(besideNull(member, sent), sent),
    mergedKeywords(besideNull(other, shown), shown),
  ];
  const isListed = theirs.type === 'string' && isList(memberOf(theirs, 'enum'));
  return isListed && own.type === 'string' && !formsText(own);
}
