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
import { isObject, listOf } from '../json/value.ts';
import type { TrafficItem } from './foreign-exchange.ts';
import {
  harAnswerBody,
  type HarObject,
  harRequestBody,
  type Inflated,
  NOTHING,
  numberOf,
  objectOf,
  textOf,
} from './har-bodies.ts';

/** Header lines of a message. Pseudo fields of HTTP/2 go; values that a tool joined with line feeds come apart. */
function harHeaders(message: HarObject): readonly HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (const field of listOf(message['headers'])) {
    if (!isObject(field)) continue;
    const { name, value } = field;
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) continue;
    if (value.includes('\n')) for (const line of value.split(/\r?\n/)) lines.push([name, line]);
    else lines.push([name, value]);
  }
  return lines;
}

/** What assay's own HAR says of the credential of an entry, in a member of its own; `undefined` for other tools, and where assay did not know. */
function recordedCredential(own: HarObject): CredentialUse | undefined {
  const credential = objectOf(own, 'credential');
  const kind = textOf(credential, 'kind');
  if (kind === undefined) return undefined;
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

/** The origin that was made of the last base address: one file after another speaks of a few services at most. */
let last: { readonly base: string; readonly origin: string | undefined } = { base: '', origin: undefined };

function originOf(base: string): string | undefined {
  if (last.base !== base) last = { base, origin: URL.parse(base)?.origin };
  return last.origin;
}

function addressOf(url: string): Address | undefined {
  const [, scheme = '', authority = '', rest = ''] = ABSOLUTE.exec(url) ?? [];
  if (authority === '') return undefined;
  const host = authority.includes('@') ? authority.replace(/^.*@/, '') : authority;
  const origin = originOf(`${scheme}://${host}`);
  return origin === undefined ? undefined : { origin, target: rest.startsWith('/') ? rest : `/${rest}` };
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' ? value !== null : value !== undefined && value !== false && value !== '';
}

/** Why nobody at the service may have answered an entry; `undefined` when the service did. */
function notFromService(
  entry: HarObject,
  response: HarObject,
  headers: readonly HeaderLine[],
  { creator }: HarContext,
): string | undefined {
  const cache = objectOf(entry, 'cache');
  const cached = isFilled(cache['afterRequest']) || isFilled(cache['beforeRequest']);
  const cachedByFirefox = creator === 'firefox' && Object.hasOwn(cache, 'afterRequest');
  if (cached || cachedByFirefox || isFilled(entry['_fromCache']) || isFilled(response['_fromCache']))
    return 'it was answered from a cache';
  if (isFilled(response['_fetchedViaServiceWorker']) || isFilled(entry['_fetchedViaServiceWorker']))
    return 'a service worker answered it';
  const isInternal =
    fieldValues(headers, 'non-authoritative-reason').length > 0 ||
    textOf(response, 'statusText') === 'Internal Redirect';
  return isInternal ? 'the browser redirected it by itself' : undefined;
}

function versionOf(text: string): string {
  return (/^HTTP\//i.test(text) ? text.slice('HTTP/'.length) : text).slice(0, 10);
}

function resultOf(response: HarObject, headers: readonly HeaderLine[], body: Partial<Answer>): Result {
  const answer: Answer = {
    status: numberOf(response, 'status') ?? 0,
    reason: textOf(response, 'statusText') ?? '',
    httpVersion: versionOf(textOf(response, 'httpVersion') ?? ''),
    headers,
    trailers: [],
    body: NOTHING,
    truncated: false,
    ...body,
  };
  return { kind: 'answer', answer };
}

function boundedResult(result: Result): Result {
  return result.kind === 'failure' ? result : { kind: 'answer', answer: withinBounds(result.answer) };
}

function requestOf(
  request: HarObject,
  known: Pick<SentRequest, 'method' | 'target' | 'credential'>,
): SentRequest {
  const headers = harHeaders(request);
  const postData = objectOf(request, 'postData');
  const encoding = textOf(postData, '_encoding') ?? textOf(postData, 'encoding');
  const read = encoding === undefined ? request : { ...request, postData: { ...postData, encoding } };
  const body = harRequestBody(read, headers, known.method);
  return {
    method: known.method,
    target: known.target,
    headers,
    body: body.kind === 'known' ? body.bytes : undefined,
    ...(body.kind === 'unknown' ? { bodyUnknown: true } : {}),
    credential: known.credential,
  };
}

function skipped(reason: string): TrafficItem {
  return { kind: 'skipped', reason };
}

/**
 * One entry of `log.entries` (HAR 1.2) as an exchange, whoever wrote it: browsers, proxies, test tools. Whatever the entry
 * does not tell stays unknown. Members of wrong types count as missing. At once, unless a body has to be decompressed.
 */
export function harEntry(
  entry: HarObject,
  context: HarContext,
  id: string,
): TrafficItem | Promise<TrafficItem> {
  const request = objectOf(entry, 'request');
  const response = objectOf(entry, 'response');
  const method = textOf(request, 'method') ?? '';
  const address = addressOf(textOf(request, 'url') ?? '');
  const status = numberOf(response, 'status') ?? 0;
  const headers = harHeaders(response);
  if (address === undefined) return skipped('its address is no http or https address');
  if (!METHOD.test(method)) return skipped('it has no method');
  const notServed = notFromService(entry, response, headers, context);
  if (notServed !== undefined) return skipped(notServed);
  if (!Number.isInteger(status) || status < 100 || status > 599) return skipped('it has no answer');
  if (status < 200) return skipped('it was upgraded to another protocol');
  if (headers.length === 0) return skipped('the header fields of its answer are not recorded');
  const own = objectOf(entry, '_assay');
  const answerBody = harAnswerBody(response, headers, {
    method,
    status,
    exact: own['truncated'] === false,
    inflated: context.inflated ?? { bytes: 0 },
  });
  const credential = recordedCredential(own);
  const sentAt = Date.parse(textOf(entry, 'startedDateTime') ?? '');
  const tookMs = Math.max(0, numberOf(entry, 'time') ?? 0);
  const startMs = sentAt >= 0 ? sentAt : 0;
  const withBody = (body: Partial<Answer>): TrafficItem => ({
    kind: 'exchange',
    foreign: {
      origin: address.origin,
      complete: context.complete || credential !== undefined,
      exchange: {
        id,
        probe: textOf(own, 'probe')?.slice(0, 200) ?? 'har',
        request: requestOf(request, {
          method,
          // As it was sent, where assay itself wrote the file; HAR's own address may be escaped.
          target: textOf(own, 'target') ?? address.target,
          credential: credential ?? { kind: 'undetermined' },
        }),
        result: boundedResult(
          resultOf(response, headers, own['truncated'] === true ? { ...body, truncated: true } : body),
        ),
        sentAt: startMs,
        startMs,
        firstByteMs: startMs + tookMs,
        endMs: startMs + tookMs,
        repeats: undefined,
      },
    },
  });
  return answerBody instanceof Promise ? answerBody.then(withBody) : withBody(answerBody);
}
