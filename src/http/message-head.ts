import type { HeaderLine } from './exchange.ts';
import { withoutBlanks } from './fields.ts';

/** The status line and header section of an answer. Texts are bytes as latin1. */
export type Head = {
  readonly httpVersion: string;
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderLine[];
};

const STATUS_LINE = /^HTTP\/(1\.\d) (\d{3})(?: ([^\r\n]*))?$/;
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** A field value has no controls besides tabs (RFC 9110 section 5.5): other clients refuse an answer that has some. */
const CONTROL = /[^\t\u0020-\u007e\u0080-\u00ff]/;

/** One header line without its line ending; `undefined` when it is none (RFC 9112 section 5). */
export function parseFieldLine(line: string): HeaderLine | undefined {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(0, colon));
  const value = withoutBlanks(line.slice(colon + 1));
  return FIELD_NAME.test(name) && !CONTROL.test(value) ? [name, value] : undefined;
}

/** Parses everything before the empty line; on a fault, says which. Obsolete line folding becomes a space. */
export function parseHead(text: string): Head | string {
  const [first = '', ...lines] = text.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const match = STATUS_LINE.exec(first);
  if (match === null) return `"${first.slice(0, 80)}" is no HTTP/1.x status line`;
  const headers: HeaderLine[] = [];
  for (const line of lines) {
    const parsed = parseFieldLine(line);
    if (parsed === undefined) return `"${line.slice(0, 80)}" is no header field`;
    headers.push(parsed);
  }
  const [, httpVersion = '', status = '', reason = ''] = match;
  if (Number(status) < 100) return `${status} is no status code`;
  return { httpVersion, status: Number(status), reason, headers };
}

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
