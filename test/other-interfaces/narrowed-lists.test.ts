import { describe, expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { loadOnce } from '../specs/load-files.ts';
import { narrowedLists } from './narrowed-lists.ts';
import { blamed, faultsOfAssay, idsOf, runAgainstMock } from './run-against-mock.ts';
import { runAtOnce } from './run-against-service.ts';

describe('lists that show less than there is', () => {
  test.each(wholeInCi(narrowedLists, 4))('honest: $title', async ({ document, honest }) => {
    const run = await runAtOnce(document, honest);
    expect([...blamed(run), ...idsOf(run, 'warn')]).toEqual([]);
    expect(faultsOfAssay(run)).toEqual([]);
  });

  const faulty = narrowedLists.flatMap((one) =>
    one.faulty === undefined ? [] : [{ ...one, ...one.faulty }],
  );

  test.each(wholeInCi(faulty, 6))('faulty: $title', async ({ document, serve, finds }) => {
    const run = await runAtOnce(document, serve);
    expect(idsOf(run, 'fail')).toContain(finds);
    expect(faultsOfAssay(run)).toEqual([]);
  });

  test.each(narrowedLists.slice(-1))("are stood in for by assay's own mock: $title", async ({ document }) => {
    const loaded = await loadOnce({ 'openapi.yaml': document });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
  });
});
