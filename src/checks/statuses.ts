import { saysEndless, waitsForEvents } from '../interface/resources/words/told-streams.ts';
import { failsWhereNothingIs } from '../interface/documented-answers.ts';
import type { Level, Operation } from '../interface/model.ts';
import { templateOf } from '../interface/resources/places/places.ts';
import { matchesStatus, requestSchema, saysWhenRefused } from '../oracle/contract.ts';
import type { AnswerReading, Reading } from '../oracle/reading.ts';
import { isSpelledOnly } from '../oracle/spelled-values.ts';
import { isTakenOtherwise } from '../oracle/taken-otherwise.ts';
import { isShown, type Situation } from '../oracle/situation.ts';
import { documentedMembers } from '../schema/members.ts';
import { onceFor } from '../system/once-for.ts';
import { asksForAbsent, BAD_BODIES, type Check, type JudgedRun } from './check.ts';
import {
  breaks,
  eachExchange,
  IRRELEVANT,
  openTribunal,
  PROVES,
  saysNothing,
  type Verdict,
} from './judge-each.ts';
import type { Outcome } from './outcome.ts';
import { refusesInside } from './refused-inside.ts';
import { servedBefore } from './served-before.ts';

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
  if (answer.status >= 500) return IRRELEVANT;
  if (matchesStatus(expectation.conforming, answer.status)) return PROVES;
  if (answer.status >= 300 && answer.status < 400) return IRRELEVANT;
  if (expectation.otherwise === 'open' || matchesStatus(expectation.tolerated, answer.status))
    return IRRELEVANT;
  if (refusesInside(reading)) return PROVES;
  const expected = `${statusList(expectation.conforming)}: ${expectation.because}`;
  return breaks(expected, statusText(answer), statusDeviation(answer));
}

/** Where an answer says nothing because the document leaves it open: silent of the request, or tolerant of this status. */
function isLeftOpen({ answer, expectation }: Reading): boolean {
  if (answer === undefined || answer.limited || answer.status >= 500) return false;
  return expectation.otherwise === 'open' || matchesStatus(expectation.tolerated, answer.status);
}

/** What may be broken by how a value is spelled alone. */
const SPELLED: ReadonlySet<Situation> = new Set<Situation>(['wrong-type', 'constraint', 'invalid-parameter']);

/**
 * The judgements of a check on the status of requests in one situation. Where every answer is one that the document
 * leaves open, there is nothing that a service could show.
 * A text that reads as the number that is asked for, or as a listed value in other letters, is judged with the formats.
 */
export function judgesStatus(level: Level, situation: Situation): Pick<Check, 'judge' | 'foreign'> {
  const each = eachExchange(level, (reading, { contract }) => {
    const { situation: own } = reading.expectation;
    const mayBeSpelled = SPELLED.has(own);
    const isAsked = own === situation || (mayBeSpelled && situation === 'format');
    const verdict = isAsked ? statusVerdict(reading) : IRRELEVANT;
    if (verdict.kind === 'breaks' && BAD_BODIES.includes(own) && isTakenOtherwise(contract, reading))
      return IRRELEVANT;
    if (verdict.kind !== 'breaks' || !mayBeSpelled) return own === situation ? verdict : IRRELEVANT;
    // A number that stands as a text is another form of it for many readers, and no other type; so are other letters.
    return isSpelledOnly(contract, reading) === (situation === 'format') ? verdict : IRRELEVANT;
  });
  return {
    ...each,
    judge: (run) => {
      const outcome = each.judge(run);
      const own = run.readings.filter(({ expectation }) => expectation.situation === situation);
      if (outcome.kind !== 'inconclusive' || own.length === 0 || !own.every(isLeftOpen)) return outcome;
      if (own.some(({ expectation }) => expectation.unconfirmed !== undefined)) return outcome;
      if (own.every(({ expectation }) => expectation.hasNoBaseline === true)) {
        const [reason = ''] = own.map(({ expectation }) => expectation.because);
        return { kind: 'not-applicable', reason: `nothing to compare with: ${reason}` };
      }
      const statuses = [...new Set(own.map(({ answer }) => String(answer?.status)))].join(', ');
      return { kind: 'not-applicable', reason: `the document leaves open what came (${statuses})` };
    },
  };
}

/**
 * True for a refusal over the limit that the operation names by its status: it is owed to the number of requests, and whatever
 * was asked, the document says what it looks like. A range or `default` speaks of refusals of this request.
 */
function isNamedRefusal({ answer, expectation }: Reading): boolean {
  const named = String(answer?.status);
  return (
    answer?.limited === true &&
    expectation.operation?.responses.some(({ status }) => status === named) === true
  );
}

/**
 * The answer, where the document says what this answer looks like: the request's situation is documented and the status
 * is one that the document gives for it; or it is the refusal over the limit that the operation names.
 */
export const owedAnswer: (reading: Reading) => AnswerReading | undefined = onceFor((reading: Reading) => {
  const { answer, expectation } = reading;
  if (answer === undefined) return undefined;
  const isOwed = answer.limited ? isNamedRefusal(reading) : isShown(expectation, answer.status);
  return isOwed ? answer : undefined;
});

function isServerError(reading: Reading): boolean {
  const status = reading.answer?.status ?? 0;
  if (status < 500 || reading.answer?.limited === true) return false;
  const { situation, operation } = reading.expectation;
  const unimplemented =
    status === 501 && ['undocumented', 'named', 'named-without-credential'].includes(situation);
  return !unimplemented && !(operation !== undefined && isDocumentedFailure(operation, status));
}

/**
 * True for a failure that the document gives an operation: one with a meaning of its own (501 where something can't be done, 503
 * of a health check), and 500 where there is no success at all, or where it says that what was asked for is not there. Any other
 * documented 500 beside a success says that services have faults, and is one.
 */
function isDocumentedFailure(operation: Operation, status: number): boolean {
  const names = operation.responses.map((response) => response.status.toLowerCase());
  const isNamed = names.includes(String(status));
  // That something can't be done here is one of the answers that `default` stands for; that something broke is not.
  const isUnable = status === 501 && (names.includes('default') || names.includes('5xx'));
  const isAbsence = status === 500 && failsWhereNothingIs(operation);
  return (isNamed && status > 500) || isUnable || isAbsence || isOnlyFailing(operation, status);
}

/** True where the document gives an operation this failure, and no success at all: it says that the operation fails. */
function isOnlyFailing({ responses }: Operation, status: number): boolean {
  const documented = responses.map((response) => response.status.toUpperCase());
  return matchesStatus(documented, status) && documented.every((one) => /^[45]/.test(one));
}

function judgeServerErrors(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const errors = [...run.superseded, ...run.readings].filter(isServerError);
  for (const reading of run.readings) {
    if (reading.answer !== undefined && !isServerError(reading))
      tribunal.proves(reading.expectation.operation?.id);
  }
  if (errors.length < 2)
    return errors.length === 0 ? tribunal.outcome() : once(errors[0], tribunal.outcome());
  const repeated = new Set(errors.map(({ exchange }) => exchange.repeats));
  const confirmed = errors.filter(({ exchange }) => !repeated.has(exchange.id));
  for (const reading of confirmed) {
    const { id, repeats } = reading.exchange;
    const failed = [id, ...(repeats === undefined ? [] : [repeats])];
    const { words, changes } = servedBefore(run.readings, reading);
    const before = changes.map(({ exchange }) => exchange.id);
    const actual = reading.answer === undefined ? 'no answer' : statusText(reading.answer);
    tribunal.breaks({
      exchanges: [...failed, ...before],
      operation: reading.expectation.operation?.id,
      expected: 'an answer below 500',
      actual: `${actual}${words}`,
      ...(reading.answer === undefined ? {} : { deviation: statusDeviation(reading.answer) }),
      ...(changes.length === 0 ? {} : { sequence: [...before, id] }),
    });
  }
  return tribunal.outcome();
}

/** A single 5xx that did not come again may be the network's: it warns. */
function once(reading: Reading | undefined, outcome: Outcome): Outcome {
  if (reading?.answer === undefined || outcome.kind !== 'pass') return outcome;
  const violation = {
    exchanges: [reading.exchange.id],
    operation: reading.expectation.operation?.id,
    expected: 'an answer below 500',
    actual: `${statusText(reading.answer)}, once: no other request of the run met it`,
  };
  return { kind: 'warn', violations: [violation], evidence: outcome.evidence };
}

function serverErrorVerdict(reading: Reading): Verdict {
  const { answer } = reading;
  if (answer === undefined) return IRRELEVANT;
  if (!isServerError(reading)) return PROVES;
  return breaks('an answer below 500', statusText(answer), statusDeviation(answer));
}

/** Requests that break what the document says of a body or a parameter. */
const REFUSED: ReadonlySet<Situation> = new Set([
  'missing-member',
  'wrong-type',
  'root-type',
  'constraint',
  'malformed-json',
  'empty-body',
  'no-body',
  'invalid-parameter',
]);

/** What may come before anybody looks at a body: the key, the path, the number of requests. */
const BEFORE_THE_BODY: ReadonlySet<number> = new Set([401, 403, 404, 405, 410, 411, 413, 415, 429]);

/** Answers that broke off in the middle: the service was there, so this many of them are its own doing. */
const TELLING_BREAKS = 3;

const BROKE_OFF = 'answers broke off in the middle';

/**
 * True for an answer of which the beginning came in time, and that by the words of the document has no end, and for a stream of events
 * that has not begun: HTTP has no time in which an answer has to.
 */
function isEndless({ exchange: { result }, expectation: { operation } }: Reading): boolean {
  if (result.kind !== 'failure' || operation === undefined) return false;
  const { kind, bytesReceived } = result.failure;
  if (kind === 'first-byte-timeout') return waitsForEvents(operation);
  return kind === 'answer-timeout' && bytesReceived > 0 && saysEndless(operation);
}

function brokenOff(run: JudgedRun): readonly Reading[] {
  return [...run.superseded, ...run.readings].filter((reading) => {
    const { exchange, expectation } = reading;
    const { result } = exchange;
    const isBroken = result.kind === 'failure' && result.failure.bytesReceived > 0;
    return isBroken && expectation.otherwise === 'breaks' && !isEndless(reading);
  });
}

/** Members by which somebody signs in or proves who they are: a 401 may be for them. */
const PROVES_WHO = /passw|passphrase|secret|token|otp|pin$|^code$|credential|signature/i;

/** True for a 401 to the key of the run, which is valid: it says of the key what is wrong with the rest (RFC 9110 §15.5.2). */
function blamesValidKey({ answer, exchange, expectation }: Reading): boolean {
  const { certainty, operation } = expectation;
  if (answer?.status !== 401 || certainty !== 'certain' || exchange.request.credential.kind !== 'valid')
    return false;
  // A user may be locked for a moment, after the wrong passwords of the run itself.
  if (operation?.credential === undefined || operation.credential.kind === 'http-basic') return false;
  const schema = requestSchema(operation);
  const names = schema === undefined ? [] : [...documentedMembers(schema)];
  return !names.some((name) => PROVES_WHO.test(name));
}

/** A refusal of what breaks the schema, where the document names one for that and another one comes. */
function refusalVerdict(reading: Reading, answer: AnswerReading): Verdict {
  const { conforming, situation, because } = reading.expectation;
  if (!REFUSED.has(situation) || conforming.length === 0 || answer.status < 400) return IRRELEVANT;
  if (matchesStatus(conforming, answer.status)) return IRRELEVANT;
  const isOther = answer.documented === undefined && !BEFORE_THE_BODY.has(answer.status);
  if (!isOther && !blamesValidKey(reading)) return IRRELEVANT;
  return breaks(
    `${statusList(conforming)}, as documented: ${because}`,
    statusText(answer),
    statusDeviation(answer),
  );
}

/** What may come whatever condition a request has: the key, the path, the state, the number of requests. */
const WHATEVER_THE_CONDITION: ReadonlySet<number> = new Set([401, 403, 404, 405, 409, 410, 429]);

/** A refusal of a condition that is not met, where the document names 412 for that and another one comes (RFC 9110 §13.1.1). */
function conditionVerdict({ expectation: { operation } }: Reading, answer: AnswerReading): Verdict {
  const names412 = operation?.responses.some(({ status }) => status === '412') === true;
  if (!names412 || answer.status < 400 || answer.documented !== undefined) return IRRELEVANT;
  if (WHATEVER_THE_CONDITION.has(answer.status)) return IRRELEVANT;
  return breaks(
    '412, as documented, where the condition is not met',
    statusText(answer),
    statusDeviation(answer),
  );
}

function judgeAnswered(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const broken = brokenOff(run);
  let silentAtLast = false;
  const [first] = broken;
  if (first !== undefined && broken.length >= TELLING_BREAKS) {
    tribunal.breaks({
      exchanges: broken.map((reading) => reading.exchange.id),
      operation: first.expectation.operation?.id,
      expected: 'whole answers',
      actual: `${broken.length} answers broke off in the middle`,
      deviation: BROKE_OFF,
    });
  }
  for (const reading of run.readings) {
    const { exchange, expectation, answer } = reading;
    if (answer !== undefined) {
      tribunal.proves(expectation.operation?.id);
      continue;
    }
    if (exchange.repeats === undefined || exchange.result.kind !== 'failure' || isEndless(reading)) continue;
    if (expectation.otherwise === 'open' && expectation.situation !== 'named') continue;
    const answeredLater = run.readings.some(
      (r) => r.answer !== undefined && r.exchange.startMs > exchange.endMs,
    );
    if (!answeredLater && exchange.result.failure.bytesReceived === 0) {
      silentAtLast = true;
      continue;
    }
    tribunal.breaks({
      exchanges: [exchange.id, exchange.repeats],
      operation: expectation.operation?.id,
      expected: 'an answer',
      actual: `none, twice: ${exchange.result.failure.detail}`,
      deviation: exchange.result.failure.bytesReceived > 0 ? BROKE_OFF : 'no answer at all',
    });
  }
  const outcome = tribunal.outcome();
  // Nobody knows whether the service is still there: what it answered before does not say that it answers every request.
  return silentAtLast && outcome.kind === 'pass'
    ? { kind: 'inconclusive', reason: 'the last requests got no answer, and none was sent after them' }
    : outcome;
}

export const statusChecks: readonly Check[] = [
  {
    id: 'statuses.success',
    suite: 'validation',
    level: 'must',
    needs: ['ordinary', 'creation'],
    title: 'a valid request gets the documented success',
    explanation:
      'Sends ordinary valid requests with a valid credential to every documented operation. The status has to be the documented success.',
    notApplicable: () => undefined,
    ...judgesStatus('must', 'ordinary'),
  },
  {
    id: 'statuses.no-server-error',
    suite: 'robustness',
    level: 'must',
    needs: [
      'unusual-text',
      'unknown-members',
      'other-media-type',
      'doubtful',
      'undocumented',
      'parallel-creation',
    ],
    title: 'no request makes the service fail',
    explanation:
      'Every answer of the run, whatever was sent, is below 500. A 5xx is confirmed by one repetition or by a second one anywhere; 501 conforms for operations that the document does not show, and so do a refusal over the limit with the status that the document gives it, a documented 5xx where the document gives the operation no success, a 500 that the document gives by its words to what does not exist, and another one than 500 that the document names for the operation (501, 503; for 501 also `default` and `5XX`).',
    notApplicable: () => undefined,
    judge: judgeServerErrors,
    foreign: { kind: 'each', judge: serverErrorVerdict, fewestToFail: 2 },
  },
  {
    id: 'statuses.no-redirect',
    suite: 'validation',
    level: 'must',
    needs: ['ordinary'],
    title: 'a documented operation does not redirect',
    explanation:
      'No documented operation answers with a 3xx, unless the document gives it one. Redirects are not followed and the key is never sent to the new place.',
    notApplicable: () => undefined,
    ...eachExchange('must', (reading, { contract }) => {
      const { answer, expectation } = reading;
      if (answer === undefined || expectation.operation?.documentation !== 'full') return IRRELEVANT;
      const isFine = expectation.situation === 'ordinary' || saysWhenRefused(contract.interface);
      if (!isFine) return IRRELEVANT;
      if (answer.status < 300 || answer.status > 399 || answer.documented !== undefined) return PROVES;
      const [location] = answer.header('location');
      const where = location === undefined ? '' : ` to ${location}`;
      const actual = `${statusText(answer)}${where}`;
      return breaks('an answer of the operation itself', actual, statusDeviation(answer));
    }),
  },
  {
    id: 'statuses.documented',
    suite: 'validation',
    level: 'should',
    needs: ['ordinary', 'creation', 'absent-entry'],
    title: 'requests get a status that the document names',
    explanation:
      'OpenAPI expects a document to cover the success of an operation and any known errors. A 4xx to a valid request that the document does not name is one that its readers do not expect; so is another refusal of a broken request than the documented one, also a 401 to a valid key, and another one than a documented 412 to a condition. Refusals over the limit are none of them; where statements beside the document say when a 4xx comes, another check judges.',
    notApplicable: (document) =>
      saysWhenRefused(document) ? 'the statements of the document say when a 4xx comes' : undefined,
    ...eachExchange('should', (reading) => {
      const { answer, expectation, exchange } = reading;
      const { operation, situation, certainty } = expectation;
      if (answer === undefined || answer.limited) return IRRELEVANT;
      if (operation?.documentation !== 'full' || answer.status >= 500) return IRRELEVANT;
      if (situation === 'conditional') return conditionVerdict(reading, answer);
      if (situation !== 'ordinary') return refusalVerdict(reading, answer);
      if (answer.documented !== undefined) return PROVES;
      // What a path names may not be there, or not any more: that needs no words (RFC 9110 §15.5.5, §15.5.11).
      if ([404, 410].includes(answer.status) && templateOf(operation).includes('{')) return IRRELEVANT;
      // A name that the run thought of may break a rule for names of which no document speaks.
      if (answer.status < 500 && asksForAbsent(exchange)) return IRRELEVANT;
      const isOfKey = [401, 403].includes(answer.status) && operation.credential !== undefined;
      // A user may be locked for a moment, after the wrong passwords of the run itself.
      const isOfLock = answer.status === 401 && operation.credential?.kind === 'http-basic';
      const isKnownKey = certainty === 'certain' && exchange.request.credential.kind === 'valid' && !isOfLock;
      if (answer.status < 400 || answer.status === 429 || (isOfKey && !isKnownKey)) return IRRELEVANT;
      const documented = operation.responses.map(({ status }) => status).join(' or ');
      return breaks(`${documented}, as documented`, statusText(answer), statusDeviation(answer));
    }),
  },
  {
    id: 'statuses.answered',
    suite: 'robustness',
    level: 'must',
    needs: ['unusual-text'],
    title: 'every documented request is answered',
    explanation:
      'A request whose connection breaks off or that gets no answer in time is sent once more on a new connection. It fails when that happens twice and the service answers other requests afterwards. What an operation that is only named answers is open, but not that it answers. A stream of events may wait for its first one.',
    notApplicable: () => undefined,
    judge: judgeAnswered,
    foreign: saysNothing('why a request of others got no answer is not known: they may have broken it off'),
  },
];
