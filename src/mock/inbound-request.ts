import type { IncomingMessage } from 'node:http';
import type { FieldReader, InboundRequest } from './stages.ts';
import { memberOf } from '../json/member.ts';

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

/**
 * A field of a request by its name in lower case; repeated lines are joined. Whatever looks at fields does it here: clients
 * send them in different orders, and each place that reads them itself would be compiled anew for each order.
 */
export function fieldOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = memberOf(headers, name);
  return Array.isArray(value) ? value.join(', ') : value;
}

/** What few stages look at is read when they do; a class, since objects with getters of their own are made slowly. */
class Inbound implements InboundRequest, FieldReader {
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
}

/** What the stages see of a request that Node has parsed. */
export function inboundRequest(message: IncomingMessage): InboundRequest {
  return new Inbound(message);
}
