import type { Reason } from '../reason.ts';
import { fileKindOf } from '../../interface/content/files.ts';
import { type Interface, type Operation } from '../../interface/model.ts';
import { plainName } from '../../interface/names.ts';
import { writtenInQuery } from '../../interface/resources/members-in-query.ts';
import { thingAt } from '../../interface/resources/names/called.ts';
import { aboutOwnStill } from '../entries/identity-in-body.ts';
import { asksForProof } from '../account.ts';
import { ofOwnNamed } from '../entries/named-in-bodies.ts';
import { placeNamed, type Sent } from '../entries/own-things.ts';
import { spentFor } from './names/spent-names.ts';
import { atToldTimes } from './values/told-times.ts';
import { templateOf } from '../../interface/resources/places/places.ts';
import { partOf, resourcesOf } from '../../interface/resources/resources.ts';
import { passwordMembers } from '../../interface/resources/words/members/passwords.ts';
import { severalBy, type Several } from '../../interface/resources/several-at-once.ts';
import { plainText, printJson } from '../../json/lossless.ts';
import { areNested, fromPointer, putAt, valueAt } from '../../json/pointer.ts';
import { isList, isObject, type Json, listOf, memberOf } from '../../json/value.ts';
import { requestSchema, saysWhenRefused, validatorOf } from '../../oracle/contract.ts';
import { showsStatus } from '../../oracle/conditions.ts';
import { isOrdinary, isOrdinaryText } from '../../oracle/request-facts.ts';
import { sentAndShown } from '../../oracle/shown-bounds.ts';
import { breakageOf } from '../../schema/breakage.ts';
import { isUnjudged, type SchemaError } from '../../schema/compile.ts';
import { ordinaryText } from '../../schema/generate/texts.ts';
import { type Schema } from '../../schema/keywords.ts';
import { secretNames } from '../../output/mask.ts';
import { sampleOne } from '../../system/seeded.ts';
import { markersIn } from '../../checks/resources/creations/creations.ts';
import { answeredBy } from '../../interface/resources/shown-entries.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { onceFor } from '../../system/once-for.ts';
import { freeTexts, putText, type FreeText } from './values/free-text.ts';
import { isMail, isWebAddress } from './values/own-addresses.ts';
import { isTime } from './values/own-times.ts';
import { withoutValues } from '../reason.ts';
import { withRepeats } from './values/repeated-members.ts';
import { validBodies, withEveryKindOfLetter } from './valid-request.ts';

/** Bodies with a text in them that nobody else uses: it tells what a request made. */

type Marking = {
  readonly document: Interface;
  readonly seed: number;
  /** The next of these texts. */
  readonly marker: () => string;
  readonly leaveOut: (probe: string, why: Reason) => void;
  readonly session?: Sent;
};

/** A valid body with a marker in one of its free texts; where it alone says which entry it is about, that is one of the run. */
export function markedBody(
  context: Marking,
  operation: Operation,
  options: {
    readonly optional: 'all' | 'none' | 'mixed';
    /** JSON Pointer to a member that has to be there. */
    readonly through?: string;
    readonly label: string;
  },
): Json | undefined {
  const supply = validBodies(operation, options.optional, options.through);
  if (supply === undefined) return undefined;
  if (supply.kind === 'unsupported') {
    context.leaveOut(options.label, withoutValues(operation, 'no valid body can be made', supply));
    return undefined;
  }
  const body = sampleOne(supply.arbitrary, context.seed, options.label);
  const marked = mark(context, operation, withEveryKindOfLetter(operation, body));
  const { session } = context;
  const path =
    operation.namedBy?.in !== 'body' || session === undefined ? undefined : placeNamed(session, operation);
  return path === undefined || session === undefined
    ? marked
    : aboutOwnStill(session, operation, path, marked);
}

/** The places at which a body breaks a schema, each with the keyword. */
function brokenPlaces(errors: readonly SchemaError[]): ReadonlySet<string> {
  return new Set(errors.map(({ pointer, keyword }) => `${pointer} ${keyword}`));
}

/** True where both bodies are valid and ordinary, or both break the schema in the same way, and the other one nowhere else. */
function areReadAlike(schema: Schema, one: Json, other: Json): boolean {
  const [errors, others] = [one, other].map((body) => validatorOf(schema)(body));
  if (errors === undefined || others === undefined || isUnjudged(others)) return false;
  if (errors.length > 0 && others.length > 0)
    return breakageOf(errors) === breakageOf(others) && brokenPlaces(others).isSubsetOf(brokenPlaces(errors));
  return errors.length === others.length && isOrdinary(schema, one) === isOrdinary(schema, other);
}

/** True for a member that is called as the entries of a list are (`customer`, beside `/customers`). */
function namesThing(document: Interface): (place: FreeText) => boolean {
  const things = new Set(resourcesOf(document).map(({ path }) => thingAt(path)));
  return ({ path }) => things.has(plainName(path.at(-1) ?? ''));
}

/** Names of the members that the success of an operation shows, also inside of what it wraps an entry in (`data`). */
const shownNames = onceFor((operation: Operation): ReadonlySet<string> => {
  const whole = answeredBy(operation) ?? true;
  const { properties } = schemaMembers(whole);
  const inner = [...properties.values()].flatMap((held) => [...schemaMembers(held, whole).properties.keys()]);
  return new Set([...properties.keys(), ...inner]);
});

const secretsOf = onceFor(secretNames);

/** True for what stands in a query under the name of a secret: it is masked wherever it comes again, and with it each text of the run. */
function isSecretInQuery(document: Interface, operation: Operation, name: string): boolean {
  return writtenInQuery(operation) !== undefined && secretsOf(document).query(name);
}

/**
 * Puts a marker into the first free text of a body that is at none of the places `avoid`, where that leaves it as valid or
 * as broken as it is; another one into the first that the answer shows, too, where it shows some and not that one: it tells that
 * something new was made.
 */
export function mark(
  context: Marking,
  operation: Operation,
  body: Json,
  avoid: readonly (readonly string[])[] = [],
): Json {
  const schema = requestSchema(operation);
  const several = severalBy(context.document, operation);
  if (several !== undefined) return markEach(context, several, body);
  const places =
    schema === undefined
      ? []
      : freeTexts(schema).filter(
          ({ path }) =>
            (path.length < 2 || isObject(valueAt(body, path.slice(0, -1)))) &&
            !isTime(valueAt(body, path)) &&
            !avoid.some((place) => areNested(place, path)) &&
            !isSecretInQuery(context.document, operation, path[0] ?? ''),
        );
  // The name of what is there takes the place of any words in the end.
  const isReference = namesThing(context.document);
  const [first, ...others] = places.toSorted((a, b) => Number(isReference(a)) - Number(isReference(b)));
  if (schema === undefined || first === undefined) return body;
  if ((!isObject(body) && typeof body !== 'string') || fileKindOf(body) !== undefined) return body;
  const names = shownNames(operation);
  const isShown = ({ path: [name = ''] }: FreeText): boolean => names.has(name);
  // Where no answer shows anything, the place of the new entry tells, by the name that it was given.
  const name = names.size === 0 ? nameToSend(context.document, operation) : undefined;
  const namesEntry = ({ path }: FreeText): boolean => path.length === 1 && path[0] === name;
  const tells = (place: FreeText): boolean => isShown(place) || namesEntry(place);
  const shown = tells(first) ? undefined : others.find(tells);
  const marked = markedAt(context, operation, body, { schema, place: first });
  const whole = shown === undefined ? marked : markedAt(context, operation, marked, { schema, place: shown });
  return withRepeats(schema, whole);
}

/** Puts a marker of its own into each of the entries that a body asks for at once. */
function markEach(context: Marking, { operation, pointer, item }: Several, body: Json): Json {
  const schema = requestSchema(operation);
  const around = fromPointer(pointer);
  const [first] = freeTexts(item).filter(({ path }) => path.length === 1);
  if (schema === undefined || first === undefined) return body;
  return listOf(valueAt(body, around)).reduce<Json>((whole, entry, at) => {
    const path = [...around, String(at), ...first.path];
    return isObject(entry)
      ? markedAt(context, operation, whole, { schema, place: { ...first, path } })
      : whole;
  }, body);
}

/** The member of a body that names the entry in its path: many services take letters, digits and hyphens alone there. */
function nameToSend(document: Interface, operation: Operation): string | undefined {
  const found = partOf(document, operation);
  return found?.part === 'create' ? found.resource.identity : undefined;
}

/** A name as hosts, paths and labels have it: what has such a one is given another of the kind. */
const PLAIN_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** What a user is called by whoever registers one: most services take letters, digits and hyphens alone there. */
const USER_NAMES: readonly string[] = ['username', 'login', 'user', 'nickname', 'handle'];

/** The text that says least: many services have room for some twenty letters in a code, and no document says so. */
export const PLAIN_TEXT = 'plain';

/** True for that text, and for what was sent in its place. */
function isShort(value: Json | undefined): boolean {
  return typeof value === 'string' && (value === PLAIN_TEXT || markersIn(value)[0] === value);
}

function markedAt(
  context: Marking,
  operation: Operation,
  body: Json,
  { schema, place }: { readonly schema: Schema; readonly place: FreeText },
): Json {
  const marker = context.marker();
  const word = sampleOne(ordinaryText({ minLength: 4, maxLength: 6 }), context.seed, marker);
  const plain = word.replace(/[^A-Za-z]/g, 'q');
  const text = `${marker} ${plain.slice(0, -1)}${plain.slice(-1).toUpperCase()}`;
  const known = valueAt(body, place.path);
  if (fileKindOf(known) !== undefined) return body;
  const isUserName =
    passwordMembers(operation).size > 0 && USER_NAMES.includes(plainName(place.path.at(-1) ?? ''));
  const isName =
    isUserName ||
    (place.path.length === 1 && place.path[0] === nameToSend(context.document, operation)) ||
    (typeof known === 'string' && PLAIN_NAME.test(known) && !saysWhenRefused(context.document));
  const name = isShort(known) ? marker : `${marker}-${plain.toLowerCase()}`;
  const marked = putText(body, place, isName ? name : text);
  const narrowed = sentAndShown(operation) ?? true;
  return areReadAlike(schema, body, marked) && areReadAlike(narrowed, body, marked) ? marked : body;
}

/** Ends of names of members that name something else by its identity. */
const IDENTITIES: readonly string[] = ['id', 'uuid', 'guid'];

/** Names of members that name something which stands at a path of the document. */
const namesOfThings = onceFor(
  ({ operations }: Interface): ReadonlySet<string> =>
    new Set(
      operations.flatMap((operation) =>
        IDENTITIES.map((identity) => `${thingAt(templateOf(operation))}${identity}`),
      ),
    ),
);

/** Places of a body that have no words to mark: addresses of the run's own, and what names something else. */
function placesWithoutWords(
  { document }: Marking,
  operation: Operation,
  body: Json,
): readonly (readonly string[])[] {
  const own = thingAt(templateOf(operation));
  const names = namesOfThings(document);
  return freeTexts(requestSchema(operation) ?? true).flatMap(({ path }) => {
    const value = valueAt(body, path) ?? null;
    const isAddress = (isMail(value) || isWebAddress(value)) && markersIn(plainText(value)).length > 0;
    const plain = plainName(path.at(-1) ?? '');
    const isOwn = IDENTITIES.some((identity) => plain === `${own}${identity}`);
    return isAddress || (names.has(plain) && !isOwn) ? [path] : [];
  });
}

/** The body with a marker of the run in its words, where that is valid and adds no member. */
export function markedWithin(context: Marking, operation: Operation, body: Json): Json {
  const schema = requestSchema(operation);
  const marked = mark(context, operation, body, placesWithoutWords(context, operation, body));
  const isValid = schema !== undefined && validatorOf(schema)(marked).length === 0;
  return isValid && Object.keys(Object(marked)).length === Object.keys(Object(body)).length ? marked : body;
}

/** Places of words in a body, and inside of what it holds: in the first entries of its lists, in objects, and in maps of a client's own words. */
function placesOfWords(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === 'string')
    return path.length > 0 && isOrdinaryText(value) && !isTime(value) ? [path] : [];
  if (isList(value)) return value.slice(0, 1).flatMap((item) => placesOfWords(item, [...path, '0']));
  if (!isObject(value) || path.length > DEEPEST_WORDS || fileKindOf(value) !== undefined) return [];
  return Object.entries(value).flatMap(([name, inner]) => placesOfWords(inner, [...path, name]));
}

const DEEPEST_WORDS = 3;
/** So many places are tried. */
const MOST_PLACES = 6;

/**
 * The body of a creation with a marker in words that were drawn, where what it names took the place of the marker and no 201 would say that
 * something new was made (`{customer, items: [{description}]}`). `drawn`: the body before it named anything.
 */
function markedBeside(context: Marking, operation: Operation, drawn: Json, named: Json): Json {
  const schema = requestSchema(operation);
  const isCreation = partOf(context.document, operation)?.part === 'create';
  if (schema === undefined || !isCreation || showsStatus(operation, 201)) return named;
  if (markersIn(printJson(named)).length > 0) return named;
  // What is broken on purpose stays as it is.
  const broken = validatorOf(schema)(named).flatMap(({ pointer }) =>
    pointer === '' ? [] : [fromPointer(pointer)],
  );
  const places = placesOfWords(named).filter(
    (place) =>
      valueAt(drawn, place) === valueAt(named, place) && !broken.some((one) => areNested(one, place)),
  );
  const text = places.length === 0 ? '' : `${context.marker()} Word`;
  const marked = places.slice(0, MOST_PLACES).map((place) => putAt(named, place, text));
  const shown = shownInWords(schema, named);
  const ofShown = shown === undefined || broken.length > 0 ? named : { ...Object(named), [shown]: text };
  if (ofShown !== named && validatorOf(schema)(ofShown).length === 0) return ofShown;
  return marked.find((one) => areReadAlike(schema, named, one)) ?? named;
}

/** So many words of a text are no word of those that a service may have a list of. */
const MANY_WORDS = 3;

/** The longest text of many words that a member has as the document shows it, by the name of the member. */
function shownInWords(schema: Schema, body: Json): string | undefined {
  const shown = [...schemaMembers(schema).properties].flatMap(([name, member]) => {
    const { example, examples, format } = mergedKeywords(member, schema);
    const text = isObject(body) ? memberOf(body, name) : undefined;
    if (typeof text !== 'string' || format !== undefined) return [];
    const isShown = [example, ...listOf(examples)].includes(text);
    return isShown && (text.match(/\p{L}+/gu) ?? []).length >= MANY_WORDS
      ? [{ name, length: text.length }]
      : [];
  });
  return shown.toSorted((a, b) => b.length - a.length)[0]?.name;
}

/** The body about what the run made, where it names something, with a marker beside that. `drawn`: the body before it named anything. */
export function namingOwn(
  context: Marking & { readonly session: Sent },
  operation: Operation,
  drawn: Json,
  about: Json,
): Json {
  const { session } = context;
  // Of a user of the run, too, only a login as it is kept has the password.
  if (asksForProof(operation)) return about;
  const named = ofOwnNamed(session, operation, about, spentFor(session, operation));
  return markedBeside(
    context,
    operation,
    drawn,
    atToldTimes(requestSchema(operation) ?? true, named, operation.description),
  );
}
