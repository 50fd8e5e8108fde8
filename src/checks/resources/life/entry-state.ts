import { isBesideDescribed } from '../../../interface/resources/words/quoted-values.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import {
  isList,
  isNothing,
  isObject,
  type JsonObject,
  listOf,
  type Json,
  memberOf,
} from '../../../json/value.ts';
import { fieldValues } from '../../../http/fields.ts';
import { documentedJson, essenceOf, JSON_PATCH } from '../../../http/media-type.ts';
import { scimStepsIn } from '../../../interface/content/change-lists.ts';
import type { Operation } from '../../../interface/model.ts';
import { wordsOfName } from '../../../interface/names.ts';
import { entrySchemaOf, type Resource } from '../../../interface/resources/resources.ts';
import { isCalledUpdate, saysReplaced } from '../../../interface/resources/words/told-replacements.ts';
import { sentEntry, type Wrapping } from '../../../interface/resources/wrapping.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { requestSchema } from '../../../oracle/contract.ts';
import { isCalledState, locksOf } from '../../../oracle/locks.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { compileSchemaLater } from '../../../schema/compile.ts';
import { holdersOfHidden } from '../../../schema/hidden-places.ts';
import { allowedTypes, type Keywords, type Schema } from '../../../schema/keywords.ts';
import { subschema } from '../../../schema/resolve.ts';
import { besideNull, schemaMembers } from '../../../schema/members.ts';
import { formsText } from '../../../schema/pattern/words.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import { onceFor, onceForBoth } from '../../../system/once-for.ts';
import { type Alike, alikeIn, comparablePart, digestOf, kindOf } from '../alike.ts';
import { carries, isOtherOrder, isTuple } from '../promises.ts';
import { holdsWords, isCut } from './made/lost-items.ts';

/**
 * The members of an entry as a client and a service speak of them: what a request gives, what an answer shows, and when the one
 * has to be the other. A service computes members, fills in defaults, and writes values in a way of its own: none of that is a
 * fault.
 */

/** What a document promises of one member of an entry. */
export type MemberPromise = {
  /** What of its values request and answer say alike. */
  readonly alike: Alike;
  /** The answer always has it. */
  readonly isRequired: boolean;
  /** The same, and not with null where a request gives it a value: what was sent is held against the answer to a creation. */
  readonly isEchoed: boolean;
  /** A text in the client's own words: no rule of a service gives it another value. */
  readonly isFreeText: boolean;
  /** Whether answers may show a value: one that they may not, such as null or a text that is too long, shows in some other way. */
  readonly mayShow: (value: Json) => boolean;
  /** False for a text beside those that its description quotes as its values. */
  readonly isOneOf: (value: Json) => boolean;
  readonly fallback: Json | undefined;
  /** Each place of the list has a meaning of its own. */
  readonly isTuple: boolean;
  /** A list or a map of texts in the client's own words. */
  readonly holdsWords: boolean;
};

/** What the body of an operation says of an entry of a resource, and where: mostly all of it; `undefined` without a body. */
export const sentTo = onceForBoth((operation: Operation, resource: Resource): Wrapping | undefined => {
  const body = requestSchema(operation);
  return body === undefined ? undefined : sentEntry(body, entrySchemaOf(resource) ?? true);
});

/**
 * The members that a request and the entry describe alike, by their names: what is sent of them is what is shown. Members of the
 * service (`readOnly`) and of the client alone (`writeOnly`) are none of them, nor those that hold any of the latter.
 */
export const promisedBetween = onceForBoth(
  (operation: Operation, resource: Resource): ReadonlyMap<string, MemberPromise> => {
    const [sent, shown] = [sentTo(operation, resource)?.schema, entrySchemaOf(resource)];
    if (sent === undefined || shown === undefined) return new Map();
    const entry = schemaMembers(shown);
    const holders = holdersOfHidden(sent, shown);
    const promises = [...schemaMembers(sent).properties].flatMap(
      ([name, member]): (readonly [string, MemberPromise])[] => {
        const other = entry.properties.get(name);
        const isOwn =
          name === resource.identity || isCalledState(name) || locksOf(resource, operation).includes(name);
        if (other === undefined || isOwn || holders.has(name)) return [];
        const [own, theirs] = [mergedKeywords(member, sent), mergedKeywords(other, shown)];
        if ([own, theirs].some((keywords) => keywords.readOnly === true || keywords.writeOnly === true))
          return [];
        const alike = alikeBetween(sent, member, shown, other);
        if (alike === undefined) return [];
        const beside = scalarKeywords(member, sent);
        // What an answer has a form for may be written in it.
        const types = [...allowedTypes(beside)].filter((type) => type !== 'null');
        const isText = types.join() === 'string' && [own, beside, theirs].every((one) => isWords(one));
        const fallback = memberOf(own, 'default') ?? memberOf(theirs, 'default');
        const [ofShown, ofSent] = [subschema(shown, other), subschema(sent, member)].map(compileSchemaLater);
        const mayShow = (value: Json): boolean => ofShown?.(value).length === 0;
        const maySend = (value: Json): boolean => ofSent?.(value).length === 0;
        const promise: MemberPromise = {
          alike,
          isRequired: entry.required.has(name),
          isEchoed: entry.required.has(name) && (!mayShow(null) || maySend(null)),
          isFreeText: isText,
          mayShow,
          isOneOf: (value) => ![own, theirs].some((said) => isBesideDescribed(name, said, value)),
          fallback,
          isTuple: isTuple(sent, member),
          holdsWords: holdsWords(sent, member) && holdsWords(shown, other),
        };
        return [[name, promise]];
      },
    );
    return new Map(promises);
  },
);

/** True for keywords of a text, or of nothing but a choice that has one, without any that give it values or a form. */
function isWords(keywords: Keywords): boolean {
  const types = allowedTypes(keywords);
  const hasDefault = (memberOf(keywords, 'default') ?? null) !== null;
  return types.has('string') && !hasDefault && !formsText(keywords);
}

/** The members of entries that their list describes as the answers about one entry do. */
export const listedMembers = onceFor((resource: Resource): ReadonlySet<string> => {
  const [shown, listed] = [entrySchemaOf(resource), resource.entries?.schema];
  if (shown === undefined || listed === undefined) return new Set();
  const members = schemaMembers(shown).properties;
  const alike = [...schemaMembers(listed).properties].filter(([name, member]) => {
    const other = members.get(name);
    return other !== undefined && alikeBetween(listed, member, shown, other)?.kind === 'whole';
  });
  return new Set(alike.map(([name]) => name));
});

/** What a request may leave out although the entry has it: whether it may be missing or null says nothing of its values. */
function alikeBetween(sent: Schema, member: Schema, shown: Schema, other: Schema): Alike | undefined {
  return alikeIn([sent, member], [shown, other], plainly);
}

function plainly(root: Schema, schema: Schema): string {
  const value = kindOf(root, besideNull(schema, root));
  if (!isObject(value)) return digestOf(value);
  const types = listOf(memberOf(value, 'type')).filter((one) => one !== 'null');
  const kept = Object.entries(value).filter(([name]) => name !== 'nullable' && name !== 'type');
  const type = types.length === 0 ? (memberOf(value, 'type') ?? null) : types;
  return digestOf({ ...Object.fromEntries(kept), type: types.length === 1 ? (types[0] ?? null) : type });
}

/** What a request asks of an entry: members with new values, and members that it takes away. */
export type Wish = {
  readonly values: ReadonlyMap<string, Json>;
  /** Members that a replacement leaves out although it might have them. */
  readonly dropped: ReadonlySet<string>;
  /** Members of which nobody can say what becomes of them. */
  readonly open: ReadonlySet<string>;
  /** Members that a merge patch takes away with a null (RFC 7396). */
  readonly taken: ReadonlySet<string>;
  /** Members with an object of which a change leaves alone what it does not name. */
  readonly merged: ReadonlySet<string>;
  /** What a list or an object is afterwards is decided: neither is what was there added to it. */
  readonly isWhole: boolean;
};

/** Where JSON:API has what a client may change of an entry: what a PATCH leaves out there stays, and null is a value (section 9.2). */
const ATTRIBUTES = 'attributes';

const NOTHING: ReadonlySet<string> = new Set();

function patchWish(body: Json): Wish | undefined {
  if (!isList(body)) return undefined;
  const values = new Map<string, Json>();
  const open = new Set<string>();
  for (const step of body) {
    if (!isObject(step)) return undefined;
    const { op, path, value } = step;
    if (op === 'test') continue;
    if (typeof path !== 'string') return undefined;
    const [, name = '', ...deeper] = path.split('/');
    const member = name.replaceAll('~1', '/').replaceAll('~0', '~');
    if ((op === 'replace' || op === 'add') && deeper.length === 0 && value !== undefined)
      values.set(member, value);
    else open.add(member);
  }
  return { values, dropped: NOTHING, open, taken: NOTHING, merged: NOTHING, isWhole: false };
}

/** What a step of SCIM changes (RFC 7644 section 3.5.2), by the name that the entry has for it: attributes have one in any case. */
function attributeAt(
  path: string,
  names: readonly string[],
): { readonly member: string; readonly isWhole: boolean } {
  const own = /^urn:/i.test(path) ? path.slice(path.lastIndexOf(':') + 1) : path;
  const [word = ''] = own.split(/[.[]/, 1);
  const spelled = names.find((name) => name.toLowerCase() === word.toLowerCase());
  return { member: spelled ?? word, isWhole: word === path };
}

/** What steps of SCIM ask for. What becomes of a part, or of what is put beside others, is left open. */
function scimWish(steps: readonly Json[], names: readonly string[]): Wish | undefined {
  const values = new Map<string, Json>();
  const open = new Set<string>();
  const take = (op: string, path: string, value: Json | undefined): void => {
    const { member, isWhole } = attributeAt(path, names);
    const isPart = isObject(value) || (op === 'add' && isList(value));
    const isGiven = isWhole && (op === 'add' || op === 'replace') && value !== undefined && !isPart;
    if (isGiven && value !== null && !open.has(member)) values.set(member, value);
    else {
      values.delete(member);
      open.add(member);
    }
  };
  for (const step of steps) {
    const op = isObject(step) ? memberOf(step, 'op') : undefined;
    if (!isObject(step) || typeof op !== 'string') return undefined;
    const { path, value } = step;
    if (typeof path === 'string') take(op.toLowerCase(), path, value);
    else if (isObject(value))
      for (const [name, inner] of Object.entries(value)) take(op.toLowerCase(), name, inner);
    else return undefined;
  }
  return { values, dropped: NOTHING, open, taken: NOTHING, merged: NOTHING, isWhole: false };
}

/** True for a request that brings a list of changes (RFC 6902), which many operations take beside another form of change. */
export function isChangeList({ exchange: { request } }: Reading): boolean {
  return essenceOf(fieldValues(request.headers, 'content-type')[0]) === JSON_PATCH;
}

function holdsNull(value: Json): boolean {
  if (isObject(value)) return Object.values(value).some((held) => holdsNull(held));
  return value === null;
}

/** What the body of a change or a replacement asks for; `undefined` where it can't be read. */
export function wishOf(
  part: 'create' | 'replace' | 'change',
  { operation, resource }: { readonly operation: Operation; readonly resource: Resource },
  reading: Reading,
  shown?: JsonObject,
): Wish | undefined {
  const whole = sentValue(reading);
  const steps = part === 'change' && whole !== undefined ? scimStepsIn(whole) : undefined;
  if (steps !== undefined)
    return scimWish(steps, [...schemaMembers(entrySchemaOf(resource) ?? true).properties.keys()]);
  const place = sentTo(operation, resource);
  const body = whole === undefined ? undefined : valueAt(whole, fromPointer(place?.pointer ?? ''));
  if (body === undefined) return undefined;
  if (part === 'change' && isChangeList(reading)) return patchWish(body);
  const mediaType = documentedJson(operation.requestBody?.representations ?? [])?.mediaType;
  if (!isObject(body)) return undefined;
  const sent = body;
  const names = Object.keys(sent);
  const isMerge = part === 'change' && mediaType === 'application/merge-patch+json';
  const isOfJsonApi = part === 'change' && mediaType === 'application/vnd.api+json';
  // A null takes a member away in a merge patch (RFC 7396), at any depth, and an object is merged into the one that is there. What a
  // null does in another change no document says; what an object holds is there afterwards.
  const valueIn = (name: string): Json | undefined => {
    const value = memberOf(sent, name) ?? null;
    if (part !== 'change' || (isOfJsonApi && name === ATTRIBUTES)) return value;
    const before = shown === undefined ? undefined : memberOf(shown, name);
    if (isMerge && isObject(value) && isObject(before)) return merged(before, value);
    return holdsNull(value) ? undefined : value;
  };
  const values = names.flatMap((name) => {
    const value = valueIn(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const own = place?.schema;
  const known = part === 'replace' && own !== undefined ? [...schemaMembers(own).properties.keys()] : [];
  return {
    values: new Map(values),
    dropped: new Set(known.filter((name) => !Object.hasOwn(sent, name))),
    open: new Set(names.filter((name) => valueIn(name) === undefined)),
    taken: isMerge ? new Set(names.filter((name) => memberOf(sent, name) === null)) : NOTHING,
    merged: isOfJsonApi ? new Set([ATTRIBUTES]) : NOTHING,
    isWhole: isMerge || (part === 'replace' && replacesWholly(resource)),
  };
}

function isEmptyObject(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** A value that a request gives a member, without what answers say otherwise; `undefined` where nothing of it is left. */
export function comparable({ alike, isOneOf }: MemberPromise, value: Json): Json | undefined {
  if (!isOneOf(value)) return undefined;
  const part = comparablePart(alike, value);
  return isEmptyObject(part) && !isEmptyObject(value) ? undefined : part;
}

/** True where PUT and PATCH are told apart, or the document says of the operation that it replaces: then what is left out goes. */
export function replacesWholly({ change, replace }: Resource): boolean {
  return change !== undefined || (replace !== undefined && saysReplaced(replace));
}

/** True where HTTP alone says that a PUT beside a PATCH replaces, and the document calls it an update. */
export function isUpdatedWholly({ change, replace }: Resource): boolean {
  return change !== undefined && replace !== undefined && isCalledUpdate(replace);
}

/** An object after a merge patch (RFC 7396 section 2). */
function merged(before: JsonObject, patch: JsonObject): JsonObject {
  const names = new Set([...Object.keys(before), ...Object.keys(patch)]);
  return Object.fromEntries(
    [...names].flatMap((name): (readonly [string, Json])[] => {
      const [old, next] = [memberOf(before, name), memberOf(patch, name)];
      if (next === undefined) return [[name, old ?? null]];
      if (next === null) return [];
      return [[name, isObject(next) ? merged(isObject(old) ? old : {}, next) : next]];
    }),
  );
}

/** True where a service may write a value so: another precision, two decimals, another order. */
export function isSameValue(sent: Json | undefined, got: Json | undefined): boolean {
  if (carries(sent, got)) return true;
  if (typeof sent === 'number' && typeof got === 'number' && !Number.isInteger(sent))
    return Math.abs(sent - got) <= 0.0051;
  return false;
}

/** True for a whole number in the place of one with decimals: a service may round, and so come to what was there before. */
function isRounded(sent: Json, got: Json | undefined): boolean {
  if (typeof sent !== 'number' || typeof got !== 'number') return false;
  return !Number.isInteger(sent) && Number.isInteger(got) && Math.abs(sent - got) < 1;
}

export function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/**
 * True where what a request left out of a list or an object is there still, beside what it brought. `earlier`: what a request gave
 * before.
 */
export function isAddedTo(earlier: Json | undefined, sent: Json, got: Json | undefined): boolean {
  if (isList(earlier) && isList(sent) && isList(got)) {
    const has = (list: readonly Json[], item: Json): boolean =>
      list.some((other) => isSameValue(item, other));
    const left = earlier.filter((item) => !has(sent, item));
    return left.length > 0 && [...left, ...sent].every((item) => has(got, item));
  }
  if (!isObject(earlier) || !isObject(sent) || !isObject(got)) return false;
  const left = Object.keys(earlier).filter((name) => !Object.hasOwn(sent, name));
  return left.some((name) => {
    const old = memberOf(earlier, name);
    return typeof old === 'string' && old.length > 1 && isEqual(old, memberOf(got, name));
  });
}

/** The same for the members of an object. */
function brokenInside(
  sent: JsonObject,
  got: JsonObject,
  before: Json | undefined,
): 'the old value' | 'nothing' | undefined {
  if (!isObject(before)) return undefined;
  for (const name of Object.keys(sent)) {
    const [own, now, old] = [memberOf(sent, name), memberOf(got, name), memberOf(before, name)];
    if (own === undefined || old === undefined || old === null || isSameValue(own, now)) continue;
    if (isEqual(now, old)) return 'the old value';
    if (isObject(own) && isObject(now)) {
      const broken = brokenInside(own, now, old);
      if (broken !== undefined) return broken;
      continue;
    }
    if (now === undefined && isZero(own)) continue;
    if ((now === undefined || now === null) && own !== null && own !== '') return 'nothing';
  }
  return undefined;
}

/** What writers of JSON leave out for nothing: `omitempty` of Go, and all of Protocol Buffers. */
function isZero(value: Json): boolean {
  return value === 0 || value === false || (isList(value) && value.length === 0) || isUnspecified(value);
}

/** True for the value that a list of values has for none of them (`GENRE_UNSPECIFIED`, AIP-126): Protocol Buffers leave it out. */
export function isUnspecified(value: Json): boolean {
  return typeof value === 'string' && /^(?:[A-Z0-9]+_)*UNSPECIFIED$/.test(value);
}

/**
 * How a value that was sent is not the one that is shown, where the document decides it: the old one is still there, it is gone,
 * a part of it is, or it is another one. `undefined` for whatever a service may do.
 */
export function brokenPromise(
  promise: MemberPromise,
  sent: Json,
  got: Json | undefined,
  before: Json | undefined,
): 'the old value' | 'nothing' | 'another value' | 'a part' | undefined {
  if (promise.isTuple && isOtherOrder(sent, got, isSameValue))
    return before !== undefined && isEqual(got, before) ? 'the old value' : 'another value';
  const isPlain = sent === null || typeof sent === 'string';
  if (isSameValue(sent, got) || (isPlain && !promise.mayShow(sent))) return undefined;
  // A blank that is trimmed is empty, and what is empty is nothing to many services.
  if (isBlank(sent) && (got === undefined || isNothing(got))) return undefined;
  if (before !== undefined && isEqual(got, before)) return isRounded(sent, got) ? undefined : 'the old value';
  // An empty list of Go is null unless somebody sees to it: whether it may be is for the schema to say.
  if (got === null && isList(sent) && sent.length === 0) return undefined;
  if (got === undefined || got === null) {
    const wasShown = before !== undefined && before !== null;
    const isShown = sent !== null && sent !== '' && !isEqual(sent, promise.fallback);
    if (got === undefined && !promise.isRequired && isZero(sent)) return undefined;
    return isShown && (wasShown || promise.isRequired) ? 'nothing' : undefined;
  }
  if (promise.alike.kind === 'items') return undefined;
  if (promise.holdsWords && promise.mayShow(sent) && isCut(sent, got)) return 'a part';
  if (isObject(sent) && isObject(got)) return brokenInside(sent, got, before);
  if (promise.isFreeText)
    return typeof got === 'string' && got !== '' && typeof sent === 'string' && sent !== ''
      ? 'another value'
      : undefined;
  return promise.isRequired && typeof sent !== 'string' && typeof sent === typeof got
    ? 'another value'
    : undefined;
}

function isBlank(value: Json): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** Words for what is put away, and for what is not: an entry that is told to be the one, or not the other, may be shown no more. */
const AWAY: ReadonlySet<string> = new Set(
  'archived deleted removed trashed hidden disabled discarded inactive unpublished withdrawn expired'.split(
    ' ',
  ),
);
const PRESENT: ReadonlySet<string> = new Set('active enabled visible published'.split(' '));

/** True for a member that tells an entry to be put away (`archived: true`, `active: false`, `state: archived`). */
export function putsAway(name: string, value: Json): boolean {
  if (typeof value === 'string') return AWAY.has(value.toLowerCase());
  if (typeof value !== 'boolean') return false;
  return wordsOfName(name).some((word) => (value ? AWAY : PRESENT).has(word));
}
