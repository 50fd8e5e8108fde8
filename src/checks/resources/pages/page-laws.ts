import type { ListModel } from '../../../interface/resources/lists/pages.ts';
import { partOf, type Resource } from '../../../interface/resources/resources.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { onceFor } from '../../../system/once-for.ts';
import { BAD_BODIES, type JudgedRun } from '../../check.ts';
import type { Violation } from '../../outcome.ts';
import { SAFE_METHODS } from '../../../http/exchange.ts';
import { placeAskedBy } from '../creations/creations.ts';
import { putsAway } from '../life/members/shown-values.ts';
import { TELLING_LAG_MS } from '../judges.ts';
import { Ownership } from '../ownership/ownership.ts';
import { isBelow, type OwnEntry } from '../ownership/own-entries.ts';
import { deedOf, entryIn, isSuccess, pathOfEntry } from '../deeds.ts';
import { type ListAsk, listAskOf, type Page } from './page-asks.ts';
import { filled, type Finding, isSameKind, isSteady, PageCourt, type PageLaw } from './page-court.ts';
import { type Counted, countedOtherwise, type Removal, removedAndCounted } from './wrong-counts.ts';
import { isEmptyBehind } from './told-pages.ts';
import { MOST_NAMED, violationOf, wrongBefore } from './way-on.ts';
import { isRefused, type Walk, walksIn, walkRefusedAt } from './walks.ts';

/**
 * What walks over lists have to show: every entry once, none left out, and an end. Lists of others change while they are walked, so
 * a walk is held against what the list showed before and after it, as far as the two are the same, and against entries of the run
 * that were there all the time. What one walk shows alone is no fault: it has to come again.
 */

/** False for an entry at a path of the client's own choice, where the answer has another identity for it: lists may have that, too. */
function isShownByItsPath(run: JudgedRun, path: string, madeBy: Reading, resource: Resource): boolean {
  const [made, deed] = [entryIn(resource, madeBy), deedOf(run.contract, madeBy)];
  const shown =
    made === undefined || deed === undefined ? undefined : pathOfEntry(resource, deed.values, made);
  return shown === undefined || shown === path;
}

/**
 * The entries that a request put where a list may show them no more: an action was done to them, or the answer tells that they are put
 * away. What is left out of a list on purpose is not left out between pages.
 */
function putAside({ contract }: JudgedRun, reading: Reading, own: readonly OwnEntry[]): readonly string[] {
  if (!isSuccess(reading)) return [];
  const deed = deedOf(contract, reading);
  const place = deed === undefined ? placeAskedBy(contract, reading) : undefined;
  const isAction = !SAFE_METHODS.has(reading.exchange.request.method) && place !== undefined;
  if (isAction) return own.flatMap((one) => (isBelow(one, place) ? [one.path] : []));
  const entry = deed === undefined ? undefined : entryIn(deed.resource, reading);
  if (deed === undefined || !Object.entries(entry ?? {}).some(([name, value]) => putsAway(name, value)))
    return [];
  return own.flatMap(({ path, madeBy }) => (path === deed.path || madeBy === reading ? [path] : []));
}

/** Entries of the run that were there long enough before a walk to the end of a list, and are in none of its pages. */
function judgeOwn(
  court: PageCourt,
  run: JudgedRun,
  walk: Walk,
  own: readonly OwnEntry[],
  aside: ReadonlySet<string>,
): void {
  const pages = filled(walk);
  const [first, last] = [walk.pages[0], walk.pages.at(-1)];
  if (!walk.isEnded || pages === undefined || first === undefined || last === undefined) return;
  if (pages.some(({ entries, count }) => entries.length < count)) return;
  if (first.rest !== '' || first.model.isCutByDefault || !isSteady(walk, pages)) return;
  const found = partOf(run.contract.interface, first.model.operation);
  const deed = deedOf(run.contract, first.reading);
  if (found?.part !== 'list' || deed === undefined) return;
  const shown = new Set(
    pages.flatMap((page) => page.entries.map((entry) => pathOfEntry(found.resource, deed.values, entry))),
  );
  if (shown.has(undefined)) return;
  const startMs = first.reading.exchange.startMs;
  const there = own.filter(
    ({ resource, path, place, madeBy, standing }) =>
      resource === found.resource &&
      standing === 'there' &&
      !aside.has(path) &&
      (place === first.path || path.slice(0, path.lastIndexOf('/')) === first.path) &&
      madeBy.answer?.status !== 202 &&
      isShownByItsPath(run, path, madeBy, resource) &&
      !BAD_BODIES.includes(madeBy.expectation.situation),
  );
  const wanted = there.filter(({ madeBy }) => madeBy.exchange.endMs + TELLING_LAG_MS <= startMs);
  for (const { path } of there)
    if (shown.has(path)) court.late.delete(path);
    else if (!wanted.some((one) => one.path === path)) court.late.set(path, first.model);
  for (const { path } of wanted) if (shown.has(path)) court.foundAgain(path);
  for (const lost of wanted.filter(({ path }) => !shown.has(path)).slice(0, MOST_NAMED))
    court.breaks(
      'none-left-out',
      walk,
      last,
      [],
      {
        expected: `${lost.path}, which the run made, in one of the pages`,
        actual:
          pages.length === 0
            ? 'the list is empty'
            : `${String(pages.length)} pages to the end of the list, and it is in none`,
        deviation: 'an entry is in no page',
      },
      lost.path,
    );
  if (wanted.length > 0 && wanted.every(({ path }) => shown.has(path)))
    court.proves('none-left-out', first.model);
}

/** A way to the next page that an answer told and that is refused, where others of the walk led on. */
function judgeStep(court: PageCourt, walks: readonly Walk[], ask: ListAsk, before?: ListAsk): void {
  const walk = walkRefusedAt(walks, ask, before);
  const last = walk?.pages.at(-1);
  if (walk === undefined || last === undefined) return;
  court.breaks('walk-ends', walk, { ...last, reading: ask.reading }, [last], {
    expected: 'a way to the next page that leads on, or none',
    actual: `${String(ask.reading.answer?.status)} for the way to the next page that the answer before told`,
    deviation: 'the way to the next page is refused',
  });
}

/** Beyond that a number may be too large for a service. */
const LARGEST_POSITION = 10_000;

/** What is behind the end and is refused, where the document says that it is empty. `before`: what was asked of the list before. */
function judgeBehind(court: PageCourt, walks: readonly Walk[], ask: ListAsk, before?: ListAsk): void {
  const { model, position, rest, path, size } = ask;
  const by = model.pages?.by;
  const isNumbered = (by === 'page' || by === 'offset') && Number(position) <= LARGEST_POSITION;
  if (!isNumbered || !isRefused(ask) || before?.rest !== rest || before.size !== size) return;
  const walk = walks.find(({ pages }) => pages.at(-1)?.reading === before.reading);
  const last = walk?.pages.at(-1);
  if (walk === undefined || last === undefined || last.path !== path || !isEmptyBehind(model)) return;
  court.breaks('walk-ends', walk, { ...last, reading: ask.reading }, [last], {
    expected: 'an empty page: by the document there is one behind the end',
    actual: `${String(ask.reading.answer?.status)} for ${model.pages?.position?.name ?? 'position'}=${position ?? ''}`,
    deviation: 'what is behind the end is refused',
  });
}

/** The lists that an entry of the run was removed from by a request that was served. */
function removalsBy(run: JudgedRun, reading: Reading, own: readonly OwnEntry[]): readonly Removal[] {
  const deed = deedOf(run.contract, reading);
  if (deed?.part !== 'remove' || !isSuccess(reading) || reading.answer?.status === 202) return [];
  const removed = own.filter(({ path, standing }) => path === deed.path && standing === 'there');
  return removed.map(({ place }) => ({ place, atMs: reading.exchange.endMs }));
}

/** The number of all that a walk was told, once there was time enough for it to follow what was made and removed. */
function judgeCount(court: PageCourt, walk: Walk, what: string, counted: Counted | undefined): void {
  const [first] = walk.pages;
  if (first === undefined) return;
  const about = `${what} in ${first.path}?${first.rest}`;
  if (counted?.isLate === true) court.late.set(about, first.model);
  else court.late.delete(about);
  if (counted?.isLate === false)
    court.breaks('walk-ends', walk, counted.telling, [counted.other], counted.words);
}

const courtOf = onceFor((run: JudgedRun): PageCourt => {
  const walks = walksIn(run);
  const asked = new Map<string, ListAsk>();
  const court = new PageCourt(run.contract.interface, walks);
  const ends = new Map(walks.map((walk) => [walk.pages.at(-1)?.reading, walk]));
  const ownership = new Ownership(run.contract, run.foreign);
  const removals: Removal[] = [];
  const aside = new Set<string>();
  let wroteMs = Number.NEGATIVE_INFINITY;
  for (const reading of run.readings) {
    removals.push(...removalsBy(run, reading, ownership.entries));
    ownership.note(reading);
    const { request, endMs } = reading.exchange;
    if (!SAFE_METHODS.has(request.method) && isSuccess(reading)) wroteMs = endMs;
    for (const path of putAside(run, reading, ownership.entries)) aside.add(path);
    const ask = listAskOf(run.contract, reading);
    if (ask !== undefined) {
      judgeStep(court, walks, ask, asked.get(ask.path));
      judgeBehind(court, walks, ask, asked.get(ask.path));
      asked.set(ask.path, ask);
    }
    const walk = ends.get(reading);
    if (walk === undefined) continue;
    court.judge(walk);
    judgeOwn(court, run, walk, ownership.entries, aside);
    judgeCount(court, walk, 'how many', removedAndCounted(walks, walk, removals));
    const counted = countedOtherwise(walks, walk, wroteMs);
    if (counted !== undefined)
      judgeCount(court, walk, 'how many on all pages', counted === 'right' ? undefined : counted);
  }
  return court;
});

/** True where the last walk over a list lacks an entry of the run that had just been made, or counts one that was just removed: it may lag. */
export function isLate(run: JudgedRun, { operation }: ListModel): boolean {
  return [...courtOf(run).late.values()].some((model) => model.operation === operation);
}

/** What the walks of a run say about one law: what came twice, and what was kept. `unsure`: what came once alone. */
export function pageFindings(
  run: JudgedRun,
  law: PageLaw,
): {
  readonly violations: readonly Violation[];
  readonly proofs: readonly string[];
  readonly unsure: readonly Page[];
} {
  const { findings, proofs } = courtOf(run);
  const own = findings.filter((finding) => finding.law === law);
  const isConfirmed = (finding: Finding): boolean =>
    own.some((other) => other.walk !== finding.walk && isSameKind(finding, other));
  const violations = own.filter(isConfirmed).map(violationOf);
  const before = law === 'none-left-out' ? wrongBefore(run).map(violationOf) : [];
  return {
    violations: [...violations, ...before],
    proofs: proofs.filter((proof) => proof.law === law).map(({ model }) => model.operation.id),
    unsure: own.filter((finding) => !isConfirmed(finding)).map(({ telling }) => telling),
  };
}
