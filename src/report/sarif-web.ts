import type { Answer, Exchange, HeaderLine } from '../exchange/exchange.ts';
import { escapeTerminal } from './escape-terminal.ts';

const MAX_HEADERS = 50;
const MAX_VALUE = 1000;
const MAX_BODY = 2000;

type Members = { readonly [name: string]: unknown };

/** Names are compared without case and values of one name are joined, as HTTP allows (RFC 9110, section 5.3). */
function headerMembers(headers: readonly HeaderLine[]): Members {
  const joined = new Map<string, string>();
  for (const [name, value] of headers.slice(0, MAX_HEADERS)) {
    const key = escapeTerminal(name, 200);
    const known = [...joined.keys()].find((one) => one.toLowerCase() === key.toLowerCase()) ?? key;
    const before = joined.get(known);
    const text = escapeTerminal(value, MAX_VALUE);
    joined.set(known, before === undefined ? text : `${before}, ${text}`);
  }
  return Object.fromEntries(joined);
}

/** The start of a body as artifact content (section 3.3): text where the bytes are, base64 where they are no UTF-8. */
function bodyMembers(body: Uint8Array | undefined): Members {
  if (body === undefined || body.length === 0) return {};
  const start = body.subarray(0, MAX_BODY);
  const cut = body.length > MAX_BODY ? { properties: { bytes: body.length, cut: true } } : {};
  try {
    // One for each body: what the end of a cut one leaves in a decoder must not reach the next.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(start, {
      stream: body.length > MAX_BODY,
    });
    return { body: { text, ...cut } };
  } catch {
    return { body: { binary: Buffer.from(start).toString('base64'), ...cut } };
  }
}

function webResponse({ status, reason, httpVersion, headers, body }: Answer): Members {
  return {
    protocol: 'HTTP',
    version: escapeTerminal(httpVersion, 20),
    statusCode: status,
    reasonPhrase: escapeTerminal(reason, 200),
    headers: headerMembers(headers),
    ...bodyMembers(body),
  };
}

/** The telling exchange of a result, as SARIF 2.1.0 has it (sections 3.46 and 3.47), with bodies cut. */
export function sarifWeb({ request, result }: Exchange): Members {
  const webRequest = {
    protocol: 'HTTP',
    method: escapeTerminal(request.method, 100),
    target: escapeTerminal(request.target, MAX_VALUE),
    headers: headerMembers(request.headers),
    ...bodyMembers(request.body),
  };
  return result.kind === 'failure'
    ? { webRequest, webResponse: { noResponseReceived: true } }
    : { webRequest, webResponse: webResponse(result.answer) };
}
