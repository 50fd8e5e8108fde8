import { plainName, sentencesOf, singularOf } from '../../names.ts';
import type { Operation } from '../../model.ts';
import { thingAt } from '../names/called.ts';
import type { Resource } from '../resources.ts';

/** What a document says in words of something that is not there: `404: The shelf was not found`, of the list of its books. */

const FORMS: readonly RegExp[] = [
  /^(?:the |an? |this |that |parent )*(?<about>[\w-]{1,40})(?: with (?:that|this|the given) \w{1,20})? (?:was |is |could |can)?(?:not (?:be )?(?:found|there|known)|unknown|missing|no longer there)$/i,
  /^(?:there is )?no (?:such )?(?<about>[\w-]{1,40})(?: (?:found|there|exists|with (?:that|this|the given) \w{1,20}))?$/i,
  /^(?:the |an? |this |that |parent )*(?<about>[\w-]{1,40})(?: with (?:that|this|the given) \w{1,20})? (?:does not|doesn't|did not) exist$/i,
];

/** True for an operation of which the document says what comes where the entry that it is below is not there. */
export function saysHolderIsAbsent({ path }: Resource, { responses }: Operation): boolean {
  const thing = thingAt(path);
  return responses.some(
    ({ status, description }) =>
      (status === '404' || status === '410') &&
      sentencesOf(description).some((sentence) =>
        FORMS.some((form) => singularOf(plainName(form.exec(sentence)?.groups?.['about'] ?? '')) === thing),
      ),
  );
}
