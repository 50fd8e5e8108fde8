import { thingAt } from '../../../interface/resources/names/called.ts';
import type { Interface, Operation } from '../../../interface/model.ts';
import { type ToldName, toldNames } from '../../../interface/resources/words/members/told-names.ts';
import { plainText } from '../../../json/lossless.ts';
import { isName, listOf, memberOf } from '../../../json/value.ts';
import { onceFor, onceForBoth } from '../../../system/once-for.ts';
import { sentBy } from '../stages/content.ts';
import type { KeptRole } from './kept-entries.ts';
import {
  type Entry,
  type Kept,
  nameTaken,
  type Refusal,
  refusal,
  type Shelves,
  type Stages,
} from '../stages/stages.ts';

/** Names that an entry can not have: one that another entry has, and one of what is not there although it has to be. */

const namesOf = onceForBoth((document: Interface, { create, sent }: Kept) =>
  toldNames(document, create, sent.schema),
);

const namesOfChange = onceFor((document: Interface) =>
  onceForBoth((operation: Operation, { create, created }: Kept) =>
    toldNames(document, operation, sentBy(operation, created).schema, create),
  ),
);

/** What is known of the entries that may be named. */
type Known = {
  readonly document: Interface;
  readonly roles: ReadonlyMap<string, KeptRole>;
  readonly holding: Shelves['holding'];
};

/** Where entries stand that are called as those of a collection are: `/members` and `/admin/members` may be two ways to the same ones. */
function calledAlike(roles: Known['roles'], shelf: Kept): readonly Kept[] {
  const all = roles.values().flatMap(({ role, collection, above }) => {
    const isAlike = thingAt(collection.path) === thingAt(shelf.path);
    return role === 'create' && above.length === 0 && isAlike ? [collection] : [];
  });
  return [shelf, ...all];
}

function refusalOfMissed(
  { roles, holding }: Known,
  operation: Operation,
  names: readonly ToldName[],
  sent: Entry,
  stages: Stages,
): Refusal | undefined {
  const missed = names.find(({ member, named, isList }) => {
    const [value, shelf] = [memberOf(sent, member), roles.get(named.read?.id ?? '')?.collection];
    // What the document alone shows is there under whatever name.
    if (shelf === undefined || shelf.isOpen === true) return false;
    const given = (isList ? listOf(value) : [value]).filter(isName);
    if (given.length === 0) return false;
    const shelves = calledAlike(roles, shelf);
    const isThere = (name: string): boolean =>
      [...shelves, holding(shelf, name) ?? shelf].some((each) => stages.find(each, name) !== undefined);
    return !given.map(plainText).every(isThere);
  });
  if (missed === undefined) return undefined;
  const message = `There is nothing that its ${missed.member} names.`;
  return refusal(operation, [422, 404, 409, 400], 'absent', message);
}

/** The refusal of a creation for what it is called or names; `undefined` where the document has none for that. */
export function unfitNames(known: Known, collection: Kept, sent: Entry, stages: Stages): Refusal | undefined {
  const { create } = collection;
  const taken = nameTaken(collection, sent, stages);
  if (taken !== undefined) return refusal(create, [409, 422, 400], 'conflict', taken);
  return refusalOfMissed(known, create, namesOf(known.document, collection), sent, stages);
}

/** The refusal of a change or a replacement for what it names. */
export function unfitChange(
  known: Known,
  operation: Operation,
  collection: Kept,
  sent: Entry,
  stages: Stages,
): Refusal | undefined {
  const names = namesOfChange(known.document)(operation, collection);
  return refusalOfMissed(known, operation, names, sent, stages);
}
