import type { CredentialUse } from '../http/credential-use.ts';
import type { HeaderLine } from '../http/exchange.ts';
import type { CredentialScheme } from '../interface/model.ts';
import type { WireRequest } from './answer-reader.ts';

/** A request that a probe wants sent. Strings of header lines are bytes: one character up to U+00FF each. */
export type OutgoingRequest = {
  readonly method: string;
  /** Path and query relative to the base address, sent verbatim. */
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  /** `undefined`: no body. The `raw` transport then sends no Content-Length either. */
  readonly body: Uint8Array | undefined;
  readonly credential: CredentialUse;
  /** `undefined` for operations without a credential: nothing is added then. */
  readonly scheme: CredentialScheme | undefined;
  /** `pool` reuses connections. Requests that its library would refuse or change go `raw` all the same. */
  readonly transport: 'pool' | 'raw';
};

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const FIELD_VALUE = /^[\t\u0020-\u007E\u0080-\u00FF]*$/;
const TARGET = /^\/[\u0021-\u00FF]*$/;

/** Header fields that an ordinary request is given: a request that brings its own goes out as it is. */
const OWN_FIELDS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'transfer-encoding',
  'upgrade',
]);

/** Whether an HTTP library would refuse the request or send other bytes than these: then nothing is added to it but what it lacks. */
export function mustGoRaw(request: WireRequest): boolean {
  return (
    request.method === 'CONNECT' ||
    !TOKEN.test(request.method) ||
    !TARGET.test(request.target) ||
    request.headers.some(
      ([name, value]) => !TOKEN.test(name) || !FIELD_VALUE.test(value) || OWN_FIELDS.has(name.toLowerCase()),
    )
  );
}
