import type { Interface } from '../../src/interface/model.ts';
import type { Fault } from '../../src/mock/faults/fault.ts';

const AUTHORIZATION_ONLY = 'the fault reads the Authorization header alone';

/** Faults that the mock of the orders document cannot show, or that its document allows. */
const inOrders: ReadonlyMap<string, string> = new Map([
  ['scheme-ignored', AUTHORIZATION_ONLY],
  ['scheme-case-required', AUTHORIZATION_ONLY],
  ['challenge-missing', 'a warning: HTTP asks for it, the document does not'],
  ['member-twice', 'a warning: JSON asks for it, the document does not'],
  ['media-type-parameter-refused', 'a warning: HTTP asks for it, the document does not'],
  ['named-operations-unprotected', 'every operation is documented in full'],
  ['number-taken-for-text', 'the fault changes every number, and one of them is asked for'],
  ['empty-text-nulled', 'no probe sends an empty text inside of a member'],
  ['no-content-for-list', 'the fault changes lists that are bare arrays'],
  ['list-wrapped', 'the fault wraps lists that are bare arrays'],
  ['crash-on-long-text', 'no valid text is that long'],
]);

/** What the minimal document, one open GET, has faults of. */
const inMinimal: ReadonlySet<string> = new Set([
  'media-type-of-text',
  'media-type-missing',
  'json-broken',
  'byte-order-mark',
  'answers-cut',
  'redirected-to-slash',
]);

/** Why a mock of the document cannot show a fault; `undefined` where a run has to find it. */
export function inapplicable(document: Interface, { name, family }: Fault): string | undefined {
  if (document.rateLimits === undefined && family.startsWith('rate-limit-')) {
    return 'no rate limit is documented';
  }
  if (document.id === 'orders') return inOrders.get(name);
  return inMinimal.has(name) ? undefined : 'one open operation that takes nothing';
}
