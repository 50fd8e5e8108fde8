import { templateOf } from './places/places.ts';
import type { Operation, Parameter } from '../model.ts';
import { plainName, wordsOfName } from '../names.ts';
import { isObject, memberOf, objectsIn } from '../../json/value.ts';
import { fixedValues, type Schema } from '../../schema/keywords.ts';
import { describedAbout, describedWithName, NAME_IN_LINK, showsOwnLink } from './names/names-elsewhere.ts';
import {
  besideNull,
  documentedMembers,
  isObjectSchema,
  type SchemaObject,
  schemaMembers,
} from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { dereferenced } from '../../schema/references.ts';
import { subschema } from '../../schema/resolve.ts';
import { thingAt, USUAL_IDENTITIES } from './names/called.ts';
import { onceFor, onceForBoth } from '../../system/once-for.ts';
import { canIdentify } from './names/assigned-identity.ts';
import { jsonSchemaOf, sentSchemaOf } from './read-collections.ts';
import { pathNameIn } from './names/resource-names.ts';
import { isEntryInside } from './held-entry.ts';
import { envelopesIn, wrappedEntry } from './wrapping.ts';

/** What operations show of an entry, and which member of it names it in its path. */

/** What tells that an operation or a member has its part. A guess is what only a name tells. */
type Ground = 'x-collections' | 'paths' | 'schemas' | 'names';

/** How a part of a resource was found. */
export type Finding = { readonly part: string; readonly ground: Ground; readonly words: string };

export function roleFinding(
  part: string,
  operation: Operation | undefined,
  words: string,
): readonly Finding[] {
  return operation === undefined
    ? []
    : [{ part: `${part} ${operation.method} ${operation.path}`, ground: 'paths', words }];
}

/** How an operation is known to be about one entry. */
export function onEntry(operation: Operation | undefined): string {
  const { method = '', namedBy } = operation ?? {};
  return namedBy === undefined
    ? `a ${method} on one entry`
    : `a ${method} whose ${namedBy.in} names the entry by ${namedBy.name}`;
}

/** What tells an entry in an answer: the parameter of its path, and the member of its holder that has it. */
type Named = {
  readonly parameter: string | undefined;
  readonly inHolder?: string;
  /** Of a list of such entries. */
  readonly entries?: { readonly schema: Schema } | undefined;
  /** What makes such entries. */
  readonly create?: Operation | undefined;
};

/**
 * The schema of the entry that an operation answers its success with: the whole JSON object, or the one member of it (`data`)
 * that has what the parameter of the path names, or what a list shows of each entry, where the object itself has not; of
 * several the one that is called as the entries are.
 */
export function shownBy(operation: Operation | undefined, resource: Named): Schema | undefined {
  return operation === undefined ? undefined : entryShown(operation, resource);
}

const entryShown = onceForBoth((operation: Operation, named: Named) => {
  const { parameter, inHolder, entries, create = operation } = named;
  const answered = answeredBy(operation);
  const whole = answered === undefined ? undefined : (entriesHeldIn(answered, inHolder) ?? answered);
  if (whole === undefined || parameter === undefined || identityIn(whole, parameter) !== undefined)
    return whole;
  const about = describedAbout(whole);
  const name = about === undefined ? undefined : identityIn(about, parameter);
  if (about !== undefined && name !== undefined)
    return describedWithName(whole, name.member, schemaMembers(about).properties.get(name.member) ?? true);
  const thing = thingAt(templateOf(operation));
  const sent = schemaMembers(sentSchemaOf(create) ?? true).properties;
  const objects = objectsHeldBy(whole).map((held) => held.name);
  const beside = [...schemaMembers(whole).properties.keys()].filter((one) => !objects.includes(one));
  const inner = holdersIn(whole, parameter, thing).filter(({ name: own, schema }) => {
    const names = schemaMembers(schema).properties.keys();
    const inside = { name: own, names, objects, others: beside };
    return !objects.includes(own) || isEntryInside(inside, new Set(sent.keys()), thing);
  });
  const [only, ...others] = inner;
  if (only !== undefined) {
    const own = others.length === 0 ? only : inner.find((held) => plainName(held.name) === thing);
    return own?.schema ?? whole;
  }
  if (showsOwnLink(whole)) return describedWithName(whole, parameter, NAME_IN_LINK);
  const listed = entries === undefined ? undefined : wrappedEntry(whole, entries.schema)?.schema;
  return listed ?? undescribedIn(whole, parameter) ?? whole;
});

type Held = { readonly name: string; readonly schema: Schema };

function objectsHeldBy(whole: Schema): readonly Held[] {
  return [...schemaMembers(whole).properties].flatMap(([name, member]) => {
    const schema = subschema(whole, besideNull(member, whole));
    return isObjectSchema(schema) ? [{ name, schema }] : [];
  });
}

/** The objects inside of an answer that have what a parameter names; where none has, those inside of the only one that are called so. */
function holdersIn(whole: Schema, parameter: string, thing: string): readonly Held[] {
  const isHolder = ({ schema }: Held): boolean => identityIn(schema, parameter) !== undefined;
  const objects = objectsHeldBy(whole);
  const found = objects.filter(isHolder);
  const [only, ...others] = objects;
  return found.length > 0 || only === undefined || others.length > 0
    ? found
    : objectsHeldBy(only.schema).filter((held) => plainName(held.name) === thing && isHolder(held));
}

/**
 * Names of the members that a success of an operation may show, of an entry or of what is left of it: `anyOf` has `deleted` in a
 * choice of its own.
 */
export function namesShownBy(operation: Operation | undefined, resource: Named): ReadonlySet<string> {
  return operation === undefined ? new Set() : namesOf(operation, resource);
}

const namesOf = onceForBoth((operation: Operation, resource: Named): ReadonlySet<string> => {
  const success = operation.responses.find(({ status }) => /^2(?:00|01|XX)$/i.test(status));
  const whole = jsonSchemaOf(success) ?? false;
  const schema = shownBy(operation, resource) ?? whole;
  const inner = [...schemaMembers(whole).properties.values()].map((member) => subschema(whole, member));
  return new Set([schema, whole, ...inner].flatMap((each) => [...documentedMembers(each)]));
});

/** The schema of the entries that a member of their holder has; `undefined` where it is no list of objects. */
export function entriesHeldIn(holder: Schema, member: string | undefined): Schema | undefined {
  const held = member === undefined ? undefined : schemaMembers(holder).properties.get(member);
  const items = held === undefined ? undefined : memberOf(mergedKeywords(held, holder), 'items');
  if (!isObject(items)) return undefined;
  const entry = subschema(holder, dereferenced(holder, items));
  return isObjectSchema(entry) ? entry : undefined;
}

export function memberNames(schema: Schema): string {
  return [...schemaMembers(schema).properties.keys()].sort().join(' ');
}

/** True for an object that always tells that it was removed (`deleted: {enum: [true]}`). */
function isOfRemoved(schema: Schema): boolean {
  const { properties, required } = schemaMembers(schema);
  return [...properties].some(([name, member]) => {
    const [only, ...others] = fixedValues(mergedKeywords(member, schema)) ?? [];
    const isTold = /^(?:is[-_]?)?(?:deleted|removed|archived)$/i.test(name) && required.has(name);
    return isTold && only === true && others.length === 0;
  });
}

/** What a schema describes beside what is left of a removed entry. */
const besideRemoved = onceFor((schema: SchemaObject): Schema => {
  const choices = objectsIn(schema['anyOf'] ?? schema['oneOf']).map((choice) =>
    subschema(schema, dereferenced(schema, choice)),
  );
  const [only, ...others] = choices.filter((choice) => !isOfRemoved(choice));
  return choices.length > 1 && only !== undefined && others.length === 0 ? only : schema;
});

/** The schema of the JSON object that an operation answers its success with. */
export function answeredBy(operation: Operation | undefined): Schema | undefined {
  for (const status of ['200', '201', '202', '2XX', 'default']) {
    const response = operation?.responses.find((one) => one.status.toUpperCase() === status.toUpperCase());
    const whole = jsonSchemaOf(response);
    const schema = isObject(whole) ? besideRemoved(whole) : undefined;
    if (schema !== undefined && isObjectSchema(schema)) return schema;
  }
  return undefined;
}

/** True for an operation of whose success nothing is said. */
export function saysNothingOf({ responses }: Operation): boolean {
  const shown = responses
    .filter(({ status }) => /^(?:2|default$)/i.test(status))
    .flatMap(({ representations }) => representations);
  return shown.every(({ schema }) => typeof schema === 'boolean' || Object.keys(schema).length === 0);
}

const IDENTITIES: readonly string[] = [...USUAL_IDENTITIES, 'key', 'code', 'slug', 'name'];

function isId(word: string): boolean {
  return USUAL_IDENTITIES.includes(word);
}

/** `bookId` and `book_id` are the `id`; `isbn` is the `isbn`. */
function lastWord(name: string): string {
  return name.replace(/^.*(?:[-_]|(?<=[a-z0-9])(?=[A-Z]))/, '').toLowerCase();
}

/** `id_or_slug` and `issueIdOrKey` name an entry by either. */
const EITHER = /[-_]or[-_]|(?<=[a-z0-9])Or(?=[A-Z])/;

/** True for a member all of whose words a longer parameter has in their order, and ends in the last of them. */
function isWithin(member: string, parameter: string): boolean {
  const [own, long] = [wordsOfName(member), wordsOfName(parameter)];
  if (own.length < 2 || own.length >= long.length || own.at(-1) !== long.at(-1)) return false;
  let at = 0;
  for (const word of long) if (word === own[at]) at += 1;
  return at === own.length;
}

/**
 * The member of which a parameter has the words, with the one for the entries between them (`external_id`, `{external_customer_id}`).
 * `{user_group_id}` may as well be a `group_id` as a `user_id`, and an entry with an id of its own is named by that.
 */
function memberWithin(able: readonly string[], parameter: string): string | undefined {
  const [own, ...others] = able.filter((name) => isWithin(name, parameter));
  if (own === undefined || others.length > 0 || able.some((name) => isId(name.toLowerCase())))
    return undefined;
  return wordsOfName(own)[0] === wordsOfName(parameter)[0] ? own : undefined;
}

export type Identity = { readonly member: string; readonly ground: Ground; readonly words: string };

/** What a body has no place for is given in the path: names that are not an identity's everywhere. */
const NAMES_IN_PATHS: ReadonlySet<string> = new Set(['name', 'slug', 'key', 'code']);

/**
 * The member that stands in the path, by the name of the parameter first. `isOwnName`: the parameter is called as the entries are
 * (`/external-subnets/{external_subnet}`), so that its last word tells of no member, unless such a one mostly names an entry.
 */
export function identityIn(schema: Schema, parameter: string, isOwnName = false): Identity | undefined {
  const { properties } = schemaMembers(schema);
  const able = [...properties.keys()].filter((name) => canIdentify(schema, properties.get(name) ?? false));
  const whole = pathNameIn(schema, properties, parameter);
  if (whole !== undefined)
    return {
      member: whole,
      ground: 'schemas',
      words: 'its values are the end of the path, as it is described',
    };
  const isDay = (name: string): boolean =>
    memberOf(mergedKeywords(properties.get(name) ?? true, schema), 'format') === 'date';
  // A day names what there is one of each day, where the path says so (`/menus/{date}`).
  const same = [...able, ...[...properties.keys()].filter(isDay)].find(
    (name) => plainName(name) === plainName(parameter),
  );
  if (same !== undefined) {
    const isInLink = properties.get(same) === NAME_IN_LINK;
    const words = isInLink
      ? `the link to the entry ends in it`
      : `the entry has a member of the parameter's name`;
    return { member: same, ground: 'schemas', words };
  }
  const names = parameter.split(EITHER);
  // What may name an entry by either is asked by its id: that stays when the entry gets another name.
  const byWord = names.map(lastWord).toSorted((one, other) => Number(isId(other)) - Number(isId(one)));
  for (const word of byWord) {
    const member = able.find((name) => name.toLowerCase() === word);
    if (member === undefined || (isOwnName && !IDENTITIES.includes(word))) continue;
    const says = names.length === 1 ? 'ends in' : 'says';
    return { member, ground: 'schemas', words: `{${parameter}} ${says} ${word}` };
  }
  const within = memberWithin(able, parameter);
  if (within !== undefined)
    return { member: within, ground: 'schemas', words: `{${parameter}} has the words of ${within}` };
  const isOwn = (name: string): boolean =>
    memberOf(mergedKeywords(properties.get(name) ?? true, schema), 'readOnly') === true;
  const usual =
    USUAL_IDENTITIES.find((name) => able.includes(name)) ??
    able.find((name) => NAMES_IN_PATHS.has(plainName(name)) && isOwn(name));
  return usual === undefined
    ? undefined
    : { member: usual, ground: 'names', words: `guessed: members of this name mostly name an entry` };
}

/** What an entry is about, where the parameter names that and not the entry: the `product` of a favorite, for `{product_id}`. */
function nameOfOther(schema: Schema, parameter: string, thing: string): Identity | undefined {
  const [stem] = /^(.+?)(?:uu|gu)?id$/.exec(plainName(parameter))?.slice(1) ?? [];
  // The `key` of an api-key is another matter.
  if (stem === undefined || thing.endsWith(stem)) return undefined;
  const { properties } = schemaMembers(schema);
  const member = [...properties.keys()].find((name) => plainName(name) === stem);
  return member !== undefined && canIdentify(schema, properties.get(member) ?? false)
    ? { member, ground: 'schemas', words: `{${parameter}} of its ${member}` }
    : undefined;
}

/** The same for entries that are called `thing`: the `{id}` of a booking may be its `booking_id`. */
export function identityOf(schema: Schema, parameter: string, thing: string): Identity | undefined {
  const found = identityIn(schema, parameter, plainName(parameter) === thing);
  const isSame = found !== undefined && plainName(found.member) === plainName(parameter);
  const other = isSame ? undefined : nameOfOther(schema, parameter, thing);
  if (other !== undefined) return other;
  if (found?.ground === 'schemas' || !isId(plainName(parameter))) return found;
  const ofThing = identityIn(schema, `${thing}_${parameter}`);
  return ofThing !== undefined && plainName(ofThing.member) === `${thing}${plainName(parameter)}`
    ? { ...ofThing, words: `{${parameter}} of a ${thing}` }
    : found;
}

function hasRoom(schema: Schema | undefined): boolean {
  return !isObject(schema) || memberOf(schema, 'additionalProperties') !== false;
}

/**
 * The identity of entries that no schema describes one of, and every schema leaves room for: where the parameter of the path ends in
 * what identities are called everywhere (`{id}`, `{bucketId}`), what an answer shows under that name is taken for it.
 */
function undescribedIdentity({ schemas, parameter }: Guessing): Identity | undefined {
  const { name = '' } = parameter ?? {};
  const member = lastWord(name);
  return isId(member) && schemas.every(hasRoom)
    ? { member, ground: 'names', words: `guessed: no schema shows what {${name}} names` }
    : undefined;
}

/** The one member of an answer that by its name holds what the answer is about, and has room for an identity that nothing describes. */
function undescribedIn(whole: Schema, parameter: string): Schema | undefined {
  if (!isId(lastWord(parameter))) return undefined;
  const held = envelopesIn(whole).filter(({ schema }) => hasRoom(schema));
  return held.length === 1 ? held[0]?.schema : undefined;
}

function typeNames(schema: Schema, member: Schema): readonly string[] {
  const { type } = mergedKeywords(member, schema);
  return [type ?? []].flat().flatMap((name) => (typeof name === 'string' && name !== 'null' ? [name] : []));
}

/** What a guess at an identity looks at: what operations show of an entry, its creation, and the parameter of its path. */
type Guessing = {
  readonly schemas: readonly (Schema | undefined)[];
  readonly entry: Schema | undefined;
  readonly create: Operation | undefined;
  readonly parameter: Parameter | undefined;
};

/** The member that most likely names an entry, where no schema tells of one that surely does. */
export function guessedIdentity(guess: Identity | undefined, seen: Guessing): Identity | undefined {
  return textInstead(guess, seen) ?? undescribedIdentity(seen);
}

/**
 * The one text that the body of a creation has to have and that entries show, where a guess is a number and the parameter of the path
 * is none: it rather names the entry.
 */
function textInstead(
  guess: Identity | undefined,
  { entry, create, parameter }: Guessing,
): Identity | undefined {
  const named = parameter?.schema;
  const sent = sentSchemaOf(create);
  if (guess === undefined || entry === undefined || sent === undefined || named === undefined) return guess;
  const [shown, given] = [schemaMembers(entry).properties, schemaMembers(sent)];
  const isText = (schema: Schema, member: Schema | undefined): boolean =>
    member !== undefined && typeNames(schema, member).join() === 'string';
  const isNumber = typeNames(entry, shown.get(guess.member) ?? true).join() === 'integer';
  if (!isNumber || !isText(named, named)) return guess;
  const texts = [...given.properties].filter(
    ([name, member]) => given.required.has(name) && isText(sent, member) && isText(entry, shown.get(name)),
  );
  const [only] = texts;
  return only === undefined || texts.length > 1
    ? guess
    : { member: only[0], ground: 'names', words: 'guessed: the one text that a creation has to have' };
}

/** The member of the body that makes an entry and that names it: the answer may show what it is inside of. */
export function identityInSent(
  create: Operation | undefined,
  parameter: string | undefined,
): Identity | undefined {
  const sent = sentSchemaOf(create);
  if (sent === undefined || parameter === undefined) return undefined;
  const { properties } = schemaMembers(sent);
  const member = [...properties.keys()].find((name) => plainName(name) === plainName(parameter));
  return member === undefined || !canIdentify(sent, properties.get(member) ?? false)
    ? undefined
    : { member, ground: 'schemas', words: `the body that makes it has a member of the parameter's name` };
}
