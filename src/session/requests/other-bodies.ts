import { canonicalJson } from '../../json/canonical.ts';
import type { Operation } from '../../interface/model.ts';
import { plainName, wordsOfName } from '../../interface/names.ts';
import { parameterNames } from '../../interface/path-matching.ts';
import { parseJson } from '../../json/lossless.ts';
import { mediaKindOf } from '../../interface/content/media-kind.ts';
import { valueAt } from '../../json/pointer.ts';
import { isList, isObject, type Json, listOf, memberOf } from '../../json/value.ts';
import { partOf } from '../../interface/resources/resources.ts';
import {
  requestMediaType,
  requestRepresentation,
  requestSchema,
  takesJson,
  validatorOf,
} from '../../oracle/contract.ts';
import type { Reading } from '../../oracle/reading.ts';
import { isSchema, type Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { subschema } from '../../schema/resolve.ts';
import { sampleOne } from '../../system/seeded.ts';
import { type ProbeContext } from '../probe.ts';
import { markedWithin, PLAIN_TEXT } from './marked.ts';
import { type FreeText, freeTexts, putText } from './values/free-text.ts';
import { asksForProof } from '../account.ts';
import { describedValues } from '../../interface/resources/words/members/quoted-values.ts';
import { otherFiles } from './other-files.ts';
import { passwordMembers } from '../../interface/resources/words/members/passwords.ts';
import { addressFor, otherAddresses } from './values/own-addresses.ts';
import { ownLogin } from './values/own-logins.ts';
import { bodyToCome, timedBodies } from './values/own-times.ts';
import { reshaped, shownCodes } from './values/shown-codes.ts';
import { DEEDS } from './values/told-choices.ts';
import { shownTogether } from './shown-inside.ts';
import { byWhoAsks, namingAnything, referencesIn } from './names/referenced.ts';
import { validBodies } from './valid-request.ts';
import { withWholeNumbers } from './values/whole-numbers.ts';

/** What else to send of an operation that did not serve a valid request: the values may be why. */

/** Rounds over what was not served: a refusal with a documented 4xx may be owed to the values. */
const MOST_ROUNDS = 4;

/** In place of a plain text where that is too short: a password mostly has eight letters at least. */
const LONGER_TEXT = PLAIN_TEXT.repeat(4);
/** What is mostly good enough for a password. */
const PLAIN_PASSWORD = 'Plain-Words-7';

/** Refusals that other values would not change. */
const WHATEVER_THE_VALUES: ReadonlySet<number> = new Set([401, 405, 429]);

/** True where other valid values may be served: a refusal or a failure came that may have to do with them. */
export function mayDependOnValues(own: readonly Reading[]): boolean {
  const last = own.at(-1)?.answer;
  if (last === undefined || last.limited) return false;
  return last.status >= 400 && !WHATEVER_THE_VALUES.has(last.status);
}

const WRITTEN: ReadonlySet<string> = new Set(['json', 'form', 'multipart']);

/** True where a body is written from the members of a value: as JSON or as a form. */
function isWritten(operation: Operation): boolean {
  return requestSchema(operation) !== undefined && WRITTEN.has(mediaKindOf(requestMediaType(operation)));
}

/** A body that the document gives as an example, where it is valid. */
export function exampleBody(operation: Operation, at: number): Json | undefined {
  const schema = requestSchema(operation);
  const shown = requestRepresentation(operation)?.examples ?? [];
  const { example, examples } = mergedKeywords(schema ?? true);
  const own = [...(example === undefined ? [] : [example]), ...listOf(examples)];
  const bodies = [...shown.map(({ value }) => value), ...own];
  const body = bodies[at];
  return schema === undefined || body === undefined || validatorOf(schema)(body).length > 0
    ? undefined
    : body;
}

/** Members by the values that the document shows for each of them alone. */
function shownMembers(schema: Schema): ReadonlyMap<string, Json> {
  const shown = [...schemaMembers(schema).properties].flatMap(
    ([name, member]): (readonly [string, Json])[] => {
      const keywords = mergedKeywords(member, schema);
      const [first] = listOf(memberOf(keywords, 'examples'));
      const value = memberOf(keywords, 'example') ?? first;
      return value === undefined || validatorOf(subschema(schema, member))(value).length > 0
        ? []
        : [[name, value]];
    },
  );
  return new Map(shown);
}

/** Members of what makes an entry, by a value that their description quotes. */
function describedMembers(
  { document }: ProbeContext,
  operation: Operation,
  schema: Schema,
): ReadonlyMap<string, Json> {
  const part = partOf(document, operation)?.part;
  if (part !== 'create' && part !== 'makeAt') return new Map();
  const found = [...schemaMembers(schema).properties].flatMap(
    ([name, member]): (readonly [string, Json])[] => {
      const fits = validatorOf(subschema(schema, member));
      const values = describedValues(name, mergedKeywords(member, schema));
      const first = values.find((value) => fits(value).length === 0);
      return first === undefined || values.some((value) => DEEDS.test(value)) ? [] : [[name, first]];
    },
  );
  return new Map(found);
}

/**
 * Members of a body by values that are known to mean something: what the document shows or quotes for a member by itself, and the
 * identities of what the run made or a list showed, in members that are named for it (`productId`, `product`).
 */
export function knownMembers(context: ProbeContext, operation: Operation): ReadonlyMap<string, Json> {
  const schema = requestSchema(operation);
  if (schema === undefined) return new Map();
  return new Map([
    ...describedMembers(context, operation, schema),
    ...shownMembers(schema),
    ...referencesIn(context.session, operation, schema),
  ]);
}

function isSame(one: Json, other: Json): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** The least body with the values that are known to mean something; `undefined` where there are none. */
function tellingBody(context: ProbeContext, operation: Operation): Json | undefined {
  const schema = requestSchema(operation);
  const least = leastBody(context, operation);
  if (schema === undefined || !isObject(least)) return undefined;
  const required = schemaMembers(schema).required;
  const told = [...knownMembers(context, operation)].filter(
    ([name]) => required.has(name) || Object.hasOwn(least, name),
  );
  const known = { ...least, ...Object.fromEntries(told) };
  const body = namingAnything(context.session, operation, known);
  if (told.length === 0 && isSame(body, least)) return undefined;
  return validatorOf(schema)(body).length === 0 ? body : undefined;
}

/** The bodies that the document shows of an operation, and the least one with the values that it shows for members. */
export function shownBodies(context: ProbeContext, operation: Operation): readonly Json[] {
  const bodies = [0, 1].map((at) => exampleBody(operation, at));
  return [...bodies, tellingBody(context, operation)].flatMap((body) => body ?? []);
}

/** The least that the schema asks for: what a service can't do with may stand in an optional member. */
export function leastBody({ seed }: ProbeContext, operation: Operation): Json | undefined {
  const supply = isWritten(operation) ? validBodies(operation, 'none') : undefined;
  return supply?.kind === 'values'
    ? sampleOne(supply.arbitrary, seed, `the least of ${operation.id}`)
    : undefined;
}

/** The value with an offset in each of its times: some services want one (RFC 3339), and most take none. */
function withOffsets(value: Json): Json {
  if (typeof value === 'string') return /^\d\d:\d\d:\d\d$/.test(value) ? `${value}Z` : value;
  if (isList(value)) return value.map(withOffsets);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withOffsets(member)]));
}

const DECIMAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** True for a member that names something: there may be a first one, and it is not the run's. */
function namesThing(name: string): boolean {
  return /^(?:ids?|numbers?)$/.test(wordsOfName(name).at(-1) ?? '');
}

/** One, with as many places behind the point as a decimal has: a pattern may ask for two. */
function oneWrittenAs(decimal: string): string {
  const [, places = ''] = decimal.split('.');
  return places === '' ? '1' : `1.${'0'.repeat(places.length)}`;
}

/** The value with 1 for its amounts, those that are written as texts, too: many services take no large ones, and few documents say so. */
export function withSmallAmounts(value: Json): Json {
  if (typeof value === 'number') return 1;
  if (typeof value === 'string') return DECIMAL.test(value) ? oneWrittenAs(value) : value;
  if (isList(value)) return value.map(withSmallAmounts);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      namesThing(name) ? member : withSmallAmounts(member),
    ]),
  );
}

/** The least body that says something: all that the schema has, where it asks for nothing. */
function leastSaid(context: ProbeContext, operation: Operation): Json | undefined {
  const least = leastBody(context, operation);
  if (!isObject(least) || Object.keys(least).length > 0) return least;
  const supply = validBodies(operation, 'all');
  return supply?.kind === 'values'
    ? sampleOne(supply.arbitrary, context.seed, `all of ${operation.id}`)
    : least;
}

/**
 * The least body with the names of what is there, plain names for its texts, addresses of the run's own for those that are called so, and small or whole numbers: many
 * services take letters, digits and hyphens alone, and no document says so.
 */
function plainBody(context: ProbeContext, operation: Operation): Json | undefined {
  const least = leastSaid(context, operation);
  const schema = requestSchema(operation);
  if (least === undefined || schema === undefined) return least;
  const faultsIn = validatorOf(schema);
  const passwords = passwordMembers(operation);
  const withText = (body: Json, place: FreeText): Json => {
    if (typeof valueAt(body, place.path) !== 'string') return body;
    const name = place.path.at(-1) ?? '';
    const address = addressFor(name, context.marker());
    const usual = passwords.has(name) ? PLAIN_PASSWORD : PLAIN_TEXT;
    const texts = [address ?? usual, LONGER_TEXT].map((text) => putText(body, place, text));
    return texts.find((one) => faultsIn(one).length <= faultsIn(body).length) ?? body;
  };
  const plain = freeTexts(schema).reduce(withText, least);
  const small = withSmallAmounts(plain);
  const whole = withWholeNumbers(schema, plain, () => true);
  const bodies = [withOffsets(small), small, withOffsets(whole), whole, plain];
  const named = bodies.map((body) => namingAnything(context.session, operation, body));
  return [...named, ...bodies].find((body) => faultsIn(body).length === 0) ?? least;
}

/** What other operations took alone, with texts of its own: it may be taken once. What a change took (PATCH) is a part of something. */
function takenAlone(context: ProbeContext, operation: Operation): readonly Json[] {
  const { document, baselines, marker } = context;
  return document.operations.flatMap((other) => {
    const isOther = other !== operation && other.method !== 'PATCH' && takesJson(other);
    const bytes = isOther ? baselines.servedBody(other) : undefined;
    const parsed = bytes === undefined ? undefined : parseJson(bytes);
    if (parsed?.kind !== 'json' || !isObject(parsed.value)) return [];
    const { value } = parsed;
    return [markedWithin(context, other, baselines.isSpent(other) ? otherAddresses(marker, value) : value)];
  });
}

/**
 * A list of one entry that another operation took alone, or that has what the document shows of its members, also as the only member that is asked for (`{entries: […]}`): what a service has
 * rules for in one, it has rules for in many.
 */
function servedAlone(context: ProbeContext, operation: Operation): Json | undefined {
  const schema = requestSchema(operation);
  if (!isObject(schema)) return undefined;
  const [name, ...others] = schemaMembers(schema).required;
  const holds = name === undefined ? undefined : schemaMembers(schema).properties.get(name);
  const isHeld = others.length === 0 && isListing(mergedKeywords(holds ?? true, schema));
  if (!isListing(schema) && !isHeld) return undefined;
  const listing = isHeld ? (holds ?? true) : schema;
  const { items } = mergedKeywords(listing, schema);
  const entry = subschema(schema, isSchema(items) ? items : true);
  const shown = shownMembers(entry);
  return [...takenAlone(context, operation).filter(onlyMembersOf(entry)), Object.fromEntries(shown)]
    .filter((one) => !isObject(one) || Object.keys(one).length > 0)
    .map((one): Json => (isHeld && name !== undefined ? { [name]: [one] } : [one]))
    .find((body) => validatorOf(schema)(body).length === 0);
}

/** What has no members but those that a schema describes: where it asks for none of them, any object fits, whatever it is about. */
function onlyMembersOf(schema: Schema): (value: Json) => boolean {
  const { properties } = schemaMembers(schema);
  return (value) => properties.size === 0 || Object.keys(Object(value)).every((name) => properties.has(name));
}

/** True where the schema asks for a list of objects, or of anything. */
function isListing(schema: Schema): boolean {
  return isObject(schema) && memberOf(schema, 'type') === 'array';
}

/**
 * All that the schema has, with the names of what is there, also in members that may be left out; `undefined` where it names nothing.
 * `byAddress`: with their addresses, where the service tells those.
 */
export function namedBody(
  { session, seed }: ProbeContext,
  operation: Operation,
  byAddress = false,
): Json | undefined {
  const schema = requestSchema(operation);
  const supply = isWritten(operation) ? validBodies(operation, 'all') : undefined;
  if (schema === undefined || supply?.kind !== 'values') return undefined;
  const drawn = sampleOne(supply.arbitrary, seed, `names in ${operation.id}`);
  const named = namingAnything(session, operation, drawn, byAddress);
  return !isSame(named, drawn) && validatorOf(schema)(named).length === 0 ? named : undefined;
}

/** The body with who asks where it names users, the least first: what is somebody's, another one may not make. */
function ownBodies(context: ProbeContext, operation: Operation): readonly Json[] {
  const bodies = [leastBody(context, operation), namedBody(context, operation)];
  return bodies.flatMap((body) => {
    const own = body === undefined ? undefined : byWhoAsks(context.session, operation, body);
    const isOther = own !== undefined && body !== undefined && !isSame(own, body);
    return isOther && validatorOf(requestSchema(operation) ?? true)(own).length === 0 ? [own] : [];
  });
}

/** All that the schema has, with the codes that the document shows, and with others of their form: those may be taken. */
function codedBodies(context: ProbeContext, operation: Operation): readonly Json[] {
  const { session, seed } = context;
  const schema = requestSchema(operation);
  const supply = isWritten(operation) ? validBodies(operation, 'all') : undefined;
  if (schema === undefined || supply?.kind !== 'values') return [];
  const references = referencesIn(session, operation, schema);
  const drawn = sampleOne(supply.arbitrary, seed, `codes in ${operation.id}`);
  const codes = [...shownCodes(schema)].filter(
    ([name]) => isObject(drawn) && Object.hasOwn(drawn, name) && !references.has(name),
  );
  if (codes.length === 0 || !isObject(drawn)) return [];
  const named = namingAnything(session, operation, drawn);
  const others = codes.map(([name, code]) => [name, reshaped(code, seed, context.marker())] as const);
  return [codes, others]
    .map((own) => ({ ...Object(named), ...Object.fromEntries(own) }))
    .filter((body) => validatorOf(schema)(body).length === 0);
}

/** All that the schema has, with the names of what is there, and with moments and days in texts that are called so: those may be taken. */
function ownTimes({ session, seed }: ProbeContext, operation: Operation): readonly Json[] {
  const schema = requestSchema(operation);
  const supply = isWritten(operation) ? validBodies(operation, 'all') : undefined;
  if (schema === undefined || supply?.kind !== 'values') return [];
  const drawn = sampleOne(supply.arbitrary, seed, `times in ${operation.id}`);
  return timedBodies(schema, drawn).map((body) => namingAnything(session, operation, body));
}

/** All that the schema has, with the names of what is there, and with days and moments that are to come. */
function bodiesToCome(context: ProbeContext, operation: Operation): readonly Json[] {
  const schema = requestSchema(operation);
  const body = namedBody(context, operation) ?? leastBody(context, operation);
  const later = schema === undefined || body === undefined ? undefined : bodyToCome(schema, body);
  return later === undefined ? [] : [later];
}

/** What is known to be another body: with files of a kind that the document speaks of, with days and moments in texts that are called so, with codes as it shows them, with the names of what is there, with who asks, with days and moments that are to come. */
function meantBodies(context: ProbeContext, operation: Operation): readonly Json[] {
  return [
    ...otherFiles(context, operation),
    ...ownTimes(context, operation),
    ...codedBodies(context, operation),
    ...namingBodies(context, operation),
    ...bodiesToCome(context, operation),
    ...togetherBodies(context, operation),
    ...emptiedBodies(context, operation),
  ];
}

/** All that the schema has, with nothing in the lists that it asks for: what stands there may have to name what is there, or be a file. */
function emptiedBodies({ seed }: ProbeContext, operation: Operation): readonly Json[] {
  const schema = requestSchema(operation);
  const supply = isWritten(operation) ? validBodies(operation, 'all') : undefined;
  if (schema === undefined || supply?.kind !== 'values') return [];
  const { required } = schemaMembers(schema);
  const drawn = sampleOne(supply.arbitrary, seed, `nothing in lists of ${operation.id}`);
  if (!isObject(drawn) || !Object.entries(drawn).some(([name, value]) => isList(value) && required.has(name)))
    return [];
  const members = Object.entries(drawn).map(([name, value]) => [name, isList(value) ? [] : value]);
  const emptied: Json = Object.fromEntries(members);
  return validatorOf(schema)(emptied).length === 0 ? [emptied] : [];
}

/** Drawn members that are called as parameters of the path are: some services want what the path names in the body once more. */
function ofPathIn({ seed }: ProbeContext, operation: Operation): { readonly [name: string]: Json } {
  const supply = isWritten(operation) ? validBodies(operation, 'all') : undefined;
  const drawn =
    supply?.kind === 'values' ? sampleOne(supply.arbitrary, seed, `path in ${operation.id}`) : undefined;
  const named = new Set(parameterNames(operation.path).map(plainName));
  const members = isObject(drawn) ? Object.entries(drawn).filter(([name]) => named.has(plainName(name))) : [];
  return Object.fromEntries(members);
}

/** All that the document shows of members, where it shows no whole body and the least one has not all of it. */
function togetherBodies(context: ProbeContext, operation: Operation): readonly Json[] {
  const shown = exampleBody(operation, 0) === undefined ? shownTogether(operation) : undefined;
  if (shown === undefined || !isObject(shown)) return [];
  const telling = tellingBody(context, operation);
  const isMore = !isObject(telling) || Object.keys(shown).some((name) => !Object.hasOwn(telling, name));
  const named = isMore
    ? namingAnything(context.session, operation, { ...ofPathIn(context, operation), ...shown })
    : undefined;
  if (named === undefined) return [];
  return [validatorOf(requestSchema(operation) ?? true)(named).length === 0 ? named : shown];
}

/** Bodies with the names of what is there, then with who asks. */
export function namingBodies(context: ProbeContext, operation: Operation): readonly Json[] {
  const named = namedBody(context, operation);
  const addressed = namedBody(context, operation, true);
  const isOther = addressed !== undefined && (named === undefined || !isSame(addressed, named));
  return [
    ...(named === undefined ? [] : [named]),
    ...(isOther ? [addressed] : []),
    ...ownBodies(context, operation),
  ];
}

/** One more where a number was refused for its fraction: drawn ones are whole from now on. */
function drawnRounds({ baselines }: ProbeContext, operation: Operation): number {
  return baselines.wantsWhole(operation) ? 1 : 0;
}

/** The rounds over an operation that was not served, from 1 on: more where its body has files or names what is there, and one login as whom the run registered. */
export function roundsFor(context: ProbeContext, operation: Operation): readonly number[] {
  if (asksForProof(operation)) return ownLogin(context.session, operation) === undefined ? [] : [1];
  const more = drawnRounds(context, operation) + meantBodies(context, operation).length;
  return Array.from({ length: MOST_ROUNDS - 1 + more }, (_, at) => at + 1);
}

/**
 * The body of a further round, from 1 on: those that are known to be others, then examples of the document, then what is known
 * to mean something, as it is, then what was taken elsewhere, then the least, in the end with plain names; `undefined` for a drawn one. All but the second carry a text of
 * the run.
 */
export function otherBody(context: ProbeContext, operation: Operation, at: number): Json | undefined {
  if (asksForProof(operation)) return ownLogin(context.session, operation);
  const anew = drawnRounds(context, operation);
  if (at <= anew) return undefined;
  const meant = meantBodies(context, operation);
  const known = meant[at - anew - 1];
  if (known !== undefined) return markedWithin(context, operation, known);
  const round = at - anew - meant.length;
  const shown = exampleBody(operation, round - 1);
  const telling = shown === undefined && round <= 2 ? tellingBody(context, operation) : undefined;
  if (telling !== undefined && round === 2) return telling;
  const other =
    shown ??
    servedAlone(context, operation) ??
    telling ??
    (round === 1 ? leastBody(context, operation) : round === 3 ? plainBody(context, operation) : undefined);
  return other === undefined ? undefined : markedWithin(context, operation, other);
}
