import type { Schema } from '../../../schema/keywords.ts';
import type { Operation } from '../../model.ts';
import { plainName, sentencesOf, singularOf } from '../../names.ts';
import { askedOrder, isOrdered, type Order, type Sorting, usualOrder } from './list-orders.ts';
import { type MemberPlace, placedMembers } from './member-places.ts';

/** The order of a list, as its description says it in a whole sentence: `Sorted by name`, `All events in the order of occurredAt`. */

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

/** The order that the description of a list tells; `undefined` where it tells none, or of none of its members. */
export function toldOrderOf(operation: Operation, entry: Schema): ToldOrder | undefined {
  for (const words of sentencesOf(operation.description ?? '')) {
    const [, before = '', name = ''] = TOLD.exec(words) ?? [];
    if (name === '' || OPEN.test(words) || BUYS.test(words) || !isAboutList(before, operation)) continue;
    const placed = placedMembers(entry).find(({ member }) => plainName(member) === plainName(name));
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
