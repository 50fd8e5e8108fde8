import { onceFor } from './once-for.ts';
import { parseCount } from './parse-count.ts';
import type { RateLimits } from '../interface/model.ts';
import { isShown } from '../oracle/situation.ts';
import type { AnswerReading, Reading } from '../oracle/reading.ts';

/** The rate-limit fields of one answer, read as the document has them; `undefined` where a field is missing or unreadable. */
export type QuotaReading = {
  readonly limit: bigint | undefined;
  readonly remaining: bigint | undefined;
  readonly reset: bigint | undefined;
};

const quotaNamed = onceFor((names: RateLimits['headers']) =>
  onceFor((answer: AnswerReading): QuotaReading => {
    const read = (name: string | undefined): bigint | undefined => {
      const [value] = name === undefined ? [] : answer.header(name);
      return value === undefined ? undefined : parseCount(value);
    };
    return { limit: read(names.limit), remaining: read(names.remaining), reset: read(names.reset) };
  }),
);

/** Reads the rate-limit fields of an answer. */
export function readQuota(limits: RateLimits, answer: AnswerReading): QuotaReading {
  return quotaNamed(limits.headers)(answer);
}

/**
 * True for an answer of the interface to an operation that is only named: one that serves it, asks for a credential, or has a
 * part of the fields. Whether a service has the operation at all is open, and so is who answers where it has not.
 */
function isAnswerOfNamed(limits: RateLimits, answer: AnswerReading): boolean {
  const { limit, remaining, reset } = limits.headers;
  const names = [limit, remaining, reset].flatMap((name) => name ?? []);
  return answer.status < 300 || answer.status === 401 || names.some((name) => answer.header(name).length > 0);
}

/**
 * The answer, where the document wants rate-limit fields on it: an answer that the document shows, to a request for a
 * documented operation, and one of an operation that is only named. Refusals over the limit are judged apart.
 */
export function owedQuota(limits: RateLimits, reading: Reading): AnswerReading | undefined {
  const { answer, expectation } = reading;
  if (answer === undefined || limits.headersOn !== 'always' || answer.limited) return undefined;
  if (expectation.operation?.documentation === 'named')
    return isAnswerOfNamed(limits, answer) ? answer : undefined;
  if (expectation.operation === undefined) return undefined;
  return isShown(expectation, answer.status) ? answer : undefined;
}

/** Reset as ms since the epoch, with the answer's own Date as the present; `undefined` when it can't be told. */
export function resetAtMs(limits: RateLimits, answer: AnswerReading): number | undefined {
  const { reset } = readQuota(limits, answer);
  if (reset === undefined || reset > 100_000_000_000n) return undefined;
  if (limits.resetForm === 'unix-seconds') return Number(reset) * 1000;
  return answer.dateMs === undefined ? undefined : answer.dateMs + Number(reset) * 1000;
}
