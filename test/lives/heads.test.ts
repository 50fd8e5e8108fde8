import { expect, test } from 'vitest';
import { loadInterface } from '../../src/interface/load-interface.ts';
import { faultsOfAssay, idsOf, runAgainstMock } from '../other-interfaces/run-against-mock.ts';
import { THOROUGH } from '../sampled.ts';

const loaded = await loadInterface('test/lives/market');
if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
const document = loaded.interface;

test.runIf(THOROUGH)('the mock answers a documented HEAD as it answers GET', async () => {
  const run = await runAgainstMock(document);
  expect([...idsOf(run, 'fail'), ...idsOf(run, 'warn'), ...faultsOfAssay(run)]).toEqual([]);
  expect(idsOf(run, 'pass')).toEqual(expect.arrayContaining(['statuses.head-as-get', 'headers.head-as-get']));
});
