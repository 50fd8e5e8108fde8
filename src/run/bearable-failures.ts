import type { FailureKind } from '../exchange/exchange.ts';

const UNTIL_GIVEN_UP = 3;

/** How many failures in a row a run bears before it gives the target up: fewer where nobody seems to be there. */
export function bearableFailures(kind: FailureKind): number {
  const gone = kind === 'refused' || kind === 'unresolved' || kind === 'tls';
  return gone ? UNTIL_GIVEN_UP : 2 * UNTIL_GIVEN_UP;
}
