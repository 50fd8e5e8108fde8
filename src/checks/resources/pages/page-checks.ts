import type { Interface } from '../../../interface/model.ts';
import { type ListModel, listModelsOf } from '../../../interface/resources/lists/pages.ts';
import { searchModelsOf } from '../../../interface/resources/lists/searches.ts';
import type { Check, JudgedRun } from '../../check.ts';
import { judgeEach, openTribunal, saysNothing, type Verdict } from '../../judge-each.ts';
import type { Outcome, Violation } from '../../outcome.ts';
import { type Page, pageOf } from './page-asks.ts';
import type { PageLaw } from './page-court.ts';
import { pageFindings } from './page-laws.ts';
import { judgeOrder, ordersAcrossPages } from './page-orders.ts';
import { judgeFilters, judgeSize, leftOutByFilters } from './page-values.ts';

/** The checks of lists that are asked for in parts, for some entries alone, or in an order. */

const OTHERS_CHANGE =
  'others may have changed the list in between, by requests that are not part of this traffic';

function unless(reason: string, applies: (model: ListModel) => boolean): Check['notApplicable'] {
  return (document: Interface) =>
    [...listModelsOf(document), ...searchModelsOf(document)].some(applies) ? undefined : reason;
}

const hasPages = ({ pages }: ListModel): boolean => pages !== undefined;

const NO_PAGES = 'the document has no list with pages';

function pageCheck(
  name: string,
  notApplicable: Check['notApplicable'],
  title: string,
  explanation: string,
  judge: Check['judge'],
  foreign: Check['foreign'],
): Check {
  return {
    id: `resources.${name}`,
    suite: 'resources',
    level: 'must',
    needs: ['pages'],
    title,
    explanation,
    notApplicable,
    judge,
    foreign,
    // Whether a list has enough entries, and where pages end, is the service's: where none tells there is nothing to prove.
    sharpens: true,
  };
}

function judgeLaw(law: PageLaw): (run: JudgedRun) => Outcome {
  return (run) => {
    const tribunal = openTribunal('must');
    const { violations, proofs, unsure } = pageFindings(run, law);
    for (const operation of proofs) tribunal.proves(operation);
    for (const violation of violations) tribunal.breaks(violation);
    const [open] = unsure;
    return violations.length === 0 && open !== undefined
      ? {
          kind: 'inconclusive',
          reason: `${open.reading.exchange.id} shows something odd that did not come again`,
        }
      : tribunal.outcome();
  };
}

/** The two judgements of a check that looks at one page at a time. */
function eachPage(judge: (run: JudgedRun, page: Page) => Verdict): Pick<Check, 'judge' | 'foreign'> {
  const verdictOn = (run: JudgedRun, page: Page | undefined): Verdict =>
    page === undefined ? { kind: 'irrelevant' } : judge(run, page);
  return {
    judge: (run) =>
      judgeEach('must', run.readings, (reading) => verdictOn(run, pageOf(run.contract, reading))),
    foreign: {
      kind: 'each',
      fewestToFail: 1,
      judge: (reading, alone) => verdictOn(alone, pageOf(alone.contract, reading)),
    },
  };
}

const sizes = eachPage(judgeSize);
const filters = eachPage(judgeFilters);
const orders = eachPage((_run, page) => judgeOrder(page));

/** What was sent and came back, and then what the list showed beside it. */
function judgeAllFilters(run: JudgedRun): Outcome {
  return withMore(
    filters.judge(run),
    leftOutByFilters(run).map(({ violation }) => violation),
  );
}

/** Each page by itself, and then all pages of a walk. */
function judgeAllOrders(run: JudgedRun): Outcome {
  return withMore(
    orders.judge(run),
    ordersAcrossPages(run).map(({ violation }) => violation),
  );
}

function withMore(outcome: Outcome, left: readonly Violation[]): Outcome {
  if (left.length === 0) return outcome;
  const [violations, evidence] = [
    'violations' in outcome ? outcome.violations : [],
    'evidence' in outcome ? outcome.evidence : {},
  ];
  return { kind: 'fail', violations: [...violations, ...left], evidence };
}

export const pageChecks: readonly Check[] = [
  pageCheck(
    'page-length',
    unless(
      'the document has no list with a parameter for the length of its pages',
      ({ size }) => size !== undefined,
    ),
    'a page is not longer than asked for',
    'Asks for lists in pages of several lengths: none has more entries than were asked for, than the documented maximum, or, where nothing was asked for, than the documented default. A shorter page is no fault.',
    sizes.judge,
    sizes.foreign,
  ),
  pageCheck(
    'pages-each-once',
    unless(NO_PAGES, hasPages),
    'every entry is in one page alone',
    'Walks over a list in short pages, and asks for one long page before and after. As far as both show the same, no entry comes twice. What one walk alone shows is walked once more before anyone is blamed.',
    judgeLaw('each-once'),
    saysNothing(OTHERS_CHANGE),
  ),
  pageCheck(
    'pages-complete',
    unless(NO_PAGES, hasPages),
    'no entry is left out between pages',
    'Walks over a list in short pages, and asks for one long page before and after. What both show is in the short pages, too, and what the run made is in one of the pages of a walk to the end. What is not on one page is not missing.',
    judgeLaw('none-left-out'),
    saysNothing(OTHERS_CHANGE),
  ),
  pageCheck(
    'pages-end',
    unless(NO_PAGES, hasPages),
    'a walk over the pages of a list ends',
    'Asks for what is behind the last entry of a list: no entry comes again, and no text or link leads round, or on and on. A number behind the last page may mean the last page where answers tell how many there are. What numbered pages tell of themselves holds: none says that it is the last one while another follows, that there are fewer pages than have entries, or that it is another one, or of another length, than was asked for and is shown; a total that by its description counts all is not that of one page, what was removed is no longer in one that was right before, and one that is said to be the number of entries on all pages is what all pages show. A last page says that another one follows nowhere where the document says that it says so only then (`whether there are more`).',
    judgeLaw('walk-ends'),
    saysNothing(OTHERS_CHANGE),
  ),
  pageCheck(
    'filter-holds',
    unless(
      'the document has no list with a parameter that bears the name of a member',
      (model) => model.filters.length > 0,
    ),
    'a filter leaves out what has another value',
    'Asks for the entries with one value of a member, where a query parameter bears its name or takes conditions about it (`userName eq "bjensen"`): no entry has another value, and none that has it is left out. A number may be a bound, and words of a text may be looked for in any way. Behind the first page it holds as well.',
    judgeAllFilters,
    filters.foreign,
  ),
  pageCheck(
    'order-holds',
    unless(
      'the document has no list with a parameter whose values name members to sort by, and tells of no order',
      ({ sorting, toldOrder }) => sorting !== undefined || toldOrder !== undefined,
    ),
    'a list is in the order that was asked for, or that it has by the document',
    'Asks for lists in the documented orders, and for none where the document has a default or says in a whole sentence which order there is, and compares numbers, times, and texts that stand in one order in every alphabet. Equal values, and those that are missing, may stand anywhere. What holds within each page and not over all of them is walked once more.',
    judgeAllOrders,
    orders.foreign,
  ),
];
