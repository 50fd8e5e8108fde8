import type { Outcome } from '../checks/outcome.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Interface } from '../interface/model.ts';
import type { RunSettings } from './record.ts';
import type { RunRequest } from './run-request.ts';

/** Recorded requests to send again, and the check that is to judge the answers. `key` is the only secret in it. */
export type ReplayRequest = Pick<RunRequest, 'key' | 'headers' | 'tls' | 'proxy'> & {
  readonly document: Interface;
  readonly url: string;
  readonly timeoutMs: number;
  /** The exchanges that prove the violation, as recorded. */
  readonly exchanges: readonly Exchange[];
  /** Id of the one that tells most. */
  readonly telling: string;
  /** What the recorded run was told. */
  readonly settings: RunSettings;
  readonly checkId: string;
  readonly signal: AbortSignal;
};

/** What came back this time, and what the check says about it. Redacted. */
export type Replayed = {
  /** The counterpart of the telling exchange; `undefined` when it was not sent. */
  readonly exchange: Exchange | undefined;
  readonly outcome: Outcome;
};
