import { describe, expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { type CartFault, carts, CARTS_DOCUMENT } from './generated-services.ts';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { runAtOnce } from './run-against-service.ts';

describe('a service whose document is generated from types', () => {
  test('is not blamed where it is honest, and all of it is in reach', async () => {
    const run = await runAtOnce(CARTS_DOCUMENT, carts());
    expect(faultsOfAssay(run)).toEqual([]);
    expect(blamed(run)).toEqual([]);
    expect(run.verdict).toMatchObject({ exitCode: 0, operations: { inReach: 9, documented: 9 } });
    // The reader of bodies answers with a status that the document does not name.
    expect(idsOf(run, 'warn')).toEqual(['statuses.documented']);
  });

  const FAULTS: readonly (readonly [fault: CartFault, finds: string])[] = [
    ['keeps removed lines in the list', 'resources.removed-is-gone'],
    ['removes all lines', 'resources.others-unchanged'],
    ['loses what is changed of a line', 'resources.update-stored'],
    ['takes back a flag that a change leaves out', 'resources.change-keeps-rest'],
    ['does not list lines', 'collections.listed'],
    ['ignores a flag in words', 'resources.filter-holds'],
    ['ignores a text to choose by', 'resources.filter-holds'],
  ];

  test.each(wholeInCi(FAULTS, 10))('is found out where it %s', async (fault, finds) => {
    const run = await runAtOnce(CARTS_DOCUMENT, carts(fault));
    expect(idsOf(run, 'fail')).toContain(finds);
  });

  test('cannot be told where it has a cart and takes nothing for it', async () => {
    const run = await runAtOnce(CARTS_DOCUMENT, carts('takes no line'));
    expect(run.verdict.exitCode).toBe(2);
    expect(run.verdict.missing.map(({ what }) => what)).toContain('POST /carts/{id}/lines');
  });

  test('cannot be told where it denies what its list shows', async () => {
    const run = await runAtOnce(CARTS_DOCUMENT, carts('finds no line'));
    expect(run.verdict.exitCode).toBe(2);
    expect(run.verdict.missing.map(({ what }) => what)).toEqual([
      'PATCH /carts/{id}/lines/{lineId}',
      'DELETE /carts/{id}/lines/{lineId}',
    ]);
  });
});
