import { askedOrder, type Order, usualOrder } from '../../../interface/resources/lists/list-orders.ts';
import { shownAt } from '../../../interface/resources/lists/member-places.ts';
import { isNumber, type Json } from '../../../json/value.ts';
import { decimalIn } from '../../../schema/decimals.ts';
import type { JudgedRun } from '../../check.ts';
import { breaks, IRRELEVANT, PROVES, type Verdict } from '../../judge-each.ts';
import { excerptJson, type Violation } from '../../outcome.ts';
import type { Page } from './page-asks.ts';
import type { Missing } from './page-values.ts';
import { type Walk, walksIn } from './walks.ts';

/** In which order the entries of a list stand: the one that was asked for, or that the document tells. */

const DIGIT = /[0-9]/;

/** How many digits stand in a row from there on. */
function digitsAt(text: string, from: number): number {
  let at = from;
  while (DIGIT.test(text[at] ?? '')) at += 1;
  return at - from;
}

/** How two texts stand in every order that is in use; 0 where these differ. */
function compareTexts(a: string, b: string): number {
  const forms = [
    (text: string) => text,
    (text: string) => text.toLowerCase(),
    (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, ''),
  ];
  const signs = forms.map((form) => {
    const [one, other] = [form(a), form(b)];
    if (one === other) return 0;
    let at = 0;
    while (one[at] === other[at]) at += 1;
    const [left, right] = [one[at] ?? '', other[at] ?? ''];
    // Letters beyond ASCII, signs and numbers of several lengths stand in an order of their own.
    if (!/^[a-z]$/i.test(left) || !/^[a-z]$/i.test(right)) {
      if (!DIGIT.test(left) || !DIGIT.test(right)) return 0;
      if (digitsAt(one, at) !== digitsAt(other, at)) return 0;
    }
    return left < right ? -1 : 1;
  });
  return signs.every((sign) => sign === signs[0]) ? (signs[0] ?? 0) : 0;
}

const INSTANT = /^\d{4}-\d\d-\d\d/;

/** How two values stand in every order that is in use; 0 where that is open. */
function compareDecisively(a: Json | undefined, b: Json | undefined): number {
  if (isNumber(a) && isNumber(b)) return a === b ? 0 : a < b ? -1 : 1;
  if (typeof a !== 'string' || typeof b !== 'string') return 0;
  if (INSTANT.test(a) && INSTANT.test(b)) {
    const [one, other] = [Date.parse(a), Date.parse(b)];
    return Number.isNaN(one) || Number.isNaN(other) ? 0 : Math.sign(one - other);
  }
  return compareTexts(a, b);
}

/** How two values stand in an order; amounts that are written as texts stand as the numbers that they are. */
export function compareIn(order: Pick<Order, 'isDecimal'>, a: Json | undefined, b: Json | undefined): number {
  if (order.isDecimal !== true || typeof a !== 'string' || typeof b !== 'string')
    return compareDecisively(a, b);
  const [one, other] = [decimalIn(a), decimalIn(b)];
  return one === undefined || other === undefined ? 0 : Math.sign(one - other);
}

/** Entries that are compared with one another. */
const MOST_COMPARED = 60;

/** `source`: it was asked for, is the default of a parameter, or is told by the description of the list. */
type Ordered = Pick<Order, 'member' | 'within' | 'direction' | 'isDecimal'> & {
  readonly source: 'asked' | 'usual' | 'told';
  readonly words: string;
};

/** The order that a page has to have: the one that was asked for, or where nothing was, the one of the document. */
function orderOf({ model, query, rest }: Page): Ordered | undefined {
  const asked = askedOrder(model.sorting, query);
  if (asked !== undefined) return { ...asked, source: 'asked', words: '' };
  // What was chosen may come in an order of its own.
  if (rest !== '') return undefined;
  const usual = usualOrder(model.sorting, query);
  if (usual === undefined)
    return model.toldOrder === undefined ? undefined : { ...model.toldOrder, source: 'told' };
  return { ...usual, source: 'usual', words: `${usual.value} is the default of ${usual.parameter.name}` };
}

/** What a list was not put in order by. */
const OTHER_ORDER = {
  asked: 'a list is not in the order that was asked for',
  usual: 'a list is not in its default order',
  told: 'a list is not in the order that its description tells',
} as const;

/** Who says `newest first` may go by the order in which entries were stored: what is made side by side has moments that are so near. */
const NEAR_MS = 1_000;

function areNear(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== 'string' || typeof other !== 'string' || !/^\d{4}-\d\d-\d\dT/i.test(one)) return false;
  return Math.abs(Date.parse(one) - Date.parse(other)) < NEAR_MS;
}

/**
 * Judges that a list is in the order that was asked for, or that it has by the document. Where the document does not say which
 * way, either will do.
 */
export function judgeOrder(page: Page): Verdict {
  const order = orderOf(page);
  if (order === undefined) return IRRELEVANT;
  const values = page.entries.slice(0, MOST_COMPARED).map((entry) => shownAt(entry, order));
  let [rising, falling] = [0, 0];
  let told = '';
  for (const [at, value] of values.entries()) {
    for (const later of values.slice(at + 1)) {
      const sign = order.source === 'told' && areNear(value, later) ? 0 : compareIn(order, value, later);
      if (sign < 0) rising += 1;
      if (sign > 0) falling += 1;
      const isWrong = order.direction === 'falling' ? sign < 0 : sign > 0;
      if (isWrong && told === '') told = `${excerptJson(value)} before ${excerptJson(later)}`;
    }
  }
  const wrong = order.direction === 'falling' ? rising : falling;
  const isBroken = order.direction === undefined ? rising > 0 && falling > 0 : wrong > 0;
  const way = order.direction === undefined ? '' : `, ${order.direction}`;
  if (isBroken)
    return breaks(
      `entries in the order of ${order.member}${way}${order.words === '' ? '' : `: ${order.words}`}`,
      told,
      OTHER_ORDER[order.source],
    );
  return rising + falling > 1 ? PROVES : IRRELEVANT;
}

/** A walk in an order that each of its pages keeps, and that all of them together break. */
function brokenAcross({ pages }: Walk): Missing | undefined {
  const [first] = pages;
  if (first === undefined || pages.length < 2 || orderOf(first) === undefined) return undefined;
  if (pages.some((page) => judgeOrder(page).kind === 'breaks')) return undefined;
  const verdict = judgeOrder({ ...first, entries: pages.flatMap(({ entries }) => entries) });
  if (verdict.kind !== 'breaks') return undefined;
  const exchanges = pages.map(({ reading }) => reading.exchange.id);
  const { expected, actual } = verdict;
  const violation: Violation = {
    exchanges,
    operation: first.model.operation.id,
    expected: `${expected}, over all pages`,
    actual,
    deviation: 'an order holds within pages alone',
  };
  return { page: first, violation };
}

/** Orders that hold within pages alone: in two walks, or nobody is blamed. */
export function ordersAcrossPages(run: JudgedRun): readonly Missing[] {
  const all = walksIn(run).flatMap((walk) => brokenAcross(walk) ?? []);
  return all.filter(({ page }) =>
    all.some(
      (other) => other.page !== page && other.page.rest === page.rest && other.page.path === page.path,
    ),
  );
}

/** The same that came once alone. */
export function isOrderUnsure(run: JudgedRun): boolean {
  return walksIn(run).some((walk) => brokenAcross(walk) !== undefined) && ordersAcrossPages(run).length === 0;
}
