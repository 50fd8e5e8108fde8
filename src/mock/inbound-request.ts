import type { IncomingMessage } from 'node:http';
import type { InboundRequest } from './stages.ts';

/** The request target in origin form (RFC 9112 section 3.2): the authority of an absolute one is dropped. */
function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
}

function withoutMapping(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
}

/** What the stages see of a request that Node has parsed. */
export function inboundRequest(message: IncomingMessage): InboundRequest {
  const target = originForm(message.url ?? '/').split('#', 1)[0] ?? '/';
  const mark = target.indexOf('?');
  const headers = Object.entries(message.headers).flatMap(([name, value]): (readonly [string, string])[] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  return {
    method: message.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)),
    headers: new Map(headers),
    address: withoutMapping(message.socket.remoteAddress),
  };
}
