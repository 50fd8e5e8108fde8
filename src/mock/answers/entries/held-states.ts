import { placedMembers } from '../../../interface/resources/lists/member-places.ts';
import { shownEntry } from '../../../interface/resources/wrapping.ts';
import { isObject, memberOf } from '../../../json/value.ts';
import { fixedValues, type Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { Entry, Kept } from '../stages/stages.ts';

/** States of entries whose members stand in one of them (`attributes` of JSON:API). */

/** The members inside of another one that answers always have, with the first of several values that are listed for each. */
const firstStates = onceFor(({ entrySchema }: Pick<Kept, 'entrySchema'>) =>
  placedMembers(entrySchema).flatMap(({ member, within, schema, root }) => {
    const [first, ...others] = fixedValues(mergedKeywords(schema, root)) ?? [];
    const isState = first !== undefined && others.length > 0 && schemaMembers(root).required.has(member);
    return isState && within !== undefined ? [{ member, within, first }] : [];
  }),
);

/** A new entry with the first of the listed values for each such member that the request did not give. */
export function withFirstStates(collection: Pick<Kept, 'entrySchema'>, entry: Entry): Entry {
  return firstStates(collection).reduce<Entry>((own, { member, within, first }) => {
    const held = memberOf(own, within);
    if (!isObject(held) || Object.hasOwn(held, member)) return own;
    return { ...own, [within]: { ...held, [member]: first } };
  }, entry);
}

/** True for an answer that shows an entry, also in a member that wraps it (`{ data: … }`). */
export function showsEntry(
  { identity, entrySchema }: Pick<Kept, 'identity' | 'entrySchema'>,
  answer: Schema,
): boolean {
  return schemaMembers(shownEntry(answer, identity, entrySchema).schema).properties.has(identity);
}
