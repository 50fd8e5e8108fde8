import type { Share } from '../state/state.ts';
import { openRedisLink, parseStoreAddress } from './redis-link.ts';
import { createSharedState } from './shared-state.ts';
import { SharedStoreFault } from './shared-store-fault.ts';

/** A store that mocks share. */
export type SharedStore = { readonly share: Share; readonly close: () => void };

/** Connects to the store at an address like `redis://host:6379`. Rejects with a `SharedStoreFault` that says what to do. */
export async function openSharedStore(text: string): Promise<SharedStore> {
  const parsed = parseStoreAddress(text);
  if (parsed.kind === 'broken')
    throw new SharedStoreFault(`cannot use the address of the shared store: ${parsed.problem}`);
  const link = await openRedisLink(parsed.address);
  return { share: (parts) => createSharedState(link, parts), close: link.close };
}
