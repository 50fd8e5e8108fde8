import type { CredentialScheme } from '../interface/model.ts';
import type { HeaderLine, InboundRequest } from './stages.ts';

function afterScheme(header: string | undefined, scheme: string): string | undefined {
  const text = header?.trim() ?? '';
  const blank = text.indexOf(' ');
  const name = blank < 0 ? text : text.slice(0, blank);
  if (name.toLowerCase() !== scheme) return undefined;
  return blank < 0 ? '' : text.slice(blank).trim();
}

function cookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}

/** `user:password` (RFC 7617); a missing password or user is left out, so that a key may stand alone in either. */
function basic(encoded: string): string {
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  if (pair.endsWith(':')) return pair.slice(0, -1);
  return pair.startsWith(':') ? pair.slice(1) : pair;
}

/**
 * The key that a request sends by one scheme, or `undefined` when it sends none. Names of HTTP schemes are compared
 * without case (RFC 9110 section 11.1), the key is returned as sent.
 */
export function sentKey(scheme: CredentialScheme, request: InboundRequest): string | undefined {
  const authorization = request.headers.get('authorization');
  switch (scheme.kind) {
    case 'http-bearer':
      return afterScheme(authorization, 'bearer');
    case 'http-basic': {
      const encoded = afterScheme(authorization, 'basic');
      return encoded === undefined ? undefined : basic(encoded);
    }
    case 'api-key':
      switch (scheme.in) {
        case 'header':
          return request.headers.get(scheme.name.toLowerCase());
        case 'query':
          return request.query.get(scheme.name) ?? undefined;
        case 'cookie':
          return cookie(request.headers.get('cookie'), scheme.name);
      }
  }
}

/** The challenge that a 401 has to carry (RFC 9110 section 11.6.1). */
export function challenge(scheme: CredentialScheme): HeaderLine {
  switch (scheme.kind) {
    case 'http-bearer':
      return ['WWW-Authenticate', 'Bearer realm="api"'];
    case 'http-basic':
      return ['WWW-Authenticate', 'Basic realm="api", charset="UTF-8"'];
    case 'api-key':
      return ['WWW-Authenticate', 'ApiKey realm="api"'];
  }
}
