import { matchOperation, splitTarget } from '../interface/path-matching.ts';
import { isJsonObject } from '../oracle/json-object.ts';
import type { JudgedRun } from './check.ts';
import { creationsOf, differences, type Creation } from './creations.ts';
import { excerptJson } from './excerpt.ts';
import { openTribunal } from './judge-each.ts';
import type { Outcome } from './outcome.ts';
import { statusDeviation, statusText } from './status-verdict.ts';

/** An identity as it stands in a path: strings without quotes. */
export function pathSegment(identity: string): string {
  return encodeURIComponent(identity.startsWith('"') ? (JSON.parse(identity) as string) : identity);
}

/** Judges reads of created entries by identity. */
export function judgeReadBack(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const created = new Map<string, Creation>();
  for (const creation of creationsOf(run)) {
    if (creation.identity !== undefined)
      created.set(`${creation.collection.path} ${pathSegment(creation.identity)}`, creation);
  }
  for (const reading of run.readings) {
    const { exchange, answer, expectation } = reading;
    const collection = run.contract.interface.collections.find(
      (c) => c.read?.id === expectation.operation?.id,
    );
    if (collection === undefined || answer === undefined || exchange.request.credential.kind !== 'valid')
      continue;
    const { path } = splitTarget(run.contract.basePath, exchange.request.target);
    const [segment = ''] = matchOperation(run.contract.interface, 'GET', path)?.pathValues.values() ?? [];
    const creation = created.get(`${collection.path} ${segment}`);
    if (creation === undefined || exchange.startMs < creation.reading.exchange.endMs || answer.limited)
      continue;
    const exchanges = [exchange.id, creation.reading.exchange.id];
    const operation = expectation.operation?.id;
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
    if (answer.json.kind === 'invalid' || !isJsonObject(answer.json.value)) continue;
    const [changed] = differences(collection, creation.sent, answer.json.value).filter(
      (d) => d.fidelity === 'changed',
    );
    if (changed === undefined) tribunal.proves(operation);
    else {
      const actual = `${changed.member}: ${changed.got === undefined ? 'missing' : excerptJson(changed.got)}`;
      tribunal.breaks({ exchanges, operation, expected: 'the values that were sent', actual });
    }
  }
  return tribunal.outcome();
}
