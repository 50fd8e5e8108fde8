import { describe, expect, test } from 'vitest';
import {
  answerServices,
  bodyServices,
  boundaryService,
  discriminatedService,
  searchServices,
} from './kinds-services.ts';
import { loadFiles } from '../specs/load-files.ts';
import { blamed, faultsOfAssay, idsOf, type MockRun, runAgainstMock } from './run-against-mock.ts';
import { runAgainstService } from './run-against-service.ts';

function found(run: MockRun): string {
  return [...idsOf(run, 'fail'), ...idsOf(run, 'warn')].join(' ');
}

const services = [
  boundaryService,
  discriminatedService,
  ...searchServices,
  ...bodyServices.map((one) => ({ ...one, title: `takes ${one.title}` })),
  ...answerServices.map((one) => ({ ...one, title: `gives ${one.title}` })),
];

describe('services of every kind', () => {
  test.each(services)('are not blamed where they are honest: $title', async ({ document, honest }) => {
    const run = await runAgainstService(document, honest);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(blamed(run)).toEqual([]);
    expect(run.verdict.exitCode, JSON.stringify(run.verdict)).toBe(0);
  });

  test.each(services.flatMap((one) => (one.faulty === undefined ? [] : [{ ...one, ...one.faulty }])))(
    'are found out: $title',
    async ({ document, serve, finds }) => {
      const run = await runAgainstService(document, serve);
      expect(faultsOfAssay(run)).toEqual([]);
      expect(found(run)).toContain(finds);
    },
  );

  test.each(services)("are stood in for by assay's own mock: $title", async ({ document }) => {
    const loaded = await loadFiles({ 'openapi.yaml': document });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(blamed(run)).toEqual([]);
    expect(run.verdict.exitCode, JSON.stringify(run.verdict)).toBe(0);
  });
});
