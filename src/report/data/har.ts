import { isBroken } from '../../checks/outcome.ts';
import type { Answer, Exchange, HeaderLine, SentRequest } from '../../http/exchange.ts';
import { cookiePairs, fieldValues } from '../../http/fields.ts';
import { queryParameters, targetParts } from '../../http/target.ts';
import { plainJson } from '../../json/value.ts';
import type { RunRecord } from '../../record/record.ts';
import { writtenBody } from '../../record/stored.ts';
import { partialNote } from '../model/run-problem.ts';
import { isoTime } from './json.ts';

type Members = { readonly [name: string]: unknown };
type NameValue = { readonly name: string; readonly value: string };

function pairs(headers: readonly HeaderLine[]): readonly NameValue[] {
  return headers.map(([name, value]) => ({ name, value }));
}

/** The address that the request went to, as a URI: whatever a URI cannot hold is percent-encoded. */
function addressOf(baseUrl: string, target: string): string {
  const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : 'http://invalid';
  const path = target.startsWith('/') ? target : `/${target}`;
  return (
    origin +
    path
      .toWellFormed()
      .replaceAll(/%(?![0-9A-Fa-f]{2})|[^!$%&'()*+,\-./0-9:;=?@A-Z_a-z~]/gu, encodeURIComponent)
  );
}

function queryOf(target: string): readonly NameValue[] {
  const { query } = targetParts(target);
  return [...queryParameters(query)].map(([name, value]) => ({ name, value }));
}

function cookiesOf(headers: readonly HeaderLine[], field: string): readonly NameValue[] {
  return fieldValues(headers, field).flatMap((line) => {
    const found = cookiePairs(field === 'cookie' ? line : line.split(';', 1).join(''));
    return found.map(([name, value]) => ({ name, value }));
  });
}

function mediaTypeOf(headers: readonly HeaderLine[]): string {
  return fieldValues(headers, 'content-type')[0] ?? '';
}

/** HAR 1.2 knows base64 for answers only; for requests the name of the member says that it is ours. */
function postDataOf({ headers, body }: SentRequest): Members {
  if (body === undefined) return {};
  const stored = writtenBody(body);
  const mimeType = mediaTypeOf(headers);
  return 'text' in stored
    ? { postData: { mimeType, text: stored.text } }
    : { postData: { mimeType, text: stored.base64, _encoding: 'base64' } };
}

function requestOf(baseUrl: string, request: SentRequest, httpVersion: string): Members {
  return {
    method: request.method,
    url: addressOf(baseUrl, request.target),
    httpVersion,
    cookies: cookiesOf(request.headers, 'cookie'),
    headers: pairs(request.headers),
    queryString: queryOf(request.target),
    ...postDataOf(request),
    headersSize: -1,
    bodySize: request.body?.length ?? 0,
  };
}

function responseOf({ status, reason, headers, body, httpVersion }: Answer): Members {
  const stored = writtenBody(body);
  const content = 'text' in stored ? { text: stored.text } : { text: stored.base64, encoding: 'base64' };
  return {
    status,
    statusText: reason,
    httpVersion: `HTTP/${httpVersion}`,
    cookies: cookiesOf(headers, 'set-cookie'),
    headers: pairs(headers),
    content: { size: body.length, mimeType: mediaTypeOf(headers), ...content },
    redirectURL: fieldValues(headers, 'location')[0] ?? '',
    headersSize: -1,
    bodySize: -1,
  };
}

/** What browsers write for a request that got no answer: status 0. `_error` is theirs, too. */
function noResponse(error: string): Members {
  return {
    status: 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: 'x-unknown' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    _error: error,
  };
}

/** JSON has no infinite number: what a stranger's record makes of times stays one that can be written. */
function roundedMs(ms: number): number {
  return Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, Math.round(ms * 1000) / 1000));
}

/** Ids of the checks that each exchange breaks, warnings too. */
function brokenChecks({ results }: RunRecord): ReadonlyMap<string, readonly string[]> {
  const broken = new Map<string, string[]>();
  for (const { id, outcome } of results) {
    if (!isBroken(outcome)) continue;
    for (const name of new Set(outcome.violations.flatMap(({ exchanges }) => exchanges)))
      broken.set(name, [...(broken.get(name) ?? []), id]);
  }
  return broken;
}

/** What HAR has no member for, so that the exchange can be read back as it was. */
function ownMembers(
  { id, probe, repeats, request, result, startMs }: Exchange,
  checks: readonly string[],
): Members {
  return {
    id,
    probe,
    target: request.target,
    credential: request.credential,
    startMs,
    ...(repeats === undefined ? {} : { repeats }),
    ...(checks.length === 0 ? {} : { checks }),
    ...(result.kind === 'failure'
      ? { failure: result.failure }
      : { truncated: result.answer.truncated, trailers: pairs(result.answer.trailers) }),
  };
}

function entryOf(baseUrl: string, exchange: Exchange, checks: readonly string[]): Members {
  const { request, result, sentAt, startMs, firstByteMs, endMs } = exchange;
  const answered = result.kind === 'answer';
  const wait = roundedMs(firstByteMs - startMs);
  const receive = roundedMs(endMs - firstByteMs);
  return {
    startedDateTime: isoTime(sentAt),
    time: roundedMs(wait + receive),
    request: requestOf(baseUrl, request, answered ? `HTTP/${result.answer.httpVersion}` : 'HTTP/1.1'),
    response: answered
      ? responseOf(result.answer)
      : noResponse(`${result.failure.kind}: ${result.failure.detail}`),
    cache: {},
    timings: { send: 0, wait, receive },
    _assay: ownMembers(exchange, checks),
  };
}

/** So deep do the entries stand in the file. */
const INDENT = '   ';

/**
 * Every exchange of a run as HAR 1.2, in the order of sending, piece by piece: their bodies may be more than memory should hold, or
 * than a text can. The record holds no key, so neither does this. Bodies that are no UTF-8 are base64; an exchange without an answer
 * has status 0. What HAR has no place for is under `_assay`.
 */
export function* harReport(record: RunRecord): Generator<string, void, undefined> {
  const { header, exchanges } = record;
  const broken = brokenChecks(record);
  const note = partialNote(record);
  const log = {
    version: '1.2',
    creator: { name: 'assay', version: header.assayVersion },
    ...(note === undefined ? {} : { comment: note }),
    _assay: {
      interface: header.interface,
      url: header.settings.url,
      run: header.runId,
      startedAt: header.startedAt,
      partial: record.partial,
    },
    entries: [],
  };
  const [before = '', behind = ''] = plainJson({ log }, 1).split(/(?<="entries": \[)(?=\]\n \}\n\}$)/);
  yield before;
  let isFirst = true;
  for (const exchange of exchanges.values()) {
    const entry = plainJson(entryOf(header.settings.url, exchange, broken.get(exchange.id) ?? []), 1);
    yield `${isFirst ? '' : ','}\n${INDENT}${entry.replaceAll('\n', `\n${INDENT}`)}`;
    isFirst = false;
  }
  yield `${isFirst ? '' : '\n  '}${behind}\n`;
}
