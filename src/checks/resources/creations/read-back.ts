import { matchOperation, parameterNames, splitTarget } from '../../../interface/path-matching.ts';
import { pathSegment } from '../../../interface/resources/names/resource-names.ts';
import { shownBy } from '../../../interface/resources/shown-entries.ts';
import { type JsonObject, memberOf } from '../../../json/value.ts';
import { saysWhenRefused } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import type { JudgedRun } from '../../check.ts';
import { openTribunal } from '../../judge-each.ts';
import { excerptJson, type Outcome } from '../../outcome.ts';
import { statusDeviation, statusText } from '../../statuses.ts';
import { asksForWhole } from '../lists/asked-in-query.ts';
import { type Creation, identityOf } from './creations.ts';
import { allCreationsOf } from './made-at-once.ts';
import { entryIn, isSuccess } from '../deeds.ts';
import { judgeLocations } from './locations.ts';
import { changedMember } from './of-named.ts';
import { touchedFrom } from '../ownership/touched.ts';
import { isJudged, isReadByIdentity } from '../promises.ts';

/** Whether what was made is read by its identity, as it was sent. */

/** A refusal that says nothing of whether the entry is there, where nobody says when a 4xx comes. */
function isRefusedForOtherReasons({ contract }: JudgedRun, status: number): boolean {
  if (saysWhenRefused(contract.interface)) return false;
  return status >= 400 && status < 500 && status !== 404 && status !== 410;
}

/** True for a read at a place that nobody may have meant, where nothing was ever served. */
function isElsewhere(run: JudgedRun, { expectation: { operation } }: Reading): boolean {
  const isSame = (other: Reading): boolean => other.expectation.operation?.id === operation?.id;
  return (
    operation?.isPathGuessed === true && !run.readings.some((other) => isSame(other) && isSuccess(other))
  );
}

/** True for an object without members in place of an entry that its creation shows, where the document has the same of both. */
function isHollow(
  { collection, returned }: Creation,
  entry: JsonObject,
  shownAs: Schema | undefined,
): boolean {
  if (Object.keys(entry).length > 0 || shownAs === undefined) return false;
  const described = schemaMembers(shownAs).properties;
  const told = Object.keys(returned).filter(
    (name) => memberOf(returned, name) !== null && described.has(name),
  );
  return told.includes(collection.identity) && told.length > 1;
}

/** Judges reads of created entries by identity. */
export function judgeReadBack(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const created = new Map<string, Creation>();
  const creations = allCreationsOf(run);
  for (const creation of creations) {
    if (creation.identity !== undefined)
      created.set(
        `${creation.collection.path} ${pathSegment(creation.collection, creation.identity)}`,
        creation,
      );
  }
  for (const reading of run.readings) {
    const { exchange, answer, expectation } = reading;
    const collection = run.contract.interface.collections.find(
      (c) => c.read?.id === expectation.operation?.id,
    );
    if (collection === undefined || answer === undefined || exchange.request.credential.kind !== 'valid')
      continue;
    // What is inside of another entry has its life in the model of states.
    if (collection.path.includes('{')) continue;
    if (!saysWhenRefused(run.contract.interface) && !asksForWhole(reading)) continue;
    const { path } = splitTarget(run.contract.basePath, exchange.request.target);
    const [segment = ''] = matchOperation(run.contract.interface, 'GET', path)?.pathValues.values() ?? [];
    const creation = created.get(`${collection.path} ${segment}`);
    if (creation === undefined || exchange.startMs < creation.reading.exchange.endMs || answer.limited)
      continue;
    // A parameter that is called otherwise (`{customer}`) may be another name: what shows the identity was read by it.
    const shown = identityOf(collection, entryIn(collection, reading) ?? {});
    if (!isReadByIdentity(run, collection) && shown !== creation.identity) continue;
    if (exchange.startMs >= touchedFrom(run, creation)) continue;
    // Who asked on a condition has the entry already.
    if (expectation.situation === 'conditional' && answer.status === 304) continue;
    const exchanges = [exchange.id, creation.reading.exchange.id];
    const operation = expectation.operation?.id;
    const isOpen =
      !saysWhenRefused(run.contract.interface) && (!isJudged(run, creation) || answer.status >= 500);
    if (isOpen || isRefusedForOtherReasons(run, answer.status) || isElsewhere(run, reading)) continue;
    if (answer.status >= 300) {
      const again = run.readings.some((r) => r.exchange.repeats === exchange.id);
      if (!again)
        tribunal.breaks({
          exchanges,
          operation,
          expected: 'the created entry',
          actual: statusText(answer),
          deviation: statusDeviation(answer),
        });
      continue;
    }
    const entry = entryIn(collection, reading);
    if (entry === undefined) continue;
    const parameter = parameterNames(collection.read?.path ?? '').at(-1);
    const shownAs = shownBy(collection.read, { parameter });
    if (isHollow(creation, entry, shownAs)) {
      const words = { expected: 'the created entry', actual: '{}', deviation: 'nothing of it is shown' };
      tribunal.breaks({ exchanges, operation, ...words });
      continue;
    }
    const changed = changedMember(run, creation, creations, { entry, shownAs });
    if (changed === undefined) tribunal.proves(operation);
    else {
      const actual = `${changed.member}: ${changed.got === undefined ? 'missing' : excerptJson(changed.got)}`;
      tribunal.breaks({ exchanges, operation, expected: 'the values that were sent', actual });
    }
  }
  judgeLocations(run, tribunal);
  return tribunal.outcome();
}
