import { expect, test } from 'vitest';
import { resourcesOf } from '../../../interface/resources/resources.ts';
import { contractOf, runOf } from '../../exchange.test-data.ts';
import { lifeRows } from './life.test-data.ts';
import { isUnsettled } from './life-books.ts';

test('isUnsettled() says the same of a run that goes on as of one that is looked at for the first time', async () => {
  const contract = await contractOf('test/lives');
  const resources = resourcesOf(contract.interface);
  const seen = new Set<boolean>();
  for (const { exchanges, document, capabilities } of lifeRows) {
    if (document !== 'lives') continue;
    const going = { ...contract };
    const { readings, ...rest } = runOf(going, exchanges, capabilities);
    for (let length = 1; length <= readings.length; length += 1) {
      const sofar = readings.slice(0, length);
      for (const resource of resources) {
        const isSo = isUnsettled({ ...rest, readings: sofar }, resource);
        expect(isSo).toBe(isUnsettled({ ...rest, contract: { ...contract }, readings: sofar }, resource));
        seen.add(isSo);
      }
    }
  }
  expect(seen).toEqual(new Set([true, false]));
});
