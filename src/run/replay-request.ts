import type { Outcome } from '../checks/outcome.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Interface } from '../interface/model.ts';
import type { RunRequest } from './run-request.ts';

/** One recorded request to send again, and the check that is to judge the answer. `key` is the only secret in it. */
export type ReplayRequest = Pick<RunRequest, 'key' | 'headers' | 'tls' | 'proxy'> & {
  readonly document: Interface;
  readonly url: string;
  readonly timeoutMs: number;
  readonly exchange: Exchange;
  readonly checkId: string;
  readonly signal: AbortSignal;
};

/** What came back this time, and what the check says about that one exchange alone. */
export type Replayed = { readonly exchange: Exchange; readonly outcome: Outcome };
