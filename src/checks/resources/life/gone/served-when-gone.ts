import type { Interface, Operation } from '../../../../interface/model.ts';
import { leavesRemovedAsIs } from '../../../../interface/resources/words/states/told-removals.ts';
import type { Reading } from '../../../../oracle/reading.ts';
import { statusText } from '../../../statuses.ts';
import { type Life, type LifeCourt, showsAbsence } from '../life.ts';
import { isAsked } from '../states/sure-states.ts';

/** Changes that were served of an entry which was removed: it is gone, or kept and to be left as it is. */

/** True for an update sent to a list that by its document may make something there: a name in its body that nothing has is no hindrance to that. */
function mayMake(operation: Operation | undefined): boolean {
  return operation?.namedBy?.in === 'body' && operation.responses.some(({ status }) => status === '201');
}

/** Judges a change that was served although its entry was removed. */
export function judgeServedWhenGone(
  court: LifeCourt,
  life: Life,
  part: 'change' | 'replace',
  reading: Reading,
): void {
  const removal = life.removedBy;
  const isSure =
    removal !== undefined && removal.answer?.status !== 202 && showsAbsence(reading.expectation.operation);
  // What a PUT made by its own identity, a PUT makes again.
  const isMadeAgain =
    reading.answer?.status === 201 ||
    life.madeBy.expectation.operation === life.resource.replace ||
    mayMake(reading.expectation.operation);
  if (part === 'replace' && (isMadeAgain || !isSure)) {
    life.standing = 'unknown';
    life.changedMs = reading.exchange.endMs;
    life.given.clear();
    return;
  }
  if (!isSure || !life.isKnownGone) {
    // Where the entry is still shown, and tells that it was removed, it may well have been changed.
    life.given.clear();
    life.dropped.clear();
    return;
  }
  court.breaks(
    'removed-is-gone',
    life,
    { telling: reading, others: [removal] },
    {
      expected: '404 or 410: the entry was removed',
      actual: reading.answer === undefined ? 'no answer' : statusText(reading.answer),
      deviation: 'what was removed can still be changed',
    },
  );
}

/** Judges a change that was served of what was removed and is kept, where the document says that it is left as it is. */
export function judgeServedWhenKept(
  court: LifeCourt,
  document: Interface,
  life: Life,
  reading: Reading,
): void {
  const { operation } = reading.expectation;
  const { removedBy } = life;
  if (operation === undefined || removedBy === undefined || reading.answer === undefined) return;
  if (!life.isKeptAsRemoved || removedBy.answer?.status === 202 || !isAsked(reading)) return;
  if (!leavesRemovedAsIs(document, operation)) return;
  court.breaks(
    'removed-is-gone',
    life,
    { telling: reading, others: [removedBy] },
    {
      expected: 'a refusal: by the document what was removed is not changed',
      actual: statusText(reading.answer),
      deviation: 'what was removed can still be changed',
    },
  );
}
