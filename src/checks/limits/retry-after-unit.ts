import { parseRetryAfter } from '../../http/date.ts';
import type { Interface } from '../../interface/model.ts';
import type { AnswerReading } from '../../oracle/reading.ts';
import type { Check, JudgedRun } from '../check.ts';
import { breaks, IRRELEVANT, judgeEach, PROVES, saysNothing, type Verdict } from '../judge-each.ts';
import { excerpt, type Outcome } from '../outcome.ts';
import { sameWindow, traceOf, type TracePoint } from './quota-trace.ts';

/** A thousandth of less than that may be the reset by chance. */
const TELLING_LEFT_MS = 5_000;
const ROUNDING_MS = 1_500;

function unlessStandardField({ rateLimits }: Interface): string | undefined {
  if (rateLimits === undefined) return 'the document states no rate limit';
  const { retryAfter, reset } = rateLimits.headers;
  if (retryAfter?.toLowerCase() !== 'retry-after') return 'the document names no Retry-After';
  return reset === undefined ? 'the document names no field for the reset to compare with' : undefined;
}

/** A refusal in a window that the answer before has shown to be used up: of these alone the wait is to the reset for sure. */
function isOfWindow(point: TracePoint): boolean {
  const { before } = point;
  return before?.remaining === 0n && !before.answer.limited && sameWindow(before, point);
}

/**
 * A wait whose thousandth is the time to the reset of the same answer: whoever wrote it counted milliseconds. One that is that time
 * itself counts seconds, whatever the window: some begin anew at the refusal.
 */
function unitVerdict(point: TracePoint): Verdict {
  const { answer, resetMs } = point;
  const [value = ''] = answer.header('retry-after');
  const parsed = parseRetryAfter(value, answer.dateMs);
  if (parsed.kind === 'invalid' || resetMs === undefined || answer.dateMs === undefined) return IRRELEVANT;
  const leftMs = resetMs - answer.dateMs;
  if (parsed.kind === 'seconds' && Math.abs(parsed.seconds * 1000 - leftMs) <= ROUNDING_MS) return PROVES;
  if (!isOfWindow(point)) return IRRELEVANT;
  if (parsed.kind === 'date') return PROVES;
  if (leftMs < TELLING_LEFT_MS || Math.abs(parsed.seconds - leftMs) > ROUNDING_MS) return PROVES;
  return breaks(
    'Retry-After in seconds (RFC 9110 §10.2.3)',
    `Retry-After: ${value}, the milliseconds to the reset ${Math.round(leftMs / 1000)} s later`,
  );
}

/** A date that says when, in a form that may not be sent: the document asks for a time, the form is HTTP's. */
function formVerdict(answer: AnswerReading): Verdict {
  const [value = ''] = answer.header('retry-after');
  const parsed = parseRetryAfter(value, answer.dateMs);
  if (parsed.kind !== 'date' || parsed.isHttpDate) return IRRELEVANT;
  return breaks(
    'Retry-After in seconds or as an IMF-fixdate, which ends in GMT (RFC 9110 §5.6.7)',
    `Retry-After: ${excerpt(value)}`,
  );
}

function judgeUnit(run: JudgedRun): Outcome {
  const limits = run.contract.interface.rateLimits;
  if (limits === undefined) return { kind: 'not-applicable', reason: 'the document states no rate limit' };
  const refusals = traceOf(run, limits).filter(({ answer }) => answer.limited);
  const points = new Map(refusals.map((point) => [point.reading, point]));
  return judgeEach('http', run.readings, (reading) => {
    const form = reading.answer?.limited === true ? formVerdict(reading.answer) : IRRELEVANT;
    const point = points.get(reading);
    return form.kind === 'breaks' || point === undefined ? form : unitVerdict(point);
  });
}

/** A warning: the standard says what the unit is, the document may leave it open. */
export const retryAfterUnitChecks: readonly Check[] = [
  {
    id: 'rate-limit-enforcement.retry-after-unit',
    suite: 'rate-limit-enforcement',
    level: 'http',
    needs: ['over-limit'],
    title: 'the wait after a refusal is given in seconds or as an HTTP date',
    explanation:
      'RFC 9110 §10.2.3: a number in Retry-After counts seconds. A refusal in a window that the answer before showed to be used up, whose number is the time to its own reset in milliseconds, counts something else. A date has one form (§5.6.7): one that ends in UTC or -0000 for GMT, or an obsolete one, says when all the same. Longer waits, as for the quota of a day, conform.',
    notApplicable: unlessStandardField,
    judge: judgeUnit,
    foreign: saysNothing('it takes the answer on the key before a refusal'),
  },
];
