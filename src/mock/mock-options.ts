import type { InterfaceProblem } from '../document/cursor.ts';
import type { LoadResult } from '../interface/load-interface.ts';
import type { Interface } from '../interface/model.ts';
import type { Fault } from './faults/fault.ts';
import type { Freedom } from './freedoms/freedom.ts';
import type { Clock } from './limits/clock.ts';
import type { Listener, Tls } from './server/listener.ts';
import type { MockSettings } from './server/mock-settings.ts';
import type { LoggedRequest } from './server/request-log.ts';
import type { KeyGrant } from './state/keys.ts';
import type { SeedEntries } from './state/seed-entries.ts';

/** What a mock does and how. */
export type MockOptions = MockSettings & {
  /** A loaded interface, or the path of a document or of the folder that holds it. */
  readonly interface: Interface | string;
  /** Whether the document is read again when its files change. Default `off`. */
  readonly watch?: 'on' | 'off';
  /** Reads a watched document again. Default: as `loadInterface` does with nothing but its path. */
  readonly reload?: (path: string) => Promise<LoadResult>;
  /** Adds the statements to a document that the console shows, once the console is asked for. Default: as the document is. */
  readonly complete?: (document: Interface) => Promise<Interface>;
  /** A listener that is open already, instead of `host` and `port`. The mock closes it. */
  readonly listener?: Listener;
  /** Default: one key for each plan. */
  readonly keys?: readonly KeyGrant[];
  /** What the collections hold at the start. Default: the examples of the document. */
  readonly seed?: SeedEntries;
  /** HTTPS: with a certificate of its own making, or with this one. Default: plain HTTP. */
  readonly tls?: 'self-made' | Tls;
  readonly faults?: readonly Fault[];
  /** What the mock does otherwise than usual, as far as the document leaves it open. */
  readonly freedoms?: readonly Freedom[];
  /** Whether `/__assay/` answers. Default `on`. */
  readonly control?: 'on' | 'off';
  /** Time in ms since the epoch. Default: the clock of this machine. */
  readonly now?: () => number;
  /** Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Default 10 s. */
  readonly bodyTimeoutMs?: number;
  /** Told that a watched file was read again, or what is wrong with it; what was in force before stays so. */
  readonly onReload?: (reload: Reload) => void;
  readonly onRequest?: (request: LoggedRequest) => void;
  /** Told about exceptions, which are faults of the mock itself; the client gets 500. */
  readonly onError?: (error: unknown) => void;
  /** Told what the mock does without, for want of an optional package. */
  readonly onNotice?: (text: string) => void;
};

/** What became of a watched file that changed. `file` is the document or scenario. */
export type Reload =
  | { readonly kind: 'reloaded'; readonly file: string }
  | { readonly kind: 'broken'; readonly file: string; readonly problem: InterfaceProblem };

/** What a mock without a port does and how: the interface is given beside it, and no console stands next to it. */
export type MockHandlerOptions = Omit<
  MockOptions,
  'interface' | 'host' | 'port' | 'listener' | 'tls' | 'control' | 'complete'
>;

/** The same where there is neither Node nor a disk. */
export type BrowserMockOptions = Omit<
  MockHandlerOptions,
  'watch' | 'reload' | 'onReload' | 'data' | 'store' | 'scenario'
>;

/** What a test or a program does with a mock besides sending requests to it. */
export type MockControls = {
  readonly keys: readonly { readonly key: string; readonly plan: string }[];
  readonly clock: Clock;
  /** The newest requests, at most 1,000, oldest first. */
  readonly requests: () => readonly LoggedRequest[];
  /** Breaks the document in the way of this name, and in no other; without one, in none. Throws a RangeError for a name that no fault has. */
  readonly fault: (name?: string) => void;
  /** Waits so long before every answer from now on, or between these two ends. */
  readonly latency: (ms: number | readonly [minMs: number, maxMs: number]) => void;
  /**
   * Back to the entries of the start, with fresh quotas and no bans. The clock stays where it is. Memory is reset at once; settles
   * when the data file is too.
   */
  readonly reset: () => Promise<void>;
  /** Lets go of files and stores; stops listening and breaks open connections off, where there are any. */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** A running mock. */
export type Mock = MockControls & {
  /** Base address of the interface, with its base path and without a trailing slash. */
  readonly url: string;
  readonly origin: string;
  readonly port: number;
  /** PEM of the certificate, for clients to trust; `undefined` without HTTPS. */
  readonly certificate: string | undefined;
};

/**
 * A mock as a function: requests of the Fetch standard in, answers out. Rejects where the document, a file or a store can't
 * be used, with what `ready` rejects with.
 */
export type MockHandler = {
  (request: Request): Promise<Response>;
  /** Settles when the document is loaded, with the keys, the clock and all else that controls the mock. */
  readonly ready: Promise<MockControls>;
};
