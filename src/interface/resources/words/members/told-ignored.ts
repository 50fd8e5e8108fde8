import type { Json } from '../../../../json/value.ts';
import { onceFor } from '../../../../system/once-for.ts';
import type { Operation } from '../../../model.ts';
import { sentencesOf } from '../../../names.ts';

/** What a document says of values that are as good as none: `Empty fields are ignored`, `A negative rating leaves it unchanged`. */

const IGNORED = '(?:ignored|skipped|left (?:alone|unchanged|as (?:it is|they are))|not (?:changed|updated))';
const EMPTY: readonly RegExp[] = [
  new RegExp(String.raw`\bempty (?:[\w-]+ ){0,2}(?:(?:are|is|will be|get) )?${IGNORED}\b`, 'i'),
  /\b(?:ignores?|skips?) (?:all |any )?empty (?:fields?|members?|values?|ones|strings?|texts?|attributes?|propert(?:y|ies))\b/i,
];
const NEGATIVE = /\bnegative\b/i;
const STAYS =
  /\b(?:remains?|stays?|left|leaves?|keeps?|kept) (?:it |them )?(?:unchanged|untouched|as (?:it is|they are))\b/i;
const TURNED =
  /\b(?:not|never|no longer|n['’]t) (?:be )?(?:ignored|skipped|ignores?|skips?|left|leaves?|remains?|stays?|keeps?|kept|unchanged)\b/i;

type Ignored = { readonly isEmpty: boolean; readonly isNegative: boolean };

const ignoredBy = onceFor(({ description = '' }: Operation): Ignored => {
  const told = sentencesOf(description).filter((sentence) => !TURNED.test(sentence));
  return {
    isEmpty: told.some((sentence) => EMPTY.some((form) => form.test(sentence))),
    isNegative: told.some((sentence) => NEGATIVE.test(sentence) && STAYS.test(sentence)),
  };
});

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** True for a value of a member that changes nothing, by what the document says of the operation. */
export function isToldIgnored(operation: Operation, value: Json): boolean {
  const told = ignoredBy(operation);
  const isBelow = (typeof value === 'number' || typeof value === 'bigint') && value < 0;
  return (told.isEmpty && isEmpty(value)) || (told.isNegative && isBelow);
}
