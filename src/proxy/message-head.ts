import { parseFieldLine } from '../exchange/answer-head.ts';
import type { HeaderLine } from '../exchange/exchange.ts';
import { fieldValues } from '../exchange/field-values.ts';

/** How long the body of a message is (RFC 9112 section 6.3). */
export type Framing =
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'until-close' }
  /** The connection carries no HTTP any more. */
  | { readonly kind: 'tunnel' }
  /** Senders and receivers may differ in where the body ends. */
  | { readonly kind: 'ambiguous' };

/** The request line and header section of a request. Texts are bytes as latin1. */
export type RequestHead = {
  readonly method: string;
  readonly target: string;
  readonly httpVersion: string;
  readonly headers: readonly HeaderLine[];
};

const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}) (\S+) HTTP\/(1\.[01])$/;

/** Parses everything before the empty line; `undefined` when it is no HTTP/1.x request. */
export function parseRequestHead(text: string): RequestHead | undefined {
  const [first = '', ...lines] = text.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const [, method, target, httpVersion] = REQUEST_LINE.exec(first) ?? [];
  const headers = lines.map((line) => parseFieldLine(line));
  const known = headers.filter((line) => line !== undefined);
  if (method === undefined || target === undefined || httpVersion === undefined) return undefined;
  return known.length < headers.length ? undefined : { method, target, httpVersion, headers: known };
}

/** The framing that the fields say; `undefined` where they say nothing. */
function saidFraming(headers: readonly HeaderLine[]): Framing | undefined {
  const codings = fieldValues(headers, 'transfer-encoding').join(',').toLowerCase();
  const lengths = fieldValues(headers, 'content-length');
  if (codings !== '') {
    const isChunked = codings.trim() === 'chunked' && lengths.length === 0;
    return { kind: isChunked ? 'chunked' : 'ambiguous' };
  }
  const [length, ...more] = lengths;
  if (length === undefined) return undefined;
  return more.length === 0 && /^\d{1,15}$/.test(length)
    ? { kind: 'length', bytes: Number(length) }
    : { kind: 'ambiguous' };
}

/** The framing of a request: without any field it has no body. */
export function requestFraming({ headers }: RequestHead): Framing {
  return saidFraming(headers) ?? { kind: 'length', bytes: 0 };
}

/** The framing of an answer to a request of this method. */
export function answerFraming(method: string, status: number, headers: readonly HeaderLine[]): Framing {
  if (status === 101 || (method === 'CONNECT' && status < 300)) return { kind: 'tunnel' };
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304)
    return { kind: 'length', bytes: 0 };
  return saidFraming(headers) ?? { kind: 'until-close' };
}
