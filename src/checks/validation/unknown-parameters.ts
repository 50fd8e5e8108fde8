import { queryParameters, targetParts } from '../../http/target.ts';
import { unknownAre } from '../../interface/parameters/told-unknown.ts';
import type { Reading } from '../../oracle/reading.ts';
import type { Check, JudgedRun } from '../check.ts';
import { openTribunal, saysNothing } from '../judge-each.ts';
import type { Outcome } from '../outcome.ts';
import { statusText } from '../statuses.ts';

/** Query parameters that nobody documents, where the document says in a whole sentence what becomes of them. */

/** A name that no document gives a parameter. */
export const UNKNOWN_PARAMETER = 'assay_unknown';

function hasUnknown({ exchange }: Reading): boolean {
  return queryParameters(targetParts(exchange.request.target).query).has(UNKNOWN_PARAMETER);
}

/** The reading right before or after one, of the same place without the parameter. */
function plainBeside({ readings }: JudgedRun, at: number, step: -1 | 1): Reading | undefined {
  const [reading, other] = [readings[at], readings[at + step]];
  const isSame =
    reading !== undefined &&
    other !== undefined &&
    !hasUnknown(other) &&
    other.expectation.operation === reading.expectation.operation &&
    targetParts(other.exchange.request.target).path === targetParts(reading.exchange.request.target).path;
  return isSame ? other : undefined;
}

function isServed(reading: Reading | undefined): boolean {
  const status = reading?.answer?.status ?? 0;
  return status >= 200 && status < 300;
}

function judge(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  for (const [at, reading] of run.readings.entries()) {
    const { answer, exchange, expectation } = reading;
    const { operation } = expectation;
    if (operation === undefined || answer === undefined || answer.limited || !hasUnknown(reading)) continue;
    if (exchange.request.credential.kind !== 'valid') continue;
    const told = unknownAre(run.contract.interface, operation);
    const [before, after] = [plainBeside(run, at, -1), plainBeside(run, at, 1)];
    if (told === undefined || answer.status >= 500 || !isServed(before) || !isServed(after)) continue;
    const isTaken = isServed(reading);
    if (isTaken === (told === 'ignored')) {
      tribunal.proves(operation.id);
      continue;
    }
    tribunal.breaks({
      exchanges: [reading, before, after].flatMap((one) => one?.exchange.id ?? []),
      operation: operation.id,
      expected: `${told === 'ignored' ? 'the same as without it' : 'a refusal'}: by the document unknown parameters are ${told}`,
      actual: `${statusText(answer)} for ${UNKNOWN_PARAMETER}`,
      deviation: `an unknown parameter is ${isTaken ? 'taken' : 'refused'}`,
    });
  }
  return tribunal.outcome();
}

export const unknownParameterChecks: readonly Check[] = [
  {
    id: 'validation.unknown-parameter',
    suite: 'validation',
    level: 'must',
    needs: ['doubtful'],
    title: 'query parameters that nobody knows are taken as the document says',
    explanation:
      'Where the document says in a whole sentence that unknown query parameters are ignored, or that they are refused: sends one between two requests without it. Where the document is silent, what comes is only observed.',
    notApplicable: (document) =>
      document.operations.some((operation) => unknownAre(document, operation) !== undefined)
        ? undefined
        : 'the document does not say what becomes of unknown query parameters',
    judge,
    foreign: saysNothing('others may have sent it for a reason of their own'),
    sharpens: true,
  },
];
