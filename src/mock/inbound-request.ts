import type { IncomingMessage } from 'node:http';
import type { FieldReader, InboundRequest } from './stages.ts';

/** The request target in origin form (RFC 9112 section 3.2): the authority of an absolute one is dropped. */
function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
}

function withoutFragment(target: string): string {
  const mark = target.indexOf('#');
  return mark < 0 ? target : target.slice(0, mark);
}

function withoutMapping(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
}

function fieldReader({ headers }: IncomingMessage): FieldReader {
  const get = (name: string): string | undefined => {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
    return Array.isArray(value) ? value.join(', ') : value;
  };
  return { get, has: (name) => get(name) !== undefined };
}

/** What the stages see of a request that Node has parsed. What few of them look at is read when they do. */
export function inboundRequest(message: IncomingMessage): InboundRequest {
  const target = withoutFragment(originForm(message.url ?? '/'));
  const mark = target.indexOf('?');
  let query: URLSearchParams | undefined;
  let address: string | undefined;
  return {
    method: message.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    queryText: mark < 0 ? '' : target.slice(mark + 1),
    get query(): URLSearchParams {
      return (query ??= new URLSearchParams(this.queryText));
    },
    headers: fieldReader(message),
    get address(): string {
      return (address ??= withoutMapping(message.socket.remoteAddress));
    },
  };
}
