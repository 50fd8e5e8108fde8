import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Answer, Exchange, Failure, Result, SentRequest } from '../http/exchange.ts';
import { bound } from '../system/bounds.ts';
import { leaveBehind } from '../system/garbage.ts';
import type { RecordEntry } from './record.ts';

/** A body as JSON holds it: text where the bytes are valid UTF-8 that JSON needs not spell out, otherwise base64. */
type WrittenBody = { readonly text: string } | { readonly base64: string };

/** A body inside a record. A long one is deflated (RFC 1951) and in base64. */
type StoredBody = WrittenBody | { readonly deflated: string };

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

type Spelled = { readonly next: (byte: number) => boolean; readonly adds: number };

/** Characters that `plainJson` writes as `\uXXXX`, by the bytes that they begin with in UTF-8, and what that adds to them. */
const SPELLED_OUT: ReadonlyMap<number, Spelled> = new Map<number, Spelled>([
  [0x7f, { next: () => true, adds: 5 }],
  [0xc2, { next: (byte) => byte < 0xa0 || byte === 0xad, adds: 4 }],
  [0xd8, { next: (byte) => byte === 0x9c, adds: 4 }],
  [0xe2, { next: (byte) => byte === 0x80 || byte === 0x81, adds: 3 }],
  [0xef, { next: (byte) => byte >= 0xbb, adds: 3 }],
]);
const FIRST_NO_CONTROL = 0x20;
const CONTROL_ADDS = 5;
/** A text that grows by more than this share of its length is shorter in base64. */
const MOST_GROWTH = 5 / 6;

function isCrowded(bytes: Uint8Array): boolean {
  const most = bytes.length * MOST_GROWTH;
  let added = 0;
  for (let index = 0; index < bytes.length && added <= most; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte < FIRST_NO_CONTROL) added += CONTROL_ADDS;
    else if (byte >= 0x7f) {
      const spelled = SPELLED_OUT.get(byte);
      if (spelled?.next(bytes[index + 1] ?? 0) === true) added += spelled.adds;
    }
  }
  return added > most;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** The body as text, or in base64 where that is shorter or the bytes are no text. */
export function writtenBody(bytes: Uint8Array): WrittenBody {
  const text = isCrowded(bytes) ? undefined : decoded(bytes);
  return text === undefined ? { base64: base64(bytes) } : { text };
}

/** Keeps every byte: `restoreBody(storeBody(bytes))` equals `bytes`. No body takes more than about twice its length. */
export function storeBody(bytes: Uint8Array): StoredBody {
  return bytes.length > bound('shortBodyBytes')
    ? { deflated: base64(deflateRawSync(bytes, { level: 1 })) }
    : writtenBody(bytes);
}

/** What unpacking a body leaves in memory, in lengths of the body: the pieces, and soon the body itself, which is packed again. */
const UNPACKING_GROWTH = 2;

/** The bytes that `storeBody` was given. Throws for a deflated body that is none, or longer than any that is stored. */
export function restoreBody(stored: StoredBody): Uint8Array {
  if ('text' in stored) return new TextEncoder().encode(stored.text);
  if ('base64' in stored) return new Uint8Array(Buffer.from(stored.base64, 'base64'));
  const body = inflateRawSync(Buffer.from(stored.deflated, 'base64'), {
    maxOutputLength: bound('storedBodyBytes'),
  });
  leaveBehind(UNPACKING_GROWTH * body.length);
  return new Uint8Array(body.buffer, body.byteOffset, body.length);
}

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
