import type { HeaderLine } from '../exchange/exchange.ts';
import type { OutcomeKind } from '../checks/outcome.ts';
import type { RunRecord, RunSettings } from './record.ts';

/** What happens during a run, as it happens. */
export type RunEvent =
  | {
      readonly kind: 'suite-started';
      readonly suite: string;
      readonly title: string;
      readonly checks: number;
    }
  | {
      readonly kind: 'exchange';
      readonly suite: string;
      /** Requests sent so far and the most that the plan sends, both on the key and without a valid one. */
      readonly withKey: number;
      readonly withoutKey: number;
      readonly most: number;
      /** Requests that the key has used of its window, as the last answer on it tells. */
      readonly window?: { readonly used: number; readonly limit: number };
    }
  | { readonly kind: 'check'; readonly suite: string; readonly id: string; readonly outcome: OutcomeKind }
  | { readonly kind: 'suite-ended'; readonly suite: string }
  /** Nothing is sent on a credential until `untilMs` (local wall clock, ms since the epoch). */
  | { readonly kind: 'resting'; readonly untilMs: number; readonly reason: string }
  /** The file of the record takes no more, and keeps what it has. The run goes on: its record is in memory. */
  | { readonly kind: 'record-lost'; readonly file: string; readonly reason: string };

/** Everything that a run needs to know. `key` is the only secret in it. */
export type RunRequest = {
  readonly specDirectory: string;
  readonly key: string | undefined;
  readonly settings: RunSettings;
  readonly headers: readonly HeaderLine[];
  readonly tls: { readonly insecure: boolean; readonly ca: string | undefined };
  /** The environment's proxy settings (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY` in either case). */
  readonly proxy: { readonly [name: string]: string };
  readonly ownMock: boolean;
  /** File that receives the record as it grows. */
  readonly recordFile?: string | undefined;
  /** The record of a run that was cut off, to go on with. */
  readonly earlier?: RunRecord | undefined;
};
