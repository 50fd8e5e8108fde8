import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect as netConnect, isIP, type Socket } from 'node:net';
import { connect as tlsConnect, type ConnectionOptions } from 'node:tls';
import { trustOptions, type Trust } from './trust.ts';

export type OpenSocketOptions = {
  readonly trust: Trust;
  readonly proxy: URL | undefined;
  /** Gives up the attempt. */
  readonly signal: AbortSignal;
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

function open(socket: Socket, readyEvent: string, settle: Settle, signal: AbortSignal): void {
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

function direct(url: URL, trust: Trust, settle: Settle, signal: AbortSignal): void {
  if (url.protocol === 'https:') open(tlsConnect(tlsOptions(url, trust)), 'secureConnect', settle, signal);
  else open(netConnect({ host: bareHost(url), port: portOf(url) }), 'connect', settle, signal);
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
  const request = (proxy.protocol === 'https:' ? httpsRequest : httpRequest)({
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
      open(tlsConnect({ ...tlsOptions(url, trust), socket }), 'secureConnect', settle, signal);
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
    else if (proxy === undefined) direct(target, trust, settle, signal);
    else if (target.protocol === 'https:') tunnel(target, proxy, trust, settle, signal);
    else direct(proxy, { ...trust, insecure: false }, settle, signal);
  });
}
