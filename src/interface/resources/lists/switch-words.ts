import { allowedTypes, type Keywords } from '../../../schema/keywords.ts';
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
