import { queryParameters, targetParts } from '../../http/target.ts';
import { toldTextsOf } from '../../interface/parameters/told-texts.ts';
import { unknownAre } from '../../interface/parameters/told-unknown.ts';
import type { Interface, Operation } from '../../interface/model.ts';
import type { Reading } from '../../oracle/reading.ts';
import type { Check, JudgedRun } from '../check.ts';
import { openTribunal, saysNothing } from '../judge-each.ts';
import { excerpt, type Outcome } from '../outcome.ts';
import { statusText } from '../statuses.ts';

/** What no service understands in a query, where the document says in a whole sentence what becomes of it. */

/** A name that no document gives a parameter. */
export const UNKNOWN_PARAMETER = 'assay_unknown';

/** Something in a query that is not understood, what the document says of it, and the words for it. */
type Odd = { readonly told: 'ignored' | 'refused' | undefined; readonly what: string; readonly kind: string };

type OddIn = (document: Interface, operation: Operation, query: URLSearchParams) => Odd | undefined;

const unknownIn: OddIn = (document, operation, query) =>
  query.has(UNKNOWN_PARAMETER)
    ? {
        told: unknownAre(document, operation),
        what: 'unknown parameters',
        kind: 'an unknown parameter',
      }
    : undefined;

const WORDS = {
  condition: { what: 'conditions that are none', kind: 'half a condition' },
  cursor: { what: 'cursors that are none', kind: 'a made-up cursor' },
} as const;

const wrongIn: OddIn = (document, operation, query) => {
  const found = toldTextsOf(document, operation).find(
    ({ parameter, wrong }) => query.get(parameter.name) === wrong,
  );
  return found === undefined ? undefined : { told: 'refused', ...WORDS[found.kind] };
};

function queryOf({ exchange }: Reading): URLSearchParams {
  return queryParameters(targetParts(exchange.request.target).query);
}

function isServed(reading: Reading | undefined): boolean {
  const status = reading?.answer?.status ?? 0;
  return status >= 200 && status < 300;
}

/** The reading right before or after one, of the same place without what is not understood. */
function plainBeside(
  { readings, contract }: JudgedRun,
  oddIn: OddIn,
  at: number,
  step: -1 | 1,
): Reading | undefined {
  const [reading, other] = [readings[at], readings[at + step]];
  const operation = reading?.expectation.operation;
  if (reading === undefined || other === undefined || operation === undefined) return undefined;
  const isSame =
    oddIn(contract.interface, operation, queryOf(other)) === undefined &&
    other.expectation.operation === operation &&
    targetParts(other.exchange.request.target).path === targetParts(reading.exchange.request.target).path;
  return isSame ? other : undefined;
}

function judgeOf(oddIn: OddIn): (run: JudgedRun) => Outcome {
  return (run) => {
    const tribunal = openTribunal('must');
    for (const [at, reading] of run.readings.entries()) {
      const { answer, exchange, expectation } = reading;
      const { operation } = expectation;
      if (operation === undefined || answer === undefined || answer.limited) continue;
      if (exchange.request.credential.kind !== 'valid') continue;
      const odd = oddIn(run.contract.interface, operation, queryOf(reading));
      if (odd?.told === undefined || answer.status >= 500) continue;
      const beside = [plainBeside(run, oddIn, at, -1), plainBeside(run, oddIn, at, 1)];
      if (!beside.every(isServed)) continue;
      const { told, what, kind } = odd;
      const isTaken = isServed(reading);
      if (isTaken === (told === 'ignored')) {
        tribunal.proves(operation.id);
        continue;
      }
      tribunal.breaks({
        exchanges: [reading, ...beside].flatMap((one) => one?.exchange.id ?? []),
        operation: operation.id,
        expected: `${told === 'ignored' ? 'the same as without it' : 'a refusal'}: by the document ${what} are ${told}`,
        actual: `${statusText(answer)} for ${excerpt(targetParts(exchange.request.target).query)}`,
        deviation: `${kind} is ${isTaken ? 'taken' : 'refused'}`,
      });
    }
    return tribunal.outcome();
  };
}

const foreign = saysNothing('others may have sent it for a reason of their own');

export const notUnderstoodChecks: readonly Check[] = [
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
    judge: judgeOf(unknownIn),
    foreign,
    sharpens: true,
  },
  {
    id: 'validation.told-text',
    suite: 'validation',
    level: 'must',
    needs: ['ordinary'],
    title: 'conditions and cursors that are none are refused',
    explanation:
      'Where a list is asked for conditions in a language that the document shows (`userName eq "bjensen"`), and the document says in words that any other is refused (`A filter that cannot be understood is rejected`, `400: Invalid filter`): sends half of one, without a value, between two requests without it. The same for a made-up cursor (`An invalid page token is refused`). Any refusal conforms.',
    notApplicable: (document) =>
      document.operations.some((operation) => toldTextsOf(document, operation).length > 0)
        ? undefined
        : 'the document does not say of conditions or cursors that others are refused',
    judge: judgeOf(wrongIn),
    foreign,
    sharpens: true,
  },
];
