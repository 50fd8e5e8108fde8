import type { HeaderLine } from './exchange.ts';
import { fieldValues, listMembers } from './fields.ts';
import type { Head, RequestHead } from './message-head.ts';

/** Where the body of a message ends, and whether anything can come behind it: RFC 9112 section 6, for whoever reads messages. */

/** How long the body of a message is (RFC 9112 section 6.3). */
export type Framing =
  | { readonly kind: 'length'; readonly bytes: number }
  /**
   * `contradicted`: a length stands beside it, or the version of the message knows no chunks. Its sender is read by the chunks,
   * and what comes behind them is no message to rely on (section 6.1).
   */
  | { readonly kind: 'chunked'; readonly contradicted: boolean }
  | { readonly kind: 'until-close' }
  /** The connection carries no HTTP any more. */
  | { readonly kind: 'tunnel' }
  /** Nobody knows where the body ends, for the reason given. */
  | { readonly kind: 'unreadable'; readonly detail: string };

const CODING_NAME = /^[^;\s]*/;

/** The transfer codings of a message in the order in which they were applied, in lower case; empty where it names none. */
export function transferCodings(headers: readonly HeaderLine[]): readonly string[] {
  return fieldValues(headers, 'transfer-encoding')
    .flatMap((value) => listMembers(value.toLowerCase()))
    .filter((coding) => coding !== '');
}

/** One length however often it is repeated (section 6.3, item 5); a text says what is wrong with it. */
function saidLength(values: readonly string[]): number | string {
  const lengths = values.flatMap((value) => listMembers(value));
  const odd = lengths.find((length) => !/^\d+$/.test(length) || !Number.isSafeInteger(Number(length)));
  if (odd !== undefined) return `Content-Length "${odd.slice(0, 40)}" is no length`;
  const distinct = new Set(lengths.map(Number));
  const [length = 0] = distinct;
  return distinct.size > 1 ? 'several values of Content-Length that differ' : length;
}

/** The framing that the fields say; `undefined` where they say nothing. */
function saidFraming({ headers, httpVersion }: Pick<Head, 'headers' | 'httpVersion'>): Framing | undefined {
  const codings = transferCodings(headers);
  const lengths = fieldValues(headers, 'content-length');
  if (codings.length > 0) {
    const chunked = codings.filter((coding) => CODING_NAME.exec(coding)?.[0] === 'chunked');
    if (chunked.length > 1) return { kind: 'unreadable', detail: 'the body is chunked more than once' };
    if (chunked.some((coding) => coding !== 'chunked'))
      return { kind: 'unreadable', detail: 'the chunked coding has no parameters' };
    if (codings.at(-1) !== 'chunked') return { kind: 'until-close' };
    return { kind: 'chunked', contradicted: lengths.length > 0 || httpVersion !== '1.1' };
  }
  if (lengths.length === 0) return undefined;
  const length = saidLength(lengths);
  return typeof length === 'string'
    ? { kind: 'unreadable', detail: length }
    : { kind: 'length', bytes: length };
}

/**
 * The framing of a request. Without any field it has no body. One that is not chunked in the end has none that anybody could
 * know, and of one that contradicts itself a server may read this or that, or refuse it (sections 6.1 and 6.3).
 */
export function requestFraming(head: RequestHead): Framing {
  const said = saidFraming(head) ?? { kind: 'length', bytes: 0 };
  if (said.kind === 'until-close')
    return { kind: 'unreadable', detail: 'a request in a transfer coding that is not chunked in the end' };
  if (said.kind === 'chunked' && said.contradicted)
    return {
      kind: 'unreadable',
      detail: 'a chunked request that says a length, or whose version knows no chunks',
    };
  return said;
}

/** The framing of an answer to a request of this method. */
export function answerFraming(method: string, head: Head): Framing {
  const { status } = head;
  if (status === 101 || (method === 'CONNECT' && status >= 200 && status < 300)) return { kind: 'tunnel' };
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304)
    return { kind: 'length', bytes: 0 };
  return saidFraming(head) ?? { kind: 'until-close' };
}

/** Whether the connection may carry another exchange behind this answer, for all that its head says (section 9.3). */
export function persists({ headers, httpVersion }: Head, framing: Framing): boolean {
  if (framing.kind !== 'length' && (framing.kind !== 'chunked' || framing.contradicted)) return false;
  const asked = fieldValues(headers, 'connection').flatMap((value) => listMembers(value.toLowerCase()));
  return httpVersion === '1.1' ? !asked.includes('close') : asked.includes('keep-alive');
}
