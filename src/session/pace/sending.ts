import type { CredentialUse } from '../../http/credential-use.ts';
import type { HeaderLine } from '../../http/exchange.ts';
import type { CredentialScheme } from '../../interface/model.ts';
import type { Situation } from '../../oracle/situation.ts';
import type { Caller } from './pacer.ts';

/**
 * How a request goes out. `overLimit`: although nothing remains. `beyond`: requests beyond the caller's own share of the
 * budget. `again`: is repeated where the first try tells nothing: after a fault (no answer, a 5xx), after a refusal over the limit
 * as well, or never. `freshConnection`: is never sent twice by the transport. `waits`: for a used-up window as long as the profile
 * does on its way, or as long as it may take in all. `overMs`: when the window that refused is surely over, in monotonic ms.
 */
export type SendMode = {
  readonly overLimit: boolean;
  readonly beyond: number;
  readonly again: 'never' | 'after-faults' | 'after-refusals';
  readonly freshConnection: boolean;
  readonly waits: 'as-profile' | 'as-run';
  readonly overMs: number | undefined;
};

/** In turn, inside the limit, and repeated where that is allowed. */
export const ORDINARY_MODE: SendMode = {
  overLimit: false,
  beyond: 0,
  again: 'after-refusals',
  freshConnection: false,
  waits: 'as-profile',
  overMs: undefined,
};

/** A request that a probe wants sent, with what it intends: the oracle has to agree before anything goes out. */
export type SendSpec = {
  /** Name of the probe, with slashes: `validation/wrong-type/name-number`. */
  readonly probe: string;
  readonly method: string;
  /** Path and query relative to the base address. */
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array | undefined;
  readonly credential: CredentialUse;
  readonly scheme: CredentialScheme | undefined;
  readonly intent: Situation;
};

/** Which counter of the target a request goes to. */
export function callerOf(spec: Pick<SendSpec, 'scheme' | 'credential'>): Caller {
  if (spec.scheme === undefined) return 'key';
  switch (spec.credential.kind) {
    case 'valid':
    case 'valid-other-scheme-case':
      return 'key';
    case 'other-key':
      return 'other-key';
    case 'none':
    case 'other-scheme':
    case 'other-scheme-name':
    case 'unknown-scheme':
    case 'no-scheme':
    case 'empty-token':
    case 'unknown':
    case 'altered':
    case 'undetermined':
      return 'address';
  }
}
