import type { Schema } from '../../../schema/keywords.ts';
import { besideNull, schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { dereferenced } from '../../../schema/references.ts';
import { subschema } from '../../../schema/resolve.ts';
import type { Operation } from '../../model.ts';
import { plainName, sentencesOf, singularOf, wordsOfName } from '../../names.ts';
import { namesMaking } from '../words/members/told-upkeep.ts';
import { askedOrder, isOrdered, type Order, OWN_BEGINNING, type Sorting, usualOrder } from './list-orders.ts';
import { type MemberPlace, type PlacedMember, placedMembers } from './member-places.ts';

/**
 * The order of a list, as its description says it in a whole sentence: `Sorted by name`, `All events in the order of occurredAt`, `The
 * latest starts_at first`, `Newest first`. What a document says of all of its lists goes for each (`Lists are sorted by creation`).
 */

/** An order that a list has whatever it is asked for. `words`: the sentence that says so. */
export type ToldOrder = MemberPlace & {
  readonly direction: 'rising' | 'falling' | undefined;
  readonly words: string;
};

const TOLD =
  /^(.{0,80}?)\b(?:sorted|ordered|in (?:the |an? )?(?:(?:alphabetical|ascending|descending|rising|falling|numerical) )?order)\s+(?:of|by)\s+(?:(?:the|its|their)\s+)?([A-Za-z_]\w{0,60})/i;
/** What is left to whoever asks is no order. */
const OPEN = /\b(?:can|may|could|might|if|when|whether|how|optional(?:ly)?|allows?|supports?|by default)\b/i;
const FALLING = /\b(?:desc(?:ending)?|falling|newest|latest|last|most recent|highest|largest|reversed?)\b/i;
const RISING =
  /\b(?:asc(?:ending)?|rising|oldest|earliest|first to last|lowest|smallest|alphabetical(?:ly)?)\b/i;
/** Whoever orders something: `all items ordered by the customer` tells of no order. */
const BUYS =
  /\bordered\s+by\b.{0,12}\b(?:customers?|users?|clients?|buyers?|members?|accounts?|owners?|guests?|patients?|persons?)\b/i;
/** Words for all that a list shows. */
const ALL = /\b(?:all|list|results?|entries|items|they|everything)\b/i;

/** So many words call what is in a list. */
const MOST_WORDS = 3;

/** True where what stands before the order is nothing, or means the entries of the list: what is inside of each may have an order of its own. */
function isAboutList(before: string, { path }: Operation): boolean {
  if (before.trim() === '' || ALL.test(before)) return true;
  const last = path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
  const thing = singularOf(plainName(last));
  const words = before.split(/\W+/).filter((word) => word !== '');
  // A path writes several words as one: `stock moves` of `/StockMoves`.
  return words.some((_, at) =>
    Array.from({ length: MOST_WORDS }, (_each, more) => words.slice(at, at + more + 1).join('')).some(
      (name) => singularOf(plainName(name)) === thing,
    ),
  );
}

/** `The latest observed_at first`, `The newest orders come first`, `All repairs, latest done_on first`. */
const FIRST =
  /^(?:(.{0,80}?), )?(?:the )?(latest|newest|most recent|highest|largest|oldest|earliest|lowest|smallest) ([A-Za-z_]\w{0,60})(?: (?:is|are|comes?))? first$/i;
/** What a document says of all of its lists. */
const OF_ALL_LISTS =
  /^(?:all )?(?:lists|collections|listings|list (?:results|responses|answers)) (?:is|are) /i;
/** The one member that says when an entry was made; `undefined` where none does, or several. */
function creationIn(members: readonly PlacedMember[]): PlacedMember | undefined {
  const [found, ...others] = members.filter(({ member }) => namesMaking(member));
  return others.length === 0 ? found : undefined;
}

function memberCalled(name: string, members: readonly PlacedMember[]): PlacedMember | undefined {
  const own = members.find(({ member }) => plainName(member) === plainName(name));
  return own ?? (/^creation$/i.test(name) ? creationIn(members) : undefined);
}

/** What a list calls its entries beside the word in its path. */
const ANY_ENTRY = /^(?:entry|entries|items?|ones?|records?)$/i;

/**
 * The member by which an entry is the latest one: its only moment, or its making beside moments that an entry need not have. The latest
 * event may be the one that begins last.
 */
function latestBy(entry: Schema, members: readonly PlacedMember[]): PlacedMember | undefined {
  const { required } = schemaMembers(entry);
  const others = members.filter((one) => isDated(one) && !/^(?:updat|chang|modif)/i.test(one.member));
  const [alone, ...rest] = others;
  if (rest.length === 0) return alone;
  const made = creationIn(members);
  const isOptional = ({ member, within }: PlacedMember): boolean =>
    within === undefined && !required.has(member);
  return others.every((one) => one === made || isOptional(one)) ? made : undefined;
}

/** The member of which a sentence says that its first, or last, comes first. */
function firstIn(
  words: string,
  operation: Operation,
  entry: Schema,
  members: readonly PlacedMember[],
): PlacedMember | undefined {
  const [, before = '', age = '', name = ''] = FIRST.exec(words) ?? [];
  if (!isAboutList(before, operation)) return undefined;
  const own = name === '' ? undefined : memberCalled(name, members);
  if (own !== undefined || name === '') return own;
  const isOfEntries = ANY_ENTRY.test(name) || isAboutList(name, operation);
  if (/^(?:newest|oldest)$/i.test(age)) return isOfEntries ? creationIn(members) : undefined;
  return isOfEntries && /^(?:latest|most recent|earliest)$/i.test(age) ? latestBy(entry, members) : undefined;
}

/** `newest first`, `latest start first`, `most recently updated first`. */
const AT_FIRST =
  /^(.{0,80}?)\b(?:the )?(?:(newest|youngest)|(oldest)|(?:(latest|most recent(?:ly)?)|(earliest))(?:\s+([a-z]{3,20}))?)\s+first\b/i;

/** `Newest (by taken_at) first`, `Oldest first, by due_on`. */
const FIRST_BY =
  /^(.{0,80}?)\b(?:the )?(?:newest|latest|most recent|highest|largest|oldest|earliest|lowest|smallest) (?:\(by ([A-Za-z_]\w{0,60})\) first|first,? \(?by (?:the )?([A-Za-z_]\w{0,60})\)?)$/i;

/** What words call a moment by, and how members for it begin: `latest deletion`, `deleted_at`. */
const MOMENTS: readonly (readonly [word: RegExp, member: RegExp])[] = [
  [/^(?:creat|added$|made$)/i, /^(?:creat|added$)/],
  [/^delet/i, /^delet/],
  [/^remov/i, /^remov/],
  [/^(?:updat|chang|modif)/i, /^(?:updat|chang|modif)/],
  [/^start/i, /^start/],
  [/^publ/i, /^publ/],
];

/** What holds moments of an entry beside its other members. */
const OF_ENTRY: readonly string[] = ['meta', 'metadata'];

function isMoment({ member, schema, root }: PlacedMember): boolean {
  return namesMaking(member) || mergedKeywords(besideNull(schema, root), root)['format'] === 'date-time';
}

/** True for a member that is a moment, or a day. */
function isDated(one: PlacedMember): boolean {
  return isMoment(one) || mergedKeywords(besideNull(one.schema, one.root), one.root)['format'] === 'date';
}

function momentsOf(entry: Schema): readonly PlacedMember[] {
  const own = placedMembers(entry);
  const held = own.flatMap(({ member, schema, within }) => {
    if (within !== undefined || !OF_ENTRY.includes(member)) return [];
    const root = subschema(entry, dereferenced(entry, schema));
    return [...schemaMembers(root).properties].map(([name, inner]) => ({
      member: name,
      within: member,
      schema: inner,
      root,
    }));
  });
  return [...own, ...held].filter((one) => isMoment(one) && isOrdered(one.root, one.schema));
}

/** The order of moments that a sentence tells; `undefined` where it may be one of several. */
function orderOfMoments(words: string, operation: Operation, entry: Schema): ToldOrder | undefined {
  const [, before = '', newest, oldest, latest, , word] = AT_FIRST.exec(words) ?? [];
  if (!AT_FIRST.test(words) || FIRST_BY.test(words) || OPEN.test(words) || !isAboutList(before, operation))
    return undefined;
  const moments = momentsOf(entry);
  const isByAge = newest !== undefined || oldest !== undefined;
  const called = isByAge ? 'created' : word;
  const [, begins] = MOMENTS.find(([said]) => called !== undefined && said.test(called)) ?? [];
  const named =
    begins === undefined
      ? []
      : moments.filter(({ member }) => wordsOfName(member).some((each) => begins.test(each)));
  const isOpen = isByAge && moments.some(({ member }) => OWN_BEGINNING.test(plainName(member)));
  const isAlone = moments.length === 1 && (isByAge || word === undefined);
  const [found, ...others] = isAlone ? moments : isOpen ? [] : named;
  if (found === undefined || others.length > 0) return undefined;
  const direction = newest !== undefined || latest !== undefined ? 'falling' : 'rising';
  return { member: found.member, within: found.within, direction, words };
}

/** The member that a sentence says a list to be sorted by. */
function toldIn(
  words: string,
  operation: Operation,
  entry: Schema,
  members: readonly PlacedMember[],
): PlacedMember | undefined {
  if (OPEN.test(words) || BUYS.test(words)) return undefined;
  const [, opening = '', inside, behind] = FIRST_BY.exec(words) ?? [];
  const ordering = inside ?? behind;
  if (ordering !== undefined)
    return isAboutList(opening, operation) ? memberCalled(ordering, members) : undefined;
  const [, before = '', name = ''] = TOLD.exec(words) ?? [];
  const isTold = name !== '' && (isAboutList(before, operation) || OF_ALL_LISTS.test(words));
  return isTold ? memberCalled(name, members) : firstIn(words, operation, entry, members);
}

const ASKS_FOR_ORDER = /^(?:sort|order)(?:ing|ed)?(?:by)?$/;
const BY_DEFAULT = /^by default,? (?:(?:it|they|the list|these) (?:is|are) )?|,? by default$/i;

/** What the document says of a list: of the operation, and of its success. Where an order may be asked for, the default is told of who does not. */
function wordsOf({ description, responses, parameters }: Operation): readonly string[] {
  const told = responses.filter(({ status }) => status.startsWith('2')).map((one) => one.description ?? '');
  const isAsked = parameters.some(
    ({ in: place, name }) => place === 'query' && ASKS_FOR_ORDER.test(plainName(name)),
  );
  return [description ?? '', ...told]
    .flatMap((text) => sentencesOf(text))
    .map((words) => (isAsked ? words.replace(BY_DEFAULT, '') : words));
}

/**
 * The order that the description of a list tells, or the document of all lists; `undefined` where it tells none, or of none of its
 * members. `about`: what the document says of the whole.
 */
export function toldOrderOf(operation: Operation, entry: Schema, about = ''): ToldOrder | undefined {
  const members = placedMembers(entry);
  const ofAll = sentencesOf(about).filter((words) => OF_ALL_LISTS.test(words));
  for (const words of [...wordsOf(operation), ...ofAll]) {
    const ofMoments = orderOfMoments(words, operation, entry);
    if (ofMoments !== undefined) return ofMoments;
    const placed = toldIn(words, operation, entry, members);
    if (placed === undefined || !isOrdered(placed.root, placed.schema)) continue;
    const [isFalling, isRising] = [FALLING.test(words), RISING.test(words)];
    const direction = isFalling === isRising ? undefined : isFalling ? 'falling' : 'rising';
    const { member, within } = placed;
    return { member, within, direction, words };
  }
  return undefined;
}

/** The order in which a query wants a list: the one that it asks for, else the one that the document says. */
export function wantedOrder(
  {
    sorting,
    toldOrder,
  }: { readonly sorting: Sorting | undefined; readonly toldOrder: ToldOrder | undefined },
  query: URLSearchParams,
): Pick<Order, 'member' | 'within' | 'direction'> | undefined {
  return askedOrder(sorting, query) ?? usualOrder(sorting, query) ?? toldOrder;
}
