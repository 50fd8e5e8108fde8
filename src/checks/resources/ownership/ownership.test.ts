import { expect, test } from 'vitest';
import { created } from '../../check-rows.test-data.ts';
import { ask, contractOf, runOf } from '../../exchange.test-data.ts';
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

test.each([
  ['the run made', '/products/P1/reviews', ['/products/P1', '/products/P1/reviews/4']],
  ['somebody else made', '/products/P2/reviews', ['/products/P1']],
])('Ownership takes what a creation lists inside of what %s', async (_name, path, own) => {
  const contract = await contractOf('test/lives/catalogue');
  const ownership = new Ownership(contract);
  const sent = { name: 'assay-abc123-001 One' };
  const { readings } = runOf(contract, [
    ask('POST', '/products', 201, { ...sent, sku: 'P1', id: 'P1', productId: 'P1' }, sent),
    ask('POST', path, 201, [{ id: 4, number: 4, reviewId: 4 }], { stars: 5 }),
  ]);
  for (const reading of readings) ownership.note(reading);
  expect(ownership.entries.map((entry) => entry.path)).toEqual(own);
});
