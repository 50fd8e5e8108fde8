import { CREDENTIAL_USES } from '../credential/alter.ts';
import type { CredentialUse } from '../http/credential-use.ts';
import {
  type Answer,
  type HeaderLine,
  type Result,
  type SentRequest,
  withinBounds,
} from '../http/exchange.ts';
import { fieldValues } from '../http/fields.ts';
import type { TrafficItem } from './foreign-exchange.ts';
import {
  harAnswerBody,
  type HarObject,
  harRequestBody,
  type Inflated,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
} from './har-bodies.ts';

/** Header lines of a message. Pseudo fields of HTTP/2 go; values that a tool joined with line feeds come apart. */
function harHeaders(message: HarObject): readonly HeaderLine[] {
  return objectsOf(message, 'headers').flatMap((field): readonly HeaderLine[] => {
    const name = textOf(field, 'name');
    const value = textOf(field, 'value');
    if (name === undefined || value === undefined || name.startsWith(':')) return [];
    return value.split(/\r?\n/).map((line) => [name, line]);
  });
}

/** What assay's own HAR says of the credential of an entry; `undefined` for other tools, and where assay did not know. */
function recordedCredential(entry: HarObject): CredentialUse | undefined {
  const credential = objectOf(objectOf(entry, '_assay'), 'credential');
  const kind = textOf(credential, 'kind');
  const alteration = textOf(credential, 'alteration');
  return CREDENTIAL_USES.find(
    (use) => use.kind === kind && (use.kind !== 'altered' || use.alteration === alteration),
  );
}

/** What the file as a whole says of its entries. */
export type HarContext = {
  /** `log.creator.name`, in lower case. */
  readonly creator: string;
  /** Nothing was taken out of the entries. */
  readonly complete: boolean;
  /** What its compressed bodies have come to so far: grows with each entry. */
  readonly inflated?: Inflated;
};

const ABSOLUTE = /^(https?):\/\/([^/?#]*)([^#]*)/i;
const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}$/;

type Address = { readonly origin: string; readonly target: string };

function addressOf(url: string): Address | undefined {
  const [, scheme = '', authority = '', rest = ''] = ABSOLUTE.exec(url) ?? [];
  const parsed = URL.parse(`${scheme}://${authority.replace(/^.*@/, '')}`);
  if (parsed === null || authority === '') return undefined;
  return { origin: parsed.origin, target: rest.startsWith('/') ? rest : `/${rest}` };
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' ? value !== null : value !== undefined && value !== false && value !== '';
}

/** Why nobody at the service may have answered an entry; `undefined` when the service did. */
function notFromService(entry: HarObject, response: HarObject, { creator }: HarContext): string | undefined {
  const cache = objectOf(entry, 'cache');
  const cached = isFilled(cache['afterRequest']) || isFilled(cache['beforeRequest']);
  const cachedByFirefox = creator === 'firefox' && Object.hasOwn(cache, 'afterRequest');
  if (cached || cachedByFirefox || isFilled(entry['_fromCache']) || isFilled(response['_fromCache']))
    return 'it was answered from a cache';
  if (isFilled(response['_fetchedViaServiceWorker']) || isFilled(entry['_fetchedViaServiceWorker']))
    return 'a service worker answered it';
  const headers = harHeaders(response);
  const isInternal =
    fieldValues(headers, 'non-authoritative-reason').length > 0 ||
    textOf(response, 'statusText') === 'Internal Redirect';
  return isInternal ? 'the browser redirected it by itself' : undefined;
}

function resultOf(response: HarObject, headers: readonly HeaderLine[], body: Partial<Answer>): Result {
  const answer: Answer = {
    status: numberOf(response, 'status') ?? 0,
    reason: textOf(response, 'statusText') ?? '',
    httpVersion: (textOf(response, 'httpVersion') ?? '').replace(/^HTTP\//i, '').slice(0, 10),
    headers,
    trailers: [],
    body: new Uint8Array(),
    truncated: false,
    ...body,
  };
  return { kind: 'answer', answer };
}

function boundedResult(result: Result): Result {
  return result.kind === 'failure' ? result : { kind: 'answer', answer: withinBounds(result.answer) };
}

/** The target as it was sent, where assay itself wrote the file; HAR's own address may be escaped. */
function ownTarget(entry: HarObject): string | undefined {
  return textOf(objectOf(entry, '_assay'), 'target');
}

function requestOf(
  entry: HarObject,
  { method, target }: { readonly method: string; readonly target: string },
): SentRequest {
  const request = objectOf(entry, 'request');
  const headers = harHeaders(request);
  const own = recordedCredential(entry);
  const postData = objectOf(request, 'postData');
  const encoding = textOf(postData, '_encoding') ?? textOf(postData, 'encoding');
  const read = encoding === undefined ? request : { ...request, postData: { ...postData, encoding } };
  const body = harRequestBody(read, headers, method);
  return {
    method,
    target: ownTarget(entry) ?? target,
    headers,
    body: body.kind === 'known' ? body.bytes : undefined,
    ...(body.kind === 'unknown' ? { bodyUnknown: true } : {}),
    credential: own ?? { kind: 'undetermined' },
  };
}

function skipped(reason: string): TrafficItem {
  return { kind: 'skipped', reason };
}

/**
 * One entry of `log.entries` (HAR 1.2) as an exchange, whoever wrote it: browsers, proxies, test tools. Whatever the entry
 * does not tell stays unknown. Members of wrong types count as missing.
 */
export async function harEntry(entry: HarObject, context: HarContext, id: string): Promise<TrafficItem> {
  const request = objectOf(entry, 'request');
  const response = objectOf(entry, 'response');
  const method = textOf(request, 'method') ?? '';
  const address = addressOf(textOf(request, 'url') ?? '');
  const status = numberOf(response, 'status') ?? 0;
  const headers = harHeaders(response);
  if (address === undefined) return skipped('its address is no http or https address');
  if (!METHOD.test(method)) return skipped('it has no method');
  const notServed = notFromService(entry, response, context);
  if (notServed !== undefined) return skipped(notServed);
  if (!Number.isInteger(status) || status < 100 || status > 599) return skipped('it has no answer');
  if (status < 200) return skipped('it was upgraded to another protocol');
  if (headers.length === 0 || objectsOf(response, 'headers').length === 0)
    return skipped('the header fields of its answer are not recorded');
  const own = recordedCredential(entry);
  const exact = objectOf(entry, '_assay')['truncated'] === false;
  const body = await harAnswerBody(response, headers, {
    method,
    status,
    exact,
    inflated: context.inflated ?? { bytes: 0 },
  });
  const cut = objectOf(entry, '_assay')['truncated'] === true ? { truncated: true } : {};
  const sentAt = Date.parse(textOf(entry, 'startedDateTime') ?? '');
  const tookMs = Math.max(0, numberOf(entry, 'time') ?? 0);
  const startMs = sentAt >= 0 ? sentAt : 0;
  return {
    kind: 'exchange',
    foreign: {
      origin: address.origin,
      complete: context.complete || own !== undefined,
      exchange: {
        id,
        probe: textOf(objectOf(entry, '_assay'), 'probe')?.slice(0, 200) ?? 'har',
        request: requestOf(entry, { method, target: address.target }),
        result: boundedResult(resultOf(response, headers, { ...body, ...cut })),
        sentAt: startMs,
        startMs,
        firstByteMs: startMs + tookMs,
        endMs: startMs + tookMs,
        repeats: undefined,
      },
    },
  };
}
