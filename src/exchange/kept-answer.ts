import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { bound } from '../system/bounds.ts';
import type { Answer, Exchange } from './exchange.ts';
import { overJsonBounds } from './json-extent.ts';

/** An answer whose body is too much to be judged, or was cut before: only its beginning is kept. */
export function withinBounds(answer: Answer): Answer {
  const { body } = answer;
  const truncated = answer.truncated || overJsonBounds(body) !== undefined;
  if (!truncated) return answer;
  const most = bound('shortBodyBytes');
  return { ...answer, truncated, body: body.length > most ? Uint8Array.from(body.subarray(0, most)) : body };
}

/** The body that was unpacked last: whoever asks for one usually asks again. */
let unpacked: { readonly packed: Uint8Array; readonly body: Uint8Array } | undefined;

function unpack(packed: Uint8Array): Uint8Array {
  if (unpacked?.packed !== packed) {
    unpacked = undefined;
    unpacked = { packed, body: new Uint8Array(inflateRawSync(packed)) };
  }
  return unpacked.body;
}

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
  const own = Uint8Array.from(packed);
  unpacked = { packed: own, body };
  const kept: Answer = {
    ...rest,
    get body(): Uint8Array {
      return unpack(own);
    },
  };
  return { answer: kept, bytes: own.length };
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
