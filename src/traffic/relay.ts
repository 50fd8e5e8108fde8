import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { openSocket, type Trust } from '../client/sockets.ts';
import type { RequestHead } from '../http/message-head.ts';
import type { MessagePart } from '../http/message-stream.ts';
import { errnoText } from '../system/errno.ts';
import type { Callers } from './callers.ts';
import { Observer, type ObserverOptions } from './observer.ts';

const HOST_LINE = /(\r\n[Hh][Oo][Ss][Tt]:[ \t]*)([^\r\n]*?)(?=[ \t]*\r\n)/g;

/**
 * A request's head with the target's authority as the value of Host, and every other byte as it was. A head with several
 * Host lines or none stays as it is.
 */
function withHost(head: Buffer, authority: string): Buffer {
  const text = head.toString('latin1');
  const [line, ...more] = text.matchAll(HOST_LINE);
  const [, before = '', value = ''] = line ?? [];
  if (line === undefined || more.length > 0 || value === authority) return head;
  const start = line.index + before.length;
  return Buffer.from(text.slice(0, start) + authority + text.slice(start + value.length), 'latin1');
}

/** The field that tells an answer of the proxy itself from one of the target. */
const OWN_FIELD = 'X-Assay-Proxy';

/** What the proxy says itself: to those who may not, who ask for what it does not do, and where the target is silent. */
type OwnStatus = '403 Forbidden' | '421 Misdirected Request' | '501 Not Implemented' | '502 Bad Gateway';

/** An answer that the proxy gives itself, where the target cannot. It ends the connection and is never judged. */
function ownAnswer(status: OwnStatus, text: string): Buffer {
  const body = Buffer.from(`assay proxy: ${text}\n`, 'utf8');
  const head = [
    `HTTP/1.1 ${status}`,
    `${OWN_FIELD}: this answer is not the target's`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${String(body.length)}`,
    'Connection: close',
    '',
    '',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

type RelayOptions = ObserverOptions & {
  /** Base address of the service; connections go to its origin. */
  readonly target: URL;
  readonly trust: Trust;
  readonly connectMs: number;
  readonly callers: Callers;
  /** The target could not be reached, or broke off. */
  readonly onTargetFault: (text: string) => void;
};

/** After the target has closed, a client gets this long to do the same. */
const LINGER_MS = 5_000;

/** One client's connection and the one to the target that belongs to it: what comes in on one goes out on the other. */
class RelayConnection {
  readonly #client: Socket;
  readonly #options: RelayOptions;
  readonly #observer: Observer;
  readonly #closing = new AbortController();
  #target: Socket | undefined;
  #refused = false;
  #closed = false;
  /** Bytes for the target that came before its connection was open. */
  #early: Buffer[] = [];
  #clientEnded = false;
  #isOpening = false;

  constructor(client: Socket, options: RelayOptions) {
    this.#client = client;
    this.#options = options;
    this.#observer = new Observer(options);
    client.setNoDelay(true);
    client.on('data', (chunk: Buffer) => this.#fromClient(chunk));
    client.on('end', () => this.#clientEnd());
    client.on('error', () => this.close());
    client.on('close', () => this.close());
    client.on('drain', () => this.#target?.resume());
  }

  /** Breaks both connections off. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#observer.closed();
    this.#closing.abort();
    this.#client.destroy();
    this.#target?.destroy();
  }

  #fromClient(chunk: Buffer): void {
    for (const part of this.#observer.requests.push(chunk)) {
      if (this.#refused) return;
      const refusal = part.kind === 'head' ? this.#refusalOf(part.head) : undefined;
      if (refusal === undefined) {
        this.#observer.request(part);
        this.#toTarget(this.#bytesOf(part));
      } else {
        this.#refuse(refusal.status, refusal.text);
      }
    }
  }

  /** Why a request cannot be relayed: it is meant for another service, or comes from somebody who may not. */
  #refusalOf(head: RequestHead): { readonly status: OwnStatus; readonly text: string } | undefined {
    const { method, target } = head;
    const { origin } = this.#options.target;
    const status = '501 Not Implemented';
    if (method === 'CONNECT')
      return { status, text: `it opens no tunnels; send http requests for ${origin} to this address` };
    const absolute = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
    if (absolute !== null && absolute.host !== this.#options.target.host)
      return { status, text: `it forwards to ${origin} alone` };
    return this.#options.callers(head);
  }

  #bytesOf(part: MessagePart<RequestHead>): Buffer {
    switch (part.kind) {
      case 'head':
        return withHost(part.raw, this.#options.target.host);
      case 'body':
      case 'opaque':
        return part.raw;
      case 'end':
        return Buffer.alloc(0);
    }
  }

  #toTarget(bytes: Buffer): void {
    if (bytes.length === 0 || this.#closed) return;
    if (this.#target === undefined) {
      this.#early.push(bytes);
      this.#client.pause();
      if (!this.#isOpening) this.#connect();
    } else if (!this.#target.write(bytes)) {
      this.#client.pause();
    }
  }

  #connect(): void {
    this.#isOpening = true;
    const timer = setTimeout(() => this.#closing.abort(), this.#options.connectMs);
    openSocket(this.#options.target, {
      trust: this.#options.trust,
      proxy: undefined,
      signal: this.#closing.signal,
    }).then(
      (socket) => {
        clearTimeout(timer);
        this.#connected(socket);
      },
      (error: unknown) => {
        clearTimeout(timer);
        this.#targetFailed(error);
      },
    );
  }

  #connected(target: Socket): void {
    if (this.#closed) {
      target.destroy();
      return;
    }
    this.#target = target;
    target.setNoDelay(true);
    target.on('data', (chunk: Buffer) => this.#fromTarget(chunk));
    target.on('end', () => this.#targetEnd());
    target.on('error', (error) => this.#targetFailed(error));
    target.on('close', () => this.#targetEnd());
    target.on('drain', () => this.#client.resume());
    const early = Buffer.concat(this.#early);
    this.#early = [];
    if (target.write(early)) this.#client.resume();
    if (this.#clientEnded) target.end();
  }

  #fromTarget(chunk: Buffer): void {
    this.#observer.answer(chunk);
    if (!this.#client.write(chunk)) this.#target?.pause();
    if (this.#observer.tunnelled) this.#toTarget(this.#observer.requests.tunnel());
  }

  #clientEnd(): void {
    this.#toTarget(this.#observer.requests.end());
    this.#clientEnded = true;
    if (this.#target !== undefined) this.#target.end();
    else if (!this.#isOpening) this.close();
  }

  #targetEnd(): void {
    if (this.#closed || this.#refused) return;
    if (this.#mayRefuse()) {
      this.#targetFailed(new Error('it closed the connection without an answer'));
      return;
    }
    this.#observer.answersEnded();
    this.#client.end();
    setTimeout(() => this.close(), LINGER_MS).unref();
  }

  /**
   * True when the proxy may answer for the target: to the first request of a connection. Later ones may be sent again by
   * the client on a new connection, as it would without the proxy.
   */
  #mayRefuse(): boolean {
    const { open, answered, blind, served } = this.#observer;
    return open > 0 && served === 0 && !answered && !blind;
  }

  #targetFailed(error: unknown): void {
    if (this.#closed || this.#refused) return;
    const text = `${this.#options.target.origin}: ${errnoText(error)}`;
    this.#options.onTargetFault(text);
    if (this.#mayRefuse()) this.#refuse('502 Bad Gateway', `no answer from ${text}`);
    else this.close();
  }

  /** Answers for the target, and ends the connection. An answer that is already due to an earlier request goes first. */
  #refuse(status: OwnStatus, text: string): void {
    this.#refused = true;
    const waiting = this.#observer.open;
    this.#observer.closed();
    this.#target?.destroy();
    if (status !== '502 Bad Gateway' && waiting > 0) {
      this.close();
      return;
    }
    this.#client.resume();
    this.#client.end(ownAnswer(status, text));
  }
}

/** A relay that listens. */
export type Relay = {
  /** Its address, for example `http://127.0.0.1:4020`. */
  readonly origin: string;
  /** Stops listening and breaks off what is open. */
  readonly close: () => Promise<void>;
};

async function listening(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address);
      else reject(new Error('the relay has no address'));
    });
  });
}

/** Listens on the host and port (0: a free one) and relays every connection. Rejects when it cannot listen. */
export async function startRelay(
  options: RelayOptions & { readonly host: string; readonly port: number },
): Promise<Relay> {
  const connections = new Set<RelayConnection>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = new RelayConnection(socket, options);
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
  });
  const { port, address, family } = await listening(server, options.port, options.host);
  return {
    origin: `http://${family === 'IPv6' ? `[${address}]` : address}:${String(port)}`,
    close: async () => {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      for (const connection of connections) connection.close();
      await closed;
    },
  };
}
