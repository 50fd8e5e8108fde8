import type { IncomingMessage, ServerResponse } from 'node:http';
import { fieldOf } from './node-http.ts';
import type { Answer, HeaderLine } from './stages.ts';

/** What is left of a body after the answer is read and thrown away up to these bounds, so that the client sees the answer. */
const LINGER_MS = 2000;
const LINGER_BYTES = 64 * 2 ** 20;
/** A rest of a body of at most this announced size is waited for, and the connection kept. */
const SMALL_BODY_BYTES = 2 ** 20;
/** A longer body is not worth a copy. */
const MOST_IN_ONE_WRITE = 2 ** 16;

function expectsLongBody(request: IncomingMessage): boolean {
  if (request.complete) return false;
  if (fieldOf(request, 'transfer-encoding') !== undefined) return true;
  return Number(fieldOf(request, 'content-length') ?? 0) > SMALL_BODY_BYTES;
}

/** Ends the answer when the client has sent the rest of its body, or enough of it. */
function endAfterBody(request: IncomingMessage, response: ServerResponse): void {
  let received = 0;
  const end = (): void => {
    clearTimeout(timer);
    request.off('data', count).off('end', end).off('close', end);
    response.end();
  };
  const count = (chunk: Buffer): void => {
    received += chunk.length;
    if (received > LINGER_BYTES) end();
  };
  const timer = setTimeout(end, LINGER_MS);
  request.on('data', count).on('end', end).on('close', end);
  request.resume();
}

/** Head and body go out in one write where the body is text for Node; bytes are Latin-1 then, which keeps each of them. */
function endWith(response: ServerResponse, body: Uint8Array | undefined): void {
  if (body === undefined || body.length > MOST_IN_ONE_WRITE) response.end(body);
  else response.end(Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1'), 'latin1');
}

function flat(lines: readonly HeaderLine[]): string[] {
  const texts: string[] = [];
  for (const [name, value] of lines) texts.push(name, value);
  return texts;
}

/** Writes an answer with exactly these headers, in this order and case, and `Content-Length`. HEAD gets no body. */
export function deliver(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  if (answer.delivery === 'none') {
    request.socket.destroy();
    return;
  }
  const { status, headers, body } = answer;
  const bodiless = status === 204 || status === 304;
  const long = expectsLongBody(request) && !headers.some(([name]) => name === 'Connection');
  response.sendDate = false;
  const lines = flat(headers);
  if (!bodiless) lines.push('Content-Length', String(body?.length ?? 0));
  if (long) lines.push('Connection', 'close');
  response.writeHead(status, lines);
  const sent = bodiless || request.method === 'HEAD' ? undefined : body;
  if (answer.delivery === 'cut') {
    response.write((sent ?? Buffer.alloc(0)).subarray(0, Math.floor((sent?.length ?? 0) / 2)), () =>
      request.socket.destroy(),
    );
    return;
  }
  if (!long) {
    endWith(response, sent);
    return;
  }
  if (sent !== undefined) response.write(sent);
  else response.flushHeaders();
  endAfterBody(request, response);
}
