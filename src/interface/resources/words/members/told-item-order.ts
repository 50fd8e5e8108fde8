import { type Schema, textOf } from '../../../../schema/keywords.ts';
import { combinedSchemas } from '../../../../schema/members.ts';
import { sentencesOf } from '../../../names.ts';

/** What a document says in a sentence of the items of a list that clients give: they stand in the order of the request. */

const KEPT: readonly RegExp[] = [
  /\bin (?:the |their )?(?:same |original )?order (?:in which |that |as )(?:they )?(?:were |are |have been )?(?:given|sent|listed|named|supplied|provided|entered)\b/i,
  /\b(?:the|their|its) order (?:of (?:the )?[\w-]{2,40} )?(?:is|stays|will be) (?:always )?(?:kept|preserved|retained|maintained|significant|as (?:given|sent))\b/i,
];
const OPEN = /\b(?:not|no|never|may|might|can|unless|if|when|except)\b/i;

/** True for a list of which the document says that its items stay in the order in which they were given. */
export function keepsOrder(root: Schema, member: Schema): boolean {
  return combinedSchemas(member, root).some((at) =>
    sentencesOf(textOf(at, 'description') ?? '').some(
      (sentence) => KEPT.some((form) => form.test(sentence)) && !OPEN.test(sentence),
    ),
  );
}
