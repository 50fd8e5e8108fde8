import { isMarked } from '../../../../schema/direction.ts';
import { type Schema, textOf } from '../../../../schema/keywords.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import type { Operation } from '../../../model.ts';
import { plainName, sentencesOf } from '../../../names.ts';
import { thingAt } from '../../names/called.ts';
import { templateOf } from '../../places/places.ts';
import { passwordMembers } from './passwords.ts';

/**
 * What a document says in words of members that no two entries may have alike: `409: The email is already taken.`, or `Has to be unique`
 * of a member, where the creation has a refusal for that. Whole sentences alone are read: of any other nobody knows what it means.
 */

/** Refusals of what is there already: frameworks that validate it with all else say 422, or 400. */
const CONFLICTS: readonly string[] = ['409', '422', '400'];

/** The documented refusals of an operation that may be for what is there already. */
export function conflictsOf({ responses }: Operation): readonly string[] {
  return CONFLICTS.filter((status) => responses.some((response) => response.status === status));
}

/** What makes a sentence one about what may come, and when. */
const OPEN = /\b(?:if|when|once|until|unless|may|can|could|might|while|or|and|not (?:found|allowed))\b/i;

/** Within what it is so, or in which way. */
const SCOPE = String.raw`(?:,? (?:within|among|across|in|for|by|to|without|regardless|ignoring) .{1,60})?`;

/** What comes otherwise. */
const CODE = '409|422|400';
const ELSE = String.raw`(?: \((?:${CODE})(?: otherwise)?\)|[,:] (?:otherwise|else)(?: the answer is| it is)? (?:${CODE})(?: is returned| comes| is the answer)?)`;

/** The same of a description of the operation. */
const MUST_BE_UNIQUE = new RegExp(
  String.raw`^(?:the |this |that |its )?(.{1,40}?) (?:must be|has to be|needs to be) unique${SCOPE}${ELSE}?$`,
  'i',
);

/** The same in other words: `Names are unique among your labels`, `The email must not be in use by another contact of yours (409)`. */
const SAID_OF_ALL: readonly RegExp[] = [
  MUST_BE_UNIQUE,
  new RegExp(String.raw`^(?:the )?(.{1,40}?)s (?:are|have to be|must be) unique${SCOPE}${ELSE}?$`, 'i'),
  new RegExp(
    String.raw`^(?:the |this |that |its )?(.{1,40}?) must not be (?:in use|used|taken)(?: already)?${ELSE}$`,
    'i',
  ),
  /^(?:the |this |that |its )?(.{1,40}?) must not be (?:in use|used|taken) (?:already|by (?:another|an other|some other) .{1,60})$/i,
  new RegExp(
    String.raw`^(?:an?|the) (.{1,40}?) that (?:another|an other|some other) .{1,40}? has(?: already)? is (?:refused|rejected|answered) with (?:${CODE})$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:a second|another|an other) .{1,40}? with (?:the same|that|an existing) (.{1,40}?) is (?:refused|rejected|answered) with (?:${CODE})$`,
    'i',
  ),
];
/** `A slug can be used only once in an account`, `An address can be added to a list only once (409)`. A time that ends is another thing. */
const USED_ONCE =
  /^(?:an?|the|each|every|this) (.{1,40}?) (?:can|may|must) (?:only )?be (?:used|given|taken|registered|added)(?: (?:to|in|within|by) (?:an?|the|your|one|each) [\w-]{1,30})? (?:only )?once(?: (?:in|within|by) (?:an?|the|your|one|each) [\w-]{1,30})?(?: \((?:409|422|400)\))?$/i;

/** The same in two sentences: `A number is given once in a hotel`, and `a second room with it is refused with 409`. */
const GIVEN_ONCE =
  /^(?:an?|the|each|every|this) (.{1,40}?) is (?:only )?(?:given|used|taken|assigned) (?:only )?once(?: (?:in|within|by|per) (?:an?|the|your|one|each) [\w-]{1,30})?$/i;
const SECOND = new RegExp(
  String.raw`^(?:a second|another|an other) .{1,40}? with it is (?:refused|rejected|answered) with (?:${CODE})$`,
  'i',
);

/** That something may be left out says nothing of it where it is there. */
const IF_ANY = /,? if (?:any|given|set|present|there is one),?(?= (?:must|has to|needs to) )/i;

/** Sentences of a refusal, with the words for a member. */
const TAKEN: readonly RegExp[] = [
  /^(?:an?|another|the) .{1,40}? (?:with|of|under|by|that has|having) (?:the same|this|that|the given|the|such an?) (.{1,40}?) (?:already exists|exists(?: already)?|is (?:already )?(?:there|taken|in use|registered)(?: already)?)$/i,
  /^there is (?:already )?(?:one|an? .{1,40}?|another .{0,40}?) (?:with|of|under|by) (?:the same|this|that|the given|the|such an?) (.{1,40}?)(?: already)?$/i,
  /^(?:the |this |that )?(.{1,40}?) (?:(?:(?:is|was|has been) )?already (?:taken|in use|used|registered)|(?:is|was|has been) (?:taken(?: already)?|in use(?: already)?))(?: by (?:another|an other|some other) .{1,40})?$/i,
  /^(?:the |this |that )?(.{1,40}?) (?:already exists|exists already|is not unique)$/i,
  // `Room number exists in this hotel`, `Email taken`.
  /^(?:the |this |that )?(.{1,40}?) (?:already exists|exists(?: already)?|(?:is )?(?:already )?(?:taken|in use|used)(?: already)?) in (?:this|that|the|your|the same) [\w-]{1,30}$/i,
  /^(?:the |this |that )?(.{1,40}?) (?:already )?(?:taken|in use)(?: already)?$/i,
  /^(?:another|an other|some other) .{1,40}? (?:already )?(?:has|uses|owns) (?:already )?(?:the same|this|that|the given|such an?) (.{1,40}?)(?: already)?$/i,
  MUST_BE_UNIQUE,
  /^duplicate (.{1,40})$/i,
];

/** Sentences of a member that say the same of it. */
const UNIQUE: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:(?:it|this|the .{1,40}?) )?(?:must be|has to be|needs to be|is) unique${SCOPE}$`,
    'i',
  ),
  /^unique(?: .{1,40})?$/i,
  /^no two .{1,40}? (?:have|share) the same(?: .{1,40})?$/i,
];

/** The member that a sentence is about, as it is compared; `undefined` for any other sentence. */
function saidOf(sentence: string, forms: readonly RegExp[]): string | undefined {
  const [words] = forms.flatMap((form) => form.exec(sentence)?.[1] ?? []);
  return words === undefined || OPEN.test(sentence)
    ? undefined
    : plainName(words.replace(/ of (?:an?|the|each|every) [\w-]{1,30}$| address$/i, ''));
}

function withoutAddress(words: string): string {
  return plainName(words.replace(/ address$/i, ''));
}

/** The two members that a refusal of a registration is about, each by itself: `Email or username already exists`. Of anything else both together may be taken. */
function eitherOf(operation: Operation, sentence: string): readonly (readonly [string, string])[] {
  const [words] = TAKEN.flatMap((form) => form.exec(sentence)?.[1] ?? []);
  const [one, other, ...more] = (words ?? '').split(/ or (?:the |this |that )?/i);
  const isOpen = other === undefined || more.length > 0 || OPEN.test(sentence.replace(/ or /i, ' '));
  if (one === undefined || isOpen || passwordMembers(operation).size === 0) return [];
  return [[withoutAddress(one), withoutAddress(other)]];
}

/** The member of which a sentence says that a value of it is used only once, where `next` may say what comes of a second one. */
function usedOnceIn(sentence: string, next = ''): string | undefined {
  const [, words] =
    /\bonly\b/i.test(sentence) || SECOND.test(next)
      ? (USED_ONCE.exec(sentence) ?? GIVEN_ONCE.exec(sentence) ?? [])
      : [];
  return words === undefined ? undefined : withoutAddress(words);
}

/** Inside of what it is so: two entries of different ones may have the same. */
const WITHIN =
  /\b(?:in|inside|within|per|to|by|among|of) (?:this|that|the|an?|one|each|every|your|its|the same) [\w-]+/i;

/** True where the document says of such a member that it is so inside of something alone: `Room number exists in this hotel`. */
export function isToldWithin(operation: Operation): boolean {
  const conflicts = conflictsOf(operation);
  const refusals = operation.responses.filter(({ status }) => conflicts.includes(status));
  const sentences = [...refusals.map(({ description }) => description), operation.description ?? ''].flatMap(
    sentencesOf,
  );
  return sentences.some(
    (one) =>
      WITHIN.test(one) && (saidOf(one, [...TAKEN, ...SAID_OF_ALL]) ?? usedOnceIn(one, one)) !== undefined,
  );
}

/** True for a body that is about some time, from then to then: what is taken in it is free at another one. */
function isOfTime(body: Schema): boolean {
  const moments = [...schemaMembers(body).properties.values()].filter((member) =>
    /^(?:date|time)/.test(textOf(mergedKeywords(member, body), 'format') ?? ''),
  );
  return moments.length > 1;
}

const AT_THAT_TIME =
  '(?:at|in|during|for|on) (?:that|this|the (?:same|given|requested|chosen)) (?:time|times|slot|time ?slot|period|interval|date|day|hours?)';
/** Refusals of what takes the time of something that has other plans then: `The room already has a booking at that time`. */
const BOOKED: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:the |this )?[\w-]{1,30} (?:already has|has already) (?:an?|another|some) [\w -]{1,30}? ${AT_THAT_TIME}$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:the |this )?[\w-]{1,30} is (?:already )?(?:booked|taken|occupied|reserved|busy) ${AT_THAT_TIME}$`,
    'i',
  ),
];

const BEGINS = /^(?:start|from|begin)/i;

/**
 * The member of a body that says when something begins, where the document refuses a second one for the same things at the same time:
 * no two entries that name the same have it alike.
 */
export function bookedFrom(operation: Operation, body: Schema): string | undefined {
  const isTold = operation.responses.some(
    ({ status, description }) =>
      status === '409' &&
      sentencesOf(description).some((one) => BOOKED.some((form) => form.test(one)) && !OPEN.test(one)),
  );
  if (!isTold) return undefined;
  const { properties, required } = schemaMembers(body);
  const moments = [...properties].flatMap(([name, member]) =>
    required.has(name) && (textOf(mergedKeywords(member, body), 'format') ?? '').startsWith('date')
      ? [name]
      : [],
  );
  const begins = moments.filter((name) => BEGINS.test(name));
  const [one, ...others] = moments.length === 1 ? moments : begins;
  return others.length === 0 ? one : undefined;
}

/** The members of a body that may be in one entry alone by the words of the document, of those that entries show. */
export function uniqueMembers(operation: Operation, body: Schema, entry: Schema): readonly string[] {
  const conflicts = conflictsOf(operation);
  if (conflicts.length === 0) return [];
  const refusals = operation.responses.filter(({ status }) => conflicts.includes(status));
  const isBooked = isOfTime(body);
  const said = [
    ...refusals
      .flatMap(({ description }) => sentencesOf(description))
      .filter((one) => !isBooked || !/\b(?:taken|in use|used)\b/i.test(one))
      .map((one) => saidOf(one, TAKEN)),
    ...sentencesOf(operation.description ?? '').flatMap((one, at, all) => [
      saidOf(one.replace(IF_ANY, ''), SAID_OF_ALL),
      usedOnceIn(one, all[at + 1]),
    ]),
  ];
  const shown = schemaMembers(entry).properties;
  const names = [...shown.keys()].map((name) => plainName(name));
  // `Room number`, of rooms.
  const thing = thingAt(templateOf(operation));
  const sent = new Set([...schemaMembers(body).properties.keys()].map((name) => plainName(name)));
  const either = refusals
    .flatMap(({ description }) => sentencesOf(description))
    .flatMap((one) => eitherOf(operation, one))
    .filter((both) => both.every((name) => sent.has(name)))
    .flat();
  return [...schemaMembers(body).properties].flatMap(([name, member]) => {
    const isOwn = (['readOnly', 'writeOnly'] as const).some((mark) => isMarked(body, name, mark));
    if (!shown.has(name) || isOwn) return [];
    const words = textOf(mergedKeywords(member, body), 'description') ?? '';
    // With another member it is a pair that is unique.
    const isOfPair = (sentence: string): boolean =>
      names.some(
        (other) => other.length > 2 && other !== plainName(name) && plainName(sentence).includes(other),
      );
    const isTold = sentencesOf(words).some(
      (sentence) => UNIQUE.some((form) => form.test(sentence)) && !OPEN.test(sentence) && !isOfPair(sentence),
    );
    const ways = [plainName(name), `${thing}${plainName(name)}`];
    return isTold || ways.some((one) => said.includes(one) || either.includes(one)) ? [name] : [];
  });
}

/**
 * The members of a body of which a 409 says that their values are taken, where it says nothing else (`The plate is in use by another
 * vehicle`): no request with values that nobody has is answered with it.
 */
export function takenAlone({ responses }: Operation, names: readonly string[]): readonly string[] {
  const conflict = responses.find(({ status }) => status === '409');
  const said = sentencesOf(conflict?.description ?? '').map((sentence) => saidOf(sentence, TAKEN));
  const isAll = said.length > 0 && said.every((one) => names.some((name) => plainName(name) === one));
  return isAll ? names.filter((name) => said.includes(plainName(name))) : [];
}

/** A value of which there is one in all that a client sees, and not one a year or one for each customer. */
const UNIQUE_HERE =
  /^(?:(?:it|this|the value) )?(?:is |must be |globally )?unique(?: (?:within|in|across) (?:your|the) (?:account|workspace|organi[sz]ation|tenant|system))?$/i;

/** The members of entries that a service assigns, and of which the document says that no two entries have them alike (`Assigned by the office, unique`). */
export function uniqueAssigned(entry: Schema, bodies: readonly Schema[]): readonly string[] {
  return [...schemaMembers(entry).properties].flatMap(([name, member]) => {
    const isSent = bodies.some(
      (body) => schemaMembers(body).properties.has(name) && !isMarked(body, name, 'readOnly'),
    );
    const words = textOf(mergedKeywords(member, entry), 'description') ?? '';
    const isTold = sentencesOf(words).some(
      (sentence) => !OPEN.test(sentence) && sentence.split(', ').some((part) => UNIQUE_HERE.test(part)),
    );
    return isTold && !isSent ? [name] : [];
  });
}
