import type { Reading } from '../../../oracle/reading.ts';
import type { JudgedRun } from '../../check.ts';
import { toldRepetitionOf } from '../../../interface/resources/words/told-repetitions.ts';
import { openTribunal, type Tribunal } from '../../judge-each.ts';
import { excerpt, type Outcome, type Violation } from '../../outcome.ts';
import { statusText } from '../../statuses.ts';
import { keyOfRequest, markersOf, sentMarkers, sentText } from '../creations/creations.ts';
import { deedOf, entriesIn, entryIn, locationOf, pathOfEntry } from '../deeds.ts';

/** Creations that were sent twice with one `Idempotency-Key`: they are one. */

/** Where the entry of a creation is, by its identity or else its `Location`. */
function placeOf(run: JudgedRun, reading: Reading): string | undefined {
  const deed = deedOf(run.contract, reading);
  if (deed === undefined) return undefined;
  const entry = entryIn(deed.resource, reading);
  const named = entry === undefined ? undefined : pathOfEntry(deed.resource, deed.values, entry);
  return named ?? locationOf(run.contract, deed.resource, reading);
}

/** A later list that has entries with the text of a creation more than once. */
function listedTwice(run: JudgedRun, again: Reading): Reading | undefined {
  const [marker] = sentMarkers(again);
  const resource = deedOf(run.contract, again)?.resource;
  if (marker === undefined || resource === undefined) return undefined;
  return run.readings.find((reading) => {
    const isLater = reading.exchange.startMs >= again.exchange.endMs;
    if (!isLater || reading.expectation.operation?.id !== resource.list?.id) return false;
    const own = (entriesIn(resource, reading) ?? []).filter((entry) => markersOf(entry).includes(marker));
    return own.length > 1;
  });
}

/** A key of which there is no other (RFC 9562). */
const DRAWN_ONCE = / [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Refusals that are about who asks, how often, or when, and not about the request. */
const OF_THE_MOMENT: ReadonlySet<number> = new Set([401, 403, 407, 408, 423, 425, 429]);

function isOfRequest(status: number): boolean {
  return status >= 400 && status < 500 && !OF_THE_MOMENT.has(status);
}

/** Judges what a key that comes again is answered with, as far as the document says that in words. */
function judgeTold(run: JudgedRun, tribunal: Tribunal, first: Reading, again: Reading): void {
  const { operation } = again.expectation;
  const [before, now] = [first.answer, again.answer];
  if (operation === undefined || before === undefined || now === undefined || now.limited) return;
  const told = toldRepetitionOf(run.contract.interface, operation);
  const breaks = (words: Pick<Violation, 'expected' | 'actual' | 'deviation'>): void => {
    tribunal.breaks({ exchanges: [again.exchange.id, first.exchange.id], operation: operation.id, ...words });
  };
  const isServed = now.status >= 200 && now.status < 300;
  if (sentText(first) !== sentText(again)) {
    if (!told.refusesOther) return;
    if (!isServed) tribunal.proves(operation.id);
    else
      breaks({
        expected: `a refusal: the key came with another body in ${first.exchange.id}`,
        actual: statusText(now),
        deviation: 'a key is taken for another request',
      });
    return;
  }
  if (told.isFirstAnswer && (isServed || isOfRequest(now.status)) && now.status !== before.status)
    breaks({
      expected: `${statusText(before)}, as at first: by the document the first answer comes again`,
      actual: statusText(now),
      deviation: isServed ? 'another status than at first' : 'what comes again with its key is refused',
    });
  if (!isServed) return;
  const { mark } = told;
  if (mark === undefined) return;
  const [marked, early] = [now, before].map((answer) => answer.header(mark).length > 0);
  if (marked === false)
    breaks({
      expected: `${mark}, which an answer has that is given again`,
      actual: 'none',
      deviation: 'an answer that is given again does not say so',
    });
  // Another run may have drawn the same key, but for one that nobody draws twice.
  if (early === true && DRAWN_ONCE.test(keyOfRequest(first) ?? ''))
    tribunal.breaks({
      exchanges: [first.exchange.id],
      operation: operation.id,
      expected: `no ${mark}: it is the first answer to its key`,
      actual: `${mark}: ${before.header(mark).join()}`,
      deviation: 'a first answer says that it is given again',
    });
}

/** Judges creations that were sent twice with the same key and body. */
export function judgeRepetitions(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const firsts = new Map<string, Reading>();
  for (const reading of run.readings) {
    const key = keyOfRequest(reading);
    const status = reading.answer?.status ?? 0;
    const isCreation = deedOf(run.contract, reading)?.part === 'create';
    if (key === undefined || !isCreation || reading.exchange.request.credential.kind !== 'valid') continue;
    const first = firsts.get(key);
    if (first === undefined) {
      if (status >= 200 && status < 300) firsts.set(key, reading);
      continue;
    }
    judgeTold(run, tribunal, first, reading);
    if (sentText(first) !== sentText(reading) || reading.answer === undefined || status >= 500) continue;
    const [before, now] = [placeOf(run, first), placeOf(run, reading)];
    const operation = reading.expectation.operation?.id;
    const list = listedTwice(run, reading);
    const isOther = status < 300 && before !== undefined && now !== undefined && before !== now;
    if (isOther || list !== undefined)
      tribunal.breaks({
        exchanges: [
          reading.exchange.id,
          first.exchange.id,
          ...(list === undefined ? [] : [list.exchange.id]),
        ],
        operation,
        expected: `the entry of ${first.exchange.id}: its key and its body came again`,
        actual: `${statusText(reading.answer)}${isOther ? `, ${excerpt(now)} in place of ${excerpt(before)}` : ', and the list has the entry twice'}`,
        deviation: 'a creation with the same key makes another entry',
      });
    else if (status < 300 && before !== undefined && before === now) tribunal.proves(operation);
  }
  return tribunal.outcome();
}
