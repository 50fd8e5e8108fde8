import { oneKey, ringOfOther, type Secrets } from '../credential/key-ring.ts';
import { type Carried, credentialLines } from '../credential/place.ts';
import { decodeContent } from '../http/content-coding.ts';
import {
  type HeaderLine,
  keptAnswer,
  type Result,
  SAFE_METHODS,
  type SentRequest,
  withinBounds,
} from '../http/exchange.ts';
import { fieldValues } from '../http/fields.ts';
import { withoutEndSlashes } from '../http/target.ts';
import { bound } from '../system/bounds.ts';
import { leaveBehind } from '../system/garbage.ts';
import type { Attempt, Limits, WireRequest } from './answer-reader.ts';
import type { Clock, Deadlines, Times } from './deadline-timer.ts';
import { mustGoRaw, type OutgoingRequest } from './outgoing-request.ts';
import { type Environment, proxyFor } from './proxy-for.ts';
import { rawExchange, rawHeaderLines } from './raw-client.ts';
import { Connections, Listening, proxyAuthorization, type Trust } from './sockets.ts';

/** A request as it is about to be sent: everything is in it, the credential too. */
export type SignedRequest = {
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array | undefined;
};

/** Gives header fields by name that go with a request, such as a signature of it; nothing where it needs none. */
export type RequestSigner = (
  request: SignedRequest,
) =>
  | { readonly [name: string]: string }
  | undefined
  | Promise<{ readonly [name: string]: string } | undefined>;

export type ClientOptions = {
  /** `http://` or `https://` address that paths are relative to, for example `https://host.example/v1`. */
  readonly baseUrl: string;
  /** The secret; `user:password` for http-basic. */
  readonly key: string | undefined;
  /** The key of another user, for requests with that credential. */
  readonly otherKey?: string | undefined;
  /** In place of the key, where schemes have secrets of their own. */
  readonly secrets?: Secrets | undefined;
  /** For example `assay/1.0.0`. */
  readonly userAgent: string;
  /** Added to every request, before its own header lines. */
  readonly extraHeaders?: readonly HeaderLine[];
  readonly deadlines?: Partial<Deadlines>;
  readonly limits?: Partial<Limits>;
  /** What the bodies of all answers together may hold before each is cut at 64 KiB; see `bounds.ts` for the default. */
  readonly maxBytesInAll?: number;
  /** Connections in the pool; 4 by default. */
  readonly connections?: number;
  readonly trust?: Trust;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are looked up; nothing by default. */
  readonly environment?: Environment;
  /** Numbers in [0, 1) from the seed of the run, for keys that do not exist. */
  readonly random?: () => number;
  readonly clock?: Partial<Clock>;
  /** Header lines for a request that is otherwise ready. They are not recorded. */
  readonly sign?: ((request: SignedRequest) => Promise<readonly HeaderLine[]>) | undefined;
};

export type SendOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Send on a connection of its own, and close it afterwards. */
  readonly freshConnection?: boolean;
  /** When the whole exchange has to be over, from now, if that is sooner than the deadlines say. */
  readonly answerMs?: number;
  /** How many times as long as the deadlines say is waited; 1 by default. */
  readonly patience?: number;
};

type Sent = {
  readonly signals: readonly AbortSignal[];
  readonly answerMs: number | undefined;
  readonly patience: number | undefined;
};

/** What was sent, as recorded, and what came back. Times as in `Exchange`. */
export type Sending = Times & { readonly sent: SentRequest; readonly result: Result };

export type Client = {
  /**
   * Sends one request and waits for its answer. Network faults are failures, never exceptions; throws `RangeError`
   * for a credential that cannot be sent (see `credentialLines`).
   */
  readonly send: (request: OutgoingRequest, options?: SendOptions) => Promise<Sending>;
  /** Breaks off what is under way (as `aborted`) and closes all connections. */
  readonly close: () => Promise<void>;
};

const DEADLINES: Deadlines = { connectMs: 10_000, firstByteMs: 30_000, answerMs: 60_000 };
const LIMITS: Limits = { maxHeaderBytes: bound('headerBytes'), maxBodyBytes: bound('bodyBytes') };
/** A longer header section is read, masked and quoted many times over, like a long body. */
const LONG_HEAD_BYTES = 8_192;
const HEAD_GROWTH = 10;
const TRUST: Trust = { insecure: false, ca: undefined };

function withQuery(path: string, parameters: readonly string[]): string {
  return parameters.reduce(
    (target, parameter) => `${target}${target.includes('?') ? '&' : '?'}${parameter}`,
    path,
  );
}

function together(parts: readonly Carried[]): Carried {
  return {
    headers: parts.flatMap(({ headers }) => headers),
    query: parts.flatMap(({ query }) => query),
  };
}

/** A request has one Cookie field (RFC 6265 section 5.4). */
function withOneCookie(lines: readonly HeaderLine[]): readonly HeaderLine[] {
  const cookies = lines.filter(([name]) => name.toLowerCase() === 'cookie');
  if (cookies.length < 2) return lines;
  const others = lines.filter((line) => !cookies.includes(line));
  return [...others, ['Cookie', cookies.map(([, value]) => value).join('; ')]];
}

/** The header section of an ordinary request with these lines. */
function poolHeaderLines(wire: WireRequest, host: string, close: boolean): readonly HeaderLine[] {
  const empty = wire.body === undefined || wire.body.length === 0;
  const sized = !empty || /^(?:PUT|POST|PATCH|QUERY|PROPFIND|PROPPATCH)$/.test(wire.method);
  return [
    ['host', host],
    ['connection', close || wire.method === 'HEAD' ? 'close' : 'keep-alive'],
    ...wire.headers,
    ...(sized ? [['content-length', String(wire.body?.length ?? 0)] as const] : []),
  ];
}

/** The deadlines of an exchange that may take longer, or has to be over soon. */
function within(deadlines: Deadlines, patience = 1, answerMs = Number.POSITIVE_INFINITY): Deadlines {
  return {
    connectMs: Math.min(deadlines.connectMs, answerMs),
    firstByteMs: Math.min(deadlines.firstByteMs * patience, answerMs),
    answerMs: Math.min(deadlines.answerMs * patience, answerMs),
  };
}

function parseBaseUrl(baseUrl: string): URL {
  const url = URL.parse(baseUrl);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw new TypeError(`cannot send to "${baseUrl}": an http:// or https:// address is needed`);
}

/**
 * The only way to the target. Paths go verbatim, redirects are not followed, no compression is asked for. A request
 * that changes nothing and is lost on a reused connection before any byte of its answer is sent once more on a fresh one. From then on
 * whatever may change something goes on a connection of its own. Throws `TypeError` for a base address or a proxy that is no http(s) address.
 */
export function createClient(options: ClientOptions): Client {
  const target = parseBaseUrl(options.baseUrl);
  const basePath = withoutEndSlashes(target.pathname);
  const deadlines = { ...DEADLINES, ...options.deadlines };
  const widest = { ...LIMITS, ...options.limits };
  let bytesLeft = options.maxBytesInAll ?? bound('bytesInAll');
  let keptLeft = bound('keptBytesInAll');
  const trust = options.trust ?? TRUST;
  const created = performance.now();
  const clock: Clock = { now: Date.now, monotonic: () => performance.now() - created, ...options.clock };
  const random = options.random ?? Math.random;
  const limitsNow = (): Limits => ({
    ...widest,
    maxBodyBytes: Math.min(widest.maxBodyBytes, Math.max(bytesLeft, bound('shortBodyBytes'))),
  });
  const proxy = proxyFor(target, options.environment ?? {});
  const listening = new Listening();
  const connections = new Connections(options.connections ?? 4, listening);
  let closesUnsaid = false;
  const closing = new AbortController();

  const wireRequest = (request: OutgoingRequest, carried: Carried): WireRequest => {
    const given = [...(options.extraHeaders ?? []), ...request.headers];
    const named = fieldValues(given, 'user-agent').length > 0;
    const own: readonly HeaderLine[] = named ? [] : [['User-Agent', options.userAgent]];
    return {
      method: request.method,
      target: withQuery(basePath + request.path, carried.query),
      headers: withOneCookie([...own, ...given, ...carried.headers]),
      body: request.body,
    };
  };

  const signed = async (wire: WireRequest): Promise<WireRequest> => {
    if (options.sign === undefined) return wire;
    const { method, headers, body } = wire;
    const lines = await options.sign({ method, url: target.origin + wire.target, headers, body });
    return { ...wire, headers: [...headers, ...lines] };
  };

  const exchange = (
    wire: WireRequest,
    { signals, answerMs, patience }: Sent,
    reuse: boolean,
  ): Promise<Attempt> => {
    const forwarding = proxy !== undefined && target.protocol === 'http:';
    const authorization = forwarding ? proxyAuthorization(proxy) : undefined;
    const headers: readonly HeaderLine[] =
      authorization === undefined ? wire.headers : [...wire.headers, ['Proxy-Authorization', authorization]];
    const bytes = { ...wire, headers, target: forwarding ? target.origin + wire.target : wire.target };
    return rawExchange(bytes, {
      target,
      trust,
      proxy,
      deadlines: within(deadlines, patience, answerMs),
      limits: limitsNow(),
      clock,
      signals,
      listening,
      ...(reuse ? { connections } : {}),
    });
  };

  const fullHeaders = (of: WireRequest, connection: 'pooled' | 'fresh' | 'raw'): readonly HeaderLine[] =>
    connection === 'raw'
      ? rawHeaderLines(of.headers, target.host, of.body)
      : poolHeaderLines(of, target.host, connection === 'fresh');

  /**
   * A request that is lost on a connection that had served before goes out once more, on a fresh one. One that may have been done all
   * the same does not (RFC 9110 section 9.2.2): whoever sends it again has to know of both.
   */
  const sendInTurn = async (
    method: string,
    first: 'pooled' | 'fresh' | 'raw',
    sendOn: (connection: 'pooled' | 'fresh' | 'raw') => Promise<Attempt>,
  ): Promise<Attempt> => {
    if (first !== 'pooled') return sendOn(first);
    await connections.begin();
    try {
      const attempt = await sendOn('pooled');
      closesUnsaid ||= attempt.lostOnReuse;
      return attempt.lostOnReuse && SAFE_METHODS.has(method) ? await sendOn('fresh') : attempt;
    } finally {
      connections.end();
    }
  };

  /** What came, decoded, within the bounds, as it is kept. */
  const received = async (result: Result): Promise<Result> => {
    if (result.kind === 'failure') return result;
    const onWire = result.answer.body.length;
    const decoded = await decodeContent(result.answer, limitsNow().maxBodyBytes);
    bytesLeft -= Math.max(onWire, decoded.body.length);
    const kept = keptAnswer(withinBounds(decoded));
    const fits = kept.bytes <= Math.max(keptLeft, bound('shortBodyBytes'));
    const { answer, bytes } = fits ? kept : keptAnswer(withinBounds({ ...decoded, truncated: true }));
    keptLeft -= bytes;
    if (onWire > bound('shortBodyBytes')) leaveBehind(onWire + 2 * decoded.body.length);
    const head = answer.headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    if (head > LONG_HEAD_BYTES) leaveBehind(HEAD_GROWTH * head);
    return { kind: 'answer', answer };
  };

  const send = async (request: OutgoingRequest, sendOptions: SendOptions = {}): Promise<Sending> => {
    const { scheme } = request;
    if (scheme !== undefined) await options.secrets?.renew?.(scheme, 'in time');
    const sending = await sendOnce(request, sendOptions);
    // A refusal that asks for a wait is one like any other: nothing goes out before that is over.
    const isRefused =
      sending.result.kind === 'answer' &&
      sending.result.answer.status === 401 &&
      fieldValues(sending.result.answer.headers, 'retry-after').length === 0;
    if (scheme === undefined || !isRefused || request.credential.kind !== 'valid') return sending;
    const isNew = await options.secrets?.renew?.(scheme, 'refused');
    return isNew === true ? sendOnce(request, sendOptions) : sending;
  };

  const sendOnce = async (request: OutgoingRequest, sendOptions: SendOptions): Promise<Sending> => {
    const keys = options.secrets?.keyOf ?? oneKey(options.key);
    const { scheme, credential } = request;
    const ring = credential.kind === 'other-key' ? ringOfOther(keys, scheme, options.otherKey) : keys;
    const lines = credentialLines(scheme, credential, ring, random);
    const always = (options.secrets?.always ?? []).map((each) =>
      credentialLines(each, { kind: 'valid' }, keys, random),
    );
    const wire = await signed(
      wireRequest(request, together([lines.real, ...always.map(({ real }) => real)])),
    );
    const recorded = wireRequest(request, lines.recorded);
    const isSentOnce = closesUnsaid && !SAFE_METHODS.has(wire.method);
    const fresh = sendOptions.freshConnection === true || isSentOnce;
    const { answerMs, patience } = sendOptions;
    const raw = request.transport === 'raw' || mustGoRaw(wire);
    const signals =
      sendOptions.signal === undefined ? [closing.signal] : [closing.signal, sendOptions.signal];
    const sendOn = async (connection: 'pooled' | 'fresh' | 'raw'): Promise<Attempt> =>
      exchange(
        { ...wire, headers: fullHeaders(wire, connection) },
        { signals, answerMs, patience },
        connection === 'pooled',
      );
    const first = raw ? 'raw' : fresh ? 'fresh' : 'pooled';
    const attempt = await sendInTurn(wire.method, first, sendOn);
    const result = await received(attempt.result);
    const { method, target: sentTarget, body } = recorded;
    const sent = {
      method,
      target: sentTarget,
      headers: fullHeaders(recorded, first),
      body,
      credential: request.credential,
    };
    return { sent, result, ...attempt.times };
  };

  const close = async (): Promise<void> => {
    closing.abort();
    connections.close();
    await Promise.resolve();
  };
  return { send, close };
}
