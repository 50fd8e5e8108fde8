import type { Interface } from '../interface/model.ts';
import { basePathOf } from '../http/base-path.ts';
import { readExchange, type Reading } from '../oracle/reading.ts';
import type { Clock } from './clock.ts';
import type { RecordHeader, RunRecord } from './record.ts';
import { readingsByPart } from './run-parts.ts';

/** What a run that goes on where another was cut off takes over from its record. */
export type EarlierRun = {
  /** The readings of each part so far. */
  readonly parts: readonly (readonly Reading[])[];
  /** Ids of probes that did all that they set out to do. */
  readonly done: readonly string[];
  /** How the header of the new record names the parts. */
  readonly resumes: NonNullable<RecordHeader['resumes']>;
};

/**
 * Reads what there is of a run. Where lines of its record can't be read, nobody knows what its probes showed: all of them
 * run again. Requests that were broken off say nothing.
 */
export function earlierRun(record: RunRecord, document: Interface): EarlierRun {
  const { header, exchanges, damage, done = [] } = record;
  const contract = { interface: document, basePath: basePathOf(header.settings.url) };
  const readings = [...exchanges.values()]
    .filter(({ result }) => result.kind === 'answer' || result.failure.kind !== 'aborted')
    .map((exchange) => readExchange(contract, exchange));
  const last = readings.at(-1)?.exchange.id;
  const before = header.resumes ?? [];
  const own = last === undefined ? [] : [{ runId: header.runId, lastExchange: last }];
  return {
    parts: readingsByPart(readings, before).filter((part) => part.length > 0),
    done: damage === undefined ? done : [],
    resumes: [...before, ...own],
  };
}

/** A clock whose monotonic time goes on after the earlier exchanges, as much later as the wall clock says. */
export function continuedClock(clock: Clock, { parts }: EarlierRun): Clock {
  const last = parts.at(-1)?.at(-1)?.exchange;
  if (last === undefined) return clock;
  const tookMs = last.endMs - last.startMs;
  const gapMs = Math.max(0, clock.now() - (last.sentAt + tookMs));
  const laterMs = last.endMs + gapMs - clock.monotonicMs();
  return { ...clock, monotonicMs: () => clock.monotonicMs() + laterMs };
}
