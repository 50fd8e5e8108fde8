import { allowedTypes } from '../../../schema/keywords.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { Operation, Parameter } from '../../model.ts';
import { plainName, sentencesOf } from '../../names.ts';
import { bringsBack } from '../words/states/action-words.ts';
import { showsRemoved } from '../lists/switch-words.ts';
import type { Resource } from '../resources.ts';
import { namesShownBy } from '../shown-entries.ts';

/** Lists and reads that are asked for what was removed, too, and by the words of the document show it then. */

/** Words that leave it open what is shown, and for how long. */
const OPEN =
  /\b(?:may|might|can|recent(?:ly)?|within|days?|hours?|until|some|unless|admins?|administrators?)\b/i;
const REMOVED = /\b(?:deleted|removed|trashed)\b/i;

/** What an operation says of a parameter by its name, without the word that makes it a condition: `Deleted notes are left out unless show_deleted is true`. */
function saidOf(operation: Operation, name: string): readonly string[] {
  return sentencesOf(operation.description ?? '')
    .filter((sentence) => sentence.split(/[^\w-]+/).includes(name))
    .map((sentence) => sentence.replace(/\bunless\b/i, ''));
}

/** Of an operation that shows entries, the parameter by which the document says that what was removed is shown, too. */
function askedOf(operation: Operation | undefined, actions: readonly Operation[]): Parameter | undefined {
  return operation?.parameters.find(({ in: place, name, schema, description }) => {
    const isFlag =
      place === 'query' && showsRemoved(name) && allowedTypes(scalarKeywords(schema)).has('boolean');
    const words = [...sentencesOf(description ?? ''), ...saidOf(operation, name)];
    const isSaid = words.some((sentence) => REMOVED.test(sentence)) && !words.some((one) => OPEN.test(one));
    return isFlag && (isSaid || actions.some(bringsBack));
  });
}

/** Words of a removal that leaves nothing to be shown. */
const FOR_GOOD =
  /\b(?:permanent(?:ly)?|irreversibl[ey]|irrevocabl[ey]|for good|forever|hard[- ]deletes?|purges?|(?:cannot|can not|can't) be undone)\b/i;

function isForGood({ remove }: Resource): boolean {
  return FOR_GOOD.test(remove?.description ?? '');
}

/** That of a list; `undefined` where the document does not say so. */
export const removedAsked = onceFor((resource: Resource) =>
  isForGood(resource) ? undefined : askedOf(resource.list, resource.actions),
);

/** That of the operation that reads one entry. */
export const removedRead = onceFor((resource: Resource) =>
  isForGood(resource) ? undefined : askedOf(resource.read, resource.actions),
);

const REMOVED_SINCE = /^(?:is)?(?:soft)?(?:deleted?|removed?|trashed)(?:at|on|date|time|timestamp)?$/;

/** True for the name of a member that says whether, or since when, an entry is removed (`deleted_at`). */
export function isRemovedSince(name: string): boolean {
  return REMOVED_SINCE.test(plainName(name));
}

/** True for entries that by their schema may be read after their removal: they have a member that tells of it. */
export const mayStayRemoved = onceFor((resource: Resource) =>
  [...namesShownBy(resource.read, resource)].some(isRemovedSince),
);
