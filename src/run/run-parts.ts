import type { Capabilities, Check, JudgedRun } from '../checks/check.ts';
import { creationsOf, listingsOf, markersIn, sentMarkers } from '../checks/creations.ts';
import type { Outcome } from '../checks/outcome.ts';
import type { Contract } from '../oracle/contract.ts';
import type { Reading } from '../oracle/reading.ts';
import { combineOutcomes } from './combine-outcomes.ts';
import { judgedRun, outcomeOf } from './judge-run.ts';
import type { RecordHeader } from './record.ts';

/*
 * A run that was cut off and resumed has parts. What happened between them nobody knows: requests that were under way, other
 * users, a window that ended, a service that was started anew. So no check of limits takes what stands on both sides of a
 * gap for one sequence, and the others do so only where the service still has what the part before created. Otherwise
 * each part is judged for itself, and what the parts show adds up.
 */

/** The readings of each part, the latest last. `resumes` is the header's; without it there is one part. */
export function readingsByPart(
  readings: readonly Reading[],
  resumes: RecordHeader['resumes'] = [],
): readonly (readonly Reading[])[] {
  const ends = resumes.map(({ lastExchange }) =>
    readings.findIndex(({ exchange }) => exchange.id === lastExchange),
  );
  const cuts = ends.filter((end) => end >= 0).map((end) => end + 1);
  return [0, ...cuts].map((start, at) => readings.slice(start, cuts[at]));
}

function answeredText({ exchange: { result } }: Reading): string {
  return result.kind === 'answer' ? new TextDecoder().decode(result.answer.body) : '';
}

/** Whether a part created something that a list of a later part should show, and whether one does. */
export function stateAcross(before: JudgedRun, after: JudgedRun): 'kept' | 'lost' | 'none' {
  const created = creationsOf(before).flatMap(({ reading }) => sentMarkers(reading));
  if (created.length === 0) return 'none';
  const listed = new Set(listingsOf(after).flatMap(({ reading }) => markersIn(answeredText(reading))));
  return created.some((marker) => listed.has(marker)) ? 'kept' : 'lost';
}

/** A run by its parts, the latest last: apart for what tells of limits, joined for the rest where the state was kept. */
export type RunParts = { readonly apart: readonly JudgedRun[]; readonly joined: readonly JudgedRun[] };

/** Sets the parts of a run up to be judged. */
export function judgedParts(
  contract: Contract,
  capabilities: Capabilities,
  parts: readonly (readonly Reading[])[],
): RunParts {
  const judged = (readings: readonly Reading[]): JudgedRun => judgedRun(contract, capabilities, readings);
  const [first = [], ...later] = parts;
  if (later.length === 0) {
    const whole = [judged(first)];
    return { apart: whole, joined: whole };
  }
  const joined: (readonly Reading[])[] = [first];
  for (const part of later) {
    const before = joined.at(-1) ?? [];
    if (stateAcross(judged(before), judged(part)) === 'kept') joined.splice(-1, 1, [...before, ...part]);
    else joined.push(part);
  }
  return { apart: parts.map(judged), joined: joined.map(judged) };
}

function isOfLimits({ suite }: Check): boolean {
  return suite === 'rate-limit-headers' || suite === 'rate-limit-enforcement';
}

/** What a check comes to over all parts of a run. */
export function outcomeOverParts(check: Check, { apart, joined }: RunParts): Outcome {
  const [own = { kind: 'inconclusive', reason: 'nothing was sent' }, ...earlier] = (
    isOfLimits(check) ? apart : joined
  )
    .map((part) => outcomeOf(check, part))
    .toReversed();
  return earlier.length === 0 ? own : combineOutcomes(own, earlier);
}
