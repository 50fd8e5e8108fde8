import type { FailureKind } from '../exchange/exchange.ts';

const UNTIL_GIVEN_UP = 3;

/** Whether nobody seems to be there at all. */
export function isGone(kind: FailureKind): boolean {
  return kind === 'refused' || kind === 'unresolved' || kind === 'tls';
}

/** How many failures in a row a run bears before it gives the target up: fewer where nobody seems to be there. */
export function bearableFailures(kind: FailureKind): number {
  return isGone(kind) ? UNTIL_GIVEN_UP : 2 * UNTIL_GIVEN_UP;
}
