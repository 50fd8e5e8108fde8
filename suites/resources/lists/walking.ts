import { mayHaveHoles } from '../../../src/checks/resources/pages/walks.ts';
import { type Page, pageOf } from '../../../src/checks/resources/pages/page-asks.ts';
import { deedOf, entriesIn, entryIn, isSuccess } from '../../../src/checks/resources/deeds.ts';
import type { ListModel } from '../../../src/interface/resources/lists/pages.ts';
import type { Parameter } from '../../../src/interface/model.ts';
import { withSlashOf } from '../../../src/interface/path-matching.ts';
import type { Json, JsonObject } from '../../../src/json/value.ts';
import { expectation } from '../../../src/oracle/expectation.ts';
import type { Reading } from '../../../src/oracle/reading.ts';
import { type Particular, type ProbeContext, requestFor, sendSpec } from '../../../src/session/probe.ts';
import type { SendSpec } from '../../../src/session/pace/sending.ts';
import { type Parts, withParameter } from '../../../src/session/requests/valid-request.ts';
import { valuesOfEntry } from './queries.ts';

/** A walk over a list: one page after the other, as the answers lead on. */

/** A long page has so many entries where the document allows that. */
const LONG_PAGE = 50;
/** Pages of a walk; behind its end, and where links lead on. */
const MOST_PAGES = 9;
const MOST_LINKED = 3;

/** What is asked of one list. */
export type Walker = {
  readonly context: ProbeContext;
  readonly model: ListModel;
  readonly spec: SendSpec;
  readonly label: string;
  /** The entry that a list is asked for which shows nothing without being asked for something. */
  readonly sought: JsonObject | undefined;
};

export type Query = readonly (readonly [parameter: Parameter, value: Json])[];

/** What a list has to be asked for, by an entry of which that is known. */
type Needed = { readonly entry: JsonObject; readonly values: Query };

/** What a list has to be asked for, by the entry that was shown last and tells of it; `undefined` where nothing has to be. */
function neededValues({ session }: ProbeContext, model: ListModel): Needed | undefined {
  if (!model.filters.some(({ parameter }) => parameter.required)) return undefined;
  for (const reading of session.readings.toReversed()) {
    const deed = isSuccess(reading) ? deedOf(session.contract, reading) : undefined;
    if (deed === undefined || reading.exchange.request.credential.kind !== 'valid') continue;
    const { part, resource } = deed;
    const entries = part === 'list' ? (entriesIn(resource, reading) ?? []) : [entryIn(resource, reading)];
    for (const entry of entries.toReversed()) {
      const values = entry === undefined ? undefined : valuesOfEntry(model, entry);
      if (entry !== undefined && values !== undefined) return { entry, values };
    }
  }
  return undefined;
}

function askedFor({ path, headers }: Pick<SendSpec, 'path' | 'headers'>, query: Query): Parts {
  return query.reduce((given, [parameter, value]) => withParameter(given, parameter, value), {
    path,
    headers,
  });
}

export function walkerOf(context: ProbeContext, model: ListModel): Walker | undefined {
  const label = `resources/pages/${model.operation.id}`;
  const spec = requestFor(context, model.operation, { probe: label, intent: 'ordinary' });
  if (spec === undefined) return undefined;
  const needed = neededValues(context, model);
  const own = { ...spec, ...askedFor(spec, needed?.values ?? []) };
  return { context, model, spec: own, label, sought: needed?.entry };
}

/** Asks a list; `undefined` where no page came. */
export async function ask(
  { context, model, spec, label }: Walker,
  name: string,
  query: Query,
): Promise<Page | undefined> {
  const asked: Particular =
    model.operation.method === 'GET'
      ? { probe: `${label}/${name}`, intent: 'ordinary', parts: askedFor(spec, query) }
      : {
          probe: `${label}/${name}`,
          intent: 'ordinary',
          body: { json: Object.fromEntries(query.map(([{ name: member }, value]) => [member, value])) },
        };
  const own = requestFor(context, model.operation, asked);
  return own === undefined ? undefined : shown(context, await sendSpec(context, own, {}, 'nothing'));
}

/** Follows a link, which may have parameters that the document does not know. */
async function follow(
  { context, model, spec, label }: Walker,
  name: string,
  link: string,
): Promise<Page | undefined> {
  const { contract } = context.session;
  const path = withSlashOf(model.operation.path, link);
  const own = { ...spec, probe: `${label}/${name}`, path };
  const { situation } = expectation(contract, { ...own, target: `${contract.basePath}${path}` });
  if (situation === 'undocumented') return undefined;
  return shown(context, await sendSpec(context, { ...own, intent: situation }, {}, 'nothing'));
}

function shown({ session }: ProbeContext, reading: Reading | undefined): Page | undefined {
  return reading === undefined ? undefined : pageOf(session.contract, reading);
}

/** The parameters of the page behind others; `undefined` where nothing names one. */
function behind(model: ListModel, pages: readonly Page[]): readonly [Parameter, Json] | undefined {
  const [last, position] = [pages.at(-1), model.pages?.position];
  if (last === undefined || position === undefined || model.pages === undefined) return undefined;
  const { by, first, byLastEntry } = model.pages;
  switch (by) {
    case 'offset':
      if (mayHaveHoles(last)) return undefined;
      return [position, pages.reduce((sum, { count }) => sum + count, first ?? 0)];
    case 'page':
      // Where nobody says from which number pages are counted, the one called 1 is the first one or the second.
      return [position, last.position === undefined ? (first ?? 0) + 1 : Number(last.position) + 1];
    case 'cursor': {
      if (last.next.kind === 'token') return [position, last.next.token];
      const id = last.ids?.at(-1);
      const isOpen = last.next.kind === 'untold' || last.next.kind === 'more';
      return byLastEntry && isOpen && id !== undefined ? [position, id] : undefined;
    }
    case 'link':
      return undefined;
  }
}

/** True where answers or counts tell that a page is the last one. */
export function seemsLast({ count, size, next }: Page): boolean {
  return next.kind === 'end' || count === 0 || (next.kind === 'untold' && size !== undefined && count < size);
}

export function isCounted({ pages }: ListModel): boolean {
  return pages?.by === 'offset' || pages?.by === 'page';
}

/** The query of a first page of so many entries. */
export function firstQuery({ pages, size }: ListModel, entries: number | undefined): Query {
  const position = pages?.position;
  const first = pages?.first;
  return [
    ...(size === undefined || entries === undefined ? [] : [[size.parameter, entries] as const]),
    ...(position === undefined || first === undefined ? [] : [[position, first] as const]),
  ];
}

/** True for the page called 1 where it is the one that comes without a number. */
function isFirstAgain({ position, ids, model }: Page, before: Page): boolean {
  const isUnknown = model.pages?.by === 'page' && model.pages.first === undefined;
  if (!isUnknown || before.position !== undefined || position !== '1') return false;
  return ids !== undefined && ids.join('\n') === before.ids?.join('\n');
}

/** What a walk asks for beside its pages, and how many pages it has at most. */
type Way = { readonly chosen?: Query; readonly most?: number };

/** Walks from the beginning in pages of so many entries to what is behind the end, as far as it is worth. */
export async function walk(
  walker: Walker,
  name: string,
  entries: number | undefined,
  { chosen = [], most = MOST_PAGES }: Way = {},
): Promise<readonly Page[]> {
  const { model } = walker;
  const pages: Page[] = [];
  let page = await ask(walker, `${name}-1`, [...firstQuery(model, entries), ...chosen]);
  while (page !== undefined) {
    const before = pages.at(-1);
    if (before !== undefined && isFirstAgain(page, before)) pages.pop();
    pages.push(page);
    const [isOver, step] = [pages.length >= most, `${name}-${String(pages.length + 1)}`];
    // Counted pages are asked for once behind the end; the others lead on, or they don't.
    if (isOver || (isCounted(model) && before !== undefined && seemsLast(before))) break;
    // What names the page may belong to the length that it was told with: only behind several empty pages it is another one.
    const isLong = !isCounted(model) && page.count === 0 && before?.count === 0;
    const size = isLong ? longPage(model) : entries;
    const next = behind(model, pages);
    if (model.pages?.by === 'link' && page.next.kind === 'target')
      page = await follow(walker, step, page.next.path);
    else if (next === undefined && !isCounted(model) && page.next.kind === 'target')
      page = await follow(walker, step, page.next.path);
    else if (next === undefined) break;
    else {
      const sizes: Query =
        model.size === undefined || size === undefined ? [] : [[model.size.parameter, size]];
      page = await ask(walker, step, [...sizes, next, ...chosen]);
    }
  }
  return pages;
}

/** Goes from page to page by links alone, where counted pages have some. */
export async function walkLinks(
  walker: Walker,
  name: string,
  entries: number | undefined,
  { chosen = [], most = MOST_LINKED }: Way = {},
): Promise<void> {
  let page = await ask(walker, `${name}-1`, [...firstQuery(walker.model, entries), ...chosen]);
  for (let at = 2; at <= most && page?.next.kind === 'target'; at += 1)
    page = await follow(walker, `${name}-${String(at)}`, page.next.path);
}

export function longPage({ size }: ListModel): number | undefined {
  return size === undefined ? undefined : Math.max(size.least, Math.min(size.most ?? LONG_PAGE, LONG_PAGE));
}

/** Pages in which a list is walked over. */
const SHORT_PAGES = 3;

/** Lengths near a third that are tried so that the last page is a full one. */
const MOST_TRIED = 3;

/** A length that makes several pages of so many entries, all full where that can be: a full last page is where ends are missed. */
export function shortPage({ size }: ListModel, count: number): number | undefined {
  if (size === undefined) return undefined;
  const third = Math.max(size.least, Math.ceil(count / SHORT_PAGES));
  const near = [third, ...Array.from({ length: MOST_TRIED }, (_, at) => third - at - 1)];
  const full = near.find((length) => length >= size.least && length > 1 && count % length === 0);
  return Math.min(full ?? third, size.most ?? third);
}

/** Requests that are left for what comes after the walks. */
const SPARE_REQUESTS = 20;

export function hasRoom(context: ProbeContext): boolean {
  return context.session.budget.left('key') > SPARE_REQUESTS;
}
