import type { Answer, Exchange, Failure, Result, SentRequest } from '../exchange/exchange.ts';
import type { RecordEntry } from './record.ts';
import { restoreBody, storeBody, type StoredBody } from './stored-body.ts';

type StoredRequest = Omit<SentRequest, 'body'> & { readonly body?: StoredBody };

type StoredResult =
  | { readonly kind: 'answer'; readonly answer: Omit<Answer, 'body'> & { readonly body: StoredBody } }
  | { readonly kind: 'failure'; readonly failure: Failure };

/** An exchange as JSON holds it. */
export type StoredExchange = Omit<Exchange, 'request' | 'result' | 'repeats'> & {
  readonly request: StoredRequest;
  readonly result: StoredResult;
  readonly repeats?: string;
};

/** A record entry as JSON holds it: one line of the file. */
export type StoredEntry =
  | Exclude<RecordEntry, { readonly type: 'exchange' }>
  | { readonly type: 'exchange'; readonly exchange: StoredExchange };

function storeResult(result: Result): StoredResult {
  if (result.kind === 'failure') return result;
  return { kind: 'answer', answer: { ...result.answer, body: storeBody(result.answer.body) } };
}

function restoreResult(result: StoredResult): Result {
  if (result.kind === 'failure') return result;
  return { kind: 'answer', answer: { ...result.answer, body: restoreBody(result.answer.body) } };
}

/** An entry with its bytes turned into what JSON can hold. */
export function storeEntry(entry: RecordEntry): StoredEntry {
  if (entry.type !== 'exchange') return entry;
  const { request, result, repeats, ...rest } = entry.exchange;
  const { body, ...head } = request;
  return {
    type: 'exchange',
    exchange: {
      ...rest,
      request: body === undefined ? head : { ...head, body: storeBody(body) },
      result: storeResult(result),
      ...(repeats === undefined ? {} : { repeats }),
    },
  };
}

/** The counterpart of `storeEntry`. */
export function restoreExchange(stored: StoredExchange): Exchange {
  const { request, result, repeats, ...rest } = stored;
  const body = request.body === undefined ? undefined : restoreBody(request.body);
  return { ...rest, request: { ...request, body }, result: restoreResult(result), repeats };
}
