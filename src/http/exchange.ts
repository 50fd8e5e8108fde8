import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { overJsonBounds } from '../json/structure.ts';
import { bound } from '../system/bounds.ts';
import { leaveBehind } from '../system/garbage.ts';
import type { CredentialUse } from './credential-use.ts';

/** One request and what came back. Plain data: the unit that is recorded, judged and reported. */

/** Header lines in the order and letter case of the wire. */
export type HeaderLine = readonly [name: string, value: string];

/**
 * A request as it was sent. Wherever the key (or an altered form of it) stood, path and header values hold a shell
 * expression over `ASSAY_KEY` instead, for example `Bearer $ASSAY_KEY` or `Bearer ${ASSAY_KEY%?}`.
 */
export type SentRequest = {
  readonly method: string;
  /** Request target as on the wire: base path, path and query. */
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array | undefined;
  /** True when there was a body that is not known, or not as a whole. Then `body` is what is known of it. */
  readonly bodyUnknown?: boolean;
  readonly credential: CredentialUse;
};

/** Bytes that came behind the end of an answer, although nothing more was asked for. */
export type Surplus = {
  readonly bytes: number;
  /** They hold a Retry-After field: for how long, or until when (in ms since the epoch), it asks nothing to be sent. */
  readonly retryAfterS?: number;
  readonly retryAtMs?: number;
};

export type Answer = {
  readonly status: number;
  readonly reason: string;
  readonly httpVersion: string;
  readonly headers: readonly HeaderLine[];
  readonly trailers: readonly HeaderLine[];
  readonly body: Uint8Array;
  /** True when the body went over the size cap and the rest was not read, or is not known. */
  readonly truncated: boolean;
  /** Why the content coding that the answer names can't be undone; the body is as it came then. */
  readonly undecoded?: string;
  /** True when the body is text that was decoded before it was recorded: its bytes are not those of the wire. */
  readonly decoded?: boolean;
  /** Missing where the answer was all that came. */
  readonly surplus?: Surplus;
};

export type FailureKind =
  | 'unresolved'
  | 'refused'
  | 'tls'
  | 'connect-timeout'
  | 'first-byte-timeout'
  | 'answer-timeout'
  | 'reset'
  | 'malformed'
  | 'aborted';

/** Why there is no answer. `bytesReceived` counts what came of the answer before it broke off. */
export type Failure = { readonly kind: FailureKind; readonly detail: string; readonly bytesReceived: number };

export type Result =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'failure'; readonly failure: Failure };

export type Exchange = {
  /** `x1`, `x2`, … in the order of sending. */
  readonly id: string;
  /** Id of the probe that sent it. */
  readonly probe: string;
  readonly request: SentRequest;
  readonly result: Result;
  /** Wall clock of this machine when the request was sent, in ms since the epoch. */
  readonly sentAt: number;
  /** Monotonic times in ms since the start of the run. `firstByteMs` equals `endMs` when no byte came. */
  readonly startMs: number;
  readonly firstByteMs: number;
  readonly endMs: number;
  /** Id of the exchange that this one repeats, after a 5xx, a lost connection or a lagging list. */
  readonly repeats: string | undefined;
};

/** Methods that change nothing: the safe ones (RFC 9110 section 9.2.1), and QUERY. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** Statuses that are owed to how many requests come, or how slowly (RFC 9110 section 15.5.9, RFC 6585 section 4). */
const OF_PACE: ReadonlySet<number> = new Set([408, 429]);

/** True for the refusal of what a request asks for, whatever it says of it. */
export function refusesRequest(status: number): boolean {
  return status >= 400 && status < 500 && !OF_PACE.has(status);
}

/** True for the statuses that say that there is nothing at a place (RFC 9110 sections 15.5.5 and 15.5.11). */
export function saysAbsent(status: number | undefined): boolean {
  return status === 404 || status === 410;
}

/** An answer whose body is too much to be judged, or was cut before: only its beginning is kept. */
export function withinBounds(answer: Answer): Answer {
  const { body } = answer;
  const truncated = answer.truncated || overJsonBounds(body) !== undefined;
  if (!truncated) return answer;
  const most = bound('shortBodyBytes');
  return { ...answer, truncated, body: body.length > most ? Uint8Array.from(body.subarray(0, most)) : body };
}

/** A long body as it is kept: compressed, with the length that it had. */
type Packed = { readonly bytes: Uint8Array; readonly length: number };

/** The body that was unpacked last: whoever asks for one usually asks again. */
let unpacked: { readonly packed: Packed; readonly body: Uint8Array } | undefined;

function unpack(packed: Packed): Uint8Array {
  if (unpacked?.packed !== packed) {
    unpacked = undefined;
    leaveBehind(packed.length);
    // In one piece: in several it takes twice its length until they are put together.
    const chunkSize = packed.length + UNPACKING_ROOM;
    const { buffer, byteOffset, length } = inflateRawSync(packed.bytes, { chunkSize });
    unpacked = { packed, body: new Uint8Array(buffer, byteOffset, length) };
  }
  return unpacked.body;
}

/** What unpacking asks for beyond the bytes that come. */
const UNPACKING_ROOM = 1_024;

/** An answer as it is kept, with the bytes that its body takes. */
export type KeptAnswer = { readonly answer: Answer; readonly bytes: number };

/**
 * The same answer for everybody who asks; a long body is kept compressed, and unpacked whenever it is asked for. Lists that are
 * read again and again take a tenth of their length.
 */
export function keptAnswer(answer: Answer): KeptAnswer {
  const { body, ...rest } = answer;
  if (body.length <= bound('shortBodyBytes')) return { answer, bytes: body.length };
  const packed = deflateRawSync(body, { level: 1 });
  if (packed.length > body.length / 2) return { answer, bytes: body.length };
  const own: Packed = { bytes: Uint8Array.from(packed), length: body.length };
  unpacked = { packed: own, body };
  const kept: Answer = {
    ...rest,
    get body(): Uint8Array {
      return unpack(own);
    },
  };
  return { answer: kept, bytes: own.bytes.length };
}

/** An exchange that was made of another one, kept without a second copy of a body that is the same in both. */
export function keptExchange(exchange: Exchange, original: Exchange): Exchange {
  const [made, first] = [exchange.result, original.result];
  if (made.kind === 'failure' || first.kind === 'failure') return exchange;
  const { body, ...rest } = made.answer;
  const answer: Answer =
    body === first.answer.body
      ? {
          ...rest,
          get body(): Uint8Array {
            return first.answer.body;
          },
        }
      : keptAnswer(made.answer).answer;
  return { ...exchange, result: { kind: 'answer', answer } };
}

/** An exchange that was read from a file, with what of its answer is within the bounds: kept as `keptAnswer` does. */
export function keptWithinBounds(exchange: Exchange): Exchange {
  const { result } = exchange;
  if (result.kind === 'failure') return exchange;
  return { ...exchange, result: { kind: 'answer', answer: keptAnswer(withinBounds(result.answer)).answer } };
}
