import { type Page, pageOf } from '../../../src/checks/resources/pages/page-asks.ts';
import { isDefaultStart } from '../../../src/checks/resources/pages/list-starts.ts';
import { isLate, pageFindings } from '../../../src/checks/resources/pages/page-laws.ts';
import { TELLING_LAG_MS } from '../../../src/checks/resources/judges.ts';
import { isStart } from '../../../src/checks/resources/pages/walks.ts';
import { type ListModel, listModelsOf } from '../../../src/interface/resources/lists/pages.ts';
import { turnsBackBy } from '../../../src/interface/resources/lists/told-ends.ts';
import { partOf } from '../../../src/interface/resources/resources.ts';
import { searchModelsOf } from '../../../src/interface/resources/lists/searches.ts';
import type { OwnEntry } from '../../../src/checks/resources/ownership/own-entries.ts';
import { allowedIn, makeEntry, mayChange } from '../../../src/session/entries/entry-requests.ts';
import { livingOf } from '../../../src/session/entries/own-things.ts';
import { harmlessOperations } from '../../../src/session/in-reach.ts';
import { judgedRun } from '../../../src/session/judge-run.ts';
import type { ProbeContext } from '../../../src/session/probe.ts';
import { FROM_STANDARD, isThorough, type Probe } from '../../../src/session/suite.ts';
import type { Living } from '../bodies.ts';
import { look } from '../steps.ts';
import { sendQueries } from './choosing.ts';
import {
  ask,
  firstQuery,
  hasRoom,
  isCounted,
  longPage,
  type Query,
  seemsLast,
  shortPage,
  walk,
  type Walker,
  walkerOf,
  walkLinks,
} from './walking.ts';
import { bodyWithShortNumbers, missingForOrders, turnFiltered } from './queries.ts';

/** Walks over lists: in short pages, with one long page before and after, and one request for what is behind the end. */

/** So many entries tell of three pages. */
const TELLING_ENTRIES = 5;
/** Long pages in which a list is walked over that has more entries than one of them. */
const MOST_LONG = 5;
/** Lists that a run walks over. */
const MOST_LISTS = 12;

/** True where something odd came, and only once so far. */
function isUnsure({ context, model }: Walker): boolean {
  const run = judgedRun(context.session.contract, context.capabilities, context.session.readings);
  const laws = ['each-once', 'none-left-out', 'walk-ends'] as const;
  return laws.some((law) =>
    pageFindings(run, law).unsure.some((page) => page.model.operation === model.operation),
  );
}

async function walkTwice(
  walker: Walker,
  name: string,
  long: (name: string) => Promise<Page | undefined>,
  once: (name: string) => Promise<unknown>,
): Promise<void> {
  await once(name);
  await long(`long-after-${name}`);
  if (!isUnsure(walker) || !hasRoom(walker.context)) return;
  await once(`${name}-again`);
  await long(`long-after-${name}-again`);
}

/** Walks again where entries that had just been made are in no page: by then also a list that lags has them. */
async function walkLater(
  walker: Walker,
  long: (name: string) => Promise<Page | undefined>,
  once: (name: string) => Promise<unknown>,
): Promise<void> {
  const { context, model } = walker;
  const run = judgedRun(context.session.contract, context.capabilities, context.session.readings);
  if (!isLate(run, model) || !hasRoom(context)) return;
  await context.session.clock.sleep(TELLING_LAG_MS + 100, context.signal);
  await walkTwice(walker, 'later', long, once);
}

/** Asks once more where the first page by its number lacks what came first without one, or the other way round by a documented default. */
async function beginAgain(
  walker: Walker,
  whole: Page,
  long: (name: string) => Promise<Page | undefined>,
): Promise<void> {
  const isDefault = isDefaultStart(whole);
  const known = walker.context.session.readings
    .map((reading) => pageOf(walker.context.session.contract, reading))
    .findLast((page) => page?.path === whole.path && page.rest === '' && page.position === undefined);
  const bare = isDefault ? await ask(walker, 'bare', []) : known;
  const [id, start] = [bare?.ids?.[0], whole.ids?.[0]];
  if (id === undefined || start === undefined || whole.position === undefined) return;
  const isOther = isDefault && bare?.ids?.includes(start) === false;
  if (whole.ids?.includes(id) !== false && !isOther) return;
  if (!isDefault) await ask(walker, 'bare', []);
  await long('long-again');
  await ask(walker, 'bare-again', []);
}

/** Asks for what is before an entry: the first of a list, and one further on. */
async function walkBack(
  walker: Walker,
  whole: Page,
  long: (name: string) => Promise<unknown>,
): Promise<void> {
  const { model } = walker;
  const [parameter, ids = []] = [turnsBackBy(model), whole.ids];
  if (parameter === undefined || ids.length < 3 || !hasRoom(walker.context)) return;
  const size: Query = model.size === undefined ? [] : [[model.size.parameter, Math.max(2, model.size.least)]];
  const places = [0, Math.min(ids.length - 1, 4)];
  for (const at of places)
    await ask(walker, `before-${String(at + 1)}`, [...size, [parameter, ids[at] ?? '']]);
  await long('long-after-before');
}

async function walkOver(context: ProbeContext, model: ListModel): Promise<void> {
  const walker = walkerOf(context, model);
  if (walker === undefined) return;
  const length = longPage(model);
  const long = (name: string): Promise<Page | undefined> => ask(walker, name, firstQuery(model, length));
  const whole = await long('long');
  if (whole !== undefined) await beginAgain(walker, whole, long);
  if (whole === undefined) return;
  if (whole.count === 0) {
    // The run may have made what belongs there.
    await walkLater(walker, long, long);
    if (isUnsure(walker) && hasRoom(context)) await long('long-again');
    const { sought } = walker;
    if (sought !== undefined) await sendQueries(walker, { ...whole, entries: [sought] });
    return;
  }
  // What is behind one long page is looked at in several.
  const isCut = length !== undefined && whole.count >= length && !seemsLast(whole);
  const longs = isCut
    ? async (name: string): Promise<Page | undefined> =>
        (await walk(walker, name, length, { most: MOST_LONG }))[0]
    : long;
  if (isCut) await longs('long-pages');
  if (model.pages !== undefined || model.size !== undefined) {
    const short = shortPage(model, whole.count);
    let hasLinks = false;
    const inShort = async (name: string): Promise<void> => {
      const pages = await walk(walker, name, short);
      // A last page with one entry: that is where counting goes wrong.
      const isLeft = !isCut && whole.count > 2 && short !== undefined && whole.count % short !== 1;
      const size = Math.min(whole.count - 1, model.size?.most ?? whole.count);
      if (isLeft && model.pages !== undefined && size === whole.count - 1)
        await walk(walker, `${name}-but-one`, size, { most: 2 });
      hasLinks ||= isCounted(model) && pages.some(({ next }) => next.kind === 'target');
    };
    await walkTwice(walker, 'short', longs, inShort);
    await walkLater(walker, longs, inShort);
    if (hasLinks) await walkTwice(walker, 'links', long, (name) => walkLinks(walker, name, short));
    await walkBack(walker, whole, long);
  }
  await sendQueries(walker, whole);
}

/** The lists in reach that were served, those first whose entries the run can make. */
function listsIn(context: ProbeContext): readonly ListModel[] {
  const harmless = new Set(harmlessOperations(context));
  const isOwn = ({ operation }: ListModel): boolean => {
    const found = partOf(context.document, operation);
    return found !== undefined && allowedIn(context)(found.resource.create);
  };
  return [...listModelsOf(context.document), ...searchModelsOf(context.document)]
    .filter(({ operation }) => harmless.has(operation) && context.baselines.isServed(operation))
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
    .slice(0, isThorough(context.profile) ? undefined : MOST_LISTS);
}

/** The last page from the beginning of a list that the run has seen; it is asked for where there is none. */
async function seen(walker: Walker): Promise<Page | undefined> {
  const { context, model, spec } = walker;
  const known = context.session.readings
    .filter(({ expectation: { operation } }) => operation === model.operation)
    .map((reading) => pageOf(context.session.contract, reading))
    .findLast((page) => page?.rest === '' && isStart(page) && page.path === spec.path.split('?', 1)[0]);
  return known ?? ask(walker, 'before', firstQuery(model, longPage(model)));
}

/** What an entry is inside of. */
function holderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** Makes entries where a list has too few to tell of pages, or of an order. */
async function fill(context: ProbeContext, model: ListModel): Promise<void> {
  const found = partOf(context.document, model.operation);
  const walker = walkerOf(context, model);
  const canMake = found?.part === 'list' && allowedIn(context)(found.resource.create);
  if (!canMake || walker === undefined) return;
  const page = await seen(walker);
  if (page === undefined) return;
  const wanted = Math.max(TELLING_ENTRIES - page.count, missingForOrders(model, page));
  for (let at = 1; at <= wanted; at += 1)
    await makeEntry(context, found.resource, `${walker.label}/make-${String(at)}`);
  const { create } = found.resource;
  const label = `${walker.label}/make-short`;
  const body =
    create === undefined
      ? undefined
      : bodyWithShortNumbers(context, model, page, { create, resource: found.resource, label });
  if (body !== undefined) await makeEntry(context, found.resource, label, { body: { json: body } });
  // What a list shows of an entry tells something beside what the entry itself shows.
  const { resource } = found;
  const newest = livingOf(context.session, resource).at(-1);
  if (newest === undefined || !allowedIn(context)(resource.read)) return;
  const living = ({ path }: OwnEntry): Living => ({
    context,
    resource,
    path,
    label: walker.label,
    shown: undefined,
  });
  await look(living(newest), 'newest');
  // Another one is turned: what was changed a moment ago a list may still show as it was.
  const beside = livingOf(context.session, resource).findLast(
    ({ path }) => path !== newest.path && holderOf(path) === holderOf(newest.path),
  );
  await turnFiltered(living(beside ?? newest), model);
}

/** Entries for the walks. */
export const pageEntries: Probe = {
  id: 'resources.page-entries',
  intends: ['pages'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    if (!mayChange(context)) return;
    for (const model of listsIn(context)) if (hasRoom(context)) await fill(context, model);
  },
};

export const pageWalks: Probe = {
  id: 'resources.pages',
  intends: ['pages'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    for (const model of listsIn(context)) {
      if (!hasRoom(context)) {
        context.leaveOut(
          'resources.pages',
          context.spent('too few requests are left for walks over more lists'),
        );
        return;
      }
      await walkOver(context, model);
    }
  },
};
