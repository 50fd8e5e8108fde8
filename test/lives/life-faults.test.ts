import { expect, test } from 'vitest';
import { loadInterface } from '../../src/interface/load-interface.ts';
import { lifeFaults } from '../../src/mock/faults/derived/life-faults.ts';
import { pageFaults } from '../../src/mock/faults/derived/page-faults.ts';
import { faultsOfAssay, idsOf, runAgainstMock } from '../other-interfaces/run-against-mock.ts';
import { sampled, THOROUGH } from '../sampled.ts';

const loaded = await loadInterface('test/lives');
if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
const document = loaded.interface;

test.runIf(THOROUGH)(
  'the mock keeps entries that are changed, removed and inside of one another',
  async () => {
    const run = await runAgainstMock(document);
    expect([...idsOf(run, 'fail'), ...idsOf(run, 'warn'), ...faultsOfAssay(run)]).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  },
);

// With small documents every day: named-entries.test.ts, desk.test.ts.
test.runIf(THOROUGH).each([...sampled(lifeFaults(document), 10), ...sampled(pageFaults(document), 6)])(
  '$name is found',
  async (fault) => {
    const run = await runAgainstMock(document, [fault]);
    const told = [...idsOf(run, 'fail'), ...idsOf(run, 'warn')];
    expect(told).toEqual(expect.arrayContaining([...fault.breaks]));
    expect(faultsOfAssay(run)).toEqual([]);
  },
);
