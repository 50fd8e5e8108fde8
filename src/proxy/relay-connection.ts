import type { Socket } from 'node:net';
import { openSocket } from '../exchange/open-socket.ts';
import type { Trust } from '../exchange/trust.ts';
import type { RequestHead } from './message-head.ts';
import type { MessagePart } from './message-stream.ts';
import { Observer, type ObserverOptions } from './observer.ts';
import type { Callers } from './callers.ts';
import { ownAnswer, type OwnStatus } from './own-answer.ts';
import { withHost } from './with-host.ts';

export type RelayOptions = ObserverOptions & {
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

function faultText(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : String(error);
}

/** One client's connection and the one to the target that belongs to it: what comes in on one goes out on the other. */
export class RelayConnection {
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
    const text = `${this.#options.target.origin}: ${faultText(error)}`;
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
