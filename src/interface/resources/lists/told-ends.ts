import { onceForBoth } from '../../../system/once-for.ts';
import type { Interface, Parameter } from '../../model.ts';
import { plainName, sentencesOf } from '../../names.ts';
import { type ListModel } from './pages.ts';
import { membersBeside, MORE_NAMES, NEXT_NAMES } from './paging-members.ts';

/** What a document says in words of the end of a list and of its filters, and by which parameter a list is gone back over. */

/**
 * `more`: a member says whether there is more, and not that there may be. `next`: a way on is there only where there is something.
 * `around`: JSON pointer of what holds a member for the way on that is missing on the last page, and on no other.
 */
export type ToldEnd = {
  readonly more: boolean;
  readonly next: boolean;
  readonly around: string | undefined;
};

const WHETHER = /\b(?:whether|if|true when|true if) (?:there (?:is|are)|more|any more|another|further)\b/i;
const ONLY_WHERE =
  /\bnext\b.{0,60}\bonly (?:where|if|when) (?:there (?:is|are)|it exists|they exist|such)\b|\bnext\b.{0,40}\b(?:absent|missing|left out|omitted) (?:on|at) the last\b|\bno next\b.{0,20}\b(?:on|at) the last\b/i;
/** What the description of a member for the way on says of it. */
const NOT_ON_LAST =
  /^(?:it is |this is |is )?(?:(missing|absent|left out|omitted|not (?:there|present|included))|null|empty|not set)(?: only)? (?:on|at|for|in) the last(?: page| one)?$/i;
/** Words that leave it open. */
const OPEN = /\b(?:may|might|can|could|estimat\w*|approx\w*|probably|not always)\b/i;

/** What the document, the description of a list, and those of its answer say of the end. */
export const toldEndOf: (document: Interface, model: ListModel) => ToldEnd = onceForBoth(
  (document: Interface, model: ListModel): ToldEnd => {
    const { operation } = model;
    const headers = operation.responses.flatMap((response) =>
      response.status.startsWith('2') ? response.headers : [],
    );
    const links = headers.filter(({ name }) => name.toLowerCase() === 'link');
    const texts = [document.about, operation.description, ...links.map(({ description }) => description)];
    const all = texts.flatMap((text) => sentencesOf(text ?? '')).filter((sentence) => !OPEN.test(sentence));
    const more = membersBeside(model, MORE_NAMES).some(({ pointer, words }) => {
      const name = plainName(pointer.split('/').at(-1) ?? '');
      const about = all.filter((sentence) => plainName(sentence).includes(name));
      return [...sentencesOf(words), ...about].some(
        (sentence) => WHETHER.test(sentence) && !OPEN.test(sentence),
      );
    });
    const ends = membersBeside(model, NEXT_NAMES).flatMap(({ pointer, words }) =>
      sentencesOf(words).flatMap((sentence) => {
        const found = NOT_ON_LAST.exec(sentence);
        return found === null ? [] : [{ pointer, isMissing: found[1] !== undefined }];
      }),
    );
    const missing = ends.find(({ isMissing }) => isMissing)?.pointer;
    const next = links.length > 0 && all.some((sentence) => ONLY_WHERE.test(sentence));
    return { more, next: next || ends.length > 0, around: missing?.slice(0, missing.lastIndexOf('/')) };
  },
);

/** The parameter that asks for what is before an entry, beside the one for what is behind it: `ending_before`, of `starting_after`. */
export function turnsBackBy({ pages, operation }: ListModel): Parameter | undefined {
  const name = plainName(pages?.position?.name ?? '');
  if (pages?.byLastEntry !== true || !name.includes('after')) return undefined;
  const other = name.replace('starting', 'ending').replace('start', 'end').replace('after', 'before');
  return operation.parameters.find((one) => one.in === 'query' && plainName(one.name) === other);
}

const ALL_MATCH =
  /\b(?:all|every|each)(?: of)?(?: the)? (?:filters?|conditions?|criteria|criterion) (?:must|have to|has to|needs? to) (?:match|hold|fit|be met|be fulfilled)\b|\b(?:filters?|conditions?|criteria) are combined (?:with|by) (?:a logical )?and\b/i;

/** True where the document says that of several filters all have to fit. */
export function mustAllMatch(
  { about = '' }: Interface,
  { operation: { description = '' } }: ListModel,
): boolean {
  return [about, description].some((text) => ALL_MATCH.test(text));
}
