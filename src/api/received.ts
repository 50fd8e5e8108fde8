/** What the clients of other people call an answer, as one form: status, header lines, body, and what is known of the request. */
import type { HeaderLine } from '../http/exchange.ts';
import { isList, isObject } from '../json/value.ts';
import { OptionFault } from '../system/option.ts';

/** A request as far as a client tells. */
type KnownRequest = {
  readonly method: string;
  /** Path and query; the origin does not matter. */
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array | undefined;
  /** All of it is known: what is not there was not sent. */
  readonly isWhole: boolean;
};

/** An answer, and the request as far as it is known. */
export type Received = {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array;
  readonly request: Partial<KnownRequest>;
};

const WHAT =
  'give the Response of fetch, an answer of undici, supertest or axios, or an object with status, headers and body';

function unusable(advice: string): OptionFault {
  return new OptionFault('response', undefined, advice);
}

/** A member, wherever it stands: clients keep theirs on prototypes too. */
function member(value: unknown, name: string): unknown {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
    ? Reflect.get(value, name)
    : undefined;
}

function called(value: unknown, name: string, ...given: readonly unknown[]): unknown {
  const method = member(value, name);
  return typeof method === 'function' ? Reflect.apply(method, value, [...given]) : undefined;
}

function linesOf(name: string, value: unknown): readonly HeaderLine[] {
  if (isList(value)) return value.flatMap((one) => linesOf(name, one));
  return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
}

/** Header lines of `Headers`, of an object of texts and lists, or of a list of pairs. */
function headerLines(headers: unknown): readonly HeaderLine[] {
  if (
    typeof member(headers, 'getSetCookie') === 'function' &&
    typeof member(headers, 'forEach') === 'function'
  ) {
    const lines: HeaderLine[] = [];
    called(headers, 'forEach', (value: string, name: string) => lines.push([name, value]));
    return lines;
  }
  if (isList(headers))
    return headers.flatMap((pair) =>
      isList(pair) && typeof pair[0] === 'string' ? linesOf(pair[0], pair[1]) : [],
    );
  return isObject(headers) ? Object.entries(headers).flatMap(([name, value]) => linesOf(name, value)) : [];
}

/** The bytes of a body that is there already; JSON where it was parsed. */
function bytesOf(body: unknown): Uint8Array {
  if (body === undefined || body === null) return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  return Buffer.from(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));
}

/** The body of an answer, which a client may still have to read. What can be read once is read from a copy where there are copies. */
async function bodyOf(response: unknown): Promise<Uint8Array> {
  if (typeof member(response, 'arrayBuffer') === 'function') {
    if (member(response, 'bodyUsed') === true)
      throw unusable('its body was read already; call toConform first, which reads a copy');
    return bytesOf(await called(called(response, 'clone'), 'arrayBuffer'));
  }
  const body = member(response, 'body');
  if (typeof member(body, 'arrayBuffer') === 'function') {
    if (member(body, 'bodyUsed') === true)
      throw unusable(
        'its body was read already; give { statusCode, headers, body } with the text that was read',
      );
    return bytesOf(await called(body, 'arrayBuffer'));
  }
  const isSupertest =
    typeof member(member(response, 'request'), '_server') !== 'undefined' ||
    member(response, 'text') !== undefined;
  if (isSupertest) {
    const text = member(response, 'text');
    return bytesOf(typeof text === 'string' ? text : body);
  }
  return bytesOf(member(response, 'config') === undefined ? body : member(response, 'data'));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Path and query of an address; `undefined` for none. */
function targetOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const url = URL.parse(address, 'http://service');
  return url === null ? undefined : url.pathname + url.search;
}

/** The request as supertest and axios keep it: the one that Node sent, with what they were given for its body. */
function requestOf(response: unknown): Partial<KnownRequest> {
  const config = member(response, 'config');
  const request = member(response, 'request');
  const sent = member(request, 'req') ?? request;
  const target = textOf(member(sent, 'path')) ?? targetOf(textOf(member(response, 'url')));
  const method = textOf(member(sent, 'method'))?.toUpperCase();
  const headers = called(sent, 'getHeaders');
  const isWhole = target !== undefined && method !== undefined && isObject(headers);
  const given = config === undefined ? member(request, '_data') : member(config, 'data');
  // A form or a stream is sent in pieces that nobody keeps.
  const isPlain =
    given === undefined ||
    typeof given === 'string' ||
    (isObject(given) && Object.getPrototypeOf(given) === Object.prototype);
  return {
    ...(method === undefined ? {} : { method }),
    ...(target === undefined ? {} : { target }),
    ...(isWhole && isPlain
      ? { headers: headerLines(headers), body: given === undefined ? undefined : bytesOf(given), isWhole }
      : {}),
  };
}

/** A body that a client decoded has no coding any more, and another length. */
function asDecoded(lines: readonly HeaderLine[]): readonly HeaderLine[] {
  const isCoded = lines.some(([name]) => name.toLowerCase() === 'content-encoding');
  return isCoded ? lines.filter(([name]) => !/^content-(?:encoding|length)$/i.test(name)) : lines;
}

/** Reads an answer of any of these clients. Rejects with an `OptionFault` for what is none, or can't be read any more. */
export async function received(response: unknown): Promise<Received> {
  const status = member(response, 'status') ?? member(response, 'statusCode');
  const headers = member(response, 'headers') ?? member(response, 'header');
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599)
    throw unusable(WHAT);
  return {
    status,
    headers: asDecoded(headerLines(headers)),
    body: await bodyOf(response),
    request: requestOf(response),
  };
}
