import type { Interface } from '../../interface/model.ts';
import { toldNames } from '../../interface/resources/words/told-names.ts';
import { plainText } from '../../json/lossless.ts';
import { isName, memberOf } from '../../json/value.ts';
import { onceForBoth } from '../../system/once-for.ts';
import type { KeptRole } from './kept-entries.ts';
import { type Entry, type Kept, nameTaken, type Refusal, refusal, type Stages } from './stages.ts';

/** Names in a creation that it can not have: one that another entry has, and one of what is not there although it has to be. */

const namesOf = onceForBoth((document: Interface, { create, sent }: Kept) =>
  toldNames(document, create, sent.schema),
);

/** The refusal of a creation for what it is called or names; `undefined` where the document has none for that. */
export function unfitNames(
  { document, roles }: { readonly document: Interface; readonly roles: ReadonlyMap<string, KeptRole> },
  collection: Kept,
  sent: Entry,
  stages: Stages,
): Refusal | undefined {
  const { create } = collection;
  const taken = nameTaken(collection, sent, stages);
  if (taken !== undefined) return refusal(create, [409, 422, 400], 'conflict', taken);
  const missed = namesOf(document, collection).find(({ member, named }) => {
    const [value, shelf] = [memberOf(sent, member), roles.get(named.read?.id ?? '')?.collection];
    // What the document alone shows is there under whatever name.
    const isKept = shelf !== undefined && shelf.isOpen !== true;
    return isKept && isName(value) && stages.find(shelf, plainText(value)) === undefined;
  });
  if (missed === undefined) return undefined;
  const message = `There is nothing that its ${missed.member} names.`;
  return refusal(create, [422, 404, 409, 400], 'absent', message);
}
