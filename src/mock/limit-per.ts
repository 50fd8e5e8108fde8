import type { Caller, InboundRequest } from './stages.ts';

/** `key`: each key has a count of its own, and so has each address for what comes without a valid key. `address`: one count for all that comes from an address. */
export type LimitPer = 'key' | 'address';

export const LIMIT_PERS: readonly [LimitPer, ...LimitPer[]] = ['key', 'address'];

/** The name of the account that a request is counted on. */
export function accountName(per: LimitPer, caller: Caller, request: Pick<InboundRequest, 'address'>): string {
  switch (per) {
    case 'key':
      return caller.kind === 'key' ? `key ${caller.key.key}` : `address ${request.address}`;
    case 'address':
      return `address ${request.address}`;
  }
}
