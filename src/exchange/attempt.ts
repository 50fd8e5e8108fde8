import type { Times } from './deadline-timer.ts';
import type { HeaderLine, Result } from './exchange.ts';

/** A request ready for the wire. */
export type WireRequest = {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array | undefined;
};

/** Bounds on what is read of an answer, in bytes. */
export type Limits = { readonly maxHeaderBytes: number; readonly maxBodyBytes: number };

/** One try at an exchange. */
export type Attempt = {
  readonly result: Result;
  readonly times: Times;
  /** True when a connection that had served before broke before any byte of this answer came. */
  readonly lostOnReuse: boolean;
};
