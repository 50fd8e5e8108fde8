import { expect, test } from 'vitest';
import { checks } from '../../src/checks/catalogue.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import { faultsOf } from '../../src/mock/faults/faults.ts';

test.each(['spec/pet-catalogue', 'test/specs/orders', 'test/specs/minimal'])(
  'the faults of %s break checks and operations that there are',
  async (directory) => {
    const loaded = await loadInterface(directory);
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const operations = loaded.interface.operations.map(({ id }) => id);
    const known = checks.map(({ id }) => id);
    const astray = faultsOf(loaded.interface).flatMap(({ name, breaks }) =>
      breaks
        .filter((reference) => {
          const [check = '', ...operation] = reference.split('@');
          return (
            !known.includes(check) || (operation.length > 0 && !operations.includes(operation.join('@')))
          );
        })
        .map((reference) => `${name}: ${reference}`),
    );
    expect(astray).toEqual([]);
  },
);
