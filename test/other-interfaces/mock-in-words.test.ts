import { expect, test } from 'vitest';
import { loadInterface } from '../../src/interface/load-interface.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';

/** Documents that say in whole sentences what no schema has: the mock does that, too. */

test.each(['copies', 'files', 'tasks', 'labels'])(
  'the mock does what the document of %s says in words',
  async (name) => {
    const loaded = await loadInterface(`${import.meta.dirname}/../specs/${name}`);
    expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
  },
);
