import type { Exchange } from '../exchange/exchange.ts';

/** An exchange that assay did not send. Its credential is what the traffic alone tells: usually nothing. */
export type ForeignExchange = {
  /** Scheme and authority of the request, in lower case, without a default port. */
  readonly origin: string;
  readonly exchange: Exchange;
  /** Nothing was taken out of its header lines: what is not there was not sent. */
  readonly complete: boolean;
};

/** What one entry of a file came to. */
export type TrafficItem =
  | { readonly kind: 'exchange'; readonly foreign: ForeignExchange }
  /** It says nothing about the interface. */
  | { readonly kind: 'skipped'; readonly reason: string }
  /** It could not be read. */
  | { readonly kind: 'fault'; readonly problem: string };
