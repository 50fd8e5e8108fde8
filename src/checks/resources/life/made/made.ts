import { isMarked } from '../../../../schema/direction.ts';
import type { Operation, Parameter } from '../../../../interface/model.ts';
import { isFormOfAnswer } from '../../../../interface/parameters/forms-of-answers.ts';
import {
  entrySchemaOf,
  isListedAlone,
  isUndescribed,
  type Resource,
} from '../../../../interface/resources/resources.ts';
import { isList, isName, isObject, type JsonObject, type Json, memberOf } from '../../../../json/value.ts';
import { namesParent } from '../../../../interface/resources/names/called.ts';
import { plainText } from '../../../../json/lossless.ts';
import { valueAt } from '../../../../json/pointer.ts';
import type { Contract } from '../../../../oracle/contract.ts';
import type { Reading } from '../../../../oracle/reading.ts';
import { besideNull, schemaMembers } from '../../../../schema/members.ts';
import { isSchema, type Schema } from '../../../../schema/keywords.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { excerptJson } from '../../../outcome.ts';
import { namedInBody } from '../../creations/named-in-body.ts';
import { isFreeText } from '../../promises.ts';
import { asksNothingCertain, isHidden, type Life, type LifeCourt } from '../life.ts';
import { comparable, listedMembers, promisedBetween, sentTo, wishOf } from '../members/entry-state.ts';
import { brokenPromise, has, isFilled, isSameValue, isTelling } from '../members/shown-values.ts';
import { judgeDefaults } from './defaults.ts';
import { judgeForgotten, judgeReplaced } from './forgotten.ts';
import { judgeInsideOfAll } from './inside.ts';
import { judgeShifts } from './shifts.ts';
import { isSettled } from '../list-looks.ts';
import { isToldNull, showsIdentity } from './shapes.ts';
import { holdsWords, isCut } from './lost-items.ts';

/**
 * What a new entry has of the request that made it: what the request gave and no answer shows, and what it left out although the
 * document has a default for it.
 */

/** What a creation asked for, and what its answer shows. */
export type Making = {
  readonly operation: Operation;
  readonly values: ReadonlyMap<string, Json>;
  readonly shown: JsonObject | undefined;
};

export function makingOf(
  resource: Resource,
  reading: Reading,
  shown: JsonObject | undefined,
): Making | undefined {
  const { operation, situation } = reading.expectation;
  const makers = [resource.create, resource.makeAt, resource.replace];
  if (operation === undefined || !makers.includes(operation) || reading.answer?.status === 202)
    return undefined;
  if (asksNothingCertain(reading) || situation === 'unusual-text') return undefined;
  const values = wishOf('create', { operation, resource }, reading)?.values;
  return values === undefined ? undefined : { operation, values, shown };
}

/** What one side has, with the definitions that describe it. */
type Described = { readonly root: Schema; readonly schema: Schema; readonly value: Json };

/** How deep objects are looked into for what a creation gave them. */
const DEEPEST = 3;

/**
 * The place of a text, inside of objects, that a creation gave in the client's own words and that is shown nowhere, although the object
 * that it was in is shown with others of its members.
 */
function lostInside(sent: Described, shown: Described, depth = 0): readonly string[] | undefined {
  const { value: given } = sent;
  const { value: got } = shown;
  if (isList(given)) return lostInItems(sent, shown, depth);
  if (!isObject(given) || !isObject(got) || depth > DEEPEST) return undefined;
  const [own, theirs] = [sent, shown].map(
    ({ root, schema }) => schemaMembers(besideNull(schema, root), root).properties,
  );
  const isKept = Object.keys(given).some((name) => isSameValue(memberOf(given, name), memberOf(got, name)));
  for (const [name, value] of Object.entries(given)) {
    const [mine, other] = [own?.get(name), theirs?.get(name)];
    if (mine === undefined || other === undefined) continue;
    const now = memberOf(got, name);
    const isWords = isFreeText(sent.root, mine) && isFreeText(shown.root, other);
    const isLost = typeof value === 'string' && isTelling(value) && (now === undefined || now === null);
    if (isLost && isKept && isWords && !isHidden(name)) return [name];
    const inner = lostInside(
      { root: sent.root, schema: mine, value },
      { root: shown.root, schema: other, value: now ?? null },
      depth + 1,
    );
    if (inner !== undefined) return [name, ...inner];
  }
  return undefined;
}

/** The same for the items of a list of which none is lost: a text that one of them was given, and that no item shows anything in its place. */
function lostInItems(sent: Described, shown: Described, depth: number): readonly string[] | undefined {
  const [given, got] = [sent.value, shown.value];
  if (!isList(given) || !isList(got) || given.length !== got.length) return undefined;
  const [own, theirs] = [sent, shown].map(
    ({ root, schema }) => mergedKeywords(besideNull(schema, root), root).items,
  );
  if (!isSchema(own) || !isSchema(theirs)) return undefined;
  for (const [at, item] of given.entries()) {
    const inner = lostInside(
      { root: sent.root, schema: own, value: item },
      { root: shown.root, schema: theirs, value: got[at] ?? null },
      depth + 1,
    );
    const isNowhere = inner !== undefined && got.every((one) => (valueAt(one, inner) ?? null) === null);
    if (isNowhere) return [String(at), ...inner];
  }
  return undefined;
}

/** Judges what a creation gave to members of objects inside of the entry. Returns whether one of them is lost. */
function judgeInside(court: LifeCourt, life: Life, reading: Reading, shown: JsonObject): boolean {
  const { making, resource } = life;
  const [sent, entry] =
    making === undefined ? [] : [sentTo(making.operation, resource)?.schema, entrySchemaOf(resource)];
  if (making === undefined || sent === undefined || entry === undefined) return false;
  const promised = promisedBetween(making.operation, resource);
  const lists = isListedAlone(resource) ? listedMembers(resource) : undefined;
  const objects = [...making.values].filter(
    ([name, value]) => (isObject(value) || isList(value)) && promised.has(name) && lists?.has(name) !== false,
  );
  const lost = lostInside(
    { root: sent, schema: sent, value: Object.fromEntries(objects) },
    { root: entry, schema: entry, value: shown },
  );
  if (lost === undefined) return false;
  const value = valueAt(Object.fromEntries(objects), lost);
  court.breaks(
    'made-as-asked',
    life,
    { telling: reading, others: [] },
    {
      expected: `${lost.join('.')}: ${excerptJson(value)}, as the creation gave it`,
      actual: `${lost.join('.')}: it is missing, and other members beside it are there`,
      deviation: 'a creation loses a member',
    },
  );
  return true;
}

/**
 * True where the document describes entries apart from the requests that make them: these have no place for what names an entry. One
 * schema for both lists a service's own members among the client's.
 */
function isDescribedApart(sent: Schema | undefined, { identity }: Resource): boolean {
  if (sent === undefined || identity === undefined) return false;
  return !schemaMembers(sent).properties.has(identity) || isMarked(sent, identity, 'readOnly');
}

/** Names of what stands elsewhere: a service may leave out what it finds nothing for. */
const ELSEWHERE = /(?:id|ref|url|uri|slug)s?$/i;

/** True for a text of which the document says how it is written: a day, a moment, what a pattern describes. */
function isFormed(sent: Schema | undefined, name: string): boolean {
  const member = sent === undefined ? undefined : schemaMembers(sent).properties.get(name);
  if (sent === undefined || member === undefined || ELSEWHERE.test(name)) return false;
  if (isOwnList(sent, name, member)) return true;
  const said = mergedKeywords(besideNull(member, sent), sent);
  const [format, pattern, values] = ['format', 'pattern', 'enum'].map((key) => memberOf<unknown>(said, key));
  if (values !== undefined) return false;
  return format === undefined ? typeof pattern === 'string' : format === 'date' || format === 'date-time';
}

/** Names of lists of what stands elsewhere, or is the service's to grant. */
const GRANTED =
  /role|scope|permission|privilege|grant|right|group|member|user|owner|assign|particip|team|admin|feature/i;

/**
 * True for a list of the client's own words, or of objects that name nothing elsewhere, or need no such name beside words of the
 * client's own: what such a list has is nobody else's to say.
 */
function isOwnList(sent: Schema, name: string, member: Schema): boolean {
  const { items } = mergedKeywords(besideNull(member, sent), sent);
  if (GRANTED.test(name) || !isSchema(items) || typeof items === 'boolean') return false;
  const { properties, required } = schemaMembers(items, sent);
  if (properties.size === 0) return holdsWords(sent, member);
  const names = [...properties.keys()];
  const elsewhere = names.filter((one) => ELSEWHERE.test(one));
  const isWords = (each: Schema): boolean =>
    mergedKeywords(each, sent).type === 'string' && isFreeText(sent, each);
  const hasWords = [...properties].some(([one, each]) => required.has(one) && isWords(each));
  return (
    !names.some((one) => GRANTED.test(one)) &&
    (elsewhere.length === 0 || (hasWords && !elsewhere.some((one) => required.has(one))))
  );
}

/** Judges a text in the client's own words that a creation gave, and in whose place another one is shown. Returns whether there is one. */
function judgeOtherWords(
  court: LifeCourt,
  life: Life,
  reading: Reading,
  {
    shown,
    isApart,
    fellows,
  }: { readonly shown: JsonObject; readonly isApart: boolean; readonly fellows: readonly Life[] },
): boolean {
  const { making, resource } = life;
  if (making === undefined) return false;
  const promised = promisedBetween(making.operation, resource);
  // What the creation names may have a text of its own for that: the subject of a template.
  const named = namedInBody(fellows, life.madeBy);
  const isOfNamed = (name: string): boolean =>
    named.some(
      (one) => has(one.shown, name) && isSameValue(memberOf(one.shown ?? {}, name), memberOf(shown, name)),
    );
  const other = [...making.values].find(([name, value]) => {
    const promise = promised.get(name);
    if (promise?.isFreeText !== true || isHidden(name, isApart)) return false;
    if (isListedAlone(resource) && !listedMembers(resource).has(name)) return false;
    // What is made in its place has the name of that.
    if (making.operation.method === 'PUT' && showsIdentity(resource, name, shown)) return false;
    if (making.shown !== undefined && isSameValue(value, memberOf(making.shown, name))) return false;
    return (
      brokenPromise(promise, value, memberOf(shown, name), undefined) === 'another value' && !isOfNamed(name)
    );
  });
  if (other === undefined) return false;
  const [name, value] = other;
  court.breaks(
    'made-as-asked',
    life,
    { telling: reading, others: [] },
    {
      expected: `${name}: ${excerptJson(value)}, as the creation gave it`,
      actual: `${name}: ${excerptJson(memberOf(shown, name) ?? null)}`,
      deviation: 'a creation leaves another value',
    },
  );
  return true;
}

/** True where another entry of the kind shows that a request gave it the member. */
function isShownElsewhere(life: Life, name: string, fellows: readonly Life[]): boolean {
  return fellows.some(({ resource, shown, given }) => {
    if (resource !== life.resource || !has(shown, name)) return false;
    const value = shown === undefined ? undefined : memberOf(shown, name);
    // What stands in a list or an object may be the service's own.
    return !isFilled(value) || isSameValue(given.get(name)?.value, value);
  });
}

/** True for a member that names another entry of the kind, which is there: the one that this stands below. */
function isBelowFellow(life: Life, name: string, value: Json, fellows: readonly Life[]): boolean {
  const { path, parent } = life.resource;
  if (!isName(value) || !namesParent(name, path)) return false;
  const segment = encodeURIComponent(plainText(value));
  return fellows.some(
    (one) =>
      one.resource === life.resource &&
      one !== life &&
      one.standing === 'there' &&
      (parent === undefined || one.place === life.place) &&
      one.path.endsWith(`/${segment}`),
  );
}

/** True where another entry of the kind was given the member, too, and shows nothing of it. */
function isLostElsewhere(life: Life, name: string, fellows: readonly Life[]): boolean {
  return fellows.some(
    ({ resource, making, shown }) =>
      resource === life.resource &&
      making !== undefined &&
      making !== life.making &&
      shown !== undefined &&
      isTelling(making.values.get(name) ?? null) &&
      !has(making.shown, name) &&
      !has(shown, name),
  );
}

/** What is known of a run: `lives` are those of the entries that it made. */
type Book = { readonly court: LifeCourt; readonly contract: Contract; readonly lives: readonly Life[] };

/**
 * Judges the first reading of an entry that nothing was done to: what the creation gave it is shown.
 */
export function judgeMade(
  { court, contract, lives: fellows }: Book,
  life: Life,
  reading: Reading,
  shown: JsonObject,
): void {
  const { making, resource } = life;
  if (making === undefined || isUndescribed(resource)) return;
  const { collections } = contract.interface;
  // The answers of such a creation are judged with the list of what it makes.
  const isHeldToList = collections.some(({ create }) => create.id === making.operation.id);
  const promised = promisedBetween(making.operation, resource);
  const sent = sentTo(making.operation, resource)?.schema;
  const isApart = isDescribedApart(sent, resource);
  // What the answer of a creation in a list has to show is judged with that list, where the service names what is made.
  const isListed = isHeldToList && isApart;
  const optional = [...making.values].filter(([name]) => {
    const promise = promised.get(name);
    return promise !== undefined && (!isListed || !promise.isEchoed);
  });
  // Of a list that such an answer always has it is told that it is there, and not what is in it.
  const owed = [...making.values].filter(
    ([name, value]) =>
      optional.some(([one]) => one === name) || (promised.has(name) && isList(value) && isFilled(value)),
  );
  const kept = owed.filter(([name]) => has(shown, name));
  for (const [name, value] of owed) {
    const promise = promised.get(name);
    if (promise === undefined || !isTelling(value) || has(shown, name) || has(making.shown, name)) continue;
    if (isListedAlone(resource) && !listedMembers(resource).has(name)) continue;
    if (isSameValue(value, promise.fallback) || isHidden(name, isApart)) continue;
    if (making.shown !== undefined && isToldNull(resource, name, memberOf(making.shown, name))) continue;
    // A client's own words are shown where other optional members are; what has a form where no creation of several keeps it; anything
    // else where another entry shows it.
    const isShown = optional.some(([one]) => one === name) && isShownElsewhere(life, name, fellows);
    const isBesideKept = kept.length > 0 || owed.length === 1;
    const isOfForm = isApart && isFormed(sent, name) && isLostElsewhere(life, name, fellows);
    const isParent = isApart && isBelowFellow(life, name, value, fellows);
    if (!isShown && !((promise.isFreeText || isOfForm || isParent) && isBesideKept)) continue;
    court.breaks(
      'made-as-asked',
      life,
      { telling: reading, others: [] },
      {
        expected: `${name}: ${excerptJson(value)}, as the creation gave it`,
        actual: `${name}: it is missing, in the answer and when it is read`,
        deviation: 'a creation loses a member',
      },
    );
    return;
  }
  for (const [name, value] of making.values) {
    const promise = promised.get(name);
    const isJudgedHere = isObject(value) || optional.some(([one]) => one === name);
    if (promise?.holdsWords !== true || !isJudgedHere || !isCut(value, memberOf(shown, name))) continue;
    if (isListedAlone(resource) && !listedMembers(resource).has(name)) continue;
    if (isHidden(name, isApart) || !promise.mayShow(value)) continue;
    court.breaks(
      'made-as-asked',
      life,
      { telling: reading, others: [] },
      {
        expected: `${name}: ${excerptJson(value)}, as the creation gave it`,
        actual: `${name}: ${excerptJson(memberOf(shown, name) ?? null)}`,
        deviation: 'a creation loses a part of a member',
      },
    );
    return;
  }
  if (judgeForgotten({ court, lives: fellows }, life, reading, { shown, isApart })) return;
  if (!isHeldToList && judgeOtherWords(court, life, reading, { shown, isApart, fellows })) return;
  if (judgeReplaced({ court, lives: fellows }, life, reading, { shown, isApart })) return;
  if (judgeInside(court, life, reading, shown)) return;
  const isKept = ([name, value]: readonly [string, Json]): boolean => {
    const promise = promised.get(name);
    const part = promise === undefined ? undefined : comparable(promise, value);
    return part !== undefined && isSameValue(part, memberOf(shown, name));
  };
  if (optional.some(isKept)) court.proves('made-as-asked', life.madeBy);
}

function mayChoose(parameter: Parameter): boolean {
  return parameter.in === 'query' && !isFormOfAnswer(parameter);
}

/**
 * Judges a reading of a holder, or of a list, that does not show what was made inside of it. Where the reading has parameters, they may be what asks
 * for it. `isLate`: what is shown can't be an answer from before it was made.
 */
export function judgeUnseen(
  court: LifeCourt,
  life: Life,
  reading: Reading,
  isLate: boolean = isSettled(life, reading),
): void {
  const parameters = reading.expectation.operation?.parameters ?? [];
  const isPut = life.madeBy.expectation.operation === life.resource.replace;
  // Where a read shows it as well, that is no news of what the list has.
  const isNew = !life.isRead && life.changedMs === life.madeBy.exchange.endMs;
  const isReadable = life.isRead && !isListedAlone(life.resource);
  if (life.standing !== 'there' || (life.making === undefined && !isPut)) return;
  if (life.madeBy.answer?.status === 202) return;
  if (!(isNew || isReadable) || parameters.some(mayChoose)) return;
  life.isUnsettled = !isLate;
  if (life.isUnsettled) return;
  life.standing = 'unknown';
  const isInList = reading.expectation.operation === life.resource.list;
  const where = isInList ? 'its list' : 'what it is inside of';
  court.breaks(
    'made-as-asked',
    life,
    { telling: reading, others: [] },
    {
      expected: `${life.resource.identity ?? 'the entry'}: what was made, in ${where}`,
      actual: 'it is not there',
      deviation: `a new entry is not shown by ${where}`,
    },
  );
}

/** Judges what new entries tell together. */
export function judgeAllMade(court: LifeCourt, lives: readonly Life[]): void {
  const described = lives.filter(({ resource }) => !isUndescribed(resource));
  judgeDefaults(court, described);
  judgeShifts(court, described);
  judgeInsideOfAll(court, described);
}
