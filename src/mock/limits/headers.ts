import { printHttpDate } from '../../http/date.ts';
import type { RateLimits } from '../../interface/model.ts';
import type { HeaderLine, Refusal } from '../answers/stages/stages.ts';
import type { Charge, WindowView } from './limiter.ts';

function resetValue(form: RateLimits['resetForm'], window: WindowView, now: number): number {
  switch (form) {
    case 'unix-seconds':
      return Math.ceil(window.resetAt / 1000);
    case 'delta-seconds':
      return Math.max(0, Math.ceil((window.resetAt - now) / 1000));
  }
}

/** The rate-limit headers of an answer, as documented; times are rounded up, so that who waits for them never comes early. */
export function rateLimitHeaders(
  rateLimits: RateLimits | undefined,
  charge: Charge,
  now: number,
): readonly HeaderLine[] {
  if (rateLimits === undefined || charge.kind === 'unlimited') return [];
  if (charge.kind === 'accepted' && rateLimits.headersOn === 'limited') return [];
  const { limit, remaining, reset } = rateLimits.headers;
  const { window } = charge;
  const lines: HeaderLine[] = [];
  if (limit !== undefined) lines.push([limit, String(window.quota.limit)]);
  if (remaining !== undefined) lines.push([remaining, String(window.remaining)]);
  if (reset !== undefined) lines.push([reset, String(resetValue(rateLimits.resetForm, window, now))]);
  return lines;
}

/** The header that says when a refused caller may come back, in whole seconds (RFC 9110 section 10.2.3). */
export function retryAfterHeader(
  rateLimits: RateLimits | undefined,
  retryAt: number,
  now: number,
): readonly HeaderLine[] {
  const name = rateLimits?.headers.retryAfter;
  return name === undefined ? [] : [[name, String(Math.max(1, Math.ceil((retryAt - now) / 1000)))]];
}

/** When a caller may come back by what it was told; infinite where a refusal says nothing that can be read as seconds. */
export function toldRetryAt(
  refusal: Refusal | undefined,
  rateLimits: RateLimits | undefined,
  now: number,
): number {
  if (refusal === undefined) return now;
  const value = refusal.headers.find(([name]) => name === rateLimits?.headers.retryAfter)?.[1] ?? '';
  return /^\d+$/.test(value) ? now + Number(value) * 1000 : Number.POSITIVE_INFINITY;
}

const SECOND_MS = 1000;

/** Makes `Date` lines (RFC 9110 section 6.6.1) of times in ms since the epoch; within a second the same one. */
export function createDateLine(): (now: number) => HeaderLine {
  let second = Number.NaN;
  let line: HeaderLine = ['Date', ''];
  return (now) => {
    const asked = Math.floor(now / SECOND_MS);
    if (asked !== second) {
      second = asked;
      line = ['Date', printHttpDate(now)];
    }
    return line;
  };
}
