import type { WireRequest } from './attempt.ts';
import type { HeaderLine } from './exchange.ts';

function has(lines: readonly HeaderLine[], name: string): boolean {
  return lines.some(([lineName]) => lineName.trim().toLowerCase() === name);
}

/**
 * The header section that the raw transport writes: `Host`, `Connection: close`, the lines as given, and a
 * Content-Length where there is a body; each of the added ones only unless the lines have their own (or, for the
 * length, a Transfer-Encoding).
 */
export function rawHeaderLines(
  lines: readonly HeaderLine[],
  host: string,
  body: Uint8Array | undefined,
): readonly HeaderLine[] {
  const before: readonly HeaderLine[] = [
    ...(has(lines, 'host') ? [] : [['host', host] as const]),
    ...(has(lines, 'connection') ? [] : [['connection', 'close'] as const]),
  ];
  const sized = body === undefined || has(lines, 'content-length') || has(lines, 'transfer-encoding');
  return [...before, ...lines, ...(sized ? [] : [['content-length', String(body.length)] as const])];
}

/** Characters are bytes up to U+00FF; text with others goes out as UTF-8. */
function encode(text: string): Buffer {
  return Buffer.from(text, /^[\0-\u00FF]*$/.test(text) ? 'latin1' : 'utf8');
}

/** The bytes of a request, exactly as its parts say: nothing is checked, escaped or added. */
export function rawRequestBytes(request: WireRequest): Uint8Array {
  const lines = request.headers.map(([name, value]) => encode(`${name}: ${value}\r\n`));
  const first = encode(`${request.method} ${request.target} HTTP/1.1\r\n`);
  return Buffer.concat([first, ...lines, Buffer.from('\r\n'), request.body ?? new Uint8Array()]);
}
