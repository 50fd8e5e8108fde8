import type { RateLimits } from '../interface/model.ts';
import type { JudgedRun, Seen } from './check.ts';
import { traceOf, type TracePoint } from './quota-trace.ts';
import { readQuota } from './rate-limit-answers.ts';

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
export function limiterKind(run: JudgedRun, limits: RateLimits): Seen[] {
  const points = beforeRefusal(traceOf(run, limits));
  const last = points.at(-1);
  const resets = points
    .filter((point) => point.limit === last?.limit)
    .flatMap((point) => point.resetMs ?? []);
  if (last === undefined || resets.length < FEWEST_POINTS) return [];
  return [['limiter looks like', describe(resets), last.reading]];
}

/** Whether requests without a valid key are counted apart from those on the key, as far as the fields tell. */
export function countersApart(run: JudgedRun, limits: RateLimits): Seen[] {
  let key: ReturnType<typeof readQuota> | undefined;
  for (const reading of run.readings) {
    if (reading.answer === undefined) continue;
    const quota = readQuota(limits, reading.answer);
    if (quota.remaining === undefined) continue;
    if (reading.exchange.request.credential.kind === 'valid') {
      key = quota;
      continue;
    }
    if (key?.remaining === undefined) continue;
    const gap =
      key.remaining > quota.remaining ? key.remaining - quota.remaining : quota.remaining - key.remaining;
    const apart = key.limit !== quota.limit || gap > 3n;
    const value = apart ? 'counted apart from the key' : 'counted with the key, or by an equal counter';
    return [['requests without a valid key', value, reading]];
  }
  return [];
}
