import type { Operation } from '../../interface/model.ts';
import { jsonSchemaOf } from '../../interface/resources/read-collections.ts';
import { resourcesOf } from '../../interface/resources/resources.ts';
import type { Exchange } from '../../http/exchange.ts';
import { validatorOf } from '../../oracle/contract.ts';
import type { AnswerReading } from '../../oracle/reading.ts';
import type { Check, JudgedRun } from '../check.ts';
import { openTribunal, saysNothing } from '../judge-each.ts';
import { excerpt, type Outcome } from '../outcome.ts';
import { deedOf, entryIn, isSuccess, pathOfEntry } from './deeds.ts';
import { GONE } from './life/life.ts';

/**
 * What comes for an entry of a name that nothing has, of the form of the others. An entry of that very name is none of anybody's faults: a
 * service may make it of nothing.
 */

/** What probes are called that ask for it. */
export const ABSENT_PROBE = 'resources/absent/';

/** True for a request for what is nowhere by a name that the run thought of. */
export function asksForAbsent({ probe }: Pick<Exchange, 'probe'>): boolean {
  return probe.startsWith(ABSENT_PROBE);
}

/** True for a read of one entry of which the document says what comes where there is none. */
function saysAbsence({ responses }: Operation): boolean {
  return responses.some(({ status }) => GONE.includes(status));
}

/** True for an answer that has the form that the document shows: what has not is told for that. */
function isAsShown({ answer, json, documented }: AnswerReading): boolean {
  const schema = jsonSchemaOf(documented);
  const isWhole = !answer.truncated && json.kind === 'json';
  return isWhole && schema !== undefined && validatorOf(schema)(json.value).length === 0;
}

function judge(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const { contract, readings } = run;
  // Operations of which an answer has shown an entry under the name that it was asked for.
  const naming = new Set<string>();
  for (const reading of readings) {
    const deed = deedOf(contract, reading);
    const { operation } = reading.expectation;
    if (deed?.part !== 'read' || operation === undefined || !saysAbsence(operation)) continue;
    const entry = isSuccess(reading) ? entryIn(deed.resource, reading) : undefined;
    const named = entry === undefined ? undefined : pathOfEntry(deed.resource, deed.values, entry);
    if (!asksForAbsent(reading.exchange)) {
      if (named === deed.path) naming.add(operation.id);
      continue;
    }
    const { answer } = reading;
    if (answer === undefined || answer.limited) continue;
    if (answer.status >= 400 && answer.status < 500) tribunal.proves(operation.id);
    const isOther = named !== deed.path && naming.has(operation.id);
    if (!isSuccess(reading) || !isOther || !isAsShown(answer)) continue;
    tribunal.breaks({
      exchanges: [reading.exchange.id],
      operation: operation.id,
      expected: `a refusal as documented: nothing is called ${excerpt(deed.values.at(-1) ?? '')}`,
      actual: `${String(answer.status)}${named === undefined ? ' without an entry' : `, with the entry at ${excerpt(named)}`}`,
      deviation: named === undefined ? 'nothing is shown as a success' : 'another entry is shown',
    });
  }
  return tribunal.outcome();
}

/** The check of reads of what is not there. */
export const absentReadChecks: readonly Check[] = [
  {
    id: 'resources.absent-read',
    suite: 'resources',
    level: 'must',
    needs: ['absent-entry'],
    title: 'what is not there is refused as documented',
    explanation:
      'Asks for an entry by a name of the form of the others that nothing has, where the document gives the read a 404 or 410. Any refusal will do, and so will an entry of that name: a service may make it of nothing. Another entry, or a success without one, will not.',
    notApplicable: (document) =>
      resourcesOf(document).some(({ read }) => read !== undefined && saysAbsence(read))
        ? undefined
        : 'the document says of no entry that is read what comes where there is none',
    judge,
    foreign: saysNothing('whether something was there is not known of traffic of others'),
  },
];
