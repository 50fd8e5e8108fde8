import { describe, expect, test } from 'vitest';
import { contractOf } from '../checks/exchange.test-data.ts';
import type { Collection } from '../interface/model.ts';
import { validatorOf } from '../oracle/contract.ts';
import { clientIdentity } from './identity.ts';

async function collectionOf(directory: string): Promise<Collection> {
  const [collection] = (await contractOf(directory)).interface.collections;
  if (collection === undefined) throw new Error(`${directory} shows no collection.`);
  return collection;
}

describe('clientIdentity()', () => {
  test('is a large integer, the same for the same seed, where identities are integers', async () => {
    const collection = await collectionOf('test/mock/library');
    const identity = clientIdentity(collection, 1);
    expect(Number.isInteger(identity)).toBe(true);
    expect(Number(identity)).toBeGreaterThan(1_000_000_000);
    expect(clientIdentity(collection, 1)).toBe(identity);
    expect(clientIdentity(collection, 2)).not.toBe(identity);
  });

  test('satisfies the documented format, where identities are texts', async () => {
    const identity = clientIdentity(await collectionOf('test/specs/orders'), 1);
    expect(validatorOf({ type: 'string', format: 'uuid' })(identity)).toEqual([]);
  });

  test('is undefined, where the type is not documented', async () => {
    const collection = await collectionOf('test/mock/library');
    expect(
      clientIdentity({ ...collection, created: { ...collection.created, schema: true } }, 1),
    ).toBeUndefined();
    expect(clientIdentity({ ...collection, identity: 'nothing' }, 1)).toBeUndefined();
  });
});
