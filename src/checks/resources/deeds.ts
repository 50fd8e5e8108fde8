import { withPlainMembers } from '../../interface/resources/plain-members.ts';
import { tellsAbout, withName } from '../../interface/resources/names/names-elsewhere.ts';
import { leadsElsewhere, percentDecoded, targetParts } from '../../http/target.ts';
import {
  encodedSegment,
  operationsAt,
  operationsOfPlace,
  parameterNames,
  splitTarget,
} from '../../interface/path-matching.ts';
import {
  partOf,
  type Resource,
  type ResourcePart,
  resourcesOf,
} from '../../interface/resources/resources.ts';
import { plainName, wordsOfName } from '../../interface/names.ts';
import { thingAt } from '../../interface/resources/names/called.ts';
import { nameSent } from '../../interface/resources/places/name-sent.ts';
import { choosingQuery } from '../../interface/parameters/forms-of-answers.ts';
import type { Naming } from '../../interface/resources/places/made-elsewhere.ts';
import {
  canonicalPath,
  filledInOrder,
  placeIn,
  withoutEndSlashes,
} from '../../interface/resources/places/places.ts';
import { valuesInName } from '../../interface/resources/names/resource-names.ts';
import { namedDeedOf, namingMembersOf } from '../../interface/resources/words/named-deeds.ts';
import { jsonSchemaOf } from '../../interface/resources/read-collections.ts';
import { plainText } from '../../json/lossless.ts';
import { valueAt } from '../../json/pointer.ts';
import {
  isList,
  isName,
  isObject,
  type JsonObject,
  type Json,
  memberOf,
  objectsIn,
} from '../../json/value.ts';
import { type Contract, matchesStatus } from '../../oracle/contract.ts';
import { isOfForm } from '../../oracle/parameter-facts.ts';
import { type Reading, sentValue } from '../../oracle/reading.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { bound } from '../../system/bounds.ts';
import { onceForBoth } from '../../system/once-for.ts';
import { markersIn, sentMarkers } from './creations/creations.ts';
import { holdersIn, listIn, type Sought } from './members/held-objects.ts';
import { showsHolder } from './creations/holder-shown.ts';

/** What a request does to which resource, as the document has it, and which entries its answer shows. */

/** What a request does, as the document has it: to which resource, and at which place. */
export type Deed = {
  readonly resource: Resource;
  readonly part: ResourcePart;
  /** Canonical path relative to the base address. */
  readonly path: string;
  /** What may choose among entries. */
  readonly query: string;
  /** Values of the parameters of the path, in their order, decoded. */
  readonly values: readonly string[];
};

function deedIn(
  { interface: document, basePath }: Contract,
  { exchange, expectation }: Reading,
): Deed | undefined {
  const { operation } = expectation;
  const found = operation === undefined ? undefined : partOf(document, operation);
  if (operation === undefined || found === undefined) return undefined;
  const { path, query } = splitTarget(basePath, exchange.request.target);
  if (path === undefined) return undefined;
  const match = operationsAt(document, path).find((one) => one.operation.id === operation.id);
  if (match === undefined) return undefined;
  const name = nameSent(operation, exchange.request);
  const values = [...match.pathValues.values(), ...(name === undefined ? [] : [name])];
  return {
    ...found,
    path: placeIn(match, name) ?? canonicalPath(path),
    query: choosingQuery(operation, query),
    values,
  };
}

/** What a request asks of which resource; `undefined` for one to no resource. */
export const deedOf: (contract: Contract, reading: Reading) => Deed | undefined = onceForBoth(deedIn);

/** The text of a value that may stand in a path; `undefined` for any other, and for one that would lead out of its place. */
export function textOf(value: Json | undefined): string | undefined {
  const text = isName(value) ? plainText(value) : '';
  return text === '' || leadsElsewhere(text) ? undefined : text;
}

/** The path of an entry by the members that name it; `others`: values for parameters that no member has. */
export function pathBy(
  itemPath: string,
  naming: Naming,
  entry: JsonObject,
  others: ReadonlyMap<string, string> = new Map(),
): string | undefined {
  const values = parameterNames(itemPath).map((name, at) => {
    const place = naming[at];
    return place === undefined ? others.get(plainName(name)) : textOf(valueAt(entry, place));
  });
  const given = values.flatMap((value) => value ?? []);
  return given.length < values.length ? undefined : canonicalPath(filledInOrder(itemPath, given));
}

/** The path of an entry that an answer names, by its identity. */
export function pathOfEntry(
  resource: Resource,
  above: readonly string[],
  entry: JsonObject,
): string | undefined {
  const { itemPath, identity, elsewhere } = resource;
  if (itemPath === undefined || identity === undefined) return undefined;
  if (elsewhere !== undefined) return pathBy(itemPath, elsewhere.shown, entry);
  const text = textOf(memberOf(entry, identity));
  if (text === undefined) return undefined;
  const named = valuesInName(itemPath, text);
  if (named === undefined) return namerAt(resource, above)(text);
  const shared = above.slice(0, parameterNames(itemPath).length - named.length);
  return canonicalPath(filledInOrder(itemPath, [...shared, ...named]));
}

/** Names the entries of one place: in a long list, what is the same for all of them is worked out once. */
const namerAt = onceForBoth(({ itemPath = '' }: Resource, above: readonly string[]) => {
  // What is made inside of something may have a path of its own, with fewer values in it.
  const shared = above.slice(0, parameterNames(itemPath).length - 1);
  const holder = /^(.*\/)\{[^{}]*\}$/.exec(itemPath)?.[1];
  if (holder === undefined)
    return (text: string): string => canonicalPath(filledInOrder(itemPath, [...shared, text]));
  const outer = canonicalPath(filledInOrder(holder, shared));
  return (text: string): string => `${outer === '/' ? '' : outer}/${encodedSegment(text)}`;
});

/** A shorter text may be the beginning of any name. */
const LEAST_BEGINNING = 3;

/** True for a name that is a text, or is made of it: a slug of a title, with a number behind it or cut off. */
function isMadeOf(name: string, text: string): boolean {
  const [words, own] = [wordsOfName(name), wordsOfName(text)];
  if (own.length === 0 || words.length === 0) return name === text;
  if (own.every((word, at) => words[at] === word)) return true;
  const [plain, whole] = [plainName(name), plainName(text)];
  return plain.length >= LEAST_BEGINNING && whole.startsWith(plain);
}

/** True for a name that has a word of a text in it: it may be made of that and of more (`42-new-chair`). */
export function hasWordOf(name: string, text: string): boolean {
  const words = wordsOfName(name);
  return wordsOfName(text).some((word) => word.length >= LEAST_BEGINNING && words.includes(word));
}

/**
 * The path at which the answer to a change shows its entry, where that is another one than it was sent to. `isGiven`: by a name that
 * the request gave, or that is made of a text of it. Another name that has nothing of the request is none that a change gives.
 */
export const placeAfterChange = onceForBoth(
  (
    contract: Contract,
    reading: Reading,
  ): { readonly path: string; readonly isGiven: boolean } | undefined => {
    const deed = deedOf(contract, reading);
    if (deed === undefined || (deed.part !== 'change' && deed.part !== 'replace') || !isSuccess(reading))
      return undefined;
    const { resource, values } = deed;
    if (resource.elsewhere !== undefined || resource.inHolder !== undefined) return undefined;
    const shown = entryIn(resource, reading);
    const name = shown === undefined ? undefined : memberOf(shown, resource.identity ?? '');
    const path = shown === undefined ? undefined : pathOfEntry(resource, values, shown);
    if (typeof name !== 'string' || path === undefined || path === deed.path) return undefined;
    const texts = plainTextsIn(sentValue(reading) ?? null);
    const isGiven = texts.some((text) => isMadeOf(name, text));
    const mayBeMade = isGiven || reading.expectation.situation !== 'ordinary';
    return mayBeMade || texts.some((text) => hasWordOf(name, text)) ? { path, isGiven } : undefined;
  },
);

/** The place below the base address to which an answer refers; `undefined` where it is none of the document's. */
export function placeReferredBy(
  { interface: document, basePath }: Contract,
  reading: Reading,
  reference: string,
): string | undefined {
  if (reference.length > bound('quoteCharacters') * 4) return undefined;
  let target: string;
  try {
    const { pathname } = new URL(reference, `http://own${reading.exchange.request.target}`);
    target = targetParts(pathname).path;
  } catch {
    return undefined;
  }
  const inside = [target, `${basePath}${target}`]
    .map((path) => splitTarget(basePath, path).path)
    .find((path) => path !== undefined && operationsAt(document, path).length > 0);
  return inside === undefined ? undefined : canonicalPath(inside);
}

function placeToldIn(contract: Contract, reading: Reading): string | undefined {
  const [location] = reading.answer?.header('location') ?? [];
  return location === undefined ? undefined : placeReferredBy(contract, reading, location);
}

/** Fields that lead to how something goes on, beside `Location`: the second and third are those of Azure. */
const LEADING_ON: readonly string[] = ['location', 'operation-location', 'azure-asyncoperation'];

/** The places of the document that an answer leads to. */
export function placesToldBy(contract: Contract, reading: Reading): readonly string[] {
  return LEADING_ON.flatMap((field) => {
    const [reference] = reading.answer?.header(field) ?? [];
    return reference === undefined ? [] : (placeReferredBy(contract, reading, reference) ?? []);
  });
}

/** The place below the base address that `Location` names, in one way of writing; `undefined` where it names none of the document's. */
export const placeToldBy: (contract: Contract, reading: Reading) => string | undefined =
  onceForBoth(placeToldIn);

/** Templates of the place that `Location` names, as far as that has their form: the 7 of a `{date}` is none. */
const templatesTold = onceForBoth((contract: Contract, reading: Reading): readonly string[] => {
  const place = placeToldBy(contract, reading);
  if (place === undefined) return [];
  const matches = operationsOfPlace(contract.interface, place).filter((match) => isOfForm(match, place));
  return matches.map(({ operation }) => operation.path);
});

/** Where `Location` says that what was made is; `undefined` where it leads to no entry of the resource. */
export function locationOf(contract: Contract, resource: Resource, reading: Reading): string | undefined {
  const isItem = templatesTold(contract, reading).some((template) => isItemOf(resource, template));
  return isItem ? placeToldBy(contract, reading) : undefined;
}

/** The place of an entry of a resource to which a member of an answer refers. */
export function placeReferredTo(
  contract: Contract,
  resource: Resource,
  reading: Reading,
  reference: string,
): string | undefined {
  const place = placeReferredBy(contract, reading, reference);
  const matches = place === undefined ? [] : operationsOfPlace(contract.interface, place);
  return matches.some(({ operation }) => isItemOf(resource, operation.path)) ? place : undefined;
}

function isItemOf({ itemPath }: Resource, template: string): boolean {
  return itemPath === withoutEndSlashes(template);
}

/** The JSON object of an answer, where it is one. */
function objectIn(reading: Reading): JsonObject | undefined {
  const { answer } = reading;
  if (answer === undefined || answer.answer.truncated || answer.json.kind === 'invalid') return undefined;
  const { value } = answer.json;
  return isObject(value) ? value : undefined;
}

/** The entries that an answer shows inside of what holds them, where that comes in their place. */
export function heldIn({ inHolder }: Pick<Resource, 'inHolder'>, reading: Reading): readonly JsonObject[] {
  const whole = inHolder === undefined ? undefined : objectIn(reading);
  const held = whole === undefined ? undefined : memberOf(whole, inHolder ?? '');
  return isList(held) ? objectsIn(held) : [];
}

/** A number and its text name the same entry: in a path both are one. */
function isSameName(one: Json | undefined, other: Json | undefined): boolean {
  return one !== undefined && other !== undefined && plainText(one) === plainText(other);
}

/**
 * The object that tells of an entry in an answer: itself, or the one member that holds it (`data`), of several the one that is called
 * as the entries are (`{"order": {…}, "payment": {…}}`, of `/orders`). Where the answer shows what holds the entries, it is the one of
 * them that the path names, and none where the path names none.
 */
export function entryIn(resource: Sought, reading: Reading): JsonObject | undefined {
  const entry = wholeEntryIn(resource, reading);
  return entry === undefined ? undefined : withPlainMembers(entry, resource.holding);
}

function wholeEntryIn(resource: Sought, reading: Reading): JsonObject | undefined {
  if (resource.inHolder !== undefined) {
    const [path = ''] = reading.exchange.request.target.split('?', 1);
    const named = percentDecoded(withoutEndSlashes(path).split('/').at(-1) ?? '');
    return heldIn(resource, reading).find((entry) => {
      const value = memberOf(entry, resource.identity ?? '');
      return value !== undefined && plainText(value) === named;
    });
  }
  const whole = objectIn(reading);
  const { identity } = resource;
  if (whole === undefined || identity === undefined) return whole;
  if (Object.hasOwn(whole, identity)) return showsHolder(identity, whole, reading) ? undefined : whole;
  const thing = thingAt(resource.path ?? '');
  const inner = holdersIn(whole, identity, reading, resource);
  const named = withName(whole, resource);
  if (named === whole) {
    const own = inner.length === 1 ? inner[0] : inner.find(({ member }) => plainName(member) === thing);
    return own === undefined ? whole : withName(own.value, resource);
  }
  // A link beside the entry leads to it: `{"data": {"id": 1}, "links": {"self": "/books/1"}}`.
  const held = inner.filter(
    ({ member, value }) =>
      !tellsAbout(member) && isSameName(memberOf(value, identity), memberOf(named, identity)),
  );
  return held.length === 1 ? held[0]?.value : named;
}

/** The entries that the answer to a list shows; `undefined` where it is no list. */
export function entriesIn(resource: Resource, { answer }: Reading): readonly JsonObject[] | undefined {
  const { entries } = resource;
  if (entries === undefined || answer === undefined || answer.status >= 300) return undefined;
  if (answer.answer.truncated || answer.json.kind === 'invalid') return undefined;
  const found = listIn(answer.json.value, entries, resource.path);
  return isList(found)
    ? objectsIn(found).map((entry) => withPlainMembers(withName(entry, resource), resource.holding))
    : undefined;
}

/** Texts and numbers anywhere in a value. */
export function plainTextsIn(value: Json): readonly string[] {
  if (isList(value)) return value.flatMap(plainTextsIn);
  if (isObject(value)) return Object.values(value).flatMap(plainTextsIn);
  return value === null || typeof value === 'boolean' ? [] : [plainText(value)];
}

/** True for an answer that is a list: what was made, if several were made at once. */
export function tellsOfSeveral({ answer }: Reading): boolean {
  return answer !== undefined && answer.json.kind !== 'invalid' && isList(answer.json.value);
}

/** A name as services keep it: many write all in small letters. */
function asName(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/**
 * Paths of the entries that one creation made at once, where its answer is a list of them: the request has to have sent a
 * text of its own for an entry, or the names of all of them, since the list may show what was there before, too.
 */
export function pathsMadeAtOnce(
  resource: Resource,
  values: readonly string[],
  reading: Reading,
): readonly string[] {
  const { answer } = reading;
  if (answer === undefined || answer.answer.truncated || answer.json.kind === 'invalid') return [];
  const shown = answer.json.value;
  const sent = isList(shown) ? sentValue(reading) : undefined;
  if (!isList(shown) || sent === undefined) return [];
  const own = new Set(plainTextsIn(sent).map(asName));
  const markers = new Set(sentMarkers(reading));
  const isNamedIn = (entry: JsonObject): boolean => {
    const name = memberOf(entry, resource.identity ?? '');
    return typeof name === 'string' && own.has(asName(name));
  };
  // A word of the request may by chance be the name of what was there before: of a list with others nothing is known by its name.
  const areNamed = objectsIn(shown).every(isNamedIn);
  return objectsIn(shown).flatMap((entry) => {
    const isMarked =
      markers.size > 0 && markersIn(plainTextsIn(entry).join(' ')).some((one) => markers.has(one));
    return areNamed || isMarked ? (pathOfEntry(resource, values, entry) ?? []) : [];
  });
}

/** The path of an entry that the body of its creation names: the answer shows what it is inside of, or nothing. */
export function pathSent(
  resource: Resource,
  values: readonly string[],
  reading: Reading,
): string | undefined {
  const sent = sentValue(reading);
  return isObject(sent) ? pathOfEntry(resource, values, sent) : undefined;
}

/**
 * The paths of entries that the body of a call names (`POST /removeUser {userId}`): by its words it does something to them, and no
 * document says what.
 */
export function pathsNamedIn({ interface: document }: Contract, reading: Reading): readonly string[] {
  const { operation } = reading.expectation;
  const does = operation === undefined ? undefined : namedDeedOf(document, operation)?.does;
  if (operation === undefined || does === undefined || does === 'reads' || does === 'makes') return [];
  const members = namingMembersOf(document, operation);
  const sent = members.length === 0 ? undefined : sentValue(reading);
  if (!isObject(sent)) return [];
  const named = members.flatMap(({ name }) => [memberOf(sent, name) ?? []].flat());
  const texts = named.flatMap((value) =>
    value === null || typeof value === 'object' ? [] : plainText(value),
  );
  return resourcesOf(document).flatMap(({ itemPath }) =>
    itemPath === undefined || itemPath.split('{').length !== 2
      ? []
      : texts.map((text) => canonicalPath(filledInOrder(itemPath, [text]))),
  );
}

/** A payment that failed (402) is one of something: what it was for may be there, or be changed, and be paid later. */
export const PAYMENT_FAILED = 402;

/** True for an answer of success, whichever it is. */
export function isSuccess({ answer }: Reading): boolean {
  const status = answer?.status ?? 0;
  return status >= 200 && status < 300;
}

/** The path of an entry by an answer that is nothing but its name (`42`), where the document has it so. */
export function pathInWhole(
  resource: Resource,
  values: readonly string[],
  { answer, expectation }: Reading,
): string | undefined {
  const { identity, elsewhere } = resource;
  const documented = expectation.operation?.responses.find((one) =>
    matchesStatus([one.status], answer?.status ?? 0),
  );
  const schema = jsonSchemaOf(documented);
  if (schema === undefined || identity === undefined || elsewhere !== undefined) return undefined;
  if (answer === undefined || answer.answer.truncated || answer.json.kind === 'invalid') return undefined;
  const { value } = answer.json;
  const types = [mergedKeywords(schema).type ?? []].flat();
  const mayName = types.includes('string') || types.includes('integer') || types.includes('number');
  return mayName && !isObject(value) && !isList(value)
    ? pathOfEntry(resource, values, { [identity]: value })
    : undefined;
}

/** True for an answer of success that tells of something new: by its status, or by a text of the request. */
export function tellsOfNew(reading: Reading): boolean {
  return reading.answer?.status === 201 || hasOwnText(reading);
}

function hasOwnText(reading: Reading): boolean {
  const own = sentMarkers(reading);
  const { result } = reading.exchange;
  if (own.length === 0 || result.kind !== 'answer') return false;
  const shown = new Set(markersIn(new TextDecoder().decode(result.answer.body)));
  return own.some((marker) => shown.has(marker));
}
