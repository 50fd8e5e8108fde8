import type { Operation } from '../model.ts';
import { sentencesOf } from './told-states.ts';

/**
 * What a document says of a PUT: that it puts what it is sent in the place of what was there. Many a PUT without a PATCH beside it
 * changes what it names alone, so that its name or a whole sentence has to say it.
 */

/** What makes a sentence one about what does not come, or in part, or of something else. */
const OPEN = /\b(?:if|unless|may|can|could|might|not|never|only|some|partly|partially|instead of|without)\b/i;
/** The same, but that something is left out is what the sentence is about. */
const UNSURE =
  /\b(?:unless|may|can|could|might|never|only|some|keeps?|kept|stays?|remains?|unchanged|ignored)\b/i;

const REPLACES: readonly RegExp[] = [
  /^(?:fully |completely |wholly )?(?:replaces?|overwrites?) (?:an?|the|this) (?:whole |entire )?[\w-]+(?: [\w-]+){0,2}$/i,
  /^(?:all|every|each) (?:members?|fields?|propert(?:y|ies)|values?|attributes?) (?:are|is) (?:replaced|overwritten)\b/i,
  /^the (?:whole|entire|complete) .{1,40} is (?:replaced|overwritten)\b/i,
];
const LEFT_OUT =
  /\b(?:left out|omitted|missing|absent|not (?:given|sent|provided|included|specified|present))\b.{0,60}\b(?:(?:its|their|the) defaults?|reset|removed|cleared|emptied|deleted|(?:set to|become) null|unset)\b/i;

/** True where the document says of a PUT, by its name or in a sentence, that what it leaves out goes. */
export function saysReplaced({ id, description = '' }: Operation): boolean {
  if (/replace|overwrite/i.test(id)) return true;
  return sentencesOf(description).some(
    (sentence) =>
      (!OPEN.test(sentence) && REPLACES.some((form) => form.test(sentence))) ||
      (!UNSURE.test(sentence) && LEFT_OUT.test(sentence)),
  );
}
