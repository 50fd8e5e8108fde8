import { allowedTypes, fixedValues, type Keywords } from '../../../schema/keywords.ts';
import type { Parameter } from '../../model.ts';
import { plainName } from '../../names.ts';

/** Switches of a list, as the words of a document have them: what is shown with them, or left out. */

const ADDS = /\b(?:include[sd]?|including|omit(?:s|ted)?|embed(?:s|ded)?|expand(?:s|ed)?|populated?)\b/i;
/** Words of a switch that leaves out what is not so, and mostly nothing while it is off. */
const ALONE = /\b(?:only|just|alone)\b/i;
/** Words that tell of both sides of a switch: `Only active or only inactive products`. */
const EITHER = /\bonly\b[^.;]{0,60}\bor (only )?([a-z-]{2,40})/i;
/** Words of a filter. */
const CHOOSES = /\b(?:filter(?:s|ed)?|whose|match(?:es|ing)?)\b/i;

/**
 * True for a switch of which the document says that something is shown with it: it may add a member to each entry, or entries to the
 * list, and leaves none out (`dnssec`: "whether to include the dnssec field").
 */
export function addsSomething({ description = '' }: Parameter): boolean {
  return ADDS.test(description) && !ALONE.test(description) && !CHOOSES.test(description);
}

function tellsBothSides({ name, description = '' }: Parameter): boolean {
  const [found, only, other = ''] = EITHER.exec(description) ?? [];
  const isOpposite = ['in', 'un', 'non'].some((not) => plainName(other) === `${not}${plainName(name)}`);
  return found !== undefined && (only !== undefined || isOpposite);
}

/** True for a switch of which the document says that on, it shows those alone (`active`: "only active users") and not what off does: it may choose nothing. */
export function narrowsAlone(parameter: Parameter): boolean {
  return ALONE.test(parameter.description ?? '') && !tellsBothSides(parameter);
}

/** True for a member with a flag that is asked for as it is. */
export function isSwitch(kind: string, shown: Keywords): boolean {
  return kind === 'exact' && allowedTypes(shown).has('boolean');
}

/** With `true` such a parameter may ask for these entries beside the others. */
const WIDENING = /archiv|delet|remov|hidden|draft|inactive|disabled|trash|expired|private|closed/i;
/** `Only archived books, or only those that are not`: by its words it leaves others out. */
const ONLY = /^(?:(?:returns|lists|shows|gets|finds) )?only (?!.{0,200}\b(?:also|too|as well|include))/i;

/** True for a parameter that may show more than without it. */
export function isWidening({ name, description = '' }: Pick<Parameter, 'name' | 'description'>): boolean {
  return WIDENING.test(name) && !ONLY.test(description);
}

/** What is shown beside all others, on demand, and what no entry is when it is made. */
const WITH_REMOVED = /^(?:include|with|show)(?:soft)?(?:deleted|removed|trashed)(?:items|entries|ones)?$/;

/** True for the name of a parameter that shows what was removed, too: with any value, nothing that is there is left out. */
export function showsRemoved(name: string): boolean {
  return WITH_REMOVED.test(plainName(name));
}

/** True for a text of which the document lists that it is `true` or `false`: a flag, as it stands in a query. */
export function isWrittenFlag(asked: Keywords): boolean {
  const values = fixedValues(asked) ?? [];
  return values.includes('true') && values.includes('false');
}

/** The default of a switch, however it is written. */
export function usualOf({ default: usual }: Keywords): boolean | undefined {
  if (typeof usual === 'boolean') return usual;
  return usual === 'true' || usual === 'false' ? usual === 'true' : undefined;
}
