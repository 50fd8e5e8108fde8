import type { Exchange, HeaderLine } from '../exchange/exchange.ts';

const MOST_LINES = 100;
const LONGEST_VALUE = 4_096;
const MAX_BODY_BYTES = 65_536;

function cutLines(lines: readonly HeaderLine[]): readonly HeaderLine[] {
  return lines
    .slice(0, MOST_LINES)
    .map(([name, value]) => [name.slice(0, LONGEST_VALUE), value.slice(0, LONGEST_VALUE)]);
}

/** An exchange of a bounded size, for keeping: long bodies and fields are cut. Its buffers are its own. */
export function cutExchange(exchange: Exchange): Exchange {
  const { request, result } = exchange;
  const { body } = request;
  const cutBody = body === undefined ? undefined : Uint8Array.from(body.subarray(0, MAX_BODY_BYTES));
  const isCut = body !== undefined && body.length > MAX_BODY_BYTES;
  return {
    ...exchange,
    request: {
      ...request,
      target: request.target.slice(0, LONGEST_VALUE),
      headers: cutLines(request.headers),
      body: cutBody,
      ...(isCut ? { bodyUnknown: true } : {}),
    },
    result:
      result.kind === 'failure'
        ? result
        : {
            kind: 'answer',
            answer: {
              ...result.answer,
              reason: result.answer.reason.slice(0, LONGEST_VALUE),
              headers: cutLines(result.answer.headers),
              trailers: cutLines(result.answer.trailers),
              body: Uint8Array.from(result.answer.body.subarray(0, MAX_BODY_BYTES)),
              truncated: result.answer.truncated || result.answer.body.length > MAX_BODY_BYTES,
            },
          },
  };
}
