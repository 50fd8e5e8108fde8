import { onceFor } from '../../../system/once-for.ts';
import type { Operation } from '../../model.ts';
import { sentencesOf } from '../../names.ts';
import { bringsBack } from './action-words.ts';

/**
 * What a document says in words of a removal that comes too late, and of bringing back what was never away: `A second time the answer is
 * 404`, `Refused with 409 if the courier is not deleted`. Where it says nothing, HTTP leaves both open.
 */

const AWAY = '(?:deleted|removed|trashed|archived)';
/** Words that leave it open, also with a success beside the refusal, or say that it does not come. */
const OPEN =
  /\b(?:may|might|could|should|either|2\d\d)\b|\b(?:not|never) (?:an error|refused|rejected|answered|return)/i;

/** Sentences of a removal that say what comes for what was removed before. */
const AGAIN: readonly RegExp[] = [
  /^(?:an?|the|every|any) (?:second|further|repeated|later) (?:time|deletion|delete|removal|request|call)\b.{0,60}?\b(?<status>404|409|410)\b/i,
  /^(?:deleting|removing) (?:it|them|one|an? .{1,30}?|the .{1,30}?) (?:again|twice|a second time)\b.{0,60}?\b(?<status>404|409|410)\b/i,
  /\b(?<status>404|409|410)\b.{0,30}? (?:if|when|where) (?:it |they |an? .{1,30}? |the .{1,30}? )?(?:is |was |has been |had been )?already (?:been )?(?:deleted|removed)\b/i,
];
/** What the refusal itself says of that. */
const WAS_AWAY = /\balready (?:been )?(?:deleted|removed)\b|\b(?:deleted|removed) (?:already|before)\b/i;

/** Sentences of an action that brings something back, of what is there. */
const THERE: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?<status>4\d\d)\b.{0,30}? (?:if|when|where) .{1,40}? (?:is|was|has been) not ${AWAY}\b`,
    'i',
  ),
  new RegExp(String.raw`\b(?<status>4\d\d)\b.{0,30}? unless .{1,40}? (?:is|was|has been) ${AWAY}\b`, 'i'),
  new RegExp(String.raw`^only ${AWAY} .{1,40}? (?:can|may) be .{1,30}?\((?<status>4\d\d)\b`, 'i'),
];
const IS_THERE = new RegExp(String.raw`\b(?:is|was|has) not (?:been )?${AWAY}\b`, 'i');

function statusTold(
  { description = '', responses }: Operation,
  forms: readonly RegExp[],
  own: RegExp,
  statuses: RegExp,
): string | undefined {
  const told = sentencesOf(description)
    .filter((sentence) => !OPEN.test(sentence))
    .flatMap((sentence) => forms.map((form) => form.exec(sentence)?.groups?.['status']))
    .find((status) => status !== undefined);
  const isDocumented = responses.some(({ status }) => status === told);
  if (told !== undefined && isDocumented) return told;
  return responses.find(
    ({ status, description: words }) => statuses.test(status) && own.test(words) && !OPEN.test(words),
  )?.status;
}

/** The refusal of a removal of what was removed before; `undefined` where the document does not say. */
export const refusesRemovalAgain: (removal: Operation) => string | undefined = onceFor((removal) =>
  statusTold(removal, AGAIN, WAS_AWAY, /^4(?:04|09|10)$/),
);

/** The refusal of bringing back what is there; `undefined` where the document does not say. */
export const refusesWhatIsThere: (action: Operation) => string | undefined = onceFor((action: Operation) =>
  bringsBack(action) ? statusTold(action, THERE, IS_THERE, /^4\d\d$/) : undefined,
);
