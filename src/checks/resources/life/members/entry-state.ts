import { isBesideDescribed } from '../../../../interface/resources/words/members/quoted-values.ts';
import { isList, isObject, type JsonObject, listOf, type Json, memberOf } from '../../../../json/value.ts';
import { fieldValues } from '../../../../http/fields.ts';
import { documentedJson, essenceOf, JSON_PATCH } from '../../../../http/media-type.ts';
import { scimStepsIn } from '../../../../interface/content/change-lists.ts';
import type { Operation } from '../../../../interface/model.ts';
import { entrySchemaOf, isUndescribed, type Resource } from '../../../../interface/resources/resources.ts';
import { isCalledUpdate, saysReplaced } from '../../../../interface/resources/words/told-replacements.ts';
import { sentEntry, type Wrapping } from '../../../../interface/resources/wrapping.ts';
import { fromPointer, valueAt } from '../../../../json/pointer.ts';
import { requestSchema } from '../../../../oracle/contract.ts';
import { isCalledState, locksOf } from '../../../../oracle/locks.ts';
import { type Reading, sentValue } from '../../../../oracle/reading.ts';
import { compileSchemaLater } from '../../../../schema/compile.ts';
import { holdersOfHidden } from '../../../../schema/hidden-places.ts';
import { allowedTypes, type Keywords, type Schema } from '../../../../schema/keywords.ts';
import { subschema } from '../../../../schema/resolve.ts';
import { besideNull, schemaMembers } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { formsText } from '../../../../schema/pattern/words.ts';
import { scalarKeywords } from '../../../../schema/scalar.ts';
import { withSharedMembers } from '../../../../schema/shared-members.ts';
import { onceFor, onceForBoth } from '../../../../system/once-for.ts';
import {
  type Alike,
  alikeIn,
  comparablePart,
  digestOf,
  isListedWhenShown,
  kindOf,
} from '../../members/alike.ts';
import { isTuple } from '../../promises.ts';
import { holdsWords } from '../made/lost-items.ts';
import { namesUpkeep } from '../../../../interface/resources/words/members/told-upkeep.ts';
import { isToldIgnored } from '../../../../interface/resources/words/members/told-ignored.ts';
import { keepsOrder } from '../../../../interface/resources/words/members/told-item-order.ts';
import { changesByMerge } from '../../../../interface/resources/words/told-replacements.ts';
import { takenByNull } from '../../../../interface/resources/words/members/told-null.ts';

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
  /** The document says that its items stay in the order in which they were given. */
  readonly keepsOrder: boolean;
  /** A list or a map of texts in the client's own words. */
  readonly holdsWords: boolean;
  /** No document says it: it holds as far as answers about the entry showed the member as it was given before. */
  readonly isSeenAlone?: true;
};

/** True for keywords of a text, or of nothing but a choice that has one, without any that give it values or a form. */
function isWords(keywords: Keywords): boolean {
  const types = allowedTypes(keywords);
  const hasDefault = (memberOf(keywords, 'default') ?? null) !== null;
  return types.has('string') && !hasDefault && !formsText(keywords);
}

/** The plain members of a request about entries that nothing describes. */
function promisesSeen(sent: Schema, resource: Resource): ReadonlyMap<string, MemberPromise> {
  const promises = [...schemaMembers(sent).properties].flatMap(
    ([name, member]): (readonly [string, MemberPromise])[] => {
      const own = mergedKeywords(member, sent);
      const keywords = scalarKeywords(member, sent);
      const types = allowedTypes(keywords);
      const isPlain = !types.has('array') && !types.has('object');
      if (!isPlain || name === resource.identity || isCalledState(name) || namesUpkeep(name)) return [];
      if (own.readOnly === true || own.writeOnly === true) return [];
      const promise: MemberPromise = {
        alike: { kind: 'whole' },
        isRequired: false,
        isEchoed: false,
        isFreeText: [...types].filter((type) => type !== 'null').join() === 'string' && isWords(keywords),
        mayShow: () => true,
        isOneOf: () => true,
        fallback: undefined,
        isTuple: false,
        keepsOrder: false,
        holdsWords: false,
        isSeenAlone: true,
      };
      return [[name, promise]];
    },
  );
  return new Map(promises);
}

/** What the body of an operation says of an entry of a resource, and where: mostly all of it; `undefined` without a body. */
export const sentTo = onceForBoth((operation: Operation, resource: Resource): Wrapping | undefined => {
  const body = requestSchema(operation);
  if (body === undefined) return undefined;
  const { pointer, schema } = sentEntry(body, entrySchemaOf(resource) ?? true, resource.path);
  return { pointer, schema: withSharedMembers(schema) };
});

/**
 * The members that a request and the entry describe alike, by their names: what is sent of them is what is shown. Members of the
 * service (`readOnly`) and of the client alone (`writeOnly`) are none of them, nor those that hold any of the latter.
 */
export const promisedBetween = onceForBoth(
  (operation: Operation, resource: Resource): ReadonlyMap<string, MemberPromise> => {
    const [sent, shown] = [sentTo(operation, resource)?.schema, entrySchemaOf(resource)];
    if (sent !== undefined && isUndescribed(resource)) return promisesSeen(sent, resource);
    if (sent === undefined || shown === undefined) return new Map();
    const entry = schemaMembers(shown);
    const holders = holdersOfHidden(sent, shown);
    const promises = [...schemaMembers(sent).properties].flatMap(
      ([name, member]): (readonly [string, MemberPromise])[] => {
        const other = entry.properties.get(name);
        const isOwn =
          name === resource.identity ||
          isCalledState(name) ||
          locksOf(resource, operation).includes(name) ||
          (namesUpkeep(name) && !schemaMembers(sent).required.has(name));
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
          keepsOrder: keepsOrder(sent, member),
          holdsWords: holdsWords(sent, member) && holdsWords(shown, other),
        };
        return [[name, promise]];
      },
    );
    return new Map(promises);
  },
);

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
  const alike = alikeIn([sent, member], [shown, other], plainly);
  return alike ?? (isListedWhenShown([sent, member], [shown, other]) ? { kind: 'whole' } : undefined);
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
  const [open, taken] = [new Set<string>(), new Set<string>()];
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
    if (op === 'remove' && deeper.length === 0 && body.length === 1) taken.add(member);
  }
  return { values, dropped: NOTHING, open, taken, merged: NOTHING, isWhole: false };
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
  const isMerge = part === 'change' && changesByMerge(operation);
  const isOfJsonApi = part === 'change' && mediaType === 'application/vnd.api+json';
  // A null takes a member away in a merge patch (RFC 7396), at any depth, and an object is merged into the one that is there. What a
  // null does in another change is open where no words say it; what an object holds is there afterwards.
  const valueIn = (name: string): Json | undefined => {
    const value = memberOf(sent, name) ?? null;
    if (isToldIgnored(operation, value)) return undefined;
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
  const told = part === 'change' && isObject(own) ? takenByNull(operation, own) : NOTHING;
  return {
    values: new Map(values),
    dropped: new Set(known.filter((name) => !Object.hasOwn(sent, name))),
    open: new Set(names.filter((name) => valueIn(name) === undefined)),
    taken: new Set(names.filter((name) => (isMerge || told.has(name)) && memberOf(sent, name) === null)),
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

/** A PUT of an entry in whose place stands what it sends (RFC 9110 section 9.3.4): one that is sent to a list, and names the entry in its body, is none. */
function isOfPlace(replace: Operation | undefined): boolean {
  return replace?.namedBy?.in !== 'body';
}

/** True where PUT and PATCH are told apart, or the document says of the operation that it replaces: then what is left out goes. */
export function replacesWholly({ change, replace }: Resource): boolean {
  const isTold = change !== undefined && isOfPlace(replace);
  return isTold || (replace !== undefined && saysReplaced(replace));
}

/** True where HTTP alone says that a PUT beside a PATCH replaces, and the document calls it an update. */
export function isUpdatedWholly({ change, replace }: Resource): boolean {
  return change !== undefined && replace !== undefined && isOfPlace(replace) && isCalledUpdate(replace);
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
