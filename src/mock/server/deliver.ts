import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, HeaderLine } from '../answers/stages/stages.ts';
import { fieldOf } from './listener.ts';

/** Shorter bodies fit into one packet as they are. */
const WORTH_ENCODING_BYTES = 1024;

const VARY: HeaderLine = ['Vary', 'Accept-Encoding'];

/** The weight that a request gives to a coding: 0 to 1, `undefined` where it doesn't name it. */
function weightOf(codings: ReadonlyMap<string, number>, names: readonly string[]): number | undefined {
  const named = names.map((name) => codings.get(name)).find((weight) => weight !== undefined);
  return named ?? codings.get('*');
}

/** Whether gzip is acceptable and no less welcome than the bytes as they are (RFC 9110 section 12.5.3). */
export function prefersGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined || acceptEncoding === '') return false;
  const codings = new Map<string, number>();
  for (const item of acceptEncoding.split(',').slice(0, 50)) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const value = weight === undefined ? 1 : Number(weight);
    codings.set(name, Number.isNaN(value) ? 0 : value);
  }
  const weight = weightOf(codings, ['gzip', 'x-gzip']) ?? 0;
  return weight > 0 && weight >= (codings.get('identity') ?? 0);
}

/** A body that is shown again is not packed again. */
const packed = new WeakMap<Uint8Array, Promise<Uint8Array>>();

function pack(body: Uint8Array): Promise<Uint8Array> {
  const known = packed.get(body);
  if (known !== undefined) return known;
  const packing = new Promise<Uint8Array>((resolve, reject) => {
    process
      .getBuiltinModule('node:zlib')
      .gzip(body, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });
  packed.set(body, packing);
  return packing;
}

async function inGzip(answer: Answer, body: Uint8Array): Promise<Answer> {
  return {
    ...answer,
    headers: [...answer.headers, VARY, ['Content-Encoding', 'gzip']],
    body: await pack(body),
  };
}

/** The answer as the client wants it: long bodies in gzip where `Accept-Encoding` prefers that. */
export function encodeAnswer(answer: Answer, acceptEncoding: string | undefined): Answer | Promise<Answer> {
  const { body } = answer;
  if (body === undefined || body.length < WORTH_ENCODING_BYTES || answer.delivery !== 'whole') return answer;
  if (answer.headers.some(([name]) => name.toLowerCase() === 'content-encoding')) return answer;
  return prefersGzip(acceptEncoding)
    ? inGzip(answer, body)
    : { ...answer, headers: [...answer.headers, VARY] };
}

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
