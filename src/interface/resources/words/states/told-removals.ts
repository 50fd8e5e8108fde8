import { onceFor, onceForBoth } from '../../../../system/once-for.ts';
import type { Interface, Operation } from '../../../model.ts';
import { plainName, sentencesOf, singularOf } from '../../../names.ts';
import { partOf, type Resource, resourcesOf } from '../../resources.ts';
import { bringsBack } from './action-words.ts';
import { childrenCalled } from '../members/told-counts.ts';
import { isAboutEntry, statesCalled, type ToldCondition } from './told-states.ts';

/**
 * What a document says in words of a removal that comes too late, and of bringing back what was never away: `A second time the answer is
 * 404`, `Refused with 409 if the courier is not deleted`. Where it says nothing, HTTP leaves both open.
 */

const AWAY = '(?:deleted|removed|trashed|archived)';
/** Words that leave it open, also with a success beside the refusal, or say that it does not come. */
const OPEN =
  /\b(?:may|might|could|should|either|2\d\d)\b|\b(?:not|never) (?:an error|refused|rejected|answered|return)/i;

/** Sentences of a removal that say what comes for what was removed before. */
const AGAIN: readonly RegExp[] = [
  /^(?:an?|the|any) .{1,40}? (?:that|which) (?:is|was|has been) (?:already )?(?:deleted|removed)(?: already| before)? is (?:refused|rejected|answered) (?:with|by) (?:an? )?(?<status>404|409|410)\b/i,
  /^(?:an?|the|every|any) (?:second|further|repeated|later) (?:time|deletion|delete|removal|request|call)\b.{0,60}?\b(?<status>404|409|410)\b/i,
  /^(?:deleting|removing) (?:it|them|one|an? .{1,30}?|the .{1,30}?) (?:again|twice|a second time)\b.{0,60}?\b(?<status>404|409|410)\b/i,
  /\b(?<status>404|409|410)\b.{0,30}? (?:if|when|where) (?:it |they |an? .{1,30}? |the .{1,30}? )?(?:is |was |has been |had been )?already (?:been )?(?:deleted|removed)\b/i,
];
/** What the refusal itself says of that. */
const WAS_AWAY = /\balready (?:been )?(?:deleted|removed)\b|\b(?:deleted|removed) (?:already|before)\b/i;

/** Sentences of an action that brings something back, of what is there. */
const THERE: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?<status>4\d\d)\b.{0,30}? (?:if|when|where) .{1,40}? (?:is|was|has been) not ${AWAY}\b`,
    'i',
  ),
  new RegExp(String.raw`\b(?<status>4\d\d)\b.{0,30}? unless .{1,40}? (?:is|was|has been) ${AWAY}\b`, 'i'),
  new RegExp(String.raw`^only ${AWAY} .{1,40}? (?:can|may) be .{1,30}?\((?<status>4\d\d)\b`, 'i'),
  new RegExp(
    String.raw`^(?:an?|the|any) .{1,40}? (?:that|which) (?:is|was|has been) not ${AWAY} is (?:refused|rejected|answered) (?:with|by) (?:an? )?(?<status>4\d\d)\b`,
    'i',
  ),
];
const IS_THERE = new RegExp(String.raw`\b(?:is|was|has) not (?:been )?${AWAY}\b`, 'i');

const LEAVES_LIST =
  /^(?:it|they|an? [\w-]{1,40}|the [\w-]{1,40}) (?:then )?(?:(?:leaves?|(?:disappears?|vanish(?:es)?) from|is (?:gone|taken|removed|hidden) (?:from|out of)) (?:the|any|all|every|its) lists?\b|is (?:no longer|not) (?:shown in (?:the|any) lists?|listed)\b)/i;
const CONDITION = /\b(?:if|unless|when|until|before|by default)\b/i;

/** True where the document says that what is removed leaves the list, wherever else it stays: `The customer leaves the list and can be restored`. */
export const leavesList: (removal: Operation) => boolean = onceFor(({ description = '' }) =>
  sentencesOf(description).some(
    (sentence) => LEAVES_LIST.test(sentence) && !OPEN.test(sentence) && !CONDITION.test(sentence),
  ),
);

function statusTold(
  { description = '', responses }: Operation,
  forms: readonly RegExp[],
  own: RegExp,
  statuses: RegExp,
): string | undefined {
  const told = sentencesOf(description)
    .filter((sentence) => !OPEN.test(sentence))
    .flatMap((sentence) => forms.map((form) => form.exec(sentence)?.groups?.['status']))
    .find((status) => status !== undefined);
  const isDocumented = responses.some(({ status }) => status === told);
  if (told !== undefined && isDocumented) return told;
  return responses.find(
    ({ status, description: words }) => statuses.test(status) && own.test(words) && !OPEN.test(words),
  )?.status;
}

/** The refusal of a removal of what was removed before; `undefined` where the document does not say. */
export const refusesRemovalAgain: (removal: Operation) => string | undefined = onceFor((removal) =>
  statusTold(removal, AGAIN, WAS_AWAY, /^4(?:04|09|10)$/),
);

/** The refusal of bringing back what is there; `undefined` where the document does not say. */
export const refusesWhatIsThere: (action: Operation) => string | undefined = onceFor((action: Operation) =>
  bringsBack(action) ? statusTold(action, THERE, IS_THERE, /^4\d\d$/) : undefined,
);

export type NamesEntry = {
  readonly child: Resource;
  readonly by: string;
  readonly state: Pick<ToldCondition, 'member' | 'values'> | undefined;
};

/**
 * The refusal of a removal as long as something is inside of the entry. `what`: the words for that, or `undefined` for anything. `kinds`:
 * the paths of the resources that are meant. `named`: what names the entry in a member of its body, in the states that are meant alone.
 * `unless`: what is in this state is not meant.
 */
export type FullRefusal = {
  readonly status: string;
  readonly what: string | undefined;
  readonly kinds: readonly string[];
  readonly named: readonly NamesEntry[];
  readonly unless: string | undefined;
};

const HAS = '(?:still )?(?:has|have|contains?|holds?) (?:any |some |at least one |one or more )?';
const WHAT = String.raw`(?<what>[\w -]{1,40}?)`;
const CODE = String.raw`(?: \((?<status>4\d\d)(?: otherwise)?\))?`;
const LEFT_OUT =
  '(?: that (?:is|are) not (?<unless>deleted|removed|archived|cancell?ed|closed))?(?: in it| left| inside)?';
const OF_IT = String.raw`(?: (?:of|for|in|on|with|to) (?<about>it|(?:an?|the|this) [\w-]{1,30}?))?`;
/** Sentences of a removal that say that it does not come while there is something inside. */
const FULL: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:is )?(?:refused|rejected) (?:if|when|while|as long as) (?:it|they|an? .{1,30}?|the .{1,30}?) ${HAS}${WHAT}${LEFT_OUT}$`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?<status>4\d\d)\b.{0,30}? (?:if|when|while|as long as) (?:it|they|an? .{1,30}?|the .{1,30}?) ${HAS}${WHAT}${LEFT_OUT}$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:if|when|while|as long as) (?:it|an? .{1,30}?|the .{1,30}?) ${HAS}${WHAT}${LEFT_OUT}(?: and .{1,30}?)?, (?:the request|the removal|the deletion|it|this) (?:is refused|is rejected|fails|cannot be (?:deleted|removed))\b(?:.{0,20}?\b(?<status>4\d\d)\b)?`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:an?|the) .{1,30}? that ${HAS}${WHAT}${LEFT_OUT} (?:cannot|can not|can't|cant|may not|must not) be (?:deleted|removed)${CODE}$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:is )?(?:refused|rejected|answered) with (?<status>4\d\d) (?:if|when|while|as long as) there (?:is|are) (?:still )?(?:any |an? )?(?<what>[\w-]{1,40})${OF_IT}${LEFT_OUT}$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:an?|the|any) (?<about>[\w -]{1,40}?) (?:that|which) (?:an?y? |some )?(?<what>[\w-]{1,40}) (?:still )?(?:refers?|points?|belongs?) to (?:cannot|can not|can't|cant|may not|must not) be (?:deleted|removed)${CODE}$`,
    'i',
  ),
  new RegExp(
    String.raw`^only an? (?<about>[\w -]{1,30}?) without (?:any )?(?<what>[\w-]{1,40}) (?:can|may) be (?:deleted|removed)${CODE}$`,
    'i',
  ),
  new RegExp(String.raw`^only empty (?<about>.{1,30}?) (?:can|may) be (?:deleted|removed)${CODE}$`, 'i'),
  new RegExp(String.raw`^(?<about>it|(?:an?|the) .{1,30}?) (?:must|has to) be empty${CODE}$`, 'i'),
];
/** What the refusal itself says of that. */
const IS_FULL: readonly RegExp[] = [
  new RegExp(String.raw`^(?:the |an? |this )?.{1,30}? ${HAS}${WHAT}${LEFT_OUT}$`, 'i'),
  /^(?<about>(?:the |an? |this )?.{1,30}?) is not empty$/i,
  /^(?<about>(?:the |an? |this )?.{1,30}?) is (?:still |currently |already )?(?:used|in use|referenced|referred to|needed) (?:by|in) (?:any |some |an? |other |existing |at least one )?(?<what>[\w -]{1,40}?)$/i,
  new RegExp(
    String.raw`^there (?:is|are) (?:still )?(?:any |an? |some )?(?!no )(?<what>[\w -]{1,40}?) (?:of|for|in|on|with|to) (?<about>it|(?:the|this) [\w-]{1,30})${LEFT_OUT}$`,
    'i',
  ),
];
const OF_CONTENT: ReadonlySet<string> = new Set(['409', '422', '423']);

/** What names an entry and is meant by some words, which may say in which states: `loans`, `open or late loans`. */
function namingIn(document: Interface, resource: Resource, what: string): readonly NamesEntry[] {
  const called = (words: string): ReturnType<typeof childrenCalled> =>
    childrenCalled(document, resource, singularOf(plainName(words)));
  const all = called(what);
  const [, states = '', thing = ''] = /^(.*\S) ([\w-]{1,40})$/.exec(what) ?? [];
  const some = all.length > 0 || thing === '' ? [] : called(thing);
  return [...all, ...some].flatMap(({ child, by }): readonly NamesEntry[] => {
    const state = some.length > 0 ? statesCalled(child, states) : undefined;
    return by === undefined || (some.length > 0 && state === undefined) ? [] : [{ child, by, state }];
  });
}

/** The refusal of a removal of what has something inside; `undefined` where the document does not say. */
export const refusesWhatIsFull = onceForBoth(
  (document: Interface, removal: Operation): FullRefusal | undefined => {
    const { description = '', responses } = removal;
    const resource = partOf(document, removal)?.resource;
    if (resource === undefined) return undefined;
    const inner = resourcesOf(document).filter(({ parent }) => parent === resource.path);
    const [usual] = responses.filter(({ status }) => OF_CONTENT.has(status));
    const readFull = (sentence: string, forms: readonly RegExp[], own?: string): FullRefusal | undefined => {
      const groups = forms.map((form) => form.exec(sentence)?.groups).find((found) => found !== undefined);
      const { about, what } = groups ?? {};
      // It may be a body that has to be empty.
      if (groups === undefined || (about !== undefined && !isAboutEntry(resource, about))) return undefined;
      const status =
        own ?? groups['status'] ?? usual?.status ?? responses.find((one) => one.status === '400')?.status;
      return status === undefined
        ? undefined
        : {
            status,
            what,
            kinds: meantBy(what, inner),
            named: namingIn(document, resource, what ?? ''),
            unless: groups['unless'],
          };
    };
    const told = sentencesOf(description)
      .filter((sentence) => !OPEN.test(sentence))
      .map((sentence) => readFull(sentence, FULL))
      .find((one) => one !== undefined && responses.some(({ status }) => status === one.status));
    if (told !== undefined) return told;
    return responses
      .filter(({ status }) => OF_CONTENT.has(status))
      .flatMap(({ status, description: words }) =>
        sentencesOf(words)
          .filter((sentence) => !OPEN.test(sentence))
          .flatMap((sentence) => readFull(sentence, IS_FULL, status) ?? []),
      )[0];
  },
);

/** What is meant by words for what is inside: where they name nothing, and there are several kinds, it may be any one of them. */
function meantBy(what: string | undefined, inner: readonly Resource[]): readonly string[] {
  const meant = inner.filter(({ path }) => isMeantBy(what, path)).map(({ path }) => path);
  return inner.length > 1 && meant.length === inner.length ? [] : meant;
}

const ANYTHING =
  /^(?:children|child \w+|anything|something|entries|items|contents?|elements|dependents|resources|things|sub-?\w+)$/i;

/** True where all that is inside of an entry at this path is meant by the words for it: `open tasks` are not all. */
export function isMeantBy(what: string | undefined, path: string): boolean {
  if (what === undefined || ANYTHING.test(what.trim())) return true;
  const last = path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
  return singularOf(plainName(what)) === singularOf(plainName(last));
}

/** Sentences of a removal that say what goes with the entry: `Deletes the parcel together with its stops`, `Its invitations are deleted as well`. */
const ALONG: readonly RegExp[] = [
  /^(?:deletes?|removes?|dissolves?|dismantles?) .{1,60}?,? (?:(?:together |along )?with|including) (?:all )?(?:of )?(?:(?:its|their|the) )?(?<what>[\w ,-]{2,60})$/i,
  /^(?:deletes?|removes?|dissolves?|dismantles?) (?:an?|the|this|one) [\w-]{1,40} and (?:all (?:of )?)?(?:its|their) (?<what>[\w ,-]{2,60})$/i,
  /^(?:all (?:of )?)?its (?<what>[\w ,-]{2,60}?) (?:become unreachable|are (?:also )?(?:deleted|removed|gone)|go|disappear|vanish)(?:,? (?:as well|too|with it))?$/i,
];

/** True where the document says in a whole sentence that what is inside of an entry goes with it, under a path of its own as well. */
export const goesAlong: (removal: Operation, inner: Resource) => boolean = onceForBoth(
  ({ description = '' }: Operation, { path }: Resource): boolean => {
    const things = plainName(path.split('/').findLast((part) => part !== '' && !part.includes('{')) ?? '');
    return sentencesOf(description).some((sentence) => {
      const what = ALONG.map((form) => form.exec(sentence)?.groups?.['what']).find(
        (one) => one !== undefined,
      );
      if (what === undefined || OPEN.test(sentence) || CONDITION.test(sentence)) return false;
      return what
        .split(/,? and (?:its |all )?|, /)
        .some((one) => singularOf(plainName(one)) === singularOf(things));
    });
  },
);

const NO_CHANGE =
  '(?:cannot|can not|cant|can no longer|may not|must not) be (?:changed|updated|edited|modified|replaced|altered)';
/** Sentences that say that what was removed, and is kept, is not changed. */
const KEPT_AS_IS: readonly RegExp[] = [
  new RegExp(String.raw`^(?:an? |the )?${AWAY} (?<about>.{1,40}?) ${NO_CHANGE}\b`, 'i'),
  new RegExp(
    String.raw`^(?:an? |the )?(?<about>.{1,40}?) (?:that|which) (?:is|are|was|were|has been|have been) ${AWAY} ${NO_CHANGE}\b`,
    'i',
  ),
  new RegExp(
    String.raw`^(?<about>it|(?:an?|the) .{1,40}?) ${NO_CHANGE}(?: any ?more)? (?:until|unless|before) it (?:is|was|has been) (?:restored|undeleted|recovered|brought back)\b`,
    'i',
  ),
];
/** What a refusal says of that. */
const IS_AWAY = new RegExp(String.raw`^(?:the |this )?(?<about>.{1,40}?) (?:is|was|has been) ${AWAY}$`, 'i');

/** True where the document says that an entry which was removed, and is kept, is not changed by an operation. */
export const leavesRemovedAsIs: (document: Interface, changing: Operation) => boolean = onceForBoth(
  (document: Interface, changing: Operation): boolean => {
    const resource = partOf(document, changing)?.resource;
    const refusals = changing.responses.filter(({ status }) => OF_CONTENT.has(status) || status === '410');
    if (resource === undefined || refusals.length === 0) return false;
    const tells = (text: string, forms: readonly RegExp[]): boolean =>
      sentencesOf(text).some((sentence) =>
        forms.some((form) => {
          const words = form.exec(sentence)?.groups?.['about'];
          return words !== undefined && isAboutEntry(resource, words);
        }),
      );
    const texts = [document.about, changing.description, resource.remove?.description];
    return (
      texts.some((text) => tells(text ?? '', KEPT_AS_IS)) ||
      refusals.some(({ description }) => tells(description, [IS_AWAY]))
    );
  },
);
