import { describe, expect, test } from 'vitest';
import { contractOf, runOf } from '../../exchange.test-data.ts';
import { listingsOf } from '../creations/creations.ts';
import { indexOf, type ListingIndex } from './listing.ts';

async function indexOfList(items: readonly unknown[]): Promise<ListingIndex> {
  const orders = await contractOf('test/specs/orders');
  const [listing] = listingsOf(runOf(orders, [{ path: '/orders', body: JSON.stringify({ items }) }]));
  if (listing === undefined) throw new Error('there is no list');
  return indexOf(listing, []);
}

const [A, B, C] = ['assay-abc123-001', 'assay-abc123-002', 'assay-123xyz-003'];

describe('indexOf()', () => {
  test('gives the first entry of each identity, and the first identity that is repeated', async () => {
    const entries = [
      { orderId: 'a', n: 1 },
      { n: 2 },
      { orderId: 1, n: 3 },
      { n: 4 },
      { orderId: '1', n: 5 },
      { orderId: 1.0, n: 6 },
      { orderId: 'a', n: 7 },
    ];
    const { byIdentity, repeated } = await indexOfList(entries);
    expect([...byIdentity]).toEqual([
      ['"a"', entries[0]],
      [undefined, entries[1]],
      ['1', entries[2]],
      ['"1"', entries[4]],
    ]);
    expect(repeated).toBe('1');
    expect((await indexOfList([{ n: 1 }, { n: 2 }, { orderId: 'a' }])).repeated).toBeUndefined();
  });

  test.each<readonly [string, unknown, readonly string[]]>([
    ['in a member', { name: `x${A}y` }, [A]],
    ['deep inside', { tags: [[{ name: A }]], other: { name: B } }, [A, B]],
    ['as a name', { [A]: null }, [A]],
    ['several times', { name: `${A} ${A}`, title: A }, [A]],
    ['run into one another', { name: 'assay-xassay-123xyz-003' }, ['assay-xassay-123', C]],
    ['not at all', { name: 'assay-ABC123-001', number: 1, nothing: null, truth: true }, []],
  ])('gives the entries that hold a marker %s', async (_how, entry, markers) => {
    const { byMarker } = await indexOfList([{ name: 'other' }, entry, { name: 'assay-zzz999-999' }]);
    expect(byMarker.size).toBe(markers.length + 1);
    for (const marker of markers) expect(byMarker.get(marker)).toEqual([entry]);
  });
});
