import type { Operation } from '../../interface/model.ts';
import { jsonSchemaOf } from '../../interface/resources/read-collections.ts';
import { type Resource, resourcesOf } from '../../interface/resources/resources.ts';
import { saysHolderIsAbsent } from '../../interface/resources/words/told-absence.ts';
import { refusesRequest } from '../../http/exchange.ts';
import { validatorOf } from '../../oracle/contract.ts';
import type { AnswerReading, Reading } from '../../oracle/reading.ts';
import { asksForAbsent, type Check, type JudgedRun } from '../check.ts';
import { openTribunal, saysNothing, type Tribunal } from '../judge-each.ts';
import { excerpt, type Outcome } from '../outcome.ts';
import { statusText } from '../statuses.ts';
import { placeAskedBy } from './creations/creations.ts';
import { type Deed, deedOf, entryIn, isSuccess, pathOfEntry } from './deeds.ts';
import { GONE } from './life/life.ts';

/**
 * What comes for an entry of a name that nothing has, of the form of the others. An entry of that very name is none of anybody's faults: a
 * service may make it of nothing.
 */

/** True where the document says what comes for an entry that is not there. */
export function saysAbsence({ responses }: Operation): boolean {
  return responses.some(({ status }) => GONE.includes(status));
}

/** True for an answer that has the form that the document shows: what has not is told for that. */
function isAsShown({ answer, json, documented }: AnswerReading): boolean {
  const schema = jsonSchemaOf(documented);
  const isWhole = !answer.truncated && json.kind === 'json';
  return isWhole && schema !== undefined && validatorOf(schema)(json.value).length === 0;
}

/** True for an answer by which a known user is refused: of who is not known, nothing is said of what is there. */
function refusesKnown({ status }: AnswerReading): boolean {
  return refusesRequest(status) && status !== 401;
}

/** What a read said of a place where nothing should be. */
type Look = {
  readonly at: number;
  readonly path: string;
  readonly isEmpty: boolean;
  readonly exchange: string;
};

function isAt(place: string, path: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

function judgeRead(
  tribunal: Tribunal,
  { resource, path, values }: Deed,
  reading: Reading,
  isNamedAsAsked: boolean,
): void {
  const { answer } = reading;
  const { operation } = reading.expectation;
  if (answer === undefined || answer.limited) return;
  if (refusesKnown(answer)) tribunal.proves(operation?.id);
  const entry = isSuccess(reading) ? entryIn(resource, reading) : undefined;
  const named = entry === undefined ? undefined : pathOfEntry(resource, values, entry);
  if (!isSuccess(reading) || !isNamedAsAsked || named === path || !isAsShown(answer)) return;
  tribunal.breaks({
    exchanges: [reading.exchange.id],
    operation: operation?.id,
    expected: `a refusal as documented: nothing is called ${excerpt(values.at(-1) ?? '')}`,
    actual: `${String(answer.status)}${named === undefined ? ' without an entry' : `, with the entry at ${excerpt(named)}`}`,
    deviation: named === undefined ? 'nothing is shown as a success' : 'another entry is shown',
  });
}

/** True for a list of which the document says that it is refused where the entry that it is below is not there. */
function isOfHolder({ contract }: JudgedRun, { parent }: Resource, list: Operation): boolean {
  const holder = resourcesOf(contract.interface).find(({ path }) => path === parent);
  return holder !== undefined && saysHolderIsAbsent(holder, list);
}

/** Blames what was served of a place that is empty before it and behind it. */
function judgeWrite(
  tribunal: Tribunal,
  { contract }: JudgedRun,
  reading: Reading,
  [before, behind]: readonly [readonly Look[], readonly Look[]],
): void {
  const { answer, exchange, expectation } = reading;
  const asked = placeAskedBy(contract, reading) ?? '';
  const last = before.findLast(({ path }) => isAt(path, asked));
  if (last?.isEmpty !== true || answer === undefined || answer.limited) return;
  if (refusesKnown(answer)) tribunal.proves(expectation.operation?.id);
  const next = behind.find(({ path }) => path === last.path);
  if (!isSuccess(reading) || answer.status === 202 || next?.isEmpty !== true) return;
  tribunal.breaks({
    exchanges: [exchange.id, next.exchange],
    operation: expectation.operation?.id,
    expected: `a refusal as documented: nothing is at ${excerpt(last.path)}, before and behind it`,
    actual: statusText(answer),
    deviation: 'what is not there is served',
  });
}

function judge(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  // Operations of which an answer has shown an entry under the name that it was asked for.
  const naming = new Set<string>();
  const looks: Look[] = [];
  const writes: (readonly [number, Reading])[] = [];
  for (const [at, reading] of run.readings.entries()) {
    const { exchange, expectation, answer } = reading;
    const { operation } = expectation;
    if (operation === undefined || !saysAbsence(operation)) continue;
    const deed = deedOf(run.contract, reading);
    if (!asksForAbsent(exchange)) {
      const entry = deed?.part === 'read' && isSuccess(reading) ? entryIn(deed.resource, reading) : undefined;
      const isItself =
        deed !== undefined &&
        entry !== undefined &&
        pathOfEntry(deed.resource, deed.values, entry) === deed.path;
      if (isItself) naming.add(operation.id);
    } else if (deed?.part === 'read') {
      judgeRead(tribunal, deed, reading, naming.has(operation.id));
      const isEmpty = GONE.includes(String(answer?.status));
      looks.push({ at, path: deed.path, isEmpty, exchange: exchange.id });
    } else if (deed?.part !== 'list' || isOfHolder(run, deed.resource, operation)) {
      writes.push([at, reading]);
    }
  }
  for (const [at, reading] of writes) {
    const sides = Map.groupBy(looks, (look) => look.at < at);
    judgeWrite(tribunal, run, reading, [sides.get(true) ?? [], sides.get(false) ?? []]);
  }
  return tribunal.outcome();
}

/** The check of what is not there. */
export const absentEntryChecks: readonly Check[] = [
  {
    id: 'resources.absent-refused',
    suite: 'resources',
    level: 'must',
    needs: ['absent-entry'],
    title: 'what is not there is refused as documented',
    explanation:
      'Asks for an entry by a name of the form of the others that nothing has, where the document gives the read a 404 or 410. Any refusal will do, and so will an entry of that name: a service may make it of nothing. Another entry, or a success without one, will not. Where the read is refused, what changes such an entry or makes something inside of it is refused as well, if the document gives it a 404 or 410, unless the entry is there afterwards; and so is a list inside of it of which the document says that in words (`404: Shelf not found`).',
    notApplicable: (document) =>
      resourcesOf(document).some(({ read }) => read !== undefined && saysAbsence(read))
        ? undefined
        : 'the document says of no entry that is read what comes where there is none',
    judge,
    foreign: saysNothing('whether something was there is not known of traffic of others'),
  },
];
