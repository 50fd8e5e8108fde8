import type { CredentialUse, HeaderLine } from '../exchange/exchange.ts';
import type { CredentialScheme } from '../interface/model.ts';
import type { Situation } from '../oracle/situation.ts';
import type { Caller } from './pacer.ts';

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
