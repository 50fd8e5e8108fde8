import { expect, test } from 'vitest';
import { loadInterface } from '../interface/load-interface.ts';
import { chooseFaults } from './fault-choice.ts';

async function applicableIn(place: string, family: string): Promise<readonly string[]> {
  const loaded = await loadInterface(place);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const choice = chooseFaults(loaded.interface, undefined);
  if (choice.kind === 'unknown') throw new Error(choice.name);
  return choice.applicable.filter((fault) => fault.family === family).map(({ name }) => name);
}

test.each([
  ['test/specs/orders', true],
  ['test/specs/minimal', false],
])(
  'chooseFaults() tries faults of errors where the document says what errors are, in %s',
  async (place, are) => {
    expect((await applicableIn(place, 'errors')).includes('error-pages')).toBe(are);
    expect(await applicableIn(place, 'bodies')).not.toEqual([]);
  },
);
