/** Fetches documents from addresses, within bounds: from the origin that the caller named, and from others where a document leads there. */
import { saysAbsent } from '../http/exchange.ts';
import { lookup as lookUp } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { type Fetch, type Fetched, isSameOrigin } from '../document/address.ts';
import { decodeContent } from '../http/content-coding.ts';
import type { Answer, Failure, HeaderLine } from '../http/exchange.ts';
import { fieldValues } from '../http/fields.ts';
import { bound } from '../system/bounds.ts';
import type { Clock } from './deadline-timer.ts';
import { type Environment, proxyFor } from './proxy-for.ts';
import { rawExchange, rawHeaderLines } from './raw-client.ts';
import { proxyAuthorization, type Trust } from './sockets.ts';

export type FetchOptions = {
  /** For example `assay/1.0.0`. */
  readonly userAgent: string;
  readonly trust: Trust;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are looked up. */
  readonly environment: Environment;
  /** Sent to origins that the caller named, and to no other. */
  readonly headers: readonly HeaderLine[];
  readonly clock?: Clock;
};

const ACCEPT =
  'application/openapi+json, application/openapi+yaml, application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5';

/** Networks that are nobody's but the machine's, the house's or the provider's (RFC 6890 and what came after it). */
const NOT_PUBLIC = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/127',
  '64:ff9b::/96',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]) {
  const [address = '', bits] = network.split('/');
  NOT_PUBLIC.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
}

/** True for an IP address that the public internet has no way to. */
function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[(.+)\]$/, '$1').replace(/%.*$/, '');
  switch (isIP(bare)) {
    case 4:
      return NOT_PUBLIC.check(bare, 'ipv4');
    case 6:
      return NOT_PUBLIC.check(bare, 'ipv6');
    default:
      return false;
  }
}

/** True for a host that is private by its name alone: an address, or this machine. */
export function isPrivateHost(hostname: string): boolean {
  return isPrivateAddress(hostname) || /(?:^|\.)localhost\.?$/i.test(hostname);
}

const PRIVATE = 'it is in a private network, where a document may not lead';

/** Looks a name up as usual, and fails where one of its addresses is private: it is asked when the connection is made, not before. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0);
    if (addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(new Error(PRIVATE), '', 0);
    const [first] = addresses;
    if (options.all === true) return callback(null, addresses);
    return callback(null, first?.address ?? '', first?.family ?? 0);
  });
};

function failed(problem: string, advice: string): Fetched {
  return { kind: 'failed', problem, advice };
}

const CHECK_ADDRESS = 'Check the address, and that the service runs.';

function failureText({ kind, detail }: Failure): Fetched {
  const text = `it can't be fetched: ${detail}`;
  switch (kind) {
    case 'tls':
      return failed(text, 'Trust its certificate with --ca FILE, or save the document and give the file.');
    case 'unresolved':
    case 'refused':
    case 'connect-timeout':
      return failed(
        text,
        detail.includes(PRIVATE)
          ? 'Give a copy, or the address of a document that stands there.'
          : CHECK_ADDRESS,
      );
    case 'first-byte-timeout':
    case 'answer-timeout':
    case 'reset':
    case 'malformed':
    case 'aborted':
      return failed(text, 'Try again, or save the document and give the file.');
  }
}

/** Where a page that shows a document says that the document itself is. */
function linkedDocument(page: string, address: string): string | undefined {
  const [, link] =
    /(?:\burl|spec-url|data-url)"?'?\s{0,5}[:=]\s{0,5}["']([^"'\s<>]{1,300}\.(?:json|ya?ml)|[^"'\s<>]{0,200}\/api-docs[^"'\s<>]{0,50})["']/i.exec(
      page.slice(0, SEARCHED_CHARACTERS),
    ) ?? [];
  return link === undefined ? undefined : URL.parse(link, address)?.href;
}

const SEARCHED_CHARACTERS = 200_000;
const USUAL_PLACES = '/openapi.json, /v3/api-docs or /swagger.json';

function textOf(answer: Answer, address: string): Fetched {
  if (answer.truncated)
    return failed(
      `it is longer than ${String(bound('documentBytes'))} bytes, or is coded in a way that can't be read`,
      'Save it, leave out large examples, and give the file.',
    );
  if (answer.undecoded !== undefined)
    return failed(`it can't be read: ${answer.undecoded}`, 'Save the document and give the file.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(answer.body);
  } catch {
    return failed(
      'the answer is not UTF-8',
      'Let the service send it in UTF-8, or save it so and give the file.',
    );
  }
  if (!/^\s*<(?:!doctype\s+html|html|\?xml)/i.test(text)) return { kind: 'text', text, address };
  const link = linkedDocument(text, address);
  return failed(
    'the answer is a page for people, not a document',
    link === undefined
      ? `Give the address of the document itself, often ${USUAL_PLACES}.`
      : `Did you mean ${link}?`,
  );
}

function statusText({ status }: Answer): Fetched {
  const text = `it was answered with ${String(status)}`;
  if (status === 401 || status === 403 || status === 407)
    return failed(text, 'Give what it asks for with --header, or save the document and give the file.');
  if (saysAbsent(status))
    return failed(text, `Correct the address: services often have their document at ${USUAL_PLACES}.`);
  return failed(text, 'Try again, or save the document and give the file.');
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** User and password of an address, as RFC 7617 sends them. */
function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const user = [username, password].map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return `Basic ${Buffer.from(user.join(':'), 'utf8').toString('base64')}`;
}

/** What is left for all documents of one start together. */
type Allowance = { documents: number; bytes: number; readonly endMs: number };

/**
 * What fetches the documents of one start: so many of so much together, each from its own origin, redirects included. Sends no
 * key. Never rejects.
 */
export function createFetch(options: FetchOptions): Fetch {
  const created = performance.now();
  const clock = options.clock ?? { now: Date.now, monotonic: () => performance.now() - created };
  const credentials = new Map<string, string>();
  const left: Allowance = {
    documents: bound('fetchedDocuments'),
    bytes: 2 * bound('documentBytes'),
    endMs: clock.monotonic() + 2 * bound('documentFetchMs'),
  };

  async function exchange(url: URL, named: 'given' | 'referred'): Promise<Answer | Fetched> {
    const isGiven = named === 'given';
    if (!isGiven && isPrivateHost(url.hostname))
      return failed(
        `it can't be fetched: ${PRIVATE}`,
        'Give a copy, or the address of a document that stands there.',
      );
    const proxy = proxyFor(url, options.environment);
    const authorization = isGiven ? credentials.get(url.origin) : undefined;
    const forwarding = proxy !== undefined && url.protocol === 'http:';
    const proxyAccess = forwarding ? proxyAuthorization(proxy) : undefined;
    const headers: readonly HeaderLine[] = [
      ['Accept', ACCEPT],
      ['Accept-Encoding', 'gzip, br'],
      ['User-Agent', options.userAgent],
      ...(authorization === undefined ? [] : [['Authorization', authorization] as const]),
      ...(isGiven ? options.headers : []),
      ...(proxyAccess === undefined ? [] : [['Proxy-Authorization', proxyAccess] as const]),
    ];
    const path = `${url.pathname}${url.search}`;
    const mostMs = Math.max(1, Math.min(bound('documentFetchMs'), left.endMs - clock.monotonic()));
    const attempt = await rawExchange(
      {
        method: 'GET',
        target: forwarding ? url.origin + path : path,
        headers: rawHeaderLines(headers, url.host, undefined),
        body: undefined,
      },
      {
        target: url,
        trust: options.trust,
        proxy,
        deadlines: { connectMs: Math.min(10_000, mostMs), firstByteMs: mostMs, answerMs: mostMs },
        limits: {
          maxHeaderBytes: bound('headerBytes'),
          maxBodyBytes: Math.min(bound('documentBytes'), left.bytes),
        },
        clock,
        ...(isGiven || proxy !== undefined ? {} : { lookup: lookUpPublic }),
      },
    );
    if (attempt.result.kind === 'failure') return failureText(attempt.result.failure);
    return decodeContent(attempt.result.answer, Math.min(bound('documentBytes'), left.bytes));
  }

  async function fetchFrom(address: string, named: 'given' | 'referred', hops: number): Promise<Fetched> {
    const url = new URL(address);
    const answer = await exchange(url, named);
    if ('kind' in answer) return answer;
    if (answer.status === 200) {
      left.bytes -= answer.body.length;
      return textOf(answer, address);
    }
    if (!REDIRECTS.has(answer.status)) return statusText(answer);
    const [location = ''] = fieldValues(answer.headers, 'location');
    const next = URL.parse(location, address);
    if (next === null)
      return failed('it is redirected to no address', 'Save the document and give the file.');
    next.hash = '';
    if (!isSameOrigin(next.href, address))
      return failed(
        `it is redirected to another origin, ${next.origin}`,
        `Where that is right, give the address there: ${next.origin}${next.pathname}`,
      );
    if (hops >= bound('documentRedirects'))
      return failed('it is redirected again and again', 'Give the address where it ends.');
    return fetchFrom(next.href, named, hops + 1);
  }

  return async (address, named) => {
    const url = URL.parse(address);
    if (url === null) return failed('it is no address', 'Write it as https://api.example.com/openapi.json.');
    left.documents -= 1;
    if (left.documents < 0 || left.bytes <= 0 || clock.monotonic() >= left.endMs)
      return failed(
        `with it, more would be fetched than ${String(bound('fetchedDocuments'))} documents, ${String(2 * bound('documentBytes'))} bytes, or for longer than ${String((2 * bound('documentFetchMs')) / 1000)} s`,
        'Save the documents and give their folder.',
      );
    const authorization = authorizationOf(url);
    if (named === 'given' && authorization !== undefined) credentials.set(url.origin, authorization);
    try {
      return await fetchFrom(url.href, named, 0);
    } catch (error) {
      if (error instanceof TypeError) return failed(error.message, 'Correct or unset that variable.');
      throw error;
    }
  };
}
