import { USUAL_IDENTITIES } from '../names/called.ts';
import { describedAbout, showsOwnLink } from '../names/names-elsewhere.ts';
import { plainName, sentencesOf } from '../../names.ts';
import { fromPointer } from '../../../json/pointer.ts';
import { allowedTypes, numberOf, type Schema, textOf } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { subschema } from '../../../schema/resolve.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import { isExplodedObject, shapeOf } from '../../parameters/parameter-style.ts';
import { onceFor } from '../../../system/once-for.ts';
import { bodyOf, mayBeAddress, MORE_NAMES, NEXT_NAMES, sentencesAbout, toldAt } from './paging-members.ts';
import { orderAsksOf, type Sorting, sortingOf } from './list-orders.ts';
import { type Filter, filtersOf, mayLeaveOut } from './list-queries.ts';
import { mayShowSome } from './partial-lists.ts';
import type { Interface, Operation, PagesHint, Parameter } from '../../model.ts';
import { canIdentify } from '../names/assigned-identity.ts';
import { type Entries, entriesOf, leastEntriesOf, sentSchemaOf } from '../read-collections.ts';
import { partOf } from '../resources.ts';
import { type ToldOrder, toldOrderOf } from './told-orders.ts';

/**
 * How the lists of a document are asked for in parts: by which parameters, and where an answer tells of the next page. Found from
 * names and schemas of parameters and of members; `x-pages` says it better. What no document tells (from which number pages are
 * counted, whether a token comes) is observed.
 */

/** What names a page: how many entries come before it, its number, a text of the answer before, or a link alone. */
type Turning = 'offset' | 'page' | 'cursor' | 'link';

/** How a list is asked for in parts. */
type Pages = {
  readonly by: Turning;
  /** The parameter that names a page; `undefined` where links alone do. */
  readonly position: Parameter | undefined;
  /** How the first page is named where that is known: of pages that are counted, and of offsets. */
  readonly first: number | undefined;
  /** The identity of the last entry of a page names the next one, where no answer gives a text for it. */
  readonly byLastEntry: boolean;
};

/** The parameter for the length of a page, and what the document says of it. */
type PageSize = {
  readonly parameter: Parameter;
  readonly least: number;
  readonly most: number | undefined;
  /** The length of a page that was asked for without one. */
  readonly usual: number | undefined;
};

/** A list, and what may be asked of it. */
export type ListModel = {
  readonly operation: Operation;
  readonly entries: Entries;
  /** The member that names an entry; `undefined` where none is known. */
  readonly identity: string | undefined;
  /** The path of an entry; `undefined` where none is known. */
  readonly itemPath: string | undefined;
  readonly pages: Pages | undefined;
  readonly size: PageSize | undefined;
  /** JSON Pointers into the answer to documented members that tell of the next page, or that there is one. */
  readonly next: readonly string[];
  /** The answer is documented to have a Link field. */
  readonly hasLink: boolean;
  readonly filters: readonly Filter[];
  readonly sorting: Sorting | undefined;
  /** The order that it always has, by the words of the document. */
  readonly toldOrder: ToldOrder | undefined;
  /** Entries may be left out: by a parameter beside these that has a default, or by what the list is said to have. */
  readonly isCutByDefault: boolean;
  readonly isDeclared: boolean;
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

const SIZES = words(
  `limit pagelimit pagesize perpage resultsperpage itemsperpage maxresults maxrecords maxitems maxpagesize numresults batchsize
   top`,
);
/** Sizes beside a parameter that names a page; alone they may be anything. */
const SIZES_BESIDE = words('size count rows take max first num n length');
const OFFSETS = words('offset skip pageoffset startindex firstresult startat');
/** Offsets that say how many are left out: the first page has 0. */
const SKIPPED = words('offset skip pageoffset');
const OFFSETS_BESIDE = words('start from begin');
const NUMBERS = words('page pagenumber pageno pagenum pageindex currentpage');
const CURSORS = words(
  `cursor continue nextcursor pagecursor pagetoken nextpagetoken nexttoken continuationtoken continuation paginationtoken bookmark starttoken
   pageafter startingafter startafter lastevaluatedkey exclusivestartkey`,
);
/** What may be a date or the name of something else, where no answer gives a text for it. */
const CURSORS_BESIDE = words('after marker token next lastid afterid');
/** The next page begins behind the entry of this identity. */
const LAST_ENTRIES = words('startingafter startafter lastid afterid');

/** Members that hold objects and are no entries. */
const NO_ENTRIES = words('links errors warnings facets included includes');

function isWhole(schema: Schema): boolean {
  const types = allowedTypes(scalarKeywords(schema));
  return (types.has('integer') || types.has('number')) && !types.has('string');
}

function isText(schema: Schema): boolean {
  const keywords = scalarKeywords(schema);
  const format = textOf(keywords, 'format') ?? '';
  return allowedTypes(keywords).has('string') && !/date|time|email|uri/.test(format);
}

/** The members of an object that stand in the query by themselves (`pageable` of springdoc, `created[gte]`), as parameters of their own. */
function spreadOut(parameter: Parameter): readonly Parameter[] {
  const isDeep = parameter.style === 'deepObject' && shapeOf(parameter) === 'object';
  if (!isDeep && !isExplodedObject(parameter)) return [parameter];
  const { schema, required: isRequired } = parameter;
  const { properties, required } = schemaMembers(schema);
  return [...properties].map(([name, member]) => ({
    name: isDeep ? `${parameter.name}[${name}]` : name,
    in: 'query',
    required: isRequired && required.has(name),
    schema: subschema(schema, member),
    examples: [],
    style: 'form',
    explode: true,
  }));
}

function queryOf(operation: Operation): readonly Parameter[] {
  return operation.parameters.filter((parameter) => parameter.in === 'query').flatMap(spreadOut);
}

/** The same for fields of the answer, by their names in lower case (`X-Total-Count`). */
export function fieldsBeside(
  { operation }: ListModel,
  names: ReadonlySet<string>,
): readonly { readonly field: string; readonly words: string }[] {
  const headers = operation.responses.find(({ status }) => status === '200')?.headers ?? [];
  return headers.flatMap(({ name, schema, description = '' }) => {
    if (!names.has(plainName(name.replace(/^x-/i, '')))) return [];
    const own = textOf(scalarKeywords(schema), 'description') ?? '';
    const beside = sentencesAbout(name, operation.description ?? '');
    return [{ field: name.toLowerCase(), words: `${description} ${own} ${beside}`.trim() }];
  });
}

type Named = { readonly by: Turning; readonly parameter: Parameter };

/** Words by which a description begins that says what a parameter is: an order may as well be `kept for all pages of a cursor`. */
const IS_CURSOR =
  /^(?:(?:the|an?|opaque|optional|pagination|paging|page|next|continuation|encoded|base64) )*cursor\b/i;

/** A text that is called otherwise (`before`), and that its description says to be a cursor. */
function cursorTold(query: readonly Parameter[]): Named | undefined {
  const told = query.find(
    ({ description = '', schema }) => isText(schema) && IS_CURSOR.test(description.trim()),
  );
  return told === undefined ? undefined : { by: 'cursor', parameter: told };
}

/** The parameter that names a page, by its name and type: a cursor where an answer gives one, then an offset, then a number. */
function positionIn(query: readonly Parameter[], hasSize: boolean, hasNext: boolean): Named | undefined {
  const found = (
    by: Turning,
    names: ReadonlySet<string>,
    fits: (schema: Schema) => boolean,
  ): Named | undefined => {
    const parameter = query.find(({ name, schema }) => names.has(plainName(name)) && fits(schema));
    return parameter === undefined ? undefined : { by, parameter };
  };
  const beside = hasNext ? found('cursor', CURSORS_BESIDE, isText) : undefined;
  const cursor = found('cursor', CURSORS, isText) ?? beside ?? (hasNext ? cursorTold(query) : undefined);
  const last = hasSize ? found('cursor', LAST_ENTRIES, () => true) : undefined;
  return (
    cursor ??
    last ??
    found('offset', OFFSETS, isWhole) ??
    (hasSize ? found('offset', OFFSETS_BESIDE, isWhole) : undefined) ??
    found('page', NUMBERS, isWhole)
  );
}

/** The first page, as its default tells, or a minimum of 1: one of 0 may just be what nobody thought about. */
function firstOf(by: Turning, { name, schema }: Parameter): number | undefined {
  const keywords = scalarKeywords(schema);
  const [usual, least] = [numberOf(keywords, 'default'), numberOf(keywords, 'minimum')];
  if (usual === 0 || usual === 1) return usual;
  if (least === 1) return 1;
  return by === 'offset' && SKIPPED.has(plainName(name)) ? 0 : undefined;
}

function pagesIn(named: Named): Pages | undefined {
  const { by, parameter } = named;
  const first = by === 'cursor' || by === 'link' ? undefined : firstOf(by, parameter);
  // Whether entries are counted from 0 or from 1 can't be seen.
  if (by === 'offset' && first === undefined) return undefined;
  return {
    by,
    position: parameter,
    first,
    byLastEntry: by === 'cursor' && LAST_ENTRIES.has(plainName(parameter.name)),
  };
}

/** A whole number that words have as the default: `(default: 10)`, `defaults to 10`, `10 by default`, and nothing behind it that says of when. */
const TOLD_DEFAULT =
  /\bdefaults?(?: value)?(?: (?:to|is)|:| =)? ?(\d{1,6})(?=$|[),;.](?!\d)| and\b)|\b(\d{1,6}) (?:entries |items )?by default(?=$|[),;.])/i;

/** The default that the words about a parameter have, where they have one alone. */
function toldDefaultOf({ description = '' }: Parameter): number | undefined {
  const found = sentencesOf(description).flatMap((sentence) => {
    const [, behind, before] = TOLD_DEFAULT.exec(sentence) ?? [];
    return behind ?? before ?? [];
  });
  const isOnce = description.match(/\bdefault/gi)?.length === 1;
  return isOnce && found[0] !== undefined ? Number(found[0]) : undefined;
}

/** The parameter for the length of a page. `least`: as few entries as a page has at least (`minItems`). */
function sizeIn(parameter: Parameter | undefined, least: number): PageSize | undefined {
  if (parameter === undefined) return undefined;
  const keywords = scalarKeywords(parameter.schema);
  const exclusive = numberOf(keywords, 'exclusiveMinimum');
  return {
    parameter,
    least: Math.max(
      1,
      least,
      numberOf(keywords, 'minimum') ?? 1,
      exclusive === undefined ? 1 : exclusive + 1,
    ),
    most: numberOf(keywords, 'maximum'),
    usual: numberOf(keywords, 'default') ?? toldDefaultOf(parameter),
  };
}

function identityOf(document: Interface, operation: Operation, { schema }: Entries): string | undefined {
  const known = partOf(document, operation)?.resource.identity;
  const { properties } = schemaMembers(schema);
  const about = describedAbout(schema);
  const isNamed = (name: string): boolean =>
    properties.has(name) || (about !== undefined && schemaMembers(about).properties.has(name));
  if (known !== undefined && (isNamed(known) || showsOwnLink(schema))) return known;
  return USUAL_IDENTITIES.find(
    (name) => properties.has(name) && canIdentify(schema, properties.get(name) ?? false),
  );
}

/** True where the list is a member of the one entry that is read: its parameters say nothing of what that holds. */
function isOfOneEntry(document: Interface, operation: Operation, { pointer }: Entries): boolean {
  const found = partOf(document, operation);
  const { identity } = found?.resource ?? {};
  const body = bodyOf(operation);
  const holder = fromPointer(pointer)
    .slice(0, -1)
    .reduce<Schema>((at, name) => schemaMembers(at, body).properties.get(name) ?? true, body);
  return (
    found?.part === 'read' && identity !== undefined && schemaMembers(holder, body).properties.has(identity)
  );
}

const MOMENT_FORMATS: ReadonlySet<string> = new Set(['date', 'date-time']);

/**
 * Members that a service keeps of its entries: what requests give, what names an entry, and moments. Others may be worked out for each
 * answer. All of them where the document makes no entries.
 */
function keptIn(document: Interface, operation: Operation, { schema }: Entries): (member: string) => boolean {
  const { create, makeAt, replace, change, identity } = partOf(document, operation)?.resource ?? {};
  const sent = [create, makeAt, replace, change].flatMap((one) => {
    const schemaSent = sentSchemaOf(one);
    return schemaSent === undefined ? [] : [schemaSent];
  });
  const given = new Set(sent.flatMap((one) => [...schemaMembers(one).properties.keys()]));
  const { properties } = schemaMembers(schema);
  const isMoment = (member: string): boolean => {
    const described = subschema(schema, properties.get(member) ?? true);
    return MOMENT_FORMATS.has(textOf(scalarKeywords(described), 'format') ?? '');
  };
  return (member) => sent.length === 0 || given.has(member) || member === identity || isMoment(member);
}

function modelOf(document: Interface, operation: Operation): ListModel | undefined {
  return operation.method === 'GET' ? modelWith(document, operation, queryOf(operation)) : undefined;
}

/** What may be asked of a list by some parameters: those of its query, or what stands in their place. */
export function modelWith(
  document: Interface,
  operation: Operation,
  query: readonly Parameter[],
): ListModel | undefined {
  if (operation.documentation !== 'full') return undefined;
  const entries = entriesOf(operation);
  const holder = plainName(entries?.pointer.split('/').at(-1) ?? '');
  if (entries === undefined || NO_ENTRIES.has(holder)) return undefined;
  const hint = document.pageHints?.find(({ list }) => list === operation.id);
  const { properties } = schemaMembers(entries.schema);
  const isMember = ({ name }: Parameter): boolean => properties.has(name);
  const next = hint?.next === undefined ? toldAt(bodyOf(operation), NEXT_NAMES) : [hint.next];
  const sized = (names: ReadonlySet<string>): Parameter | undefined =>
    query.find((one) => names.has(plainName(one.name)) && isWhole(one.schema));
  const [sure, beside] = [sized(SIZES), sized(SIZES_BESIDE)];
  const named = positionIn(query, (sure ?? beside) !== undefined, next.length > 0);
  const okSure = sure !== undefined && (named !== undefined || !isMember(sure)) ? sure : undefined;
  const guessed = okSure ?? (named === undefined || beside === named.parameter ? undefined : beside);
  const hasLink = operation.responses.some(
    ({ status, headers }) =>
      status.startsWith('2') && headers.some(({ name }) => name.toLowerCase() === 'link'),
  );
  const isLinked = hasLink || next.some((pointer) => mayBeAddress(bodyOf(operation), pointer));
  const found =
    named === undefined
      ? isLinked
        ? ({ by: 'link', position: undefined, first: undefined, byLastEntry: false } as const)
        : undefined
      : pagesIn(named);
  const pages = hint === undefined ? found : declaredPages(hint, query, found);
  const size = sizeIn(
    hint?.size === undefined ? guessed : query.find(({ name }) => name === hint.size),
    leastEntriesOf(operation, entries.pointer),
  );
  const isOfPages = (one: Parameter): boolean =>
    one === size?.parameter ||
    one === pages?.position ||
    (SIZES.has(plainName(one.name)) && isWhole(one.schema) && !isMember(one));
  const others = query.filter((one) => !isOfPages(one));
  const sorting = sortingOf(entries.schema, others, keptIn(document, operation, entries));
  const ofSort = orderAsksOf(sorting);
  const isOfSort = (one: Parameter): boolean => ofSort.includes(one);
  const { resource } = partOf(document, operation) ?? {};
  const model: ListModel = {
    operation,
    entries,
    identity: identityOf(document, operation, entries),
    itemPath: resource?.itemPath,
    pages: hint?.by === 'none' ? undefined : pages,
    size: hint?.by === 'none' ? undefined : size,
    next: [...next, ...toldAt(bodyOf(operation), MORE_NAMES)],
    hasLink,
    filters: isOfOneEntry(document, operation, entries)
      ? []
      : filtersOf(
          entries.schema,
          others.filter((one) => !isOfSort(one)),
          operation.description ?? '',
        ),
    sorting,
    toldOrder: toldOrderOf(operation, entries.schema, sorting === undefined ? document.about : undefined),
    isCutByDefault:
      mayShowSome(operation, entries.schema, resource?.create) ||
      others.some((one) => mayLeaveOut(one) && !isOfSort(one)),
    isDeclared: hint !== undefined,
  };
  const isAskable =
    model.pages !== undefined ||
    model.size !== undefined ||
    model.filters.length > 0 ||
    model.sorting !== undefined ||
    model.toldOrder !== undefined;
  return isAskable ? model : undefined;
}

function declaredPages(
  { by, position, first }: PagesHint,
  query: readonly Parameter[],
  found: Pages | undefined,
): Pages | undefined {
  const parameter = position === undefined ? found?.position : query.find(({ name }) => name === position);
  const turning = by ?? found?.by;
  if (turning === undefined || turning === 'none') return undefined;
  if (turning === 'link') return { by: 'link', position: undefined, first: undefined, byLastEntry: false };
  if (parameter === undefined) return undefined;
  const made = pagesIn({ by: turning, parameter });
  return made === undefined
    ? first === undefined
      ? undefined
      : { by: turning, position: parameter, first, byLastEntry: false }
    : { ...made, first: first ?? made.first };
}

/** The lists of a document that may be asked for in parts, in an order, or for some entries alone. Pure, and the same each time. */
export const listModelsOf: (document: Interface) => readonly ListModel[] = onceFor(
  (document: Interface): readonly ListModel[] =>
    document.operations.flatMap((operation) => modelOf(document, operation) ?? []),
);

/** What may be asked of a list. */
export function listModelOf(document: Interface, operation: Operation | undefined): ListModel | undefined {
  return listModelsOf(document).find((model) => model.operation.id === operation?.id);
}

/** The names of the parameters that choose which entries a list shows, and in which order. */
export function choosersOf({ pages, size, filters, sorting }: ListModel): readonly string[] {
  const all = [
    pages?.position,
    size?.parameter,
    ...orderAsksOf(sorting),
    ...filters.map(({ parameter }) => parameter),
  ];
  return all.flatMap((parameter) => parameter?.name ?? []);
}
