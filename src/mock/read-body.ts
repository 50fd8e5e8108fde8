import type { IncomingMessage } from 'node:http';
import type { Eventual } from './after.ts';
import { fieldOf } from './node-http.ts';
import { refusal } from './refusals.ts';
import type { Refusal } from './stages.ts';

export type BodyBounds = { readonly maxBytes: number; readonly timeoutMs: number };

const NOTHING = new Uint8Array();

/** True when the body is known to be too large before a byte of it was read. */
function announcesTooMuch(request: IncomingMessage, { maxBytes }: BodyBounds): boolean {
  return Number(fieldOf(request, 'content-length') ?? 0) > maxBytes;
}

export function tooLarge({ maxBytes }: BodyBounds): Refusal {
  return refusal(undefined, [413], 'body_too_large', `The body has more than ${maxBytes} bytes.`);
}

export function tooSlow({ timeoutMs }: BodyBounds): Refusal {
  const message = `The body did not come within ${timeoutMs} ms.`;
  return refusal(undefined, [408], 'request_timeout', message, [['Connection', 'close']]);
}

export function brokenOff(): Refusal {
  return refusal(undefined, [400], 'body_broken_off', 'The body broke off.');
}

/** A request without either field has no body (RFC 9112 section 6.3). */
function announcesNone(request: IncomingMessage): boolean {
  return (
    fieldOf(request, 'content-length') === undefined && fieldOf(request, 'transfer-encoding') === undefined
  );
}

/** Reads on until the body ends. */
function collect(request: IncomingMessage, bounds: BodyBounds): Promise<Uint8Array | Refusal> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => finish(tooSlow(bounds)), bounds.timeoutMs);
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > bounds.maxBytes) finish(tooLarge(bounds));
      else chunks.push(chunk);
    };
    const end = (): void => finish(Buffer.concat(chunks));
    const broken = (): void => finish(brokenOff());
    function finish(result: Uint8Array | Refusal): void {
      clearTimeout(timer);
      request.off('data', take).off('end', end).off('error', broken).off('close', broken).pause();
      request.on('error', () => undefined);
      resolve(result);
    }
    request.on('data', take).on('end', end).on('error', broken).on('close', broken);
  });
}

/**
 * Reads the whole body: 413 when it is too large, 408 when it doesn't come in time, 400 when it breaks off. What is there
 * already is not waited for.
 */
export function readBody(request: IncomingMessage, bounds: BodyBounds): Eventual<Uint8Array | Refusal> {
  if (announcesNone(request)) return NOTHING;
  if (announcesTooMuch(request, bounds)) return tooLarge(bounds);
  if (request.readableLength !== Number(fieldOf(request, 'content-length'))) return collect(request, bounds);
  const whole: unknown = request.read();
  if (!request.complete) request.resume();
  return whole instanceof Uint8Array ? whole : NOTHING;
}
