/**
 * How a request goes out. `overLimit`: although nothing remains. `beyond`: requests beyond the caller's own share of the
 * budget. `again`: is repeated where the first try tells nothing: after a fault (no answer, a 5xx), after a refusal over the limit
 * as well, or never. `freshConnection`: is never sent twice by the transport.
 */
export type SendMode = {
  readonly overLimit: boolean;
  readonly beyond: number;
  readonly again: 'never' | 'after-faults' | 'after-refusals';
  readonly freshConnection: boolean;
};

/** In turn, inside the limit, and repeated where that is allowed. */
export const ORDINARY_MODE: SendMode = {
  overLimit: false,
  beyond: 0,
  again: 'after-refusals',
  freshConnection: false,
};
