import { onceFor } from '../../system/once-for.ts';
import type { Parameter } from '../model.ts';
import { sentencesOf } from '../names.ts';

/** Numbers above the greatest that a service goes by: `values above 100 are coerced to 100` (AIP-158) refuses none of them. */

const ABOVE = /\b(?:above|over|greater|larger|higher|more|bigger|exceed(?:s|ing)?|too (?:large|high|big))\b/i;
const CAPPED =
  /\b(?:coerced|clamped|capped|cut|reduced|lowered|rounded|truncated|limited|set|changed) (?:down |back )?to\b|\b(?:treated|taken|handled|read) as\b/i;
const OPEN = /\b(?:may|might|can|could|not|never|unless)\b/i;

/** True for a parameter of which the document says that a number above the greatest is taken for that one. */
export const isCappedAbove = onceFor(({ description = '' }: Parameter): boolean =>
  sentencesOf(description.replaceAll(';', '.\n')).some(
    (sentence) => ABOVE.test(sentence) && CAPPED.test(sentence) && !OPEN.test(sentence),
  ),
);
