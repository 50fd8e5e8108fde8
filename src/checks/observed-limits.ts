import type { RateLimits } from '../interface/model.ts';
import type { Reading } from '../oracle/reading.ts';
import type { JudgedRun, Seen } from './check.ts';
import { excerpt } from './excerpt.ts';
import { countersApart, limiterKind } from './limiter-kind.ts';
import { readQuota, resetAtMs } from './rate-limit-answers.ts';

/** Who sent a request, as far as its credential tells. */
export function callerOf(reading: Reading, preposition: 'on' | 'with'): string {
  const { kind } = reading.exchange.request.credential;
  if (kind === 'undetermined') return `${preposition} a credential that assay doesn't know`;
  return kind === 'valid' ? `${preposition} the key` : 'without a valid key';
}

function windows(limits: RateLimits, reading: Reading): Seen[] {
  const { answer } = reading;
  if (answer === undefined) return [];
  const { limit } = readQuota(limits, answer);
  const resetMs = resetAtMs(limits, answer);
  const seen: Seen[] = [];
  if (limit !== undefined) seen.push([`limit ${callerOf(reading, 'on')}`, String(limit), reading]);
  if (resetMs !== undefined && answer.dateMs !== undefined) {
    const inS = Math.round((resetMs - answer.dateMs) / 1000);
    const scale =
      inS <= 1 ? 'at once' : inS <= 61 ? 'within a minute' : inS <= 3601 ? 'within an hour' : 'within a day';
    seen.push([`reset ${callerOf(reading, 'on')}`, scale, reading]);
  }
  return seen;
}

/** Whether a request took one from the remaining ones: compares neighbours that went one after the other. */
function counting(limits: RateLimits, run: JudgedRun): Seen[] {
  const seen: Seen[] = [];
  const onKey = run.readings.filter((reading) => reading.exchange.request.credential.kind === 'valid');
  for (const [index, reading] of onKey.entries()) {
    const before = onKey[index - 1];
    if (before?.answer === undefined || reading.answer === undefined) continue;
    const [a, b] = [readQuota(limits, before.answer), readQuota(limits, reading.answer)];
    if (a.remaining === undefined || b.remaining === undefined || a.limit !== b.limit) continue;
    if (reading.exchange.startMs < before.exchange.endMs || reading.answer.status < 400) continue;
    const status = reading.answer.status;
    if (b.remaining < a.remaining) seen.push([`requests that get ${status} on the key`, 'count', reading]);
    if (b.remaining === a.remaining)
      seen.push([`requests that get ${status} on the key`, 'do not count', reading]);
  }
  return seen;
}

/** Limits, windows and what counts, as the fields of the run tell. */
export function observedLimits(run: JudgedRun): Seen[] {
  const limits = run.contract.interface.rateLimits;
  if (limits === undefined) return [];
  const { limit: name } = limits.headers;
  const bare = run.readings.flatMap((reading): Seen[] => {
    const { answer, expectation } = reading;
    if (answer === undefined || name === undefined || answer.header(name).length > 0) return [];
    if (expectation.operation?.documentation === 'full' && expectation.otherwise === 'breaks') return [];
    return [['answers outside of the document without rate-limit fields', String(answer.status), reading]];
  });
  return [
    ...run.readings.flatMap((reading) => windows(limits, reading)),
    ...limiterKind(run, limits),
    ...countersApart(run, limits),
    ...counting(limits, run),
    ...bare,
  ];
}

/** Form of Retry-After and the fields of refusals. */
export function observedRefusals(run: JudgedRun): Seen[] {
  const limits = run.contract.interface.rateLimits;
  if (limits === undefined) return [];
  return run.readings
    .filter((reading) => reading.answer?.limited === true)
    .flatMap((reading): Seen[] => {
      const retryAfter = limits.headers.retryAfter ?? 'Retry-After';
      const [value] = reading.answer?.header(retryAfter) ?? [];
      const form =
        value === undefined ? 'missing' : /^\d+$/.test(value) ? 'seconds' : 'a date or another form';
      const shown = value === undefined ? form : `${form} (${excerpt(value)})`;
      return [[`${retryAfter} ${callerOf(reading, 'on')}`, shown, reading]];
    });
}
