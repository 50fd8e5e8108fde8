import type { IncomingMessage } from 'node:http';
import { queryParameters, targetParts } from '../../http/target.ts';
import { type FieldReader, type InboundRequest, refusal, type Refusal } from '../answers/stages/stages.ts';
import { fieldOf } from './listener.ts';

/** A value that is there already, or one that has to be waited for. */
export type Eventual<Value> = Value | Promise<Value>;

/**
 * Goes on with a value, in the same turn where it is there already. Hardly any request waits for something, and each `await`
 * on its way would cost a promise and a turn all the same.
 */
export function after<Value, Result>(
  value: Eventual<Value>,
  next: (value: Value) => Eventual<Result>,
): Eventual<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

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

/** A request as it comes to the mock, by a socket or from within the process. */
export type Arrival = InboundRequest & {
  /** The request target as sent. */
  readonly target: string;
  /** Names and values of the header fields by turns, as sent. */
  readonly rawHeaders: readonly string[];
  /** Whether it had to name a host and did not (RFC 9112 section 3.2). */
  readonly lacksHost: boolean;
  /** The whole body, or why it can't be had. Called at most once. */
  readonly readBody: (bounds: BodyBounds) => Eventual<Uint8Array | Refusal>;
};

/** The request target in origin form (RFC 9112 section 3.2): the authority of an absolute one is dropped. */
function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
}

function withoutMapping(address: string | undefined): string {
  if (address === undefined) return '';
  return address.startsWith('::') ? address.replace(/^::ffff:(?=\d+\.)/i, '') : address;
}

/** What few stages look at is read when they do; a class, since objects with getters of their own are made slowly. */
class Inbound implements Arrival, FieldReader {
  readonly method: string;
  readonly path: string;
  readonly queryText: string;
  readonly #message: IncomingMessage;
  #query: URLSearchParams | undefined;

  constructor(message: IncomingMessage) {
    const { path, query } = targetParts(originForm(message.url ?? '/'));
    this.method = message.method ?? 'GET';
    this.path = path;
    this.queryText = query;
    this.#message = message;
  }

  get query(): URLSearchParams {
    return (this.#query ??= queryParameters(this.queryText));
  }

  get headers(): FieldReader {
    return this;
  }

  get address(): string {
    return withoutMapping(this.#message.socket.remoteAddress);
  }

  get(name: string): string | undefined {
    return fieldOf(this.#message, name);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  get target(): string {
    return this.#message.url ?? '/';
  }

  get rawHeaders(): readonly string[] {
    return this.#message.rawHeaders;
  }

  get lacksHost(): boolean {
    return this.#message.httpVersion === '1.1' && !this.has('host');
  }

  readBody(bounds: BodyBounds): Eventual<Uint8Array | Refusal> {
    return readBody(this.#message, bounds);
  }
}

/** A request that Node has parsed. */
export function inboundRequest(message: IncomingMessage): Arrival {
  return new Inbound(message);
}
