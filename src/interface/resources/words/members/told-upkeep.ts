import { memberOf } from '../../../../json/value.ts';
import { type Keywords, type Schema, textOf } from '../../../../schema/keywords.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { scalarKeywords } from '../../../../schema/scalar.ts';
import { onceFor } from '../../../../system/once-for.ts';
import { plainName, sentencesOf } from '../../../names.ts';

/**
 * Members that the service keeps by itself, as the document has them: what is set once (`createdAt`, `uid`), the time of the last
 * change, and versions that are others after each change.
 */

export type Upkeep = {
  /** Moments at which an entry was made, and what updates keep by the words of the document. */
  readonly made: readonly string[];
  /** Identities beside the one that paths have. */
  readonly named: readonly string[];
  /** Moments of the last change, in words. */
  readonly changed: readonly string[];
  /** Marks of a version that are another one after each change, in words. */
  readonly versions: readonly string[];
};

const MADE =
  /^(?:date|time)?(?:created|creation|create|inserted|registered|added)(?:at|on|date|time|timestamp)?$/;
const MADE_WORDS = /\b(?:created|creation|made|registered|inserted|registration)\b/i;
/** Of whatever a service sets once: `When the user was enrolled; a replacement keeps it`. */
const KEPT_WORDS =
  /^(?:(?:a|an|the|every|each|any) )?(?:replacements?|updates?|changes?) (?:keeps?|leaves?|preserves?|retains?) (?:it|them)(?: as (?:it|they) (?:is|was|are|were)| unchanged)?$/i;
const NAMED = /^(?:uid|uuid|guid)$/;
const NAMED_WORDS =
  /\bnever (?:changes|given again|reused|used again)\b|\bimmutable\b|\bpermanent\b|\bstable\b/i;
const CHANGED =
  /^(?:date|time)?(?:last)?(?:updated?|modified|changed?|edited|modification)(?:at|on|date|time|timestamp)?$/;
const CHANGED_WORDS =
  /\b(?:last|latest|most recent|most recently) (?:\w+ ){0,2}?(?:changed?|updated?|modified|modification|edited|edit|written|write)\b/i;
const VERSION = /^(?:etag|version|revision|rev|resourceversion|lockversion|versionnumber)$/;
const CHANGE = '(?:changes?|updates?|modifications?|writes?)';
const VERSION_WORDS = new RegExp(
  String.raw`\b(?:changes|increases|incremented|increased|raised|bumped|grows|rises|counted up|is another one|is new)\b.{0,30}?\b(?:(?:each|every|any) (?:time|(?:successful )?${CHANGE})|(?:on|with|after|upon) (?:an? )?${CHANGE})(?! (?:of|to|in)\b)`,
  'i',
);
/** What a moment of the last change, or a version, may be of alone. */
const OF_A_PART =
  /\b(?:contents?|files?|bytes|body|status|state|passwords?|prices?|positions?|locations?|balance|members?)\b/i;
/** Members of what has a content beside what is said of it. */
const OF_CONTENT = /^(?:contenttype|mimetype|mediatype|size|checksum|contentlength|filesize)$/;
/** Words that leave it open, or speak of some changes alone. */
const OPEN =
  /\b(?:may|might|can|could|usually|unless|except|only|major|significant|schema|api|document format)\b/i;

function wordsOf(schema: Schema, root: Schema): readonly string[] {
  return sentencesOf(textOf(scalarKeywords(schema, root), 'description') ?? '');
}

function said(schema: Schema, root: Schema, form: RegExp): boolean {
  return wordsOf(schema, root).some((sentence) => form.test(sentence) && !OPEN.test(sentence));
}

/** True for the name of a moment at which something was made. */
export function namesMaking(name: string): boolean {
  return MADE.test(plainName(name));
}

const WHO =
  /^(?:last)?(?:created|made|added|inserted|registered|updated?|modified|changed|edited|deleted|archived)by(?:id|name|user|userid|username)?$/;

const LAST_CHANGE =
  /^(?:(?:date|time)(?:last)?(?:updated?|modified|changed?|edited)|last(?:updated?|modified|changed?|edited|modification)|(?:last)?(?:updated?|modified|changed?|edited|modification)(?:at|on|date|time|timestamp))$/;

/**
 * True for the name of who made or changed something (`createdBy`, `last_modified_by`), and of when it was changed last (`updated_at`): a
 * service knows who asks and when, and where one schema stands for requests and answers nothing tells that it takes that from clients.
 */
export function namesUpkeep(name: string): boolean {
  const plain = plainName(name);
  return WHO.test(plain) || LAST_CHANGE.test(plain);
}

const WHOSE = /^(?:owner|author|creator|user|account|member)(?:id|uuid|name|email)?$/;

/** True for the name of whose something is (`ownerId`, `author`): that may be who asks, or anybody whom a client names. */
export function namesWhose(name: string): boolean {
  return WHOSE.test(plainName(name));
}

/** What the document says of the members of an entry that its service keeps. */
export const upkeepIn: (entry: Keywords) => Upkeep = onceFor((entry: Keywords): Upkeep => {
  const all = [...schemaMembers(entry).properties];
  const isReadOnly = (member: Schema): boolean =>
    memberOf(mergedKeywords(member, entry), 'readOnly') === true;
  const hasContent = all.some(([name]) => OF_CONTENT.test(plainName(name)));
  const isOfWhole = (member: Schema): boolean =>
    !hasContent && !wordsOf(member, entry).some((sentence) => OF_A_PART.test(sentence));
  const which = (fits: (name: string, member: Schema) => boolean): readonly string[] =>
    all.flatMap(([name, member]) => (fits(plainName(name), member) ? [name] : []));
  return {
    made: which(
      (name, member) =>
        (MADE.test(name) && (isReadOnly(member) || said(member, entry, MADE_WORDS))) ||
        said(member, entry, KEPT_WORDS),
    ),
    named: which(
      (name, member) => NAMED.test(name) && (isReadOnly(member) || said(member, entry, NAMED_WORDS)),
    ),
    changed: which(
      (name, member) => CHANGED.test(name) && isOfWhole(member) && said(member, entry, CHANGED_WORDS),
    ),
    versions: which(
      (name, member) => VERSION.test(name) && isOfWhole(member) && said(member, entry, VERSION_WORDS),
    ),
  };
});
