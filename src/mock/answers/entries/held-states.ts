import { placedMembers } from '../../../interface/resources/lists/member-places.ts';
import { shownEntry } from '../../../interface/resources/wrapping.ts';
import { isObject, memberOf } from '../../../json/value.ts';
import { fixedValues, type Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import type { Entry, Kept } from '../stages/stages.ts';

/** States of entries whose members stand in one of them (`attributes` of JSON:API). */

/** A new entry with the first of the listed values for each such member that answers always have and the request did not give. */
export function withFirstStates({ entrySchema }: Pick<Kept, 'entrySchema'>, entry: Entry): Entry {
  return placedMembers(entrySchema).reduce<Entry>((own, { member, within, schema, root }) => {
    const held = within === undefined ? undefined : memberOf(own, within);
    const [first, ...others] = fixedValues(mergedKeywords(schema, root)) ?? [];
    if (within === undefined || !isObject(held) || Object.hasOwn(held, member)) return own;
    const isState = first !== undefined && others.length > 0 && schemaMembers(root).required.has(member);
    return isState ? { ...own, [within]: { ...held, [member]: first } } : own;
  }, entry);
}

/** True for an answer that shows an entry, also in a member that wraps it (`{ data: … }`). */
export function showsEntry(
  { identity, entrySchema }: Pick<Kept, 'identity' | 'entrySchema'>,
  answer: Schema,
): boolean {
  return schemaMembers(shownEntry(answer, identity, entrySchema).schema).properties.has(identity);
}
