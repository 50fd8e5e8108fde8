import { isObject, listOf, memberOf, type Json } from '../../../../json/value.ts';
import { type Schema, textOf } from '../../../../schema/keywords.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import type { Operation } from '../../../model.ts';
import { plainName, sentencesOf } from '../../../names.ts';

/** Members that a creation sets for good: `Immutable.` (AIP-203), `Cannot be changed later`, `x-ms-mutability: [create, read]`. */

const FIXED =
  /^(?:.{1,40} is )?immutable\b|\b(?:cannot|can not|can't|cant|may not|must not|can never|can no longer) be (?:changed|updated|modified|edited|altered)\b|\b(?:is|are) (?:never|not) (?:changed|updated|modified)\b|\bnever changes\b|\b(?:set|given|chosen|fixed) (?:only )?(?:once|at creation|on creation|when it is created)\b/i;
const MARKS: readonly string[] = ['x-google-immutable', 'x-immutable', 'x-create-only', 'x-createOnly'];

/** Words that say from when on, where that is not its creation. */
const CONDITION = /\b(?:after|once|when|if|while|unless|except|until|as long|by|only)\b/i;
const FROM_CREATION =
  /\b(?:(?:after|upon|on|at|once|when|by) (?:it )?(?:is |was |has been )?(?:its |the )?(?:creation|created|made|set)|(?:only )?once|by (?:a |an |any )?(?:updates?|changes?))\b/gi;

/** True for a sentence that says it without a condition. */
function isSure(sentence: string): boolean {
  return FIXED.test(sentence) && !CONDITION.test(sentence.replaceAll(FROM_CREATION, ''));
}

/** True for a member that by the words of the document, or by a mark of it, an update gives no other value. */
function isFixed(root: Schema, member: Schema): boolean {
  const keywords = mergedKeywords(member, root);
  const mutability = memberOf<Json>(keywords, 'x-ms-mutability');
  const isOnceMutable = mutability !== undefined && !listOf(mutability).includes('update');
  const isMarked = isObject(keywords) && MARKS.some((mark) => memberOf<Json>(keywords, mark) === true);
  return (
    isOnceMutable ||
    isMarked ||
    sentencesOf(textOf(keywords, 'description') ?? '').some((sentence) => FIXED.test(sentence))
  );
}

/** True for one of which the document says so without a condition, as long as the entry lives. */
function isSurelyFixed(root: Schema, member: Schema): boolean {
  const keywords = mergedKeywords(member, root);
  const sentences = sentencesOf(textOf(keywords, 'description') ?? '');
  return sentences.some(isSure) || (isFixed(root, member) && !sentences.some((one) => FIXED.test(one)));
}

/** The same of a member that a whole sentence about the operation names: `The serialNumber cannot be changed`. */
const SAID_FIXED =
  /^(?:the |its |an? |your )?([\w-]{2,40})(?: of .{1,40})? (?:is immutable|(?:cannot|can not|can't|cant|may not|must not|can never|can no longer) be (?:changed|updated|modified|edited|altered))\b/i;

/** Of all entries, and of every other value: `The kind of a claim cannot be changed (422)`, and not `The status cannot be changed to draft`. */
const SURELY_SAID =
  /^(?:the |its |an? |your )?[\w-]{2,40}(?: of (?:the |an? |its )?[\w-]{2,40})? (?:is immutable|(?:cannot|can not|can't|cant|may not|must not|can never) be (?:changed|updated|modified|edited|altered))(?: (?:later|afterwards|any ?more|here))?(?: \(4\d\d\)|,? otherwise 4\d\d)?$/i;

function saysOf(operation: Operation, name: string, isSaid: (sentence: string) => boolean): boolean {
  return sentencesOf(operation.description ?? '').some((sentence) => {
    const [, said] = SAID_FIXED.exec(sentence) ?? [];
    return said !== undefined && plainName(said) === plainName(name) && isSaid(sentence);
  });
}

/** True for a member that an update of this operation gives no other value. */
export function isFixedIn(operation: Operation, root: Schema, name: string, member: Schema): boolean {
  return isFixed(root, member) || saysOf(operation, name, () => true);
}

function isSureOfAll(sentence: string): boolean {
  return SURELY_SAID.test(sentence.replaceAll(FROM_CREATION, '').trim());
}

/** True for one of which the document says so without a condition, of the member or of this operation. */
export function isSurelyFixedIn(operation: Operation, root: Schema, name: string, member: Schema): boolean {
  return isSurelyFixed(root, member) || saysOf(operation, name, isSureOfAll);
}
