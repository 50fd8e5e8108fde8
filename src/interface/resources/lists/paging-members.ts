import { plainName } from '../../names.ts';
import { fromPointer, toPointer } from '../../../json/pointer.ts';
import { allowedTypes, type Schema, textOf } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import type { Operation } from '../../model.ts';
import { jsonSchemaOf } from '../read-collections.ts';

/** The documented members of an answer that tell of the pages of a list. */

/** Members of an answer that tell of the next page, by their names. */
export const NEXT_NAMES: ReadonlySet<string> = new Set(
  `next nextcursor nextpagetoken nexttoken nextpage nextlink nexturl nextpageurl nextmarker nextoffset endcursor continue continuationtoken
   @odatanextlink odatanextlink nextpageuri nexturi`.split(/\s+/),
);
/** Those of them whose text is sent in a parameter: where a list has none for it, they lead nowhere. */
const NO_LINKS = /(?:cursor|token|marker|offset|continue)$/;
/** Members of an answer that tell whether there is a next page. */
export const MORE_NAMES: ReadonlySet<string> = new Set(
  'hasmore hasnext hasnextpage morepages moreavailable ismore istruncated'.split(' '),
);
/** Members of an answer that tell that there is none. */
export const LAST_NAMES: ReadonlySet<string> = new Set('last islast lastpage islastpage'.split(' '));
/** Members of an answer that tell how many entries there are, or how many pages. */
export const TOTAL_NAMES: ReadonlySet<string> = new Set(
  'total totalcount totalelements totalresults totalitems totalpages totalrecords totalsize pagecount numberofpages @odatacount'.split(
    ' ',
  ),
);
/** Members that tell how many pages there are, where they are whole numbers: `pages` may hold entries, and `lastPage` say that it is one. */
const NUMBERS_OF_PAGES: ReadonlySet<string> = new Set(['pages', 'lastpage']);
/** Members that hold such members: `response_metadata` and `pagination_info` are some. */
const HOLDER = /(?:meta|metadata|paging|pagination|pageinfo|paginationinfo)$|^(?:page|links|cursors?|next)$/;
const DEEPEST = 3;
const MOST_DESCRIBED = 4_000;

/** A list, and what its document declares to tell of the next page. */
type ToldList = {
  readonly operation: Operation;
  readonly isDeclared: boolean;
  readonly next: readonly string[];
};

/** What a list is documented to answer with. */
export function bodyOf(operation: Operation): Schema {
  return jsonSchemaOf(operation.responses.find(({ status }) => status === '200')) ?? true;
}

/** Words that say of a total that it is one of the whole list, and such as say that it may be another one. */
const OF_ALL = /\b(?:all|overall|altogether|in total|total number|matching)\b/i;
const OF_SOME = /\b(?:this|each|current|returned)\b|estimat|approx|about|at least|at most|may |might/i;

/** True for words that say of a number that it may be one of some entries, or none that is exact. */
export function countsSome(words: string): boolean {
  return OF_SOME.test(words);
}

/** True for words that say of a number that it is the one of all entries. */
export function countsAll(words: string): boolean {
  return OF_ALL.test(words) && !countsSome(words);
}

/** The documented members of an answer whose names tell of pages, as JSON Pointers. */
export function toldAt(
  root: Schema,
  names: ReadonlySet<string>,
  schema: Schema = root,
  path: readonly string[] = [],
): readonly string[] {
  if (path.length >= DEEPEST) return [];
  return [...schemaMembers(schema, root).properties].flatMap(([name, member]) => {
    const here = [...path, name];
    const types = allowedTypes(scalarKeywords(member, root));
    const plain = plainName(name);
    if (names.has(plain) && !types.has('object')) return [toPointer(here)];
    if (names.has('next') && plain === 'href' && plainName(path.at(-1) ?? '') === 'next')
      return [toPointer(here)];
    return HOLDER.test(plain) ? toldAt(root, names, member, here) : [];
  });
}

function memberAt(schema: Schema, pointer: string): Schema {
  return fromPointer(pointer).reduce<Schema>(
    (at, name) => schemaMembers(at, schema).properties.get(name) ?? true,
    schema,
  );
}

function isWhole(member: Schema, root: Schema): boolean {
  const types = allowedTypes(scalarKeywords(member, root));
  return types.has('integer') && !types.has('array') && !types.has('string') && !types.has('boolean');
}

/** Whether a member that tells of the next page may be its address. */
export function mayBeAddress(schema: Schema, pointer: string): boolean {
  if (NO_LINKS.test(plainName(fromPointer(pointer).at(-1) ?? ''))) return false;
  const keywords = scalarKeywords(memberAt(schema, pointer), schema);
  return allowedTypes(keywords).has('string') && !/date|time|uuid/.test(textOf(keywords, 'format') ?? '');
}

/** A documented member of an answer that tells of pages. */
export type ToldMember = {
  readonly pointer: string;
  readonly says: 'next' | 'more' | 'last' | 'total';
};

/** What the documented answer of a list tells of its pages, and where. */
export function toldMembersOf({ operation, isDeclared, next }: ToldList): readonly ToldMember[] {
  const schema = bodyOf(operation);
  const kinds = [
    ['next', NEXT_NAMES],
    ['more', MORE_NAMES],
    ['last', LAST_NAMES],
    ['total', TOTAL_NAMES],
  ] as const;
  const found = kinds.flatMap(([says, names]) =>
    toldAt(schema, names).map((pointer): ToldMember => ({ pointer, says })),
  );
  const counts = toldAt(schema, NUMBERS_OF_PAGES)
    .filter((pointer) => isWhole(memberAt(schema, pointer), schema))
    .map((pointer): ToldMember => ({ pointer, says: 'total' }));
  // By its name it may be the number of entries on a page.
  const counted = membersBeside({ operation }, new Set(['count']))
    .filter(({ words }) => countsAll(words))
    .map(({ pointer }): ToldMember => ({ pointer, says: 'total' }));
  const others = found.filter(({ pointer }) => counts.every((one) => one.pointer !== pointer));
  const [declared] = isDeclared ? next : [];
  const isKnown = declared === undefined || others.some(({ pointer }) => pointer === declared);
  const told = [...others, ...counts, ...counted];
  return isKnown ? told : [{ pointer: declared, says: 'next' }, ...told];
}

/** The sentences of a description that name a member as code does. */
export function sentencesAbout(name: string, description: string): string {
  const sentences = description.slice(0, MOST_DESCRIBED).split(/(?<=[.!?])\s+/);
  return sentences.filter((sentence) => sentence.includes(`\`${name}\``)).join(' ');
}

/**
 * Where the documented answer of a list has members of these names, beside its entries, and what it says of each in words: in its own
 * description, and in that of the operation.
 */
export function membersBeside(
  { operation }: Pick<ToldList, 'operation'>,
  names: ReadonlySet<string>,
): readonly { readonly pointer: string; readonly words: string }[] {
  const schema = bodyOf(operation);
  return toldAt(schema, names).map((pointer) => {
    const own = textOf(scalarKeywords(memberAt(schema, pointer), schema), 'description') ?? '';
    const beside = sentencesAbout(fromPointer(pointer).at(-1) ?? '', operation.description ?? '');
    return { pointer, words: `${own} ${beside}`.trim() };
  });
}
