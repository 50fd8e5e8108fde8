import type { RateLimits } from '../../interface/model.ts';
import type { Reading } from '../../oracle/reading.ts';
import type { JudgedRun, Seen } from '../check.ts';
import { excerpt } from '../outcome.ts';
import { readQuota, resetAtMs, traceOf, type TracePoint } from './quota-trace.ts';

const FEWEST_POINTS = 8;
const SAME_RESET_MS = 2_000;
const MINUTE_MS = 60_000;

function describe(resets: readonly number[]): string {
  const [first = 0] = resets;
  const spread = Math.max(...resets) - Math.min(...resets);
  if (spread > SAME_RESET_MS) return 'a sliding window or a token bucket: the reset moves with the requests';
  const aligned = resets.every((reset) => reset % MINUTE_MS === 0);
  if (aligned) return 'a fixed window, aligned to the minute';
  return first % MINUTE_MS === 0 ? 'a fixed window' : 'a fixed window from the first request';
}

function beforeRefusal(trace: readonly TracePoint[]): readonly TracePoint[] {
  const end = trace.findIndex((point) => point.answer.limited);
  return end < 0 ? trace : trace.slice(0, end);
}

/** What kind of limiter the trace looks like. A guess that is printed and never judged. */
function limiterKind(run: JudgedRun, limits: RateLimits): Seen[] {
  if (run.readings.length < FEWEST_POINTS) return [];
  const points = beforeRefusal(traceOf(run, limits));
  const last = points.at(-1);
  const resets = points
    .filter((point) => point.limit === last?.limit)
    .flatMap((point) => point.resetMs ?? []);
  if (last === undefined || resets.length < FEWEST_POINTS) return [];
  return [['limiter looks like', describe(resets), last.reading]];
}

/** Whether requests without a valid key are counted apart from those on the key, as far as the fields tell. */
function countersApart(run: JudgedRun, limits: RateLimits): Seen[] {
  if (run.readings.length < 2) return [];
  let key: ReturnType<typeof readQuota> | undefined;
  for (const reading of run.readings) {
    if (reading.answer === undefined) continue;
    const quota = readQuota(limits, reading.answer);
    if (quota.remaining === undefined) continue;
    if (reading.exchange.request.credential.kind === 'valid') {
      key = quota;
      continue;
    }
    if (reading.exchange.request.credential.kind === 'other-key') continue;
    if (key?.remaining === undefined) continue;
    const gap =
      key.remaining > quota.remaining ? key.remaining - quota.remaining : quota.remaining - key.remaining;
    const apart = key.limit !== quota.limit || gap > 3n;
    const value = apart ? 'counted apart from the key' : 'counted with the key, or by an equal counter';
    return [['requests without a valid key', value, reading]];
  }
  return [];
}

/** Who sent a request, as far as its credential tells. */
export function callerOf(reading: Reading, preposition: 'on' | 'with'): string {
  const { kind } = reading.exchange.request.credential;
  if (kind === 'undetermined') return `${preposition} a credential that assay doesn't know`;
  if (kind === 'other-key') return `${preposition} the key of another user`;
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
  if (run.readings.length < 2) return [];
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
