import { isList, type Json, listOf, memberOf } from '../../../../json/value.ts';
import { fixedValues, type Keywords, textOf } from '../../../../schema/keywords.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { onceFor, onceForBoth } from '../../../../system/once-for.ts';
import type { Operation } from '../../../model.ts';
import { plainName, sentencesOf, singularOf, wordsOfName } from '../../../names.ts';
import { placedMembers } from '../../lists/member-places.ts';
import { entrySchemaOf, type Resource } from '../../resources.ts';
import { toldOtherwise } from './told-otherwise.ts';

/**
 * What a document says in words of the states that actions lead entries from and to: `An open order becomes paid.`, and of a 409 `The
 * order is not open.` Whole sentences alone are read, about the entry and nothing else, whose words are listed values of one member:
 * of any other nobody knows what it means.
 */

/** A value that says in which state an entry is. */
export type State = string | number;

export function isState(value: unknown): value is State {
  return typeof value === 'string' || typeof value === 'number';
}

/** A value of a member that has a list of them, and what it is called: a number has a name beside it. */
type ListedState = { readonly word: string; readonly value: State };

/** The state in which a document says an entry to be after an action. */
export type ToldState = { readonly member: string; readonly value: State };

/** The states in which a document says an action to be done; in any other it is refused with this status. */
export type ToldCondition = {
  readonly member: string;
  readonly values: readonly State[];
  readonly status: string;
};

/** Where generators write the names of numbers: NSwag, OpenAPI Generator, and others. */
const NAMES = ['x-enumNames', 'x-enum-varnames', 'x-enum-names'];

/** The names of listed numbers, one for each, as the document has them beside the list or in its description (`0 = Open, 1 = Paid`). */
function namesOf(keywords: Keywords, numbers: readonly number[]): readonly string[] {
  const beside = listOf(NAMES.map((name) => memberOf<Json>(keywords, name)).find(isList));
  const words = textOf(keywords, 'description') ?? '';
  const told = words.matchAll(/(?<![\w.-])(-?\d{1,9})\s?[=:]\s?([A-Za-z]\w*)/g);
  const described = new Map([...told].map(([, number = '', word = '']) => [number, word]));
  const ways: readonly (readonly unknown[])[] = [
    beside,
    numbers.map((number) => described.get(String(number))),
  ];
  const texts = ways.map((names) => names.filter((name) => typeof name === 'string'));
  return texts.find((names) => names.length === numbers.length) ?? [];
}

function statesIn(keywords: Keywords): readonly ListedState[] {
  const values = fixedValues(keywords) ?? [];
  const texts = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number');
  if (texts.length > 0 || numbers.length === 0) return texts.map((value) => ({ word: value, value }));
  const names = namesOf(keywords, numbers);
  return numbers.flatMap((value, at) => {
    const word = names[at];
    return word === undefined ? [] : [{ word, value }];
  });
}

/**
 * The members of entries that have a list of texts for values, or of numbers with names, also of what holds them (`attributes`): who looks
 * for them in an entry opens it (`opened`).
 */
export const listedStates = onceFor((resource: Resource): ReadonlyMap<string, readonly ListedState[]> => {
  const schema = entrySchemaOf(resource);
  // What stands in the entry itself is meant before what one of its members holds.
  const members = schema === undefined ? [] : placedMembers(schema).toReversed();
  return new Map(
    members.map(({ member, schema: said, root }) => [member, statesIn(mergedKeywords(said, root))]),
  );
});

/** The one member that has all of some words as values, and these. */
export function statesCalled(resource: Resource, words: string): Omit<ToldCondition, 'status'> | undefined {
  const wanted = words
    .replace(/^(?:in\s)?(?:the\s)?(?:state|status)\s|^(?:an?|the)\s/i, '')
    .split(/,(?:\s?(?:and|or|nor)\s)?|\s(?:and|or|nor)\s/i)
    .map((word) => plainName(word));
  const found = [...listedStates(resource)].flatMap(([member, listed]) => {
    const values = wanted.flatMap((word) =>
      listed.flatMap((one) => (plainName(one.word) === word ? [one.value] : [])).slice(0, 1),
    );
    return values.length === wanted.length && listed.length > 1 ? [{ member, values }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** True for words about an entry: `it`, `an open order`, or a state that one is called by (`a draft`). */
export function isAboutEntry(resource: Resource, words: string): boolean {
  const last = singularOf(plainName(words.split(/\s+/).at(-1) ?? ''));
  const things = wordsOfName(resource.path.split('/').findLast((part) => !part.includes('{')) ?? '');
  if (last === 'it' || last === singularOf(things.at(-1) ?? '') || last === singularOf(things.join('')))
    return true;
  return [...listedStates(resource).values()].flat().some(({ word }) => plainName(word) === last);
}

/** The same of words that may say what it is that is so: `an open invoice`. */
function statesOfEntry(resource: Resource, words: string): Omit<ToldCondition, 'status'> | undefined {
  const [, before = '', thing = ''] = /^(.*\S) ([\w-]{1,40})$/.exec(words) ?? [];
  const called = statesCalled(resource, words);
  return (
    called ?? (before !== '' && isAboutEntry(resource, thing) ? statesCalled(resource, before) : undefined)
  );
}

/** What makes a sentence one about what may come, and when. */
const OPEN = /\b(?:if|when|once|until|unless|may|can|could|might|after|while|soon|later|eventually)\b/i;

const BECOMES =
  /^(?:An?|The|This|Each) (.{1,40}?) (?:becomes|turns into|is then|is set to|is marked as|changes to|moves to|goes to) (.{1,60})$/i;
const SETS =
  /^(?:Marks?|Sets?|Moves?|Puts?|Turns?) (?:(?:an?|the|this) )?(.{1,40}?)(?: back)? (?:as|to|into) (.{1,60}?)(?:,? and [a-z]{2,20}s .{1,80})?$/i;
/** Where from and where to: `Moves a parcel from draft to in_transit and sets sent_at`, `Turns tentative into confirmed`. */
const FROM_TO =
  /^(?:Moves?|Turns?|Leads?|Takes?|Brings?|Changes?|Puts?)(?: (?:an?|the|this) (?<about>[\w -]{1,40}?))?(?: from)? (?<words>[\w-]{1,40}) (?:in)?to (?<to>[\w-]{1,40})(?:,? and .{1,80})?$/i;
const IS_AFTER =
  /^(?:(?:An?|The|This|Each) )?(.{1,40}?) is (.{1,40}?) (?:afterwards|thereafter|from then on)$/i;

/** The same of the member itself: `The state is closed from then on, and closed_at is set`. */
const MEMBER_IS: readonly RegExp[] = [
  /^(?:(?:The|Its) )?(?:(?<about>[\w-]{2,40}s) )?([\w-]{2,40}) (?:becomes|changes to|is then|is set to) (.{1,40}?)(?: from then on| afterwards| again)?$/i,
  /^(?:The|Its) ([\w-]{2,40}) is (.{1,40}?) (?:from then on|afterwards|now|then)$/i,
];

/** Where an action leads, behind what it does: `Captures an order in open, after which it is paid`. */
const AFTER_WHICH = /, after which (it|(?:the|this) [\w-]{1,40}) (?:is|becomes) ([\w-]{1,40})$/i;

const AND =
  /,? and (?=(?:[\w-]+ and )?(?:the |its )?[\w-]+ (?:is|are|becomes?) )|, (?=(?:the |its )?[\w-]+ (?:is|becomes) )|,? and (?=[\w-]+ null$)|,? and (?=(?:marks|sets|moves|puts|turns) (?:it|(?:the|this) [\w-]+) (?:as|to|into) )/i;
/** What is done, before what becomes of it: `Close the ticket: its status becomes closed`. */
const DOES = /^[^:]{1,80}: (?=(?:the |its )?[\w-]+ (?:is|becomes) )/i;

/** Sentences of a description, and of two in one (`…, and …`) each. */
export function clausesOf({ description = '' }: Operation): readonly string[] {
  return sentencesOf(description).flatMap((sentence) =>
    OPEN.test(sentence) ? [] : sentence.replace(DOES, '').split(AND),
  );
}

/** The state in which a sentence says the member itself to be. */
function memberToldIn(resource: Resource, clause: string): readonly ToldState[] {
  const found = MEMBER_IS.map((form) => form.exec(clause)).find((one) => one !== null);
  const about = found?.groups?.['about'];
  // `The order's status`, without its apostrophe.
  if (found === undefined || (about !== undefined && !isAboutEntry(resource, about))) return [];
  const [name = '', words = ''] = found.slice(-2);
  const [member, listed = []] =
    [...listedStates(resource)].find(([own]) => name !== '' && plainName(own) === plainName(name)) ?? [];
  const value = listed.find(({ word }) => plainName(word) === plainName(words))?.value;
  return member === undefined || value === undefined || listed.length < 2 ? [] : [{ member, value }];
}

/** The state to which a sentence says that an action leads from another one. */
function ledTo(resource: Resource, clause: string): readonly ToldState[] {
  const { about = 'it', words = '', to = '' } = FROM_TO.exec(clause)?.groups ?? {};
  if (words === '' || !isAboutEntry(resource, about)) return [];
  const [from, { member, values: [value] = [] } = {}] = [words, to].map((one) => statesCalled(resource, one));
  return from?.member !== member || member === undefined || value === undefined ? [] : [{ member, value }];
}

/** What a success says of the entry that it shows: `The order is paid`, `The order has been paid`. */
const SHOWN_AS =
  /^(?:the|this|your) (?<about>[\w -]{1,40}?) (?:is(?: now)?|was|has been) (?<words>[\w-]{1,40})(?: now)?$/i;

/** The state that the one success of an action says. */
function stateShown(resource: Resource, { responses }: Operation): readonly ToldState[] {
  const served = responses.filter(({ status }) => /^20[014]$/.test(status));
  return served.length !== 1
    ? []
    : served.flatMap(({ description }) =>
        sentencesOf(description).flatMap((sentence): readonly ToldState[] => {
          const { about = '', words = '' } = SHOWN_AS.exec(sentence)?.groups ?? {};
          if (words === '' || !isAboutEntry(resource, about)) return [];
          const { member, values: [value, ...others] = [] } = statesCalled(resource, words) ?? {};
          return member === undefined || value === undefined || others.length > 0 ? [] : [{ member, value }];
        }),
      );
}

/** The state to which a document says an action to lead; `undefined` where it says none, or several. */
export const stateTold: (resource: Resource, operation: Operation) => ToldState | undefined = onceForBoth(
  (resource: Resource, operation: Operation): ToldState | undefined => {
    const behind = sentencesOf(operation.description ?? '').filter((sentence) => AFTER_WHICH.test(sentence));
    const told = [...clausesOf(operation), ...behind].flatMap((clause): readonly ToldState[] => {
      if (FROM_TO.test(clause)) return ledTo(resource, clause);
      const [, about = '', words = ''] =
        AFTER_WHICH.exec(clause) ?? BECOMES.exec(clause) ?? SETS.exec(clause) ?? IS_AFTER.exec(clause) ?? [];
      if (words === '' || !isAboutEntry(resource, about)) return memberToldIn(resource, clause);
      const { member, values: [value, ...others] = [] } = statesOfEntry(resource, words) ?? {};
      return member === undefined || value === undefined || others.length > 0 ? [] : [{ member, value }];
    });
    const all = [...told, ...stateShown(resource, operation)];
    const [first] = all;
    return all.every(({ member, value }) => member === first?.member && value === first.value)
      ? first
      : undefined;
  },
);

const IS_NOT =
  /^(?:(?:An?|The|This) )?(.{1,40}?) (?:is not|isnt|is no longer|is no) (?:yet )?(.{1,60}?)(?: (?:yet|any ?more|now))?$/i;
const HAS_TO_BE = /^(?:(?:An?|The|This) )?(.{1,40}?) (?:must|has to|needs to) be (.{1,60})$/i;
/** Refusals that are about whoever asks, or about something that is not there. */
export const OF_SOMETHING_ELSE: ReadonlySet<string> = new Set(['401', '403', '404', '405', '410', '429']);

/** Sentences of an action that say of what it is refused, and how. */
const REFUSED: readonly RegExp[] = [
  /^(?:An?|The|Any) (?<about>.{1,40}?) (?:that|which) is (?<not>not )?(?:already )?(?<words>.{1,60}?)(?: already| yet)? is (?:answered|refused|rejected) (?:with|by) (?<status>4\d\d)$/i,
  /^(?:Returns|Answers(?: with)?|Responds with|Fails with|Is refused with) (?:an? )?(?<status>4\d\d)(?: [A-Z][\w ]{1,20})? (?:if|when|where) (?:an?|the) (?<about>.{1,40}?) is (?<not>not )?(?:already )?(?<words>.{1,60}?)(?: already| yet)?$/i,
  /^(?:An?|The|Any) (?<about>.{1,40}?) (?:that|which) is (?<not>not )?(?:already )?(?<words>.{1,60}?) (?:cannot|cant|can not|may not|must not) be (?<done>[a-z-]{3,20}(?: (?:in|out|off|up|down|back|over))?)(?: again| any ?more)?$/i,
  /^(?<not>Only) (?:an?|the) (?<about>.{1,40}?) (?:(?:that|which) is )?(?:in )?(?<words>.{1,80}?) (?:can|may) be (?<done>[a-z-]{3,20}(?: (?:in|out|off|up|down|back|over))?)$/i,
  /^(?<not>Only) (?:an?|the) (?<words>[\w-]{1,40})(?: (?<about>[\w-]{1,40}))? (?:can|may) be (?<done>[a-z-]{3,20}(?: (?:in|out|off|up|down|back|over))?)(?:,? and only .{1,120}?)?$/i,
  /^(?<not>Only) (?<words>[\w, -]{1,60}?) (?<about>[\w-]{1,40}s) (?:can|may) be (?<done>[a-z-]{3,20}(?: (?:in|out|off|up|down|back|over))?)$/i,
  /^(?<not>Only) (?<words>[\w-]{1,40})s (?:can|may) be (?<done>[a-z-]{3,20}(?: (?:in|out|off|up|down|back|over))?)$/i,
  // Who lists several means no others.
  /^(?<not>)(?<words>[\w, -]{1,60}? (?:and|or) [\w-]{1,40}) (?<about>[\w-]{1,40}s) (?:can|may) be (?<done>[a-z-]{3,20}(?: (?:in|out|off|up|down|back|over))?)$/i,
];

/** True for what is done by an action, as a sentence calls it: `captured`, of `/capture`, and `checked in`, of `/check-in`. */
function isDoneBy({ path }: Operation, done: string): boolean {
  const [verb = '', particle = ''] = done.toLowerCase().split(' ');
  const whole = plainName(path.split(/[/:]/).at(-1) ?? '');
  if (!whole.endsWith(particle)) return false;
  const deed = whole.slice(0, whole.length - particle.length);
  const isOfY = /^i?e?d$/.test(plainName(verb).slice(deed.length - 1));
  return (
    plainName(verb).startsWith(deed) || (deed.endsWith('y') && verb.startsWith(deed.slice(0, -1)) && isOfY)
  );
}

const DOES_IN =
  /\b(?:an?|the) (?<about>[\w-]{1,40}) (?:(?:that|which) is )?in (?<words>[\w-]{1,40})(?:, .{1,60})?$/i;
/** Whose state it is that becomes another one: `An issued invoice becomes void`. */
const BECOMES_FROM =
  /^(?:an?|the|each) (?<words>[\w-]{1,40})(?: (?<about>[\w-]{1,40}))? (?:becomes|turns into|is then) [\w -]{1,40}$/i;
const IN_OTHERS =
  /^(?:(?:an?|the) [\w-]{1,40} (?:with|in|of) )?an(?:y )?other (?:state|status) is (?:answered|refused|rejected) with (?<told>4\d\d)$|^in (?:any|every|all) other (?:state|status|case)s? (?:the answer is|it is (?:refused|answered|rejected) with|it (?:gets|fails with)) (?<status>4\d\d)$|^(?<code>4\d\d) (?:in|from|for) (?:(?:any|every|all) other(?: (?:state|statuse?|case|one))?s?|all others)$/i;

/** What a sentence says that something is done in, and the next one that it is refused elsewhere: `in any other state the answer is 409`. */
function groupsOfTwo(before: string, sentence: string): Record<string, string> | undefined {
  const does = [DOES_IN, BECOMES_FROM, FROM_TO]
    .map((form) => form.exec(before)?.groups)
    .find((one) => one !== undefined);
  const { told, status = told, code = status } = IN_OTHERS.exec(sentence)?.groups ?? {};
  return does === undefined || code === undefined ? undefined : { ...does, status: code };
}

/** `409 if it is no draft or has no lines`, `Refused with 409 unless it is open`: a refusal by its status, and its reasons, any of which will do. */
const BY_STATUS =
  /^(?:(?:(?:it|this|the (?:request|call|action)) )?(?:is )?(?:refused|rejected|declined|answered|answers|fails|returns|responds)(?: (?:with|by))?(?: an?)? )?(?<status>4\d\d)(?: conflict)? (?<when>if|when|where|unless) (?<reasons>.{1,200})$/i;
const OR = /,? or (?:if )?(?=(?:it|the|this|an?|there|has|have|both|their|its|somebody|another|that) )/i;
const IS_SO =
  /^(?<about>it|(?:the|this|an?) .{1,40}?) is (?<not>not (?:yet )?|no longer |no )?(?:already )?(?<words>[\w, -]{1,60}?)(?: already| yet| any ?more)?$/i;

/** States in which something is served alone, or in which it is refused, with what comes then. */
type SaidStates = Omit<ToldCondition, 'status'> & { readonly isServedIn: boolean; readonly status: string };

/** What a sentence that begins with a status says of the states of an entry. */
export function statesByStatus(resource: Resource, sentence: string): readonly SaidStates[] {
  const { status = '', when = '', reasons = '' } = BY_STATUS.exec(sentence)?.groups ?? {};
  if (OF_SOMETHING_ELSE.has(status)) return [];
  const isUnless = when.toLowerCase() === 'unless';
  const each = reasons.split(OR);
  // Of several that have to be, each alone is not enough.
  if (isUnless && each.length > 1) return [];
  return each.flatMap((reason): readonly SaidStates[] => {
    const { about = '', not, words = '' } = IS_SO.exec(reason)?.groups ?? {};
    const said = words === '' || !isAboutEntry(resource, about) ? undefined : statesCalled(resource, words);
    if (said === undefined || (isUnless && not !== undefined)) return [];
    return [{ ...said, isServedIn: isUnless || not !== undefined, status }];
  });
}

/** The states of an entry in which the description of an action says that it is not refused. */
function conditionDescribed(resource: Resource, operation: Operation): readonly ToldCondition[] {
  const toldBy = (
    groups: Record<string, string | undefined>,
    sentence: string,
    otherwise = '409',
  ): ToldCondition[] => {
    const { not, words = '', about = words, done, status = otherwise } = groups;
    if (done !== undefined && !isDoneBy(operation, done)) return [];
    const isDocumented = operation.responses.some((one) => one.status === status);
    if (words === '' || !isDocumented || OF_SOMETHING_ELSE.has(status) || !isAboutEntry(resource, about))
      return [];
    const said = statesCalled(resource, words);
    if (said === undefined) return [];
    const listed = (listedStates(resource).get(said.member) ?? []).map(({ value }) => value);
    const isServedIn = not !== undefined || IN_OTHERS.test(sentence);
    const values = isServedIn ? said.values : listed.filter((value) => !said.values.includes(value));
    return values.length === 0 ? [] : [{ member: said.member, values, status }];
  };
  const byStatus = (sentence: string): ToldCondition[] =>
    statesByStatus(resource, sentence).flatMap(({ member, values: said, isServedIn, status }) => {
      const listed = (listedStates(resource).get(member) ?? []).map(({ value }) => value);
      const values = isServedIn ? said : listed.filter((value) => !said.includes(value));
      const isDocumented = operation.responses.some((one) => one.status === status);
      return values.length === 0 || !isDocumented ? [] : [{ member, values, status }];
    });
  // `409: Only open orders can be closed`.
  const byRefusals = operation.responses.flatMap(({ status, description }): ToldCondition[] =>
    /^4\d\d$/.test(status) && !OF_SOMETHING_ELSE.has(status)
      ? sentencesOf(description).flatMap((sentence) => {
          const groups = REFUSED.map((form) => form.exec(sentence)?.groups).find(
            (found) => found?.['done'] !== undefined,
          );
          return groups === undefined ? [] : toldBy(groups, sentence, status);
        })
      : [],
  );
  const described = sentencesOf(operation.description ?? '').flatMap((sentence, at, all): ToldCondition[] => {
    const byItself = byStatus(sentence);
    if (byItself.length > 0) return byItself;
    const both = groupsOfTwo(all[at - 1] ?? '', sentence);
    const { said, status } = toldOtherwise(sentence, all[at + 1]);
    const ways = [both, ...REFUSED.map((form) => (form.exec(said) ?? form.exec(sentence))?.groups)];
    const told = ways.map((groups) => (groups === undefined ? [] : toldBy(groups, sentence, status)));
    return told.find((one) => one.length > 0) ?? [];
  });
  // Both may say the same.
  return described.length > 0 ? described : byRefusals;
}

/** The states in which something is served, by one reason of its refusal: `The invoice is not a draft`. */
export function statesNeeded(resource: Resource, reason: string): Omit<ToldCondition, 'status'> | undefined {
  const [, about = '', words = ''] = IS_NOT.exec(reason) ?? HAS_TO_BE.exec(reason) ?? [];
  return words === '' || !isAboutEntry(resource, about) ? undefined : statesCalled(resource, words);
}

/** The states in which a document says an action to be done, by its words for a refusal. */
export const conditionTold: (resource: Resource, operation: Operation) => ToldCondition | undefined =
  onceForBoth((resource: Resource, operation: Operation): ToldCondition | undefined => {
    const { responses } = operation;
    const told = responses.flatMap(({ status, description }): ToldCondition[] => {
      if (!/^4\d\d$/.test(status) || OF_SOMETHING_ELSE.has(status)) return [];
      return sentencesOf(description)
        .flatMap((sentence) => sentence.split(OR))
        .flatMap((reason): ToldCondition[] => {
          const found = statesNeeded(resource, reason);
          return found === undefined ? [] : [{ ...found, status }];
        });
    });
    const all = [...told, ...conditionDescribed(resource, operation)];
    return all.length === 1 ? all[0] : undefined;
  });
