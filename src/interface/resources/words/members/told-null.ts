import { type Schema, textOf } from '../../../../schema/keywords.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { onceForBoth } from '../../../../system/once-for.ts';
import type { Operation } from '../../../model.ts';
import { plainName, sentencesOf } from '../../../names.ts';

/** What a document says of null in a change that is no merge patch: there it may as well mean that nothing was given. */

const TAKES_AWAY = '(?:removes?|removed|clears?|cleared|deletes?|deleted|unsets?|unset)';
const FORMS = new RegExp(
  String.raw`\bnull (?:is )?${TAKES_AWAY}\b|\b${TAKES_AWAY} (?:it |them )?(?:by|with|if|when) (?:it is )?null$`,
  'i',
);
const OPEN = /\b(?:may|might|could|not|never)\b/i;

function isSaid(sentence: string): boolean {
  return FORMS.test(sentence) && !OPEN.test(sentence);
}

type Described = Exclude<Schema, boolean>;

/**
 * The members of a body of which the document says in a whole sentence that null takes their value away: `null removes the note`, `A
 * description of null is removed`.
 */
export const takenByNull: (operation: Operation, sent: Described) => ReadonlySet<string> = onceForBoth(
  ({ description = '' }: Operation, sent: Described): ReadonlySet<string> => {
    const beside = sentencesOf(description)
      .filter(isSaid)
      .flatMap((sentence) => sentence.split(/[^\w-]+/).map((word) => plainName(word)));
    const own = [...schemaMembers(sent).properties].filter(([name, member]) => {
      const words = textOf(mergedKeywords(member, sent), 'description') ?? '';
      return beside.includes(plainName(name)) || sentencesOf(words).some((sentence) => isSaid(sentence));
    });
    return new Set(own.map(([name]) => name));
  },
);
