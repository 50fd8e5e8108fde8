import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { bound } from '../system/bounds.ts';

/** A connection to write a request on; `reused` when it has carried one before. */
type Connection = { readonly socket: Socket; readonly reused: boolean };

type Idle = { readonly socket: Socket; readonly retire: () => void };

/**
 * The connections to one target that may be used again. One that says anything while nothing is asked of it is closed at
 * once: whatever comes then is no answer to the next request.
 */
export class Connections {
  readonly #idle: Idle[] = [];
  readonly #waiting: (() => void)[] = [];
  #free: number;
  #closed = false;

  constructor(most: number) {
    this.#free = most;
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
    const events = ['data', 'end', 'close', 'error'];
    const retire = (): void => {
      clearTimeout(timer);
      for (const event of events) socket.off(event, close);
      const place = this.#idle.findIndex((idle) => idle.socket === socket);
      if (place >= 0) this.#idle.splice(place, 1);
    };
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
