import { type Keywords, type Schema, textOf } from '../../../schema/keywords.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import type { Operation } from '../../model.ts';
import { plainName, sentencesOf, singularOf } from '../../names.ts';
import { namesChange, namesMaking } from '../words/told-upkeep.ts';
import { askedOrder, isOrdered, type Order, type Sorting, usualOrder } from './list-orders.ts';
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
  /^(.{0,80}?)\b(?:sorted|ordered|in (?:the )?order)\s+(?:of|by)\s+(?:(?:the|its|their)\s+)?([A-Za-z_]\w{0,60})/i;
/** What is left to whoever asks is no order. */
const OPEN = /\b(?:can|may|could|might|if|when|whether|how|optional(?:ly)?|allows?|supports?|by default)\b/i;
const FALLING = /\b(?:desc(?:ending)?|newest|latest|last|most recent|highest|largest|reversed?)\b/i;
const RISING = /\b(?:asc(?:ending)?|oldest|earliest|first to last|lowest|smallest|alphabetical(?:ly)?)\b/i;
/** Whoever orders something: `all items ordered by the customer` tells of no order. */
const BUYS =
  /\bordered\s+by\b.{0,12}\b(?:customers?|users?|clients?|buyers?|members?|accounts?|owners?|guests?|patients?|persons?)\b/i;
/** Words for all that a list shows. */
const ALL = /\b(?:all|list|results?|entries|items|they|everything)\b/i;

/** True where what stands before the order is nothing, or means the entries of the list: what is inside of each may have an order of its own. */
function isAboutList(before: string, { path }: Operation): boolean {
  if (before.trim() === '' || ALL.test(before)) return true;
  const last = path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
  const thing = singularOf(plainName(last));
  return before.split(/\W+/).some((word) => singularOf(plainName(word)) === thing);
}

/** `The latest observed_at first`, `Newest first`, `The newest orders come first`, `Lists all reviews, the newest first`. */
const FIRST =
  /^(?:(.{0,80}), )?(?:the )?(latest|newest|most recent|highest|largest|oldest|earliest|lowest|smallest)(?: ([A-Za-z_]\w{0,60}))?(?: (?:is|are|comes?))? first$/i;
/** Of a first one that is the newest or the oldest. */
const BY_AGE = /^(?:latest|newest|most recent|oldest|earliest)$/i;
/** What a document says of all of its lists. */
const OF_ALL_LISTS =
  /^(?:all )?(?:lists|collections|listings|list (?:results|responses|answers)) (?:is|are) /i;
/** The one member that says when an entry was made; `undefined` where none does, or several. */
function creationIn(members: readonly PlacedMember[]): PlacedMember | undefined {
  const [found, ...others] = members.filter(({ member }) => namesMaking(member));
  return others.length === 0 ? found : undefined;
}

/** Moments that an entry begins with for those who read it: what is called new may be so by them. */
const OWN_BEGINNING = /publish|post|releas|issu|start|begin|occur|happen|schedul|date$|^at$|^on$|time$/i;

/**
 * The moment that the age of an entry is told by, where no other one can be meant: `the earliest first` of what has a time of its own may
 * be by that.
 */
function ageIn(age: string, members: readonly PlacedMember[]): PlacedMember | undefined {
  const made = creationIn(members);
  const others = members.filter(
    ({ member, schema, root }) =>
      member !== made?.member && !namesChange(member) && isMoment(scalarKeywords(schema, root)),
  );
  const mayMean = ({ member }: PlacedMember): boolean =>
    !/^(?:newest|oldest)$/i.test(age) || OWN_BEGINNING.test(plainName(member));
  return others.some(mayMean) ? undefined : made;
}

function isMoment(keywords: Keywords): boolean {
  return /^date(?:-time)?$/.test(textOf(keywords, 'format') ?? '');
}

function memberCalled(name: string, members: readonly PlacedMember[]): PlacedMember | undefined {
  const own = members.find(({ member }) => plainName(member) === plainName(name));
  return own ?? (/^creation$/i.test(name) ? creationIn(members) : undefined);
}

/** The member of which a sentence says that its first, or last, comes first. */
function firstIn(
  words: string,
  operation: Operation,
  members: readonly PlacedMember[],
): PlacedMember | undefined {
  const [, before = '', age = '', name = ''] = FIRST.exec(words) ?? [];
  if (age === '' || !isAboutList(before, operation)) return undefined;
  const own = name === '' ? undefined : memberCalled(name, members);
  const isOfAge = BY_AGE.test(age) && (name === '' || isAboutList(name, operation));
  return own ?? (isOfAge ? ageIn(age, members) : undefined);
}

/** The member that a sentence says a list to be sorted by. */
function toldIn(
  words: string,
  operation: Operation,
  members: readonly PlacedMember[],
): PlacedMember | undefined {
  if (OPEN.test(words) || BUYS.test(words)) return undefined;
  const [, before = '', name = ''] = TOLD.exec(words) ?? [];
  const isTold = name !== '' && (isAboutList(before, operation) || OF_ALL_LISTS.test(words));
  return isTold ? memberCalled(name, members) : firstIn(words, operation, members);
}

/**
 * The order that the description of a list tells, or the document of all lists; `undefined` where it tells none, or of none of its
 * members. `about`: what the document says of the whole.
 */
export function toldOrderOf(operation: Operation, entry: Schema, about = ''): ToldOrder | undefined {
  const members = placedMembers(entry);
  const ofAll = sentencesOf(about).filter((words) => OF_ALL_LISTS.test(words));
  for (const words of [...sentencesOf(operation.description ?? ''), ...ofAll]) {
    const placed = toldIn(words, operation, members);
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
