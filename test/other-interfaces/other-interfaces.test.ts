import { sampled } from '../sampled.ts';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import type { Fault } from '../../src/mock/faults/fault.ts';
import { faults } from '../../src/mock/faults/faults.ts';
import { inapplicable } from './inapplicable-faults.ts';
import { knownGaps } from './known-gaps.ts';
import { blamed, faultsOfAssay, idsOf, runAgainstMock } from './run-against-mock.ts';

async function load(name: string): Promise<Interface> {
  const loaded = await loadInterface(join(import.meta.dirname, '../specs', name));
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

const documents = await Promise.all(['orders', 'minimal'].map((name) => load(name)));

describe.each(documents)('assay with the interface $id', (document) => {
  const rows = faults.map((fault) => ({ fault, name: fault.name, why: inapplicable(document, fault) }));
  let passes: ReadonlyMap<string, readonly string[]> = new Map();
  beforeAll(async () => {
    const run = await runAgainstMock(document);
    passes = new Map([['pass', idsOf(run, 'pass')]]);
    expect(blamed(run)).toEqual([]);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(run.verdict).toMatchObject({ kind: 'conforms', exitCode: 0 });
  });

  test('proves what there is to prove of an honest mock', () => {
    const families = new Set((passes.get('pass') ?? []).map((id) => id.split('.', 1).join('')));
    const expected =
      document.id === 'orders'
        ? ['authentication', 'bodies', 'collections', 'errors', 'statuses', 'validation']
        : ['bodies', 'statuses'];
    expect([...families]).toEqual(expect.arrayContaining(expected));
    expect(passes.get('pass')?.length).toBeGreaterThanOrEqual(document.id === 'orders' ? 35 : 8);
  });

  async function finds(fault: Fault): Promise<void> {
    const run = await runAgainstMock(document, [fault]);
    expect(faultsOfAssay(run)).toEqual([]);
    const unusable = run.record.footer?.stop.kind === 'unusable-target';
    expect(run.verdict.exitCode, run.verdict.text).toBe(unusable ? 2 : 1);
    if (!unusable) expect(idsOf(run, 'fail')).not.toEqual([]);
  }
  const applicable = rows.filter(({ why }) => why === undefined);

  test.each(
    sampled(
      applicable.filter(({ name }) => !knownGaps.has(name)),
      16,
      4,
    ),
  )('finds the fault $name', ({ fault }) => finds(fault));

  for (const { fault, name } of applicable.filter((row) => knownGaps.has(row.name))) {
    test.fails(`does not yet find ${name}: ${knownGaps.get(name) ?? ''}`, () => finds(fault));
  }

  const undocumented = rows.filter(({ fault }) => !fault.family.startsWith('rate-limit-'));

  test.each(
    sampled(
      undocumented.filter(({ why }) => why !== undefined),
      16,
      4,
    ),
  )('blames nothing for $name: $why', async ({ fault }) => {
    const run = await runAgainstMock(document, [fault]);
    expect(blamed(run)).toEqual([]);
    expect(faultsOfAssay(run)).toEqual([]);
  });
});
