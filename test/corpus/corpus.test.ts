import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { loadInterface } from '../../src/interface/load-interface.ts';
import { blamed, faultsOfAssay, runAgainstMock } from '../other-interfaces/run-against-mock.ts';
import { sampled } from '../sampled.ts';
import { causesOf } from './causes.ts';
import { corpus, placeOf } from './corpus.ts';
import { isOurs } from './corpus-page.ts';

const SMALL = /^(?:oas-examples|drawn\/[^/]+\/\d+-(?:1|5)-)/;
/** Whole runs of the small ones, so many apart. */
const EVERY = 50;
const EVERY_IN_CI = 12;
const documents = corpus();

test('corpus() has a hundred documents or nearly so, each by a name of its own', () => {
  expect(documents.length).toBeGreaterThan(60);
  expect(new Set(documents.map(({ name }) => name)).size).toBe(documents.length);
});

test.each(
  sampled(
    documents.filter(({ name, contradiction }) => SMALL.test(name) && contradiction === undefined),
    EVERY,
    EVERY_IN_CI,
  ),
)('assay blames nothing of the mock of $name', async (document) => {
  const file = await placeOf(document);
  const loaded = await loadInterface(file);
  if (document.from === 'drawn') await rm(file);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(faultsOfAssay(run)).toEqual([]);
  expect(blamed(run)).toEqual([]);
});

test('causesOf() puts the same reason of several documents into one line, the most frequent first', () => {
  const measured = {
    kind: 'measured',
    operations: 2,
    inReach: 2,
    asked: 2,
    served: 1,
    verdict: 'could-not-tell',
    exitCode: 2,
    violations: [],
    faults: [],
    missing: [
      { what: 'headers.once', why: 'the time is over' },
      { what: 'GET /a', why: 'it was asked 2 times' },
      { what: 'GET /b', why: 'it was asked 13 times' },
    ],
    requests: 1,
    loadS: 0,
    loadCpuS: 0,
    runS: 0,
    cpuS: 0,
    memoryMib: 0,
  } as const;
  expect(causesOf([{ name: 'one', measured }])).toEqual([
    '2 × it was asked N times (one: GET /a, one: GET /b)',
    '1 × the time is over (one: headers.once)',
  ]);
});

test('isOurs() excuses a violation by a contradiction of the document, and never a fault of assay', () => {
  const [document] = documents;
  if (document === undefined) throw new Error('the corpus is empty');
  const measured = {
    kind: 'measured',
    operations: 1,
    inReach: 1,
    asked: 1,
    served: 1,
    verdict: 'does-not-conform',
    exitCode: 1,
    violations: ['bodies.schema'],
    faults: [],
    missing: [],
    requests: 1,
    loadS: 0,
    loadCpuS: 0,
    runS: 0,
    cpuS: 0,
    memoryMib: 0,
  } as const;
  const contradictory = { ...document, contradiction: 'it says two things' };
  expect(isOurs({ document, measured })).toBe(true);
  expect(isOurs({ document: contradictory, measured })).toBe(false);
  expect(isOurs({ document: contradictory, measured: { ...measured, faults: ['a probe'] } })).toBe(true);
});
