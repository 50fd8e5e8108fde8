import type { Duplex } from 'node:stream';
import { STATUS_CODES } from './node-http.ts';
import { refusal } from './refusals.ts';
import type { Answer, Refusal } from './stages.ts';

const CLOSE_AFTER_MS = 2000;

/** What a client hears whose bytes Node's HTTP parser gave up on. */
export function malformedRefusal(error: NodeJS.ErrnoException): Refusal {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return refusal(undefined, [431], 'header_too_large', 'The header section is too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusal(undefined, [408], 'request_timeout', 'The request did not come in time.');
    case undefined:
    default:
      return refusal(undefined, [400], 'malformed_request', 'The request is not HTTP.');
  }
}

/** Writes an answer to a socket that has no request, and ends the connection. */
export function writeRaw(socket: Duplex, { status, headers, body }: Answer): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${body?.length ?? 0}`,
    'Connection: close',
  ];
  const timer = setTimeout(() => socket.destroy(), CLOSE_AFTER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.on('error', () => undefined).resume();
  socket.end(
    Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)]),
  );
}
