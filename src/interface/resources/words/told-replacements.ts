import { documentedJson } from '../../../http/media-type.ts';
import type { Operation } from '../../model.ts';
import { sentencesOf } from '../../names.ts';
import { isCalledChange } from './verbs.ts';

/**
 * What a document says of what an update leaves out. That it goes: many a PUT without a PATCH beside it changes what it names alone, so
 * that its name or a whole sentence has to say it. That it stays: a POST on the place of an entry that says so is a change, and so is a
 * merge patch.
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
  /\b(?:left out|omit(?:ted)?|missing|absent|not (?:given|sent|provided|included|specified|present))\b(?:(?!\bnot\b|n['’]t\b).){0,60}\b(?:(?:its|their|the) defaults?|reset|removed|cleared|emptied|deleted|(?:set to|become) null|unset)\b/i;

/** True where the document says in a sentence that what an update leaves out goes. */
export function saysLeftOutGoes({ description = '' }: Operation): boolean {
  return sentencesOf(description).some((sentence) => !UNSURE.test(sentence) && LEFT_OUT.test(sentence));
}

/** True where the document says of a PUT, by its name or in a sentence, that what it leaves out goes. */
export function saysReplaced(operation: Operation): boolean {
  const { id, description = '' } = operation;
  if (/replace|overwrite/i.test(id) || saysLeftOutGoes(operation)) return true;
  return sentencesOf(description).some(
    (sentence) => !OPEN.test(sentence) && REPLACES.some((form) => form.test(sentence)),
  );
}

/**
 * True where the document calls a PUT an update and says nowhere that it replaces, though a PATCH stands beside it: tools that write documents
 * from programs do, of frameworks whose PUT asks for all that is required and keeps the rest.
 */
export function isCalledUpdate(operation: Operation): boolean {
  const { id, description = '' } = operation;
  return (/update/i.test(id) || UPDATES.test(description)) && !saysReplaced(operation);
}

const KEPT: readonly RegExp[] = [
  /\b(?:left out|omitted|missing|absent|not (?:given|sent|passed|provided|included|specified|set))\b.{0,40}\b(?:unchanged|untouched|keeps?|kept|stays?|remains?|retained)\b/i,
  /^only (?:the )?(?:members?|fields?|propert(?:y|ies)|parameters?|values?|attributes?) (?:that|which) (?:are|is|were) (?:sent|given|passed|provided|included|specified|set) (?:are|is) (?:changed|updated)$/i,
  /^(?:an? )?updates? (?:only )?changes? only (?:the )?(?:members?|fields?|propert(?:y|ies)|parameters?|values?|attributes?) (?:that|which) (?:are|is|were) (?:sent|given|passed|provided|included|specified|set)$/i,
];
const NOT_KEPT = /\b(?:unless|may|can|could|might|never|some|not (?:kept|retained)|except)\b/i;

function isKeptIn(text: string): boolean {
  return sentencesOf(text).some(
    (sentence) => !NOT_KEPT.test(sentence) && KEPT.some((form) => form.test(sentence)),
  );
}

const UPDATES = /^(?:updates?|updating)\b/i;

/**
 * True where the document says of a POST on the place of an entry that what it leaves out stays as it is; or of all updates, in a
 * paragraph about the whole that is about them, and calls this one so.
 */
export function saysKept({ id, description = '' }: Operation, about = ''): boolean {
  if (isKeptIn(description)) return true;
  if (!/^update/i.test(id) && !UPDATES.test(description)) return false;
  return about
    .split(/\n\s*\n/)
    .some((part) => sentencesOf(part).some((sentence) => UPDATES.test(sentence)) && isKeptIn(part));
}

/**
 * What a POST on the place of one entry is: it makes one that is not there, where nothing else does, or where it says so (201). Beside
 * a creation in the list it is what is done to an entry, and so it is with a 201 where its name says that: frameworks have one for each POST.
 */
export function madeInPlace(
  post: Operation | undefined,
  create: Operation | undefined,
): Operation | undefined {
  if (post === undefined || create === undefined) return post;
  const isMade = post.responses.some(({ status }) => status === '201') && !isCalledChange(post.id);
  return isMade ? post : undefined;
}

/** A POST on the place of an entry that changes it as a PATCH does, by the words of the document. */
export function changedBy(post: Operation | undefined, about: string | undefined): Operation | undefined {
  return post !== undefined && saysKept(post, about) ? post : undefined;
}

/** Words for a merge patch (RFC 7396). */
const MERGES =
  /\((?:a )?(?:JSON )?merge[- ]patch(?:, RFC ?7[34]\d6)?\)|\bJSON merge[- ]patch\b|\bRFC ?73[89]6\b/i;
/** What is said of some requests, or of one of several media types, is not said of all. */
const NOT_ALL =
  /\b(?:not|no|if|when|where|unless|may|might|can|could|or|either|similar|like|application|json-patch)\b/i;

/** True for a change that is a merge patch, by the media type of its body or by the words of the operation. */
export function changesByMerge({ requestBody, description = '' }: Operation): boolean {
  const mediaType = documentedJson(requestBody?.representations ?? [])?.mediaType;
  if (mediaType === 'application/merge-patch+json') return true;
  const isPlain = mediaType === 'application/json';
  return isPlain && sentencesOf(description).some((one) => MERGES.test(one) && !NOT_ALL.test(one));
}
