import type { Caller } from './stages.ts';

/** `key`: each key has a count of its own, and so has each address for what comes without a valid key. `address`: one count for all that comes from an address. */
export type LimitPer = 'key' | 'address';

export const LIMIT_PERS: readonly [LimitPer, ...LimitPer[]] = ['key', 'address'];

/** The name of the account that a request is counted on. `address` is the peer's. */
export function accountName(per: LimitPer, caller: Caller, address: string): string {
  switch (per) {
    case 'key':
      return caller.kind === 'key' ? `key ${caller.key.key}` : `address ${address}`;
    case 'address':
      return `address ${address}`;
  }
}
