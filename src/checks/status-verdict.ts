import { matchesStatus } from '../oracle/documented-statuses.ts';
import type { Level } from '../interface/model.ts';
import { isShown, type Situation } from '../oracle/situation.ts';
import type { AnswerReading, Reading } from '../oracle/reading.ts';
import type { Check } from './check.ts';
import { eachExchange } from './each-exchange.ts';
import { breaks, IRRELEVANT, PROVES, type Verdict } from './judge-each.ts';

/** Status code and reason phrase as a person reads them. */
export function statusText(answer: AnswerReading): string {
  const { reason } = answer.answer;
  return reason === '' ? String(answer.status) : `${answer.status} ${reason}`;
}

/** How a status deviates: one success is like the other. */
export function statusDeviation({ status }: AnswerReading): string {
  return `answered with ${status < 300 ? 'a success' : String(status)}`;
}

/** The expected statuses as a person reads them: `400 or 401`. */
function statusList(statuses: readonly string[]): string {
  return statuses.map((status) => status.replace(/^([1-5])XX$/, 'any $1xx')).join(' or ');
}

/**
 * Compares the status with the expected ones. A refusal over the limit, 5xx and 3xx are no evidence here: other checks judge them.
 */
export function statusVerdict(reading: Reading): Verdict {
  const { answer, expectation } = reading;
  if (answer === undefined || answer.limited) return IRRELEVANT;
  if (answer.status >= 500 || (answer.status >= 300 && answer.status < 400)) return IRRELEVANT;
  if (matchesStatus(expectation.conforming, answer.status)) return PROVES;
  if (expectation.otherwise === 'open' || matchesStatus(expectation.tolerated, answer.status))
    return IRRELEVANT;
  const expected = `${statusList(expectation.conforming)}: ${expectation.because}`;
  return breaks(expected, statusText(answer), statusDeviation(answer));
}

/** Where an answer says nothing because the document leaves it open: silent of the request, or tolerant of this status. */
function isLeftOpen({ answer, expectation }: Reading): boolean {
  if (answer === undefined || answer.limited || answer.status >= 500) return false;
  return expectation.otherwise === 'open' || matchesStatus(expectation.tolerated, answer.status);
}

/**
 * The judgements of a check on the status of requests in one situation. Where every answer is one that the document
 * leaves open, there is nothing that a service could show.
 */
export function judgesStatus(level: Level, situation: Situation): Pick<Check, 'judge' | 'foreign'> {
  const each = eachExchange(level, (reading) =>
    reading.expectation.situation === situation ? statusVerdict(reading) : IRRELEVANT,
  );
  return {
    ...each,
    judge: (run) => {
      const outcome = each.judge(run);
      const own = run.readings.filter(({ expectation }) => expectation.situation === situation);
      if (outcome.kind !== 'inconclusive' || own.length === 0 || !own.every(isLeftOpen)) return outcome;
      const statuses = [...new Set(own.map(({ answer }) => String(answer?.status)))].join(', ');
      return { kind: 'not-applicable', reason: `the document leaves open what came (${statuses})` };
    },
  };
}

/**
 * The answer, where the document says what this answer looks like: the request's situation is documented and the status
 * is one that the document gives for it. A refusal over the limit is owed to the number of requests, not to this one.
 */
export function owedAnswer(reading: Reading): AnswerReading | undefined {
  const { answer, expectation } = reading;
  return answer !== undefined && !answer.limited && isShown(expectation, answer.status) ? answer : undefined;
}
