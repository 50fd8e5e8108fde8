import type { Interface } from '../../interface/model.ts';
import type { HeaderLine, InboundRequest, Reply } from '../answers/stages/stages.ts';

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

/** Headers that scripts of another origin can't read by themselves: those of the document, and those that the mock adds. */
function exposedNames({ rateLimits, operations }: Interface): readonly string[] {
  const limits = Object.values(rateLimits?.headers ?? {}).filter((name) => name !== undefined);
  const documented = operations.flatMap(({ responses }) =>
    responses.flatMap(({ headers }) => headers.map(({ name }) => name)),
  );
  const byName = new Map<string, string>();
  for (const name of [...limits, ...documented, 'Location', 'WWW-Authenticate', 'Allow', 'Date'])
    if (!byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), name);
  return [...byName.values()];
}

/**
 * Makes the headers that every answer carries for browsers: whatever origin asks may read it, with the rate-limit headers, and
 * may send cookies (Fetch, CORS protocol): a key may stand in one.
 */
export function createCorsHeaders(document: Interface): (request: InboundRequest) => readonly HeaderLine[] {
  const exposed = exposedNames(document).join(', ');
  return ({ headers }) => {
    const origin = headers.get('origin');
    if (origin === undefined || !ORIGIN.test(origin)) return WITHOUT_ORIGIN;
    return [
      ...WITHOUT_ORIGIN,
      ['Access-Control-Allow-Origin', origin],
      ['Access-Control-Allow-Credentials', 'true'],
      ['Access-Control-Expose-Headers', exposed],
    ];
  };
}

/**
 * Answers a preflight: whatever headers the browser names, the methods of the path, and pages of the internet too
 * where the mock stands in a private network (Private Network Access). Costs nothing of any quota.
 */
export function preflightReply(request: InboundRequest, methods: readonly string[]): Reply {
  const wanted = request.headers.get('access-control-request-headers') ?? '';
  const isPrivate = request.headers.get('access-control-request-private-network') === 'true';
  return {
    status: 204,
    headers: [
      ['Access-Control-Allow-Methods', methods.join(', ')],
      [
        'Access-Control-Allow-Headers',
        FIELD_NAMES.test(wanted) ? wanted : 'Authorization, Content-Type, Prefer',
      ],
      ['Access-Control-Max-Age', '600'],
      ...(isPrivate ? [['Access-Control-Allow-Private-Network', 'true'] as const] : []),
    ],
    body: { kind: 'none' },
  };
}
