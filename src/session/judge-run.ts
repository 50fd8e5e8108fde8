import { percentDecoded } from '../http/target.ts';
import {
  type Capabilities,
  type Check,
  type JudgedRun,
  suiteTraits,
  whyNotApplicable,
} from '../checks/check.ts';
import type { Evidence, Observation, Outcome, Violation } from '../checks/outcome.ts';
import {
  creationsOf,
  isMadeAt,
  listingsOf,
  madeOf,
  markersIn,
  placeOf,
  sentMarkers,
} from '../checks/resources/creations/creations.ts';
import { allCreationsOf } from '../checks/resources/creations/made-at-once.ts';
import { isMissing } from '../checks/resources/judges.ts';
import { Ownership } from '../checks/resources/ownership/ownership.ts';
import { unplacedOf } from '../checks/resources/ownership/unplaced.ts';
import { narrowedListings } from '../checks/resources/lists/narrowed.ts';
import { touchedFrom } from '../checks/resources/ownership/touched.ts';
import { isWhole } from '../checks/resources/promises.ts';
import type { Collection, Interface } from '../interface/model.ts';
import type { Contract } from '../oracle/contract.ts';
import { readExchange, type Reading } from '../oracle/reading.ts';
import type { Leftover, RecordHeader, RunSettings } from '../record/record.ts';
import { onceForBoth } from '../system/once-for.ts';
import { besideBaselines } from './baseline.ts';
import type { ProbeContext } from './probe.ts';

/** True when a later exchange stands for this one: it got a 5xx or no answer at all. */
function isDoubtful(reading: Reading): boolean {
  return reading.answer === undefined || (reading.answer.status >= 500 && !reading.answer.limited);
}

/** Sets the readings of a run apart: those that count, and those that were repeated after a fault of the transport. */
export function judgedRun(
  contract: Contract,
  capabilities: Capabilities,
  readings: readonly Reading[],
): JudgedRun {
  const repeated = new Set(readings.map((reading) => reading.exchange.repeats));
  const isSuperseded = (reading: Reading): boolean =>
    isDoubtful(reading) && repeated.has(reading.exchange.id);
  return {
    contract,
    capabilities,
    readings: readings.filter((reading) => !isSuperseded(reading)),
    superseded: readings.filter(isSuperseded),
  };
}

/** The outcome of a check over a run. A check that throws is a fault of assay, never of the target. */
export function outcomeOf(check: Check, run: JudgedRun): Outcome {
  const reason = whyNotApplicable(run.contract.interface, check);
  if (reason !== undefined) return { kind: 'not-applicable', reason };
  try {
    const outcome = check.judge(run);
    return outcome.kind === 'inconclusive' && check.sharpens === true
      ? { kind: 'not-applicable', reason: outcome.reason }
      : outcome;
  } catch (error) {
    return {
      kind: 'harness-error',
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

/** True when an entry of this run is missing in the last list. */
export function isIncomplete(context: ProbeContext, collection: Collection): boolean {
  const run = judgedRun(context.session.contract, context.capabilities, context.session.readings);
  const creations = allCreationsOf(run);
  const whole = listingsOf(run).findLast((listing) => listing.collection === collection);
  return creations.some((creation) => {
    if (creation.collection !== collection) return false;
    const last = whole ?? narrowedListings(run, creation).at(-1);
    return (
      last !== undefined &&
      isWhole(run, last) &&
      isMadeAt(creation, placeOf(last.reading)) &&
      isMissing(last, creation, creations) &&
      last.reading.exchange.startMs < touchedFrom(run, creation)
    );
  });
}

/** Exchanges that an observation names at most. */
const MOST_EXCHANGES = 5;
const BETWEEN_VALUES = '; ';

function evidenceOf(outcomes: readonly Outcome[]): Evidence {
  const sum = new Map<string, number>();
  for (const outcome of outcomes) {
    if (!('evidence' in outcome)) continue;
    for (const [operation, count] of Object.entries(outcome.evidence))
      sum.set(operation, (sum.get(operation) ?? 0) + count);
  }
  return Object.fromEntries(sum);
}

function violationsOf(outcomes: readonly Outcome[]): readonly Violation[] {
  return outcomes.flatMap((outcome) => ('violations' in outcome ? outcome.violations : []));
}

function observationsOf(outcomes: readonly Outcome[]): readonly Observation[] {
  const all = outcomes.flatMap((outcome) => (outcome.kind === 'observed' ? outcome.observations : []));
  return [...Map.groupBy(all, ({ name }) => name)].map(([name, same]) => ({
    name,
    value: [...new Set(same.flatMap(({ value }) => value.split(BETWEEN_VALUES)))].join(BETWEEN_VALUES),
    exchanges: same.flatMap(({ exchanges }) => exchanges).slice(0, MOST_EXCHANGES),
  }));
}

/**
 * One outcome of a check for several runs against the same service: what broke it anywhere is broken, what proves it
 * adds up. `own` is the outcome of the run that was made for the check; it stands where the others say nothing.
 */
export function combineOutcomes(own: Outcome, others: readonly Outcome[]): Outcome {
  const all = [own, ...others];
  const [violations, evidence] = [violationsOf(all), evidenceOf(all)];
  if (all.some(({ kind }) => kind === 'fail')) return { kind: 'fail', violations, evidence };
  const fault = all.find(({ kind }) => kind === 'harness-error');
  if (fault !== undefined) return fault;
  if (all.some(({ kind }) => kind === 'warn')) return { kind: 'warn', violations, evidence };
  if (all.some(({ kind }) => kind === 'pass')) return { kind: 'pass', evidence };
  const observations = observationsOf(all);
  return observations.length > 0 ? { kind: 'observed', observations } : own;
}

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
  const judged = (readings: readonly Reading[]): JudgedRun =>
    judgedRun(contract, capabilities, besideBaselines(contract, readings));
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

/** What a check comes to over all parts of a run: judged once, however often it is asked. */
export const outcomeOverParts: (parts: RunParts, check: Check) => Outcome = onceForBoth(
  ({ apart, joined }: RunParts, check: Check) => {
    const [own = { kind: 'inconclusive', reason: 'nothing was sent' }, ...earlier] = (
      suiteTraits(check.suite).judgesWindows === true ? apart : joined
    )
      .map((part) => outcomeOf(check, part))
      .toReversed();
    return earlier.length === 0 ? own : combineOutcomes(own, earlier);
  },
);

/** What a run was told about its target and allowed to do, with its plan from the document. */
export function capabilitiesOf(
  settings: Pick<RunSettings, 'plan' | 'exclusive' | 'exhaust' | 'readOnly' | 'shared'>,
  document: Interface,
): Capabilities {
  const plan = document.rateLimits?.plans.find(({ id }) => id === settings.plan);
  const { exclusive, exhaust, readOnly, shared } = settings;
  return { plan, exclusive, exhaust, readOnly, ...(shared === undefined ? {} : { shared }) };
}

/** Readings of a key of which nobody knows whether it is valid: it is refused everywhere. */
export function withUnknownKey(contract: Contract, readings: readonly Reading[]): readonly Reading[] {
  return readings.map(({ exchange }) => {
    const { request } = exchange;
    const isKnown = request.credential.kind !== 'valid';
    const credential = isKnown ? request.credential : ({ kind: 'undetermined' } as const);
    return readExchange(contract, { ...exchange, request: { ...request, credential } });
  });
}

/** What a run created at the service and left behind. */
export function leftoversOf(run: JudgedRun): readonly Leftover[] {
  const ownership = new Ownership(run.contract, run.foreign);
  for (const reading of [...run.superseded, ...run.readings]) ownership.note(reading);
  const gone = ownership.makersOfGone;
  const made = madeOf(run);
  const left = made.filter(({ reading }) => !gone.has(reading));
  const told = new Set(made.map(({ reading }) => reading));
  const others = [
    ...ownership.entries.filter(({ madeBy, standing }) => standing !== 'gone' && !told.has(madeBy)),
    ...ownership.untouched.filter(({ madeBy }) => !told.has(madeBy)),
  ];
  const known = new Set([
    ...told,
    ...gone,
    ...ownership.entries.map(({ madeBy }) => madeBy),
    ...ownership.untouched.map(({ madeBy }) => madeBy),
  ]);
  return [
    ...left.map((creation) => ({
      operation: creation.collection.create.id,
      name: sentMarkers(creation.reading)[0] ?? '',
      identity: creation.identity ?? '',
    })),
    ...others.map(({ madeBy, path }) => ({
      operation: madeBy.expectation.operation?.id ?? '',
      name: sentMarkers(madeBy)[0] ?? '',
      identity: percentDecoded(path.slice(path.lastIndexOf('/') + 1)) ?? '',
    })),
    ...unplacedOf(run)
      .filter(({ reading }) => !known.has(reading))
      .map(({ reading, names }) => ({
        operation: reading.expectation.operation?.id ?? '',
        name: sentMarkers(reading)[0] ?? '',
        identity: reading.answer?.json.kind === 'json' ? (names[0] ?? '') : '',
      })),
  ];
}
