import { expect, test } from 'vitest';
import { created } from '../../check-rows.test-data.ts';
import { contractOf, runOf } from '../../exchange.test-data.ts';
import { Ownership } from './ownership.ts';

test.each([
  ['what a creation tells of', [], ['/books/1']],
  ['nothing that was there before it', ['/books/1'], []],
])('Ownership takes for the run’s own %s', async (_name, foreign, own) => {
  const contract = await contractOf('test/mock/library');
  const ownership = new Ownership(contract, new Set(foreign));
  for (const reading of runOf(contract, [created(1, { title: 'assay-abc123-001 One' })]).readings)
    ownership.note(reading);
  expect(ownership.entries.map(({ path }) => path)).toEqual(own);
  expect([...ownership.foreign]).toEqual(foreign);
});
