import { type Schema, textOf } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import type { Operation } from '../model.ts';
import { plainName, sentencesOf } from '../names.ts';
import { isMarked } from './resources.ts';

/**
 * What a document says in words of members that no two entries may have alike: `409: The email is already taken.`, or `Has to be unique`
 * of a member, where the creation has a 409. Whole sentences alone are read: of any other nobody knows what it means.
 */

/** What makes a sentence one about what may come, and when. */
const OPEN = /\b(?:if|when|once|until|unless|may|can|could|might|while|or|and|not (?:found|allowed))\b/i;

/** Sentences of a 409, with the words for a member. */
const TAKEN: readonly RegExp[] = [
  /^(?:an?|another|the) .{1,40}? (?:with|of|under|by|that has|having) (?:the same|this|that|the given|the|such an?) (.{1,40}?) (?:already exists|exists(?: already)?|is (?:already )?(?:there|taken|in use|registered)(?: already)?)$/i,
  /^there is (?:already )?(?:one|an? .{1,40}?|another .{0,40}?) (?:with|of|under|by) (?:the same|this|that|the given|the|such an?) (.{1,40}?)(?: already)?$/i,
  /^(?:the |this |that )?(.{1,40}?) (?:is|was|has been) (?:already (?:taken|in use|used|registered)|taken(?: already)?|in use(?: already)?)(?: by (?:another|an other|some other) .{1,40})?$/i,
  /^(?:the |this |that )?(.{1,40}?) (?:already exists|exists already|is not unique|must be unique|has to be unique)$/i,
  /^duplicate (.{1,40})$/i,
];

/** Sentences of a member that say the same of it. */
const UNIQUE: readonly RegExp[] = [
  /^(?:(?:it|this|the .{1,40}?) )?(?:must be|has to be|needs to be|is) unique$/i,
  /^unique(?: .{1,40})?$/i,
  /^no two .{1,40}? (?:have|share) the same(?: .{1,40})?$/i,
];

/** The members of a body that may be in one entry alone by the words of the document, of those that entries show. */
export function uniqueMembers({ responses }: Operation, body: Schema, entry: Schema): readonly string[] {
  const conflict = responses.find(({ status }) => status === '409');
  if (conflict === undefined) return [];
  const said = sentencesOf(conflict.description).flatMap((sentence): string[] => {
    const [words] = TAKEN.flatMap((form) => form.exec(sentence)?.[1] ?? []);
    return words === undefined || OPEN.test(sentence) ? [] : [plainName(words.replace(/ address$/i, ''))];
  });
  const shown = schemaMembers(entry).properties;
  return [...schemaMembers(body).properties].flatMap(([name, member]) => {
    const isOwn = (['readOnly', 'writeOnly'] as const).some((mark) => isMarked(body, name, mark));
    if (!shown.has(name) || isOwn) return [];
    const words = textOf(mergedKeywords(member, body), 'description') ?? '';
    const isTold = sentencesOf(words).some(
      (sentence) => UNIQUE.some((form) => form.test(sentence)) && !OPEN.test(sentence),
    );
    return isTold || said.includes(plainName(name)) ? [name] : [];
  });
}
