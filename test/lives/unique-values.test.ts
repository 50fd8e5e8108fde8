import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { THOROUGH, wholeInCi } from '../sampled.ts';
import { faultsOfAssay, idsOf, runAgainstMock } from '../other-interfaces/run-against-mock.ts';
import { runIn, houses } from './run-zoo.ts';
import { loadOnce } from '../specs/load-files.ts';

/** Values that one entry alone may have, by the words of a document. */

const tickets = houses.find(({ name }) => name === 'tickets');

test.runIf(THOROUGH)('the mock keeps them, and a run proves it', async () => {
  const document = await readFile(new URL('../tickets/openapi.yaml', import.meta.url), 'utf8');
  const loaded = await loadOnce({ 'openapi.yaml': document });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect([...idsOf(run, 'fail'), ...idsOf(run, 'warn'), ...faultsOfAssay(run)]).toEqual([]);
  expect(idsOf(run, 'pass')).toContain('resources.unique-kept');
});

test.each(
  wholeInCi<readonly [name: string, failed: readonly string[], warned: readonly string[]]>(
    [
      ['two tickets may have one reference', ['resources.unique-kept'], []],
      ['plain', [], []],
      ['a ticket may get the reference of another', ['resources.unique-kept'], []],
      ['a ticket is refused the reference that it has', [], ['resources.unique-kept']],
    ],
    4,
  ),
)('a service of tickets: %s', async (name, failed, warned) => {
  const member = [...(tickets?.conforming ?? []), ...(tickets?.faulty ?? [])].find(
    (one) => one.name === name,
  );
  if (tickets === undefined || member === undefined) throw new Error(name);
  const run = await runIn(tickets, member, { suites: ['resources'] });
  expect(idsOf(run, 'fail')).toEqual(failed);
  expect(idsOf(run, 'warn').filter((id) => id === 'resources.unique-kept')).toEqual(warned);
  expect(faultsOfAssay(run)).toEqual([]);
});
