import type { IncomingMessage } from 'node:http';
import type { Eventual } from './after.ts';
import { fieldOf } from './node-http.ts';
import { type BodyBounds, readBody } from './read-body.ts';
import type { FieldReader, InboundRequest, Refusal } from './stages.ts';

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

function withoutFragment(target: string): string {
  const mark = target.indexOf('#');
  return mark < 0 ? target : target.slice(0, mark);
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
    const target = withoutFragment(originForm(message.url ?? '/'));
    const mark = target.indexOf('?');
    this.method = message.method ?? 'GET';
    this.path = mark < 0 ? target : target.slice(0, mark);
    this.queryText = mark < 0 ? '' : target.slice(mark + 1);
    this.#message = message;
  }

  get query(): URLSearchParams {
    return (this.#query ??= new URLSearchParams(this.queryText));
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
