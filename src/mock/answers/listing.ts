import { wantedOrder } from '../../interface/resources/lists/told-orders.ts';
import { turnsBackBy } from '../../interface/resources/lists/told-ends.ts';
import { askedOf, type Filter, isOpenValue } from '../../interface/resources/lists/list-queries.ts';
import { type MemberPlace, shownAt } from '../../interface/resources/lists/member-places.ts';
import { createNumberer, createPutter, type Telling, valuesFor } from './told-members.ts';
import type { HeaderLine } from '../../http/exchange.ts';
import { choosersOf, type ListModel, listModelOf } from '../../interface/resources/lists/pages.ts';
import { toldMembersOf } from '../../interface/resources/lists/paging-members.ts';
import type { Interface } from '../../interface/model.ts';
import { jsonSchemaOf, leastEntriesOf, mostEntriesOf } from '../../interface/resources/read-collections.ts';
import { plainText, printJson } from '../../json/lossless.ts';
import { fromPointer, putAt, valueAt } from '../../json/pointer.ts';
import { isList, isObject, type Json, objectsIn } from '../../json/value.ts';
import { compileSchema, compileSchemaLater, type SchemaValidator } from '../../schema/compile.ts';
import { decimalIn } from '../../schema/decimals.ts';
import { validSample } from '../../schema/generate/valid-sample.ts';
import type { Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { subschema } from '../../schema/resolve.ts';
import { onceFor } from '../../system/once-for.ts';
import type { Presenter } from './present.ts';
import type { Cut, Entry, Kept, ListWish, Reply, ReplyBody, Stages, Visit } from './stages/stages.ts';

/** Lists as the mock shows them: whole, or in the parts, with the values and in the order that a request asks for. */

/** Makes replies with a list. */
export type Lister = (entries: readonly Entry[], visit: Visit, stages: Stages) => Reply;

/** How the reply of a list is made. */
export type ListForm = {
  readonly schema: Schema;
  readonly present: Presenter;
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: (value: Json) => ReplyBody;
};

function textOf(entry: Entry, place: MemberPlace): string | undefined {
  const value = shownAt(entry, place);
  return value === undefined || typeof value === 'object' ? undefined : plainText(value);
}

/** Texts are ordered as numbers where all of them are some: of `10`, `3A` and `4` nobody could tell which comes first otherwise. */
function compared(a: Json | undefined, b: Json | undefined, areDecimals: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [plainText(a), plainText(b)];
  const [left, right] = areDecimals ? [decimalIn(one), decimalIn(other)] : [];
  if (left !== undefined && right !== undefined) return left - right;
  return one < other ? -1 : Number(one > other);
}

/** The entries with the values that are asked for, in the order that is asked for. */
export function selected(entries: readonly Entry[], { filters, order }: ListWish): readonly Entry[] {
  const fitting =
    filters.length === 0 ? entries : entries.filter((entry) => filters.every((filter) => filter.fits(entry)));
  if (order === undefined) return fitting;
  const values = fitting.flatMap((entry) => shownAt(entry, order) ?? []);
  const areDecimals = values.every((value) => decimalIn(plainText(value)) !== undefined);
  return fitting.toSorted(
    (a, b) => compared(shownAt(a, order), shownAt(b, order), areDecimals) * (order.isFalling ? -1 : 1),
  );
}

/** All of a list, as it comes by itself. */
const WHOLE: ListWish = { filters: [], order: undefined, size: undefined, from: 0 };

/** The part that is asked for. */
export function cutOut(entries: readonly Entry[], { from, size }: ListWish): Cut {
  const end = size === undefined ? entries.length : from + size;
  return { shown: entries.slice(from, end), next: end < entries.length ? end : undefined };
}

/** A parameter of links to further pages, where the document has none that names one. */
const OWN_POSITION = 'from';
const TOKEN = /^p(\d{1,9})$/;

function numberIn(query: URLSearchParams, name: string | undefined): number | undefined {
  const text = name === undefined ? null : query.get(name);
  const value = text === null || text === '' ? Number.NaN : Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

function fromOf(
  { pages, identity }: ListModel,
  query: URLSearchParams,
  size: number | undefined,
  entries: readonly Entry[],
): number {
  const name = pages?.position?.name;
  const number = numberIn(query, name);
  const first = pages?.first;
  switch (pages?.by) {
    case 'offset':
      return Math.max(0, (number ?? first ?? 0) - (first ?? 0));
    case 'page':
      return Math.max(0, (number ?? first ?? 1) - (first ?? 1)) * (size ?? entries.length);
    case 'cursor': {
      const text = query.get(name ?? '') ?? '';
      if (!pages.byLastEntry || identity === undefined) return Number(TOKEN.exec(text)?.[1] ?? 0);
      return (
        entries.findIndex((entry) => textOf(entry, { member: identity, within: undefined }) === text) + 1
      );
    }
    case 'link':
      return Math.max(0, numberIn(query, OWN_POSITION) ?? 0);
    case undefined:
      return 0;
  }
}

/** The part that a request asks for: from where, and so many; what is right before an entry where it asks for that. */
function partAsked(
  model: ListModel,
  query: URLSearchParams,
  size: number | undefined,
  entries: readonly Entry[],
): Pick<ListWish, 'from' | 'size'> {
  const text = query.get(turnsBackBy(model)?.name ?? '');
  const { identity: member = '' } = model;
  const before =
    text === null ? -1 : entries.findIndex((entry) => textOf(entry, { member, within: undefined }) === text);
  if (before < 0) return { from: fromOf(model, query, size, entries), size };
  const most = Math.min(size ?? before, before);
  return { from: before - most, size: most };
}

function placeOf(text: string): number {
  return decimalIn(text) ?? Date.parse(text);
}

/** True for the value of a member that a value of a parameter asks for. */
function isAskedFor({ kind, manner }: Filter, asked: string, shown: Json | undefined): boolean {
  if (kind === 'item')
    return isList(shown) && shown.some((item) => typeof item !== 'object' && plainText(item) === asked);
  if (shown === undefined || shown === null || typeof shown === 'object') return false;
  const text = plainText(shown);
  if (kind === 'excluded') return text !== asked;
  if (kind === 'some') return Number(text) > 0 || asked !== 'true';
  if (kind !== 'least' && kind !== 'most') {
    const [own, wanted] = manner.anyCase ? [text.toLowerCase(), asked.toLowerCase()] : [text, asked];
    return manner.inside ? own.includes(wanted) : own === wanted;
  }
  const [own, bound] =
    typeof shown === 'string' ? [placeOf(text), placeOf(asked)] : [Number(text), Number(asked)];
  return kind === 'least' ? own >= bound : own <= bound;
}

/** What a request asks of a list but its part. */
function valuesOf(
  model: ListModel,
  query: URLSearchParams,
  entries: readonly Entry[],
): Pick<ListWish, 'filters' | 'order'> {
  const asked = model.filters.flatMap((filter) => {
    const { parameter, member, within, isList: takesList } = filter;
    const sent = query.getAll(parameter.name).flatMap((value) => askedOf(filter, value) ?? []);
    const values = takesList ? sent.flatMap((value) => [value, ...value.split(',')]) : sent.slice(0, 1);
    if (values.length === 0) return [];
    const has = (one: Entry, value: string): boolean =>
      filter.kind === 'item'
        ? isAskedFor(filter, value, shownAt(one, { member, within }))
        : textOf(one, { member, within }) === value;
    // A value such as `all`, which no entry has, asks for no value of theirs.
    const isOpen = values.every(
      (value) => isOpenValue(filter, value) && !entries.some((one) => has(one, value)),
    );
    const [value = ''] = values;
    const fits = (entry: Entry): boolean =>
      filter.kind === 'anywhere'
        ? printJson(entry).toLowerCase().includes(value.toLowerCase())
        : [filter, ...filter.beside].some((place) =>
            values.some((one) => isAskedFor(filter, one, shownAt(entry, place))),
          );
    return isOpen ? [] : [{ member, within, value, fits }];
  });
  const order = wantedOrder(model, query);
  if (order === undefined) return { filters: asked, order: undefined };
  const isFalling = order.direction === 'falling';
  return { filters: asked, order: { member: order.member, within: order.within, isFalling } };
}

/** How the page behind a part is named: by its number, by how many come before it, by a text. */
function nameOf(
  { pages, identity }: ListModel,
  next: number,
  size: number | undefined,
  shown: readonly Entry[],
): string {
  const first = pages?.first;
  switch (pages?.by) {
    case 'offset':
      return String(next + (first ?? 0));
    case 'page':
      return String(Math.round(next / (size ?? 1)) + (first ?? 1));
    case 'cursor': {
      const last = shown.at(-1);
      const id =
        last === undefined || identity === undefined
          ? undefined
          : textOf(last, { member: identity, within: undefined });
      return pages.byLastEntry ? (id ?? '') : `p${String(next)}`;
    }
    case 'link':
    case undefined:
      return String(next);
  }
}

/** A place with the origin that was asked. */
export function withOrigin({ headers }: Pick<Visit['request'], 'headers'>, target: string): string {
  return `http://${headers.get('host') ?? 'localhost'}${target}`;
}

const COUNT_NAME = /^(total|count|size|total_?count)$/i;
/** Beside it, a `count` is that of the page. */
const TOTAL_NAME = /^total(?:_?count)?$/i;

/** What may stand in the members beside the entries that are called like counts. */
const countsOf = onceFor(
  ({ schema }: ListForm): ReadonlyMap<string, SchemaValidator> =>
    new Map(
      [...schemaMembers(schema).properties]
        .filter(([name]) => COUNT_NAME.test(name))
        .map(([name, member]) => [name, compileSchemaLater(subschema(schema, member))]),
    ),
);

function wrapped(
  form: ListForm,
  pointer: string,
  shown: readonly Json[],
  { total, size }: Pick<Telling, 'total' | 'size'>,
): Json {
  if (pointer === '') return shown;
  const envelope = putAt(validSample(form.schema), fromPointer(pointer), shown);
  if (!isObject(envelope)) return envelope;
  const isBesideTotal = Object.keys(envelope).some((name) => TOTAL_NAME.test(name));
  return Object.fromEntries(
    Object.entries(envelope).map(([name, member]) => {
      if (!COUNT_NAME.test(name) || typeof member !== 'number') return [name, member];
      const breaks = countsOf(form).get(name);
      // The size of a page is as long as was asked for, and not how many it has.
      const isSize = /^size$/i.test(name) && size !== undefined;
      const counts = isSize
        ? [size, total]
        : isBesideTotal && !TOTAL_NAME.test(name)
          ? [shown.length, total]
          : [total];
      return [name, counts.find((count) => breaks === undefined || breaks(count).length === 0) ?? member];
    }),
  );
}

function newestOf(entries: readonly Entry[], most: number): readonly Entry[] {
  return entries.length <= most ? entries : entries.slice(entries.length - most);
}

/** Makes replies with a list; as long as the entries are the same, so is the reply to who asks for nothing in particular. */
export function createLister(document: Interface, collection: Kept, form: ListForm): Lister {
  const { list, entriesPointer } = collection;
  const model = list === undefined ? undefined : listModelOf(document, list);
  const putters = (model === undefined ? [] : toldMembersOf(model)).map((told) => ({
    told,
    put: createPutter(form.schema, told.pointer),
  }));
  const withNumbers = createNumberer(model, form.schema);
  const back = model === undefined ? undefined : turnsBackBy(model)?.name;
  const own = model === undefined ? [] : [...choosersOf(model), OWN_POSITION, back ?? OWN_POSITION];
  const most = list === undefined ? Infinity : mostEntriesOf(list, entriesPointer);
  let newest: { readonly entries: readonly Entry[]; readonly reply: Reply } | undefined;

  /** Members that creations leave out and answers need are looked for, too. */
  function asShown(entries: readonly Entry[]): readonly Entry[] {
    const shown = objectsIn(entries.map(form.present));
    return shown.length === entries.length ? shown : entries;
  }

  function partial(asked: ListModel, all: readonly Entry[], { request }: Visit, stages: Stages): Reply {
    const { query } = request;
    const given = numberIn(query, asked.size?.parameter.name) ?? asked.size?.usual;
    const size = most < (given ?? Infinity) ? most : given;
    const wish: ListWish = { ...valuesOf(asked, query, all), size, from: 0 };
    const isChosen = wish.filters.length > 0 || wish.order !== undefined;
    const chosen = stages.select(collection, isChosen ? asShown(all) : all, wish);
    // Where nothing names a further page, a list that may have so many shows the newest.
    const entries = asked.pages === undefined && chosen.length > most ? newestOf(chosen, most) : chosen;
    const part = partAsked(asked, query, size, entries);
    const { shown, next } = stages.cut(collection, entries, { ...wish, ...part });
    const name = next === undefined ? undefined : nameOf(asked, next, size, shown);
    const pairs = new URLSearchParams(query);
    pairs.delete(turnsBackBy(asked)?.name ?? '');
    if (name !== undefined) pairs.set(asked.pages?.position?.name ?? OWN_POSITION, name);
    const target = name === undefined ? undefined : `${request.path}?${pairs.toString()}`;
    const absolute = target === undefined ? undefined : withOrigin(request, target);
    const isLinked =
      target !== undefined &&
      asked.pages !== undefined &&
      (asked.hasLink || (asked.pages.by === 'link' && asked.next.length === 0));
    const told: Telling = { next: name, target, absolute, total: entries.length, size };
    const body = putters.reduce(
      (value, { told: member, put }) => put(value, valuesFor(member, told)),
      wrapped(form, entriesPointer, shown.map(form.present), told),
    );
    const link: readonly HeaderLine[] = isLinked ? [['Link', `<${target}>; rel="next"`]] : [];
    const headers = form.headers.filter((line) => line[0].toLowerCase() !== 'link');
    return {
      status: form.status,
      headers: [...headers, ...link],
      body: form.body(withNumbers(body, part.from, size)),
    };
  }

  return (all, visit, stages) => {
    const { query } = visit.request;
    const hasMore = all.length > most && model?.pages !== undefined;
    const isAsked =
      model !== undefined &&
      (hasMore ||
        model.size?.usual !== undefined ||
        wantedOrder(model, query) !== undefined ||
        own.some((name) => query.has(name)));
    if (isAsked) return partial(model, all, visit, stages);
    const entries = stages.select(collection, all, WHOLE);
    if (newest?.entries === entries) return newest.reply;
    const shown = newestOf(entries, most).map(form.present);
    const told: Telling = { next: undefined, target: undefined, total: shown.length, size: undefined };
    const value = putters.reduce(
      (body, { told: member, put }) => put(body, valuesFor(member, told)),
      wrapped(form, entriesPointer, shown, told),
    );
    const reply: Reply = {
      status: form.status,
      headers: form.headers,
      body: form.body(withNumbers(value, 0, undefined)),
    };
    newest = { entries, reply };
    return reply;
  };
}

/** The entries of a sample with the values that are asked for, as far as the document allows them; none where it does not. */
function refitted(model: ListModel, query: URLSearchParams, entries: readonly Entry[]): readonly Entry[] {
  const { filters } = valuesOf(model, query, entries);
  const { schema } = model.entries;
  if (filters.length === 0) return entries;
  const validate = typeof schema === 'boolean' ? () => [] : validatorOfEntry(schema);
  return entries.flatMap((entry): readonly Entry[] => {
    const wanted = filters.reduce<Entry | undefined>((given, { member, within, value, fits }) => {
      if (given === undefined || fits(given)) return given;
      const place = within === undefined ? [member] : [within, member];
      const readings: readonly Json[] = [value, Number(value), value === 'true', [value]];
      const changed = objectsIn(readings.map((own) => putAt(given, place, own)));
      return changed.find((one) => validate(one).length === 0);
    }, entry);
    const isFit = wanted !== undefined && filters.every((each) => each.fits(wanted));
    return isFit ? [wanted] : [];
  });
}

/** A list that nobody keeps, as a request asks for it: what the document shows is all that there is, on its first page. */
export function asAsked(model: ListModel, { query, path, headers }: Visit['request'], body: Json): Json {
  const pointer = fromPointer(model.entries.pointer);
  const found = valueAt(body, pointer);
  if (!isList(found)) return body;
  const given = refitted(model, query, objectsIn(found));
  const { order } = valuesOf(model, query, given);
  const entries = selected(given, { filters: [], order, size: undefined, from: 0 });
  const least = leastEntriesOf(model.operation, model.entries.pointer);
  if (entries.length < least) return putAt(body, pointer, found.slice(0, least));
  if (model.pages === undefined && model.size === undefined) return putAt(body, pointer, entries);
  const size = numberIn(query, model.size?.parameter.name) ?? model.size?.usual;
  const part = partAsked(model, query, size, entries);
  const { shown, next } = cutOut(entries, { filters: [], order: undefined, ...part });
  if (shown.length < least) return putAt(body, pointer, found.slice(0, least));
  const name = next === undefined ? undefined : nameOf(model, next, size, shown);
  const pairs = new URLSearchParams(query);
  if (name !== undefined) pairs.set(model.pages?.position?.name ?? OWN_POSITION, name);
  const target = name === undefined ? undefined : `${path}?${pairs.toString()}`;
  const absolute = target === undefined ? undefined : withOrigin({ headers }, target);
  const telling: Telling = { next: name, target, absolute, total: entries.length, size };
  const schema = jsonSchemaOf(model.operation.responses.find(({ status }) => status === '200')) ?? true;
  const told = toldMembersOf(model)
    .filter(
      // What is behind the page that an example shows has to be told, although the example need not.
      ({ pointer: at, says }) =>
        says !== 'total' && (name !== undefined || valueAt(body, fromPointer(at)) !== undefined),
    )
    .reduce(
      (value, member) => createPutter(schema, member.pointer)(value, valuesFor(member, telling)),
      putAt(body, pointer, shown),
    );
  return createNumberer(model, schema)(told, part.from, part.size);
}

const validatorOfEntry = onceFor((schema: object & Schema) => compileSchema(schema));
