import type { CredentialScheme } from '../interface/model.ts';
import type { CredentialUse, HeaderLine } from './exchange.ts';

/** A request that a probe wants sent. Strings of header lines are bytes: one character up to U+00FF each. */
export type OutgoingRequest = {
  readonly method: string;
  /** Path and query relative to the base address, sent verbatim. */
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  /** `undefined`: no body. The `raw` transport then sends no Content-Length either. */
  readonly body: Uint8Array | undefined;
  readonly credential: CredentialUse;
  /** `undefined` for operations without a credential: nothing is added then. */
  readonly scheme: CredentialScheme | undefined;
  /** `pool` reuses connections. Requests that its library would refuse or change go `raw` all the same. */
  readonly transport: 'pool' | 'raw';
};
