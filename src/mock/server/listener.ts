import type * as Http from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { memberOf } from '../../json/value.ts';
import { http } from '../../system/node-http.ts';

const createServer: typeof Http.createServer = http.createServer;
export const STATUS_CODES: typeof Http.STATUS_CODES = http.STATUS_CODES;

/**
 * A field of a request by its name in lower case; repeated lines are joined. Whatever looks at fields does it here: clients
 * send them in different orders, and each place that reads them itself would be compiled anew for each order.
 */
export function fieldOf({ headers }: Http.IncomingMessage, name: string): string | undefined {
  const value = memberOf(headers, name);
  return Array.isArray(value) ? value.join(', ') : value;
}

/** What answers the requests of a listener. */
export type Handlers = {
  readonly request: (request: IncomingMessage, response: ServerResponse) => void;
  /** Bytes that are no HTTP, header sections that are too large, requests that come too slowly. */
  readonly malformed: (error: NodeJS.ErrnoException, socket: Duplex) => void;
  /** CONNECT, which no interface documents. */
  readonly connect: (socket: Duplex) => void;
};

/** A certificate, with those that lead to its root where there are any, and its key, all as PEM. */
export type Tls = { readonly cert: string; readonly key: string };

/** A listening socket. What arrives before `serve` waits for it. */
export type Listener = {
  readonly host: string;
  readonly port: number;
  /** Address for clients on this machine, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** PEM of the certificate; `undefined` without HTTPS. */
  readonly certificate: string | undefined;
  readonly serve: (handlers: Handlers) => void;
  /** Stops listening and breaks open connections off. */
  readonly close: () => Promise<void>;
};

const MAX_HELD = 1000;
const MAX_CONNECTIONS = 10_000;

function originOf(scheme: string, host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

const SETTINGS = {
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
};

async function serverWith(tls: Tls | undefined): Promise<Server> {
  if (tls === undefined) return createServer(SETTINGS);
  const https = await import('node:https');
  return https.createServer({ ...SETTINGS, cert: tls.cert, key: tls.key });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Starts to listen, `port` 0 for any free one, with HTTPS where there is a certificate. Imports nothing but `node:http`, so that a command is reachable before the rest
 * of it is loaded. Rejects with the system's error, such as `EADDRINUSE`.
 */
export async function openListener({
  host,
  port,
  tls,
}: {
  readonly host: string;
  readonly port: number;
  readonly tls?: Tls;
}): Promise<Listener> {
  let handlers: Handlers | undefined;
  const held: ((handlers: Handlers) => void)[] = [];
  const pass = (use: (handlers: Handlers) => void, socket: Duplex): void => {
    if (handlers !== undefined) use(handlers);
    else if (held.length < MAX_HELD) held.push(use);
    else socket.destroy();
  };
  const server = await serverWith(tls);
  server.maxConnections = MAX_CONNECTIONS;
  const request = (incoming: IncomingMessage, response: ServerResponse): void => {
    if (handlers !== undefined) handlers.request(incoming, response);
    else pass((use) => use.request(incoming, response), incoming.socket);
  };
  server.on('request', request).on('checkExpectation', request);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    pass((use) => use.malformed(error, socket), socket),
  );
  server.on('connect', (_incoming, socket) => pass((use) => use.connect(socket), socket));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      resolve({
        host,
        port: bound,
        origin: originOf(tls === undefined ? 'http' : 'https', host, bound),
        certificate: tls?.cert,
        serve(given) {
          handlers = given;
          for (const use of held.splice(0)) use(given);
        },
        close: () => close(server),
      });
    });
  });
}
