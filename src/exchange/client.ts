import diagnostics from 'node:diagnostics_channel';
import type { Attempt, Limits, WireRequest } from './attempt.ts';
import { credentialLines, type Carried } from './credential-lines.ts';
import type { Clock, Deadlines, Times } from './deadline-timer.ts';
import { decodeContent } from './decode-content.ts';
import { dispatcherFor } from './dispatcher-for.ts';
import type { HeaderLine, Result, SentRequest } from './exchange.ts';
import { mustGoRaw } from './must-go-raw.ts';
import { proxyAuthorization } from './open-socket.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import { onSendHeaders, poolExchange } from './pool-exchange.ts';
import { proxyFor, type Environment } from './proxy-for.ts';
import { rawExchange } from './raw-client.ts';
import { rawHeaderLines } from './raw-request.ts';
import type { Trust } from './trust.ts';

export type ClientOptions = {
  /** `http://` or `https://` address that paths are relative to, for example `https://host.example/v1`. */
  readonly baseUrl: string;
  /** The secret; `user:password` for http-basic. */
  readonly key: string | undefined;
  /** For example `assay/1.0.0`. */
  readonly userAgent: string;
  /** Added to every request, before its own header lines. */
  readonly extraHeaders?: readonly HeaderLine[];
  readonly deadlines?: Partial<Deadlines>;
  readonly limits?: Partial<Limits>;
  /** What the bodies of all answers together may hold before each is cut at 64 KiB; 64 MiB by default. */
  readonly maxBytesInAll?: number;
  /** Connections in the pool; 4 by default. */
  readonly connections?: number;
  readonly trust?: Trust;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are looked up; nothing by default. */
  readonly environment?: Environment;
  /** Numbers in [0, 1) from the seed of the run, for keys that do not exist. */
  readonly random?: () => number;
  readonly clock?: Partial<Clock>;
};

type SendOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Send on a connection of its own, and close it afterwards. */
  readonly freshConnection?: boolean;
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
const LIMITS: Limits = { maxHeaderBytes: 65_536, maxBodyBytes: 8_388_608 };
const MAX_BYTES_IN_ALL = 67_108_864;
/** What is read of a body once all together were too long. */
const SHORT_BODY_BYTES = 65_536;
const TRUST: Trust = { insecure: false, ca: undefined };

function withQuery(path: string, parameters: readonly string[]): string {
  return parameters.reduce(
    (target, parameter) => `${target}${target.includes('?') ? '&' : '?'}${parameter}`,
    path,
  );
}

/** The header section that undici writes for these lines. */
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

function parseBaseUrl(baseUrl: string): URL {
  const url = URL.parse(baseUrl);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw new TypeError(`cannot send to "${baseUrl}": an http:// or https:// address is needed`);
}

/**
 * The only way to the target. Paths go verbatim, redirects are not followed, no compression is asked for. A request
 * lost on a reused connection before any byte of its answer is sent once more on a fresh one. Throws `TypeError` for
 * a base address or a proxy that is no http(s) address.
 */
export function createClient(options: ClientOptions): Client {
  const target = parseBaseUrl(options.baseUrl);
  const basePath = target.pathname.replace(/\/+$/, '');
  const deadlines = { ...DEADLINES, ...options.deadlines };
  const widest = { ...LIMITS, ...options.limits };
  let bytesLeft = options.maxBytesInAll ?? MAX_BYTES_IN_ALL;
  const trust = options.trust ?? TRUST;
  const created = performance.now();
  const clock: Clock = { now: Date.now, monotonic: () => performance.now() - created, ...options.clock };
  const random = options.random ?? Math.random;
  const limitsNow = (): Limits => ({
    ...widest,
    maxBodyBytes: Math.min(widest.maxBodyBytes, Math.max(bytesLeft, SHORT_BODY_BYTES)),
  });
  const proxy = proxyFor(target, options.environment ?? {});
  const newDispatcher = (connections: number): ReturnType<typeof dispatcherFor> =>
    dispatcherFor(target.origin, {
      connections,
      connectMs: deadlines.connectMs,
      maxHeaderBytes: widest.maxHeaderBytes,
      trust,
      proxy,
    });
  const pool = newDispatcher(options.connections ?? 4);
  const closing = new AbortController();
  diagnostics.subscribe('undici:client:sendHeaders', onSendHeaders);

  const wireRequest = (request: OutgoingRequest, carried: Carried): WireRequest => {
    const given = [...(options.extraHeaders ?? []), ...request.headers];
    const named = given.some(([name]) => name.toLowerCase() === 'user-agent');
    const own: readonly HeaderLine[] = named ? [] : [['User-Agent', options.userAgent]];
    return {
      method: request.method,
      target: withQuery(basePath + request.path, carried.query),
      headers: [...own, ...given, ...carried.headers],
      body: request.body,
    };
  };

  const sendFresh = async (wire: WireRequest, signal: AbortSignal): Promise<Attempt> => {
    const once = newDispatcher(1);
    try {
      return await poolExchange(
        once,
        wire,
        { origin: target.origin, deadlines, limits: limitsNow(), clock, signal },
        true,
      );
    } finally {
      await once.destroy();
    }
  };

  const sendPooled = async (wire: WireRequest, signal: AbortSignal): Promise<Attempt> => {
    const first = await poolExchange(
      pool,
      wire,
      { origin: target.origin, deadlines, limits: limitsNow(), clock, signal },
      false,
    );
    return first.lostOnReuse ? sendFresh(wire, signal) : first;
  };

  const sendRaw = async (wire: WireRequest, signal: AbortSignal): Promise<Attempt> => {
    const forwarding = proxy !== undefined && target.protocol === 'http:';
    const authorization = forwarding ? proxyAuthorization(proxy) : undefined;
    const head: readonly HeaderLine[] =
      authorization === undefined ? wire.headers : [...wire.headers, ['Proxy-Authorization', authorization]];
    const bytes = { ...wire, headers: head, target: forwarding ? target.origin + wire.target : wire.target };
    return rawExchange(bytes, { target, trust, proxy, deadlines, limits: limitsNow(), clock, signal });
  };

  const send = async (request: OutgoingRequest, sendOptions: SendOptions = {}): Promise<Sending> => {
    const lines = credentialLines(request.scheme, request.credential, options.key, random);
    const wire = wireRequest(request, lines.real);
    const recorded = wireRequest(request, lines.recorded);
    const fresh = sendOptions.freshConnection ?? false;
    const raw = request.transport === 'raw' || mustGoRaw(wire);
    const signals =
      sendOptions.signal === undefined ? [closing.signal] : [closing.signal, sendOptions.signal];
    const signal = AbortSignal.any(signals);
    const full = (of: WireRequest): readonly HeaderLine[] =>
      raw ? rawHeaderLines(of.headers, target.host, of.body) : poolHeaderLines(of, target.host, fresh);
    const sender = raw ? sendRaw : fresh ? sendFresh : sendPooled;
    const attempt = await sender(raw ? { ...wire, headers: full(wire) } : wire, signal);
    const { result } = attempt;
    const decoded: Result =
      result.kind === 'answer'
        ? { kind: 'answer', answer: await decodeContent(result.answer, limitsNow().maxBodyBytes) }
        : result;
    if (decoded.kind === 'answer') bytesLeft -= decoded.answer.body.length;
    const { method, target: sentTarget, body } = recorded;
    const sent = {
      method,
      target: sentTarget,
      headers: full(recorded),
      body,
      credential: request.credential,
    };
    return { sent, result: decoded, ...attempt.times };
  };

  const close = async (): Promise<void> => {
    closing.abort();
    diagnostics.unsubscribe('undici:client:sendHeaders', onSendHeaders);
    await pool.destroy();
  };
  return { send, close };
}
