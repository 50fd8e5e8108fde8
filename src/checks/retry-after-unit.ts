import { parseRetryAfter } from '../exchange/retry-after.ts';
import type { Interface, RateLimits } from '../interface/model.ts';
import type { Reading } from '../oracle/reading.ts';
import type { Check } from './check.ts';
import { breaks, IRRELEVANT, judgeEach, PROVES, type Verdict } from './judge-each.ts';
import { isRefusal, resetAtMs } from './rate-limit-answers.ts';

/** A thousandth of less than that may be the reset by chance. */
const TELLING_LEFT_MS = 5_000;
const ROUNDING_MS = 1_500;

function unlessStandardField({ rateLimits }: Interface): string | undefined {
  if (rateLimits === undefined) return 'the document states no rate limit';
  const { retryAfter, reset } = rateLimits.headers;
  if (retryAfter?.toLowerCase() !== 'retry-after') return 'the document names no Retry-After';
  return reset === undefined ? 'the document names no field for the reset to compare with' : undefined;
}

/** A wait whose thousandth is the time to the reset of the same answer: whoever wrote it counted milliseconds. */
function unitVerdict(limits: RateLimits, reading: Reading): Verdict {
  const { answer } = reading;
  if (answer === undefined || !isRefusal(limits, reading)) return IRRELEVANT;
  const [value = ''] = answer.header('retry-after');
  const parsed = parseRetryAfter(value, answer.dateMs);
  const resetMs = resetAtMs(limits, answer);
  if (parsed.kind === 'invalid' || resetMs === undefined || answer.dateMs === undefined) return IRRELEVANT;
  if (parsed.kind === 'date') return PROVES;
  const leftMs = resetMs - answer.dateMs;
  if (leftMs < TELLING_LEFT_MS || Math.abs(parsed.seconds - leftMs) > ROUNDING_MS) return PROVES;
  return breaks(
    'Retry-After in seconds (RFC 9110 §10.2.3)',
    `Retry-After: ${value}, the milliseconds to the reset ${Math.round(leftMs / 1000)} s later`,
  );
}

/** A warning: the standard says what the unit is, the document may leave it open. */
export const retryAfterUnitChecks: readonly Check[] = [
  {
    id: 'rate-limit-enforcement.retry-after-unit',
    suite: 'rate-limit-enforcement',
    level: 'http',
    title: 'the wait after a refusal is given in seconds',
    explanation:
      'RFC 9110 §10.2.3: a number in Retry-After counts seconds. A 429 whose number is the time to its own reset in milliseconds counts something else. Longer waits, as for the quota of a day, conform.',
    notApplicable: unlessStandardField,
    judge: ({ contract, readings }) => {
      const limits = contract.interface.rateLimits;
      if (limits === undefined)
        return { kind: 'not-applicable', reason: 'the document states no rate limit' };
      return judgeEach('http', readings, (reading) => unitVerdict(limits, reading));
    },
    foreign: {
      kind: 'each',
      fewestToFail: 1,
      judge: (reading, { contract }) => {
        const limits = contract.interface.rateLimits;
        return limits === undefined ? IRRELEVANT : unitVerdict(limits, reading);
      },
    },
  },
];
