import { expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';

/** Documents that say in whole sentences what no schema has: the mock does that, too. */

test.each(wholeInCi(['tasks', 'copies', 'files', 'labels'], 4))(
  'the mock does what the document of %s says in words',
  async (name) => {
    const loaded = await loadInterface(`${import.meta.dirname}/../specs/${name}`);
    expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
  },
);
