import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type ConnectionOptions, getCACertificates, connect as tlsConnect } from 'node:tls';
import { bound } from '../system/bounds.ts';
import { http } from '../system/node-http.ts';

/** How to trust a target over TLS. `ca`: certificates in PEM that count besides the usual ones. */
export type Trust = { readonly insecure: boolean; readonly ca: string | undefined };

/** The options of `tls.connect` that say the same. */
function trustOptions(trust: Trust): { readonly rejectUnauthorized: boolean; readonly ca?: string[] } {
  return {
    rejectUnauthorized: !trust.insecure,
    ...(trust.ca === undefined ? {} : { ca: [...getCACertificates('default'), trust.ca] }),
  };
}

export type OpenSocketOptions = {
  readonly trust: Trust;
  readonly proxy: URL | undefined;
  /** Gives up the attempt. */
  readonly signal: AbortSignal;
  /** Finds the address of a target that no proxy leads to; the usual way when left out. */
  readonly lookup?: LookupFunction;
};

type Settle = { readonly opened: (socket: Socket) => void; readonly failed: (error: Error) => void };

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.+)\]$/, '$1');
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

function tlsOptions(url: URL, trust: Trust): ConnectionOptions {
  const host = bareHost(url);
  return {
    host,
    port: portOf(url),
    ...trustOptions(trust),
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 ? { servername: host } : {}),
  };
}

function settleWhenReady(socket: Socket, readyEvent: string, settle: Settle, signal: AbortSignal): void {
  const stop = (): void => {
    socket.destroy();
  };
  signal.addEventListener('abort', stop);
  socket.on('error', settle.failed);
  socket.once('close', () => {
    signal.removeEventListener('abort', stop);
    settle.failed(new Error('the connection was closed'));
  });
  socket.once(readyEvent, () => settle.opened(socket));
}

function direct(url: URL, settle: Settle, { trust, signal, lookup }: Omit<OpenSocketOptions, 'proxy'>): void {
  const found = lookup === undefined ? {} : { lookup };
  if (url.protocol === 'https:')
    settleWhenReady(tlsConnect({ ...tlsOptions(url, trust), ...found }), 'secureConnect', settle, signal);
  else
    settleWhenReady(
      netConnect({ host: bareHost(url), port: portOf(url), ...found }),
      'connect',
      settle,
      signal,
    );
}

/** The value of `Proxy-Authorization` for a proxy address with a user, RFC 7617. */
export function proxyAuthorization(proxy: URL): string | undefined {
  if (proxy.username === '') return undefined;
  const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return `Basic ${Buffer.from(user, 'utf8').toString('base64')}`;
}

function tunnel(url: URL, proxy: URL, trust: Trust, settle: Settle, signal: AbortSignal): void {
  const authority = `${url.hostname}:${String(portOf(url))}`;
  const authorization = proxyAuthorization(proxy);
  const request = (proxy.protocol === 'https:' ? httpsRequest : http.request)({
    host: bareHost(proxy),
    port: portOf(proxy),
    method: 'CONNECT',
    path: authority,
    agent: false,
    signal,
    headers: {
      host: authority,
      ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
    },
  });
  request.on('error', settle.failed);
  request.once('connect', (response, socket) => {
    if (response.statusCode === 200) {
      settleWhenReady(tlsConnect({ ...tlsOptions(url, trust), socket }), 'secureConnect', settle, signal);
    } else {
      socket.destroy();
      settle.failed(new Error(`Proxy response (${String(response.statusCode)}) to CONNECT`));
    }
  });
  request.once('response', (response) => {
    response.destroy();
    settle.failed(new Error(`Proxy response (${String(response.statusCode)}) to CONNECT`));
  });
  request.end();
}

/**
 * Opens a connection on which requests to the target can be written: TCP or TLS to the target; for https behind a
 * proxy, TLS through a tunnel; for http behind a proxy, a connection to the proxy, which wants absolute-form
 * targets. Rejects with the error of the socket. An abort of the signal destroys the socket at any time.
 */
export async function openSocket(target: URL, options: OpenSocketOptions): Promise<Socket> {
  const { proxy, trust, signal } = options;
  return new Promise((resolve, reject) => {
    const settle: Settle = { opened: resolve, failed: reject };
    if (signal.aborted) reject(new Error('aborted'));
    else if (proxy === undefined) direct(target, settle, options);
    else if (target.protocol === 'https:') tunnel(target, proxy, trust, settle, signal);
    else direct(proxy, settle, { trust: { ...trust, insecure: false }, signal });
  });
}

/** A connection to write a request on; `reused` when it has carried one before. */
type Connection = { readonly socket: Socket; readonly reused: boolean };

/** Answers without a body that are listened behind as long as the bound says; behind later ones a moment. */
const MOST_LISTENED = 150;
const SHORT_MS = 2;

/**
 * How long to listen behind the answers of one target. Whoever says something that nothing asked for may ask for a rest
 * in it: the first answer is listened behind, and each of a target that was heard to do so. A target that kept silent behind many
 * answers without a body is trusted to write what it has to say at once.
 */
export class Listening {
  #isFirst = true;
  #heard = false;
  #silent = 0;

  /** Bytes came that nothing asked for. */
  heard(): void {
    this.#heard = true;
  }

  /** For how long bytes are awaited behind an answer that is whole, in ms. Many write head and body one after the other. */
  behind(isBodiless: boolean): number {
    const isLong = this.#isFirst || this.#heard || (isBodiless && this.#silent < MOST_LISTENED);
    this.#isFirst = false;
    if (isLong) {
      if (isBodiless) this.#silent += 1;
      return bound('behindAnswerMs');
    }
    return isBodiless ? SHORT_MS : 0;
  }
}

type Idle = { readonly socket: Socket; readonly retire: () => void };

/**
 * The connections to one target that may be used again. One that says anything while nothing is asked of it is closed at
 * once: whatever comes then is no answer to the next request.
 */
export class Connections {
  readonly #idle: Idle[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #listening: Listening;
  #free: number;
  #closed = false;

  constructor(most: number, listening: Listening) {
    this.#free = most;
    this.#listening = listening;
  }

  /** Waits until fewer than the most are in use. Each turn has to be ended. */
  async begin(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Lets the next one begin. */
  end(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }

  /** An idle connection that is silent, or what `open` opens. */
  async take(open: () => Promise<Socket>): Promise<Connection> {
    // What the other side has sent until now without being asked is read in this turn of the event loop.
    if (this.#idle.length > 0) await setImmediate();
    const idle = this.#idle.pop();
    if (idle === undefined) return { socket: await open(), reused: false };
    idle.retire();
    return { socket: idle.socket, reused: true };
  }

  /** Keeps a connection for the next request, for a moment: servers close idle ones without notice. */
  keep(socket: Socket): void {
    if (this.#closed || socket.destroyed || !socket.writable || socket.readableEnded) {
      socket.destroy();
      return;
    }
    const close = (): void => {
      retire();
      socket.destroy();
    };
    const timer = setTimeout(close, bound('idleConnectionMs'));
    const heard = (): void => {
      this.#listening.heard();
      close();
    };
    const events = ['end', 'close', 'error'];
    const retire = (): void => {
      clearTimeout(timer);
      socket.off('data', heard);
      for (const event of events) socket.off(event, close);
      const place = this.#idle.findIndex((idle) => idle.socket === socket);
      if (place >= 0) this.#idle.splice(place, 1);
    };
    socket.on('data', heard);
    for (const event of events) socket.on(event, close);
    this.#idle.push({ socket, retire });
  }

  /** Closes those that are idle, and keeps none from now on. */
  close(): void {
    this.#closed = true;
    for (const { socket, retire } of this.#idle.slice()) {
      retire();
      socket.destroy();
    }
  }
}
