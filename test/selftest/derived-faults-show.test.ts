import { expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import { derivedFaults } from '../../src/mock/faults/derived/derived-faults.ts';
import { showsInScript } from './ask-stages.ts';

test.each(wholeInCi(['spec/pet-catalogue', 'test/specs/orders', 'test/specs/minimal'], 3))(
  'every fault that is derived from %s changes what a mock does, and none is empty',
  async (directory) => {
    const loaded = await loadInterface(directory);
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const derived = derivedFaults(loaded.interface);
    expect(derived).not.toEqual([]);
    const silent = derived.filter((fault) => !showsInScript(loaded.interface, fault));
    expect(silent.map(({ name }) => name)).toEqual([]);
  },
);
