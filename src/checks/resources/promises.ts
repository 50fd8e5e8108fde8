import { USUAL_IDENTITIES } from '../../interface/resources/names/called.ts';
import { namesUpkeep } from '../../interface/resources/words/members/told-upkeep.ts';
import { mayLeaveOut } from '../../interface/resources/lists/list-queries.ts';
import { mayShowSome } from '../../interface/resources/lists/partial-lists.ts';
import { wordsOfName } from '../../interface/names.ts';
import { isStated } from '../../interface/clauses.ts';
import { type Collection, isUnnamed } from '../../interface/model.ts';
import { parameterNames } from '../../interface/path-matching.ts';
import { isBesideDescribed } from '../../interface/resources/words/members/quoted-values.ts';
import { keepsOrder } from '../../interface/resources/words/members/told-item-order.ts';
import { mostEntriesOf } from '../../interface/resources/read-collections.ts';
import { canonicalJson } from '../../json/canonical.ts';
import { isList, isObject, type Json, type JsonObject, memberOf, listOf } from '../../json/value.ts';
import { saysWhenRefused, validatorOf } from '../../oracle/contract.ts';
import { isCalledState } from '../../oracle/locks.ts';
import { topNamesOf } from '../../oracle/reading.ts';
import { compileSchemaLater, type SchemaValidator } from '../../schema/compile.ts';
import { allowedTypes, fixedValues, isSchema, type Schema } from '../../schema/keywords.ts';
import { besideNull, combinedSchemas, isObjectSchema, schemaMembers } from '../../schema/members.ts';
import { withSharedMembers } from '../../schema/shared-members.ts';
import { formsText } from '../../schema/pattern/words.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { subschema } from '../../schema/resolve.ts';
import { onceFor } from '../../system/once-for.ts';
import { BAD_BODIES, type JudgedRun } from '../check.ts';
import {
  type Alike,
  alikeIn,
  isListedWhenShown,
  comparablePart,
  innerAlike,
  isOtherList,
} from './members/alike.ts';
import {
  type Creation,
  type Difference,
  differences,
  isOffsetLost,
  type Listing,
} from './creations/creations.ts';
import { isSameDay, isSameNumeral } from './members/written-values.ts';

/**
 * What a document promises of a collection that it does not describe as one. Where statements beside it say what is stored
 * and listed, all of that holds; elsewhere a service computes members, fills defaults in and cuts its lists into pages.
 */

/**
 * True where an object came back with another value in a member that it always has, or that is a text in the client's own words, or a
 * list of objects lacks one that is as it was sent as far as these go.
 */
function breaksInside(
  root: Schema,
  schema: Schema,
  alike: Alike,
  sent: Json | undefined,
  got: Json | undefined,
): boolean {
  const at = besideNull(schema, root);
  if (alike.kind === 'items' && isList(sent) && isList(got)) {
    const { items = true } = mergedKeywords(at, root);
    if (!isSchema(items) || isOtherList(alike, sent, got)) return false;
    return sent.some((item) =>
      got.every((one) => !carries(item, one) && breaksInside(root, items, alike.items, item, one)),
    );
  }
  if (!isObject(sent) || !isObject(got) || !isObjectSchema(at, root)) return true;
  const { properties, required } = schemaMembers(at, root);
  return Object.keys(sent).some((name) => {
    const [own, theirs, member] = [memberOf(sent, name), memberOf(got, name), properties.get(name)];
    if (member === undefined || carries(own, theirs)) return false;
    const inner = innerAlike(alike, name);
    if ((isObject(own) && isObject(theirs)) || (inner.kind === 'items' && isList(own) && isList(theirs)))
      return breaksInside(root, member, inner, own, theirs);
    if (required.has(name)) return true;
    return isFreeText(root, member) && typeof own === 'string' && typeof theirs === 'string' && theirs !== '';
  });
}

const PLACES: ReadonlySet<string> = new Set(
  'position pos rank ordinal index order sequence place'.split(' '),
);

/** True for a member that is called as the place of an entry among others is (`position`, `sort_order`): a number there is theirs as well. */
export function isPlaceInOrder(name: string): boolean {
  return PLACES.has(wordsOfName(name).at(-1) ?? '');
}

function isNumber(root: Schema, member: Schema): boolean {
  const types = allowedTypes(mergedKeywords(besideNull(member, root), root));
  return !types.has('string') && (types.has('integer') || types.has('number'));
}

type Promised = {
  readonly same: ReadonlyMap<string, Alike>;
  readonly required: ReadonlySet<string>;
  readonly freeTexts: ReadonlySet<string>;
  /** Lists whose places mean something. */
  readonly tuples: ReadonlySet<string>;
  /** Lists that stay in the order in which they were given, as the document says. */
  readonly inOrder: ReadonlySet<string>;
};

/** True for a list of which each place has a meaning of its own (`prefixItems`). */
export function isTuple(root: Schema, member: Schema): boolean {
  return combinedSchemas(member, root).some((at) => isList(at.prefixItems) && at.prefixItems.length > 1);
}

/** True for two lists of the same items in another order. */
export function isTurned(sent: Json | undefined, got: Json | undefined): boolean {
  if (!isOtherOrder(sent, got) || !isList(sent) || !isList(got)) return false;
  return sent.every((item) => got.some((other) => carries(item, other)));
}

/** True for two lists of one length that differ at a place. */
export function isOtherOrder(
  sent: Json | undefined,
  got: Json | undefined,
  isSame: (a: Json | undefined, b: Json | undefined) => boolean = carries,
): boolean {
  if (!isList(sent) || !isList(got) || sent.length !== got.length) return false;
  return sent.some((item, at) => !isSame(item, got[at]));
}

/** True for a text in the client's own words: no rule gives it another value. */
export function isFreeText(root: Schema, member: Schema): boolean {
  const parts = combinedSchemas(member, root);
  return parts.length > 0 && !parts.some((at) => formsText(at) || Object.hasOwn(at, 'default'));
}

/** The signs in the text that a document shows of a member, without those of plain words; `undefined` where it shows none. */
function signsShown(root: Schema, member: Schema): string | undefined {
  const said = mergedKeywords(member, root);
  const shown = memberOf(said, 'example') ?? listOf(memberOf(said, 'examples'))[0];
  if (typeof shown !== 'string') return undefined;
  return [...new Set(shown.replaceAll(/[\p{L}\p{N}\s.,'-]/gu, ''))].sort().join('');
}

/** True where the document shows that answers write a text in another way: `#00aabb` is sent, and `00aabb` comes back. */
function isWrittenAnew(sent: readonly [Schema, Schema], shown: readonly [Schema, Schema]): boolean {
  const [own, other] = [signsShown(...sent), signsShown(...shown)];
  return own !== undefined && other !== undefined && own !== other;
}

/**
 * The members that request and answer of a creation describe alike, those that the answer always has, and those that hold a
 * client's own words, which no rule of a service gives another value.
 */
const promisedMembers = onceFor((collection: Collection): Promised => {
  const sent = withSharedMembers(collection.sent.schema);
  const [own, shown] = [schemaMembers(sent), schemaMembers(collection.created.schema)];
  const same = [...own.properties].flatMap(([name, member]): (readonly [string, Schema, Alike])[] => {
    const other = shown.properties.get(name);
    if (other === undefined || isCalledState(name)) return [];
    if (namesUpkeep(name) && !own.required.has(name)) return [];
    if (isPlaceInOrder(name) && isNumber(sent, member)) return [];
    const both = [
      [sent, member],
      [collection.created.schema, other],
    ] as const;
    const said = isWrittenAnew(...both) ? undefined : alikeIn(...both);
    const alike = said ?? (isListedWhenShown(...both) ? ({ kind: 'whole' } as const) : undefined);
    return alike === undefined ? [] : [[name, member, alike]];
  });
  const free = same.filter(([name, member]) => {
    const other = shown.properties.get(name) ?? true;
    return isFreeText(sent, member) && isFreeText(collection.created.schema, other);
  });
  return {
    same: new Map(same.map(([name, , alike]) => [name, alike])),
    required: shown.required,
    freeTexts: new Set(free.map(([name]) => name)),
    tuples: new Set(same.flatMap(([name, member]) => (isTuple(sent, member) ? [name] : []))),
    inOrder: new Set(same.flatMap(([name, member]) => (keepsOrder(sent, member) ? [name] : []))),
  };
});

/** What the answer of a creation may show of each member. */
const shownValues = onceFor(({ created: { schema } }: Collection): ReadonlyMap<string, SchemaValidator> => {
  const members = [...schemaMembers(schema).properties];
  return new Map(members.map(([name, member]) => [name, compileSchemaLater(subschema(schema, member))]));
});

/** True for a text that was sent and that the answer can't show, such as one longer than it may be there. */
function isUnshowable(collection: Collection, { member, sent }: Difference): boolean {
  if (typeof sent !== 'string') return false;
  return (shownValues(collection).get(member)?.(sent) ?? []).length > 0;
}

/** True for a text beside those that a description quotes as its values: a service may take one of them instead. */
function isOfOtherValues({ sent, created }: Collection, { member, sent: value }: Difference): boolean {
  return [sent.schema, created.schema].some((root) => {
    const schema = schemaMembers(root).properties.get(member);
    return schema !== undefined && isBesideDescribed(member, mergedKeywords(schema, root), value);
  });
}

function plain(text: string): string {
  // Composed and decomposed letters are the same text (Unicode, section 3.7).
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** What is so much longer is no other writing of a text, however it is filled up: a text of a client is no match for what strangers send. */
const MUCH_LONGER = 4;
const FILLED_UP = 65_536;

function isMuchLonger(text: string, other: string): boolean {
  return text.length > MUCH_LONGER * other.length + FILLED_UP;
}

const INSTANT = /^\d{4}-\d\d-\d\d[T ]/;

function isSameText(sent: string, got: string): boolean {
  if (sent === got) return true;
  if (isMuchLonger(sent, got) || isMuchLonger(got, sent)) return false;
  if (INSTANT.test(sent) && INSTANT.test(got)) return Math.abs(Date.parse(sent) - Date.parse(got)) <= 1_000;
  return plain(sent) === plain(got) || isSameNumeral(sent, got) || isSameDay(sent, got);
}

/** True where a service may have kept a value so: another precision, more members, another order. */
export function carries(sent: Json | undefined, got: Json | undefined): boolean {
  if (typeof sent === 'string' && typeof got === 'string') return isSameText(sent, got);
  if (canonicalJson(sent) === canonicalJson(got)) return true;
  if (typeof sent === 'number' && typeof got === 'number')
    return Math.abs(sent - got) <= 1e-5 * Math.max(Math.abs(sent), Math.abs(got));
  if (isList(sent) && isList(got)) {
    return sent.every((item) => got.some((other) => carries(item, other)));
  }
  if (!isObject(sent) || !isObject(got)) return false;
  return Object.keys(sent).every((name) => {
    const [own, shown] = [memberOf(sent, name), memberOf(got, name)];
    return carries(own, shown) || (shown === undefined && isEmpty(own));
  });
}

/** What many services leave out of an object that they show (`omitempty`): nothing, none, and the number and the flag that say so. */
function isEmpty(value: Json | undefined): boolean {
  if (value === null || value === '' || value === false || value === 0) return true;
  return isList(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** True where statements of the document say that what was sent comes back. */
export function isEchoPromised({ contract }: Pick<JudgedRun, 'contract'>, { create }: Collection): boolean {
  return (
    isStated(contract.interface, 'collections.created-as-sent', create) || saysWhenRefused(contract.interface)
  );
}

/**
 * The differences that break what the document promises: all of them, where statements say so. `shownAs`: the schema of an answer that
 * is not that of the creation: what it may leave out (a list that shows less of each entry) is not missing.
 */
export function promisedDifferences(
  run: Pick<JudgedRun, 'contract'>,
  collection: Collection,
  sent: JsonObject,
  entry: JsonObject,
  shownAs?: Schema,
): readonly Difference[] {
  const all = differences(collection, sent, entry);
  if (isEchoPromised(run, collection)) return all;
  const { same, required, freeTexts, tuples, inOrder } = promisedMembers(collection);
  const always = shownAs === undefined ? required : schemaMembers(shownAs).required;
  return all.filter((difference) => {
    const alike = same.get(difference.member);
    if (difference.got === undefined && !always.has(difference.member)) return false;
    // Many services keep an empty text as none at all; where there may be no null, the schema says so.
    if (difference.sent === '' && difference.got === null) return false;
    if (tuples.has(difference.member) && isOtherOrder(difference.sent, difference.got)) return true;
    if (inOrder.has(difference.member) && isTurned(difference.sent, difference.got)) return true;
    if (alike === undefined || isShownOtherwise(shownAs, difference)) return false;
    const { member, got } = difference;
    const own = comparablePart(alike, difference.sent ?? null);
    if (carries(own, got) || isOtherList(alike, own, got)) return false;
    if (isUnshowable(collection, difference) || isOfOtherValues(collection, difference)) return false;
    if (isOffsetLost(own, got)) return true;
    const shown = schemaMembers(collection.created.schema).properties.get(member) ?? true;
    if (required.has(member)) return breaksInside(collection.created.schema, shown, alike, own, got);
    return freeTexts.has(member) && typeof own === 'string' && typeof got === 'string' && got !== '';
  });
}

/** True where an answer may not show a member as it was sent, by its own schema: the number of what it names, and all of that in a read. */
function isShownOtherwise(shownAs: Schema | undefined, { member, sent }: Difference): boolean {
  const own = shownAs === undefined ? undefined : schemaMembers(shownAs).properties.get(member);
  if (shownAs === undefined || own === undefined || sent === undefined) return false;
  return validatorOf(subschema(shownAs, own))(sent).length > 0;
}

/** Creations whose answer shows what was sent: what follows from a broken body that was taken is no finding of its own. */
export function isJudged({ contract }: Pick<JudgedRun, 'contract'>, { reading }: Creation): boolean {
  return saysWhenRefused(contract.interface) || !BAD_BODIES.includes(reading.expectation.situation);
}

/** True for a text that a service may fill in without having been sent it: documented values of the member, and any of its own member. */
export function isFilledIn({ collection }: Creation, member: string, text: string): boolean {
  return [collection.sent.schema, collection.created.schema].some((root) => {
    const own = schemaMembers(root).properties.get(member);
    const parts = own === undefined ? [] : combinedSchemas(own, root);
    if (parts.some((at) => at.readOnly === true)) return true;
    const values = parts.flatMap((at) => [at.default, at.const, at.example, at.enum, at.examples]);
    return values.some((value) => (isList(value) ? value.includes(text) : value === text));
  });
}

/** True where it is clear which member names an entry, and that the service gives it. */
export function isSureIdentity({ contract }: Pick<JudgedRun, 'contract'>, collection: Collection): boolean {
  if (isUnnamed(collection)) return false;
  if (saysWhenRefused(contract.interface) || USUAL_IDENTITIES.includes(collection.identity.toLowerCase()))
    return true;
  const named = collection.read === undefined ? [] : parameterNames(collection.read.path);
  if (named.at(-1)?.toLowerCase() === collection.identity.toLowerCase()) return true;
  // The `ownerId` of a book may be the same for all of them; its `bookId` is its own.
  const [, thing] = /^(.+?)[-_]?(?:id|uuid|guid)$/i.exec(collection.identity) ?? [];
  const [area = ''] = collection.path.split('/').slice(-1);
  return thing === undefined || area.toLowerCase().startsWith(thing.toLowerCase());
}

/** True where the parameter of the path that reads an entry is its identity. */
export function isReadByIdentity({ contract }: Pick<JudgedRun, 'contract'>, collection: Collection): boolean {
  if (saysWhenRefused(contract.interface)) return true;
  const [name = ''] = parameterNames(collection.read?.path ?? '').slice(-1);
  return (
    name.toLowerCase() === collection.identity.toLowerCase() ||
    (USUAL_IDENTITIES.includes(collection.identity.toLowerCase()) && /(?:id|uuid|guid|pk)$/i.test(name))
  );
}

/** True where the document says that the service gives the identity, whatever a client sends. */
export function isIdentityOfService(
  { contract }: Pick<JudgedRun, 'contract'>,
  collection: Collection,
): boolean {
  if (isUnnamed(collection)) return false;
  if (saysWhenRefused(contract.interface)) return true;
  const { schema } = collection.created;
  const member = schemaMembers(schema).properties.get(collection.identity);
  return member !== undefined && combinedSchemas(member, schema).some((at) => at.readOnly === true);
}

/** Words of names that cut a list into pages, or tell of more than it shows. */
const PAGES: ReadonlySet<string> = new Set(
  `page pages paging pagination paginated limit offset skip cursor start from after before top take count size per first last max
   since until marker continuation rows length range next prev previous total totals more has meta metadata links num number`.split(
    /\s+/,
  ),
);

function isOfPages(name: string): boolean {
  return (
    wordsOfName(name).some((word) => PAGES.has(word)) ||
    /^(?:pagesize|perpage|pagenumber|pageindex|nextpage)$/i.test(name)
  );
}

const FIELDS_OF_PAGES = ['link', 'content-range', 'x-total-count', 'x-total', 'x-next-page', 'x-pagination'];

/** A list, and where its answer has the entries. */
type EntryList = Pick<Collection, 'list' | 'entriesPointer'> &
  Partial<Pick<Collection, 'identity' | 'entrySchema' | 'create'>>;

const showsSome = onceFor(({ list, entrySchema = true, create }: EntryList) =>
  mayShowSome(list, entrySchema, create),
);

const hasPages = onceFor(({ list, entriesPointer }: EntryList): boolean => {
  const query = list.parameters.filter((parameter) => parameter.in === 'query');
  if (query.some((one) => isOfPages(one.name) || mayLeaveOut(one))) return true;
  const bodies = list.responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap((one) => one.representations);
  if (entriesPointer === '') return false;
  return bodies.some(({ schema }) => [...schemaMembers(schema).properties.keys()].some(isOfPages));
});

/** A list that has as many entries as it may have may leave others out. */
const mostShown = onceFor(({ list, entriesPointer }: EntryList) => mostEntriesOf(list, entriesPointer));

/** True for a value that is one of few: whether something is so, or which of those that the document lists. */
export function isOneOfFew(schema: Schema, name: string, value: Json): boolean {
  const member = schemaMembers(schema).properties.get(name);
  const isListed = member !== undefined && fixedValues(mergedKeywords(member, schema)) !== undefined;
  return typeof value === 'boolean' || isListed;
}

/** Lists that show the newest entries alone, or the first, and say nothing of it, end at a round number. */
const ROUND = 5;

/** True for a list that may end where it does for no other reason than the number of its entries. */
export function mayBeCut(count: number): boolean {
  return count > 0 && count % ROUND === 0;
}

/** True for a list that shows all there is, as far as document and answer tell: what is not in it is missing. */
export function isWhole(
  { contract }: Pick<JudgedRun, 'contract'>,
  { collection, reading, count }: Pick<Listing, 'reading' | 'count'> & { readonly collection: EntryList },
): boolean {
  if (saysWhenRefused(contract.interface)) return true;
  const { answer } = reading;
  if (answer === undefined || hasPages(collection) || count >= mostShown(collection)) return false;
  if (showsSome(collection)) return false;
  // What nothing names is often shown as news are.
  if (isUnnamed(collection) && mayBeCut(count)) return false;
  if (FIELDS_OF_PAGES.some((name) => answer.header(name).length > 0)) return false;
  return !topNamesOf(answer.json).some(isOfPages);
}
