import { parseHttpDate, parseOtherDate } from './http-date.ts';

export type RetryAfter =
  | { readonly kind: 'seconds'; readonly seconds: number }
  /** `waitMs`: how long that is after the `Date` of the same answer, not below 0; `undefined` without a Date. */
  | {
      readonly kind: 'date';
      readonly atMs: number;
      readonly waitMs: number | undefined;
      /** True for the only form that may be sent, an IMF-fixdate. */
      readonly isHttpDate: boolean;
    }
  | { readonly kind: 'invalid'; readonly reason: string };

/** What a count of seconds too large to hold stands for, RFC 9111 section 1.2.2. */
const MAX_SECONDS = 2_147_483_648;

/**
 * Parses the value of `Retry-After` (RFC 9110 section 10.2.3). `dateMs` is the time that the answer's own `Date` gives.
 * Dates in forms that may not be sent are read as well: whoever asks for a wait gets it.
 * More seconds than 2^31 count as 2^31.
 */
export function parseRetryAfter(value: string, dateMs: number | undefined): RetryAfter {
  if (/^\d+$/.test(value)) {
    return { kind: 'seconds', seconds: Math.min(Number(value), MAX_SECONDS) };
  }
  const httpDateMs = parseHttpDate(value);
  const atMs = httpDateMs ?? parseOtherDate(value);
  if (atMs !== undefined) {
    const waitMs = dateMs === undefined ? undefined : Math.max(0, atMs - dateMs);
    return { kind: 'date', atMs, waitMs, isHttpDate: httpDateMs !== undefined };
  }
  const shown = value.length > 60 ? `${value.slice(0, 60)}…` : value;
  return { kind: 'invalid', reason: `"${shown}" is neither a number of seconds nor an HTTP date` };
}
