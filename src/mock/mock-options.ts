import type { Interface } from '../interface/model.ts';
import type { Clock } from './clock.ts';
import type { Fault } from './faults/fault.ts';
import type { KeyGrant } from './keys.ts';
import type { LimitPer } from './limit-per.ts';
import type { Listener } from './listener.ts';
import type { LoggedRequest } from './request-log.ts';
import type { SeedEntries } from './seed-entries.ts';
import type { LimiterKind } from './window-counter.ts';

/** What a mock does and how. */
export type MockOptions = {
  readonly interface: Interface;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 0: any free one. */
  readonly port?: number;
  /** A listener that is open already, instead of `host` and `port`. The mock closes it. */
  readonly listener?: Listener;
  /** Default: one key for each plan. */
  readonly keys?: readonly KeyGrant[];
  /** What the collections hold at the start. Default: the examples of the document. */
  readonly seed?: SeedEntries;
  /** Default `fixed`. */
  readonly limiter?: LimiterKind;
  /** Who has a count of its own. Default `key`. */
  readonly limitPer?: LimitPer;
  /** So many requests inside one `Retry-After` get the caller banned. Default: never. */
  readonly banAfter?: number;
  /** Wait before every answer. Default 0. */
  readonly latencyMs?: number;
  readonly faults?: readonly Fault[];
  /** Whether `/__assay/` answers. Default `on`. */
  readonly control?: 'on' | 'off';
  /** Time in ms since the epoch. Default: the clock of this machine. */
  readonly now?: () => number;
  /** Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Default 10 s. */
  readonly bodyTimeoutMs?: number;
  readonly onRequest?: (request: LoggedRequest) => void;
  /** Told about exceptions, which are faults of the mock itself; the client gets 500. */
  readonly onError?: (error: unknown) => void;
  /** Told what the mock does without, for want of an optional package. */
  readonly onNotice?: (text: string) => void;
};

/** A running mock. */
export type Mock = {
  /** Base address of the interface, with its base path and without a trailing slash. */
  readonly url: string;
  readonly origin: string;
  readonly port: number;
  readonly keys: readonly { readonly key: string; readonly plan: string }[];
  readonly clock: Clock;
  /** The newest requests, at most 1,000, oldest first. */
  readonly requests: () => readonly LoggedRequest[];
  /** Back to the entries of the start, with fresh quotas and no bans. The clock stays where it is. */
  readonly reset: () => void;
  /** Stops listening and breaks open connections off. */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};
