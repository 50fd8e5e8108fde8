import { type Fit, fitOf } from '../../../src/checks/resources/pages/filter-fits.ts';
import type { Page } from '../../../src/checks/resources/pages/page-asks.ts';
import { isOrderUnsure } from '../../../src/checks/resources/pages/page-orders.ts';
import { unsureFilters } from '../../../src/checks/resources/pages/page-values.ts';
import { TELLING_LAG_MS } from '../../../src/checks/resources/judges.ts';
import { askedOf } from '../../../src/interface/resources/lists/list-queries.ts';
import type { ListModel } from '../../../src/interface/resources/lists/pages.ts';
import { isCalled, thingAt } from '../../../src/interface/resources/names/called.ts';
import { plainName } from '../../../src/interface/names.ts';
import { numbersIn } from '../../../src/json/lossless.ts';
import { identityIn } from '../../../src/session/entries/named-in-bodies.ts';
import { ownershipOf } from '../../../src/session/entries/own-things.ts';
import { judgedRun } from '../../../src/session/judge-run.ts';
import { isThorough } from '../../../src/session/suite.ts';
import { mustAllMatch } from '../../../src/interface/resources/lists/told-ends.ts';
import { askedValues, type NamesBeside, orderQueries, unknownOrders } from './queries.ts';
import {
  ask,
  firstQuery,
  hasRoom,
  isCounted,
  longPage,
  type Query,
  shortPage,
  walk,
  type Walker,
  walkLinks,
} from './walking.ts';

/** Lists that are asked for some of their entries, and for these in an order: on one page, and on several. */

/** Values of filters that are asked for. */
const MOST_FILTERS = 14;
/** Parameters that are asked for together with an order, and in pages. */
const MOST_COMBINED = 2;
/** Parameters that are asked for two at a time. */
const MOST_PAIRED = 3;
/** Pages of a walk over chosen entries, or entries in an order. */
const MOST_CHOSEN = 3;
/** Lengths of pages that are thought of. */
const MOST_LENGTHS = 60;

/** What a list is asked for by one parameter, and how many entries it had. */
type Chosen = { readonly name: string; readonly pair: Query[number]; readonly count: number };

/** The first ones of as many parameters, one of each. */
function ofEachParameter<One extends Chosen>(
  ranked: readonly One[],
  most: number = MOST_COMBINED,
): readonly One[] {
  const same = Map.groupBy(ranked, ({ pair: [parameter] }) => parameter);
  return [...same.values()].flatMap(([first]) => first ?? []).slice(0, most);
}

/** Which entries of the whole list are those that are asked for. */
function fitsOf({ filters }: ListModel, whole: Page, { pair: [parameter, value] }: Chosen): readonly Fit[] {
  const sent = [value].flat().map(String).join(',');
  for (const filter of filters.filter((one) => one.parameter === parameter)) {
    const asked = askedOf(filter, sent);
    if (asked !== undefined) return whole.entries.map((entry) => fitOf(filter, asked, entry));
  }
  return [];
}

/** True where a second page of that length shows what does not fit, if the filter is forgotten behind the first. */
function wouldShow(model: ListModel, fits: readonly Fit[], length: number): boolean {
  const places = [...fits.keys()].filter((at) => fits[at] === 'fits');
  const from = isCounted(model) ? length : (places[length - 1] ?? fits.length) + 1;
  return fits.slice(from, from + length).includes('other');
}

/** `tells`: where the filter is forgotten behind the first page, that shows. */
type InPages = Chosen & { readonly length: number; readonly tells: boolean };

/** Pages of chosen entries, two of them at least: half of the entries long, or near that where it tells more. */
function inPages(model: ListModel, whole: Page, one: Chosen): InPages {
  const least = model.size?.least ?? 1;
  const half = Math.max(least, Math.ceil(one.count / 2));
  const lengths = Array.from(
    { length: Math.max(0, Math.min(one.count, MOST_LENGTHS) - least) },
    (_, at) => least + at,
  );
  const fits = fitsOf(model, whole, one);
  const told = lengths
    .toSorted((a, b) => Math.abs(a - half) - Math.abs(b - half))
    .find((length) => wouldShow(model, fits, length));
  return { ...one, tells: told !== undefined, length: told ?? half };
}

/** The values to ask for in pages, one of a parameter: those that tell, and of these the ones that most entries have. */
function telling(model: ListModel, whole: Page, filters: readonly Chosen[]): readonly InPages[] {
  const ranked = filters
    .map((one) => inPages(model, whole, one))
    .filter(({ count, length }) => count > length)
    .toSorted((a, b) => Number(b.tells) - Number(a.tells) || b.count - a.count);
  return ofEachParameter(ranked);
}

function hasPages({ context, model: { size, pages } }: Walker): boolean {
  return size !== undefined && pages !== undefined && hasRoom(context);
}

/** Chosen entries in pages: a filter holds behind the first one, too. */
async function walkChosen(walker: Walker, ways: readonly InPages[], again: string): Promise<void> {
  if (!hasPages(walker)) return;
  for (const { pair, length } of ways) {
    const [name, way] = [`pages-of-${pair[0].name}${again}`, { chosen: [pair], most: MOST_CHOSEN - 1 }];
    const [first] = await walk(walker, name, length, way);
    if (isCounted(walker.model) && first?.next.kind === 'target')
      await walkLinks(walker, `${name}-linked`, length, way);
  }
}

/** Entries in an order in pages: that holds behind the first one, too. */
async function walkInOrder(walker: Walker, whole: Page, order: Query): Promise<void> {
  const { context, model } = walker;
  if (!hasPages(walker)) return;
  const way = { chosen: order, most: MOST_CHOSEN };
  await walk(walker, 'order-pages', shortPage(model, whole.count), way);
  const run = judgedRun(context.session.contract, context.capabilities, context.session.readings);
  if (isOrderUnsure(run) && hasRoom(context))
    await walk(walker, 'order-pages-again', shortPage(model, whole.count), way);
}

/** Two filters at once, where the document says that all must match: whoever takes any of them for enough shows more. */
async function askBoth(walker: Walker, base: Query, chosen: readonly Chosen[]): Promise<void> {
  const { context, model } = walker;
  if (!mustAllMatch(context.document, model)) return;
  const found = chosen.filter(({ count }) => count > 0).toSorted((a, b) => a.count - b.count);
  const all = ofEachParameter(found, MOST_PAIRED);
  const pairs = all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other] as const));
  for (const [one, other] of pairs)
    await ask(walker, `filters-${one.name}-${other.name}`, [...base, one.pair, other.pair]);
}

/** The names of what the run made and a filter is called after (`person_id`), whether an entry of the list has them or not. */
function namesBeside({ context: { session } }: Walker): NamesBeside {
  const there = ownershipOf(session).entries.filter(({ standing }) => standing === 'there');
  return ({ parameter }) => {
    const plain = plainName(parameter.name);
    return there.flatMap(({ path, resource }) => {
      const value = identityIn(path);
      const named = { thing: thingAt(resource.path), identity: 'id', value, place: resource.path };
      return isCalled(plain, named) && plain !== named.thing ? [...numbersIn(value), value] : [];
    });
  };
}

/** Asks for some entries alone, and in orders. */
export async function sendQueries(walker: Walker, whole: Page): Promise<void> {
  const { context, model } = walker;
  const isWhole = isThorough(context.profile);
  const base = firstQuery(model, longPage(model));
  const filters = askedValues(model, whole, isWhole ? undefined : MOST_FILTERS, namesBeside(walker));
  const chosen: Chosen[] = [];
  for (const [name, pair] of filters) {
    const page = await ask(walker, `filter-${name}`, [...base, pair]);
    chosen.push({ name, pair, count: page?.count ?? 0 });
  }
  const orders = orderQueries(model, whole, isWhole ? 12 : 4);
  for (const [name, pairs] of orders) await ask(walker, `order-${name}`, [...base, ...pairs]);
  for (const pair of unknownOrders(model))
    await ask(walker, `order-unknown-${pair[0].name}`, [...base, pair]);
  const [order] = orders;
  // Of each parameter the value that most entries have.
  const widest = ofEachParameter(chosen.toSorted((a, b) => b.count - a.count));
  for (const { name, pair } of widest)
    if (order !== undefined) await ask(walker, `order-of-${name}`, [...base, pair, ...order[1]]);
  await askBoth(walker, base, chosen);
  const ways = telling(model, whole, chosen);
  await walkChosen(walker, ways, '');
  if (order !== undefined) await walkInOrder(walker, whole, order[1]);
  if (filters.length === 0) return;
  await ask(walker, 'long-after-filters', base);
  const run = judgedRun(context.session.contract, context.capabilities, context.session.readings);
  const unsure = unsureFilters(run);
  if (unsure === 'none' || !hasRoom(context)) return;
  if (unsure === 'later') await context.session.clock.sleep(TELLING_LAG_MS + 100, context.signal);
  for (const [name, pair] of filters) await ask(walker, `filter-${name}-again`, [...base, pair]);
  await walkChosen(walker, ways, '-again');
  await ask(walker, 'long-after-filters-again', base);
}
