import type { Socket } from 'node:net';
import { buildConnector, Pool, ProxyAgent, type Dispatcher } from 'undici';
import { tapSocket } from './socket-tap.ts';
import { trustOptions, type Trust } from './trust.ts';

export type DispatcherOptions = {
  readonly connections: number;
  readonly connectMs: number;
  readonly maxHeaderBytes: number;
  readonly trust: Trust;
  readonly proxy: URL | undefined;
};

/** Idle connections are closed this early, before a server does it without notice. */
const KEEP_ALIVE_MS = 100;

function tapped(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    connect(options, (...outcome: [null, Socket] | [Error, null]) => {
      const [, socket] = outcome;
      if (socket !== null && socket !== undefined) tapSocket(socket);
      callback(...outcome);
    });
  };
}

function poolOptions(options: DispatcherOptions): Pool.Options {
  return {
    connections: options.connections,
    pipelining: 1,
    allowH2: false,
    strictContentLength: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: options.maxHeaderBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

/**
 * The undici dispatcher for a target: a pool of tapped connections, straight or through a proxy. It sends paths
 * verbatim. Its own time limits are off but for making a connection.
 */
export function dispatcherFor(origin: string, options: DispatcherOptions): Dispatcher {
  const { proxy, trust, connectMs } = options;
  const requestTls = { ...trustOptions(trust), allowH2: false };
  if (proxy === undefined) {
    const connect = tapped(buildConnector({ ...requestTls, timeout: connectMs }));
    return new Pool(origin, { ...poolOptions(options), connect });
  }
  return new ProxyAgent({
    uri: proxy.href,
    connectTimeout: connectMs,
    requestTls,
    proxyTls: { ...trustOptions({ ...trust, insecure: false }), allowH2: false },
    clientFactory: (url, given) => new Pool(url, { ...given, headersTimeout: connectMs }),
    factory: (url, given) => {
      const connect = 'connect' in given && typeof given.connect === 'function' ? given.connect : undefined;
      if (connect === undefined) throw new TypeError('the proxy agent gave no way to connect');
      return new Pool(url, { ...poolOptions(options), connect: tapped(connect as buildConnector.connector) });
    },
  });
}
