import type { Interface } from '../interface/model.ts';
import type { HeaderLine, InboundRequest, Reply } from './stages.ts';

const ORIGIN = /^[\x21-\x7e]{1,300}$/;
const FIELD_NAMES = /^[\w!#$%&'*+.^`|~ ,-]{1,1000}$/;

/** True for the question that a browser asks before it sends a request to another origin (Fetch, CORS preflight). */
export function isPreflight(request: InboundRequest): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.headers.has('origin') &&
    request.headers.has('access-control-request-method')
  );
}

const WITHOUT_ORIGIN: readonly HeaderLine[] = [['Vary', 'Origin']];

/** Makes the headers that every answer carries for browsers: the origin may read it, with the rate-limit headers. */
export function createCorsHeaders(document: Interface): (request: InboundRequest) => readonly HeaderLine[] {
  const limits = Object.values(document.rateLimits?.headers ?? {}).filter((name) => name !== undefined);
  const exposed = [...new Set([...limits, 'Location'])].join(', ');
  return ({ headers }) => {
    const origin = headers.get('origin');
    if (origin === undefined || !ORIGIN.test(origin)) return WITHOUT_ORIGIN;
    return [
      ...WITHOUT_ORIGIN,
      ['Access-Control-Allow-Origin', origin],
      ['Access-Control-Expose-Headers', exposed],
    ];
  };
}

/** Answers a preflight: whatever headers the browser names, the methods of the path. Costs nothing of any quota. */
export function preflightReply(request: InboundRequest, methods: readonly string[]): Reply {
  const wanted = request.headers.get('access-control-request-headers') ?? '';
  return {
    status: 204,
    headers: [
      ['Access-Control-Allow-Methods', methods.join(', ')],
      ['Access-Control-Allow-Headers', FIELD_NAMES.test(wanted) ? wanted : 'Authorization, Content-Type'],
      ['Access-Control-Max-Age', '600'],
    ],
    body: { kind: 'none' },
  };
}
