import type { HeaderLine } from './exchange.ts';

/** The status line and header section of an answer. Texts are bytes as latin1. */
export type Head = {
  readonly httpVersion: string;
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderLine[];
};

const STATUS_LINE = /^HTTP\/(1\.\d) (\d{3})(?: ([^\r\n]*))?$/;
const FIELD_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\0\r\n]*?)[ \t]*$/;

/** One header line without its line ending; `undefined` when it is none (RFC 9112 section 5). */
export function parseFieldLine(line: string): HeaderLine | undefined {
  const match = FIELD_LINE.exec(line);
  return match === null ? undefined : [match[1] ?? '', match[2] ?? ''];
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
