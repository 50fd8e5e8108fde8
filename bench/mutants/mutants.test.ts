import { beforeAll, describe, expect, test } from 'vitest';
import { zooDocument } from '../../test/zoo/assay-over-zoo.ts';
import { mutatedSources, tryMutants, type BedReport } from './bed.ts';
import { harmless } from './harmless.ts';
import type { Mutant, MutatedSource } from './mutate.ts';
import { falseAlarms, labelOf, reasonsOf, staleEntries, survivors } from './mutants-figures.ts';

const SERVICE = 'bench/mutants/services/node-http-by-hand.ts';

/** What a mutant changes, and what a run says of it. */
const ROWS = [
  { change: "typeof name !== 'string' → false", kind: 'violation' },
  { change: 'nextId++ → nextId--', kind: 'green' },
  { change: '201 → 200', kind: 'violation' },
  { change: '\'WWW-Authenticate\' → ""', kind: 'violation' },
  { change: '\'too many requests\' → ""', kind: 'green' },
] as const;

let sources: readonly MutatedSource[];
let mutants: readonly Mutant[];
let report: BedReport;

function isChosen(mutant: Mutant): boolean {
  return mutant.file === SERVICE && ROWS.some(({ change }) => labelOf(mutant).endsWith(`: ${change}`));
}

beforeAll(async () => {
  sources = await mutatedSources();
  mutants = sources.flatMap((source) => source.mutants);
  report = await tryMutants(sources, {
    document: await zooDocument(),
    seed: 1,
    together: 2,
    chosen: isChosen,
    onTrial: () => undefined,
  });
});

test('every mutant has a name of its own, and each harmless one is a mutant', () => {
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  expect(mutants.length).toBeGreaterThan(1_000);
  expect(staleEntries(mutants, harmless)).toEqual([]);
});

test('a service is not blamed as it is, nor with a harmless mutant', () => {
  expect(report.unmutated.map(({ fate }) => fate.kind)).toEqual(['green']);
  expect(falseAlarms(report, reasonsOf(harmless))).toEqual([]);
  expect(survivors(report.trials, reasonsOf(harmless))).toEqual([]);
});

describe.each(ROWS)('$change', ({ change, kind }) => {
  test(`is ${kind}`, () => {
    const trial = report.trials.find(({ mutant }) => labelOf(mutant).endsWith(`: ${change}`));
    expect(trial?.fate.kind).toBe(kind);
  });
});
