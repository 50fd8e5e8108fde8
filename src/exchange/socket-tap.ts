import type { Socket } from 'node:net';

/** The first line of a final answer. */
export type StatusLine = { readonly httpVersion: string; readonly status: number; readonly reason: string };

const STATUS_LINE = /^HTTP\/(\d\.\d) (\d{3})(?: (.*))?$/;
const LINE_FEED = 0x0a;
const SWITCHING_PROTOCOLS = 101;
/** Interim answers and status lines longer than this are handed on as they are. */
const MAX_HELD_BYTES = 65_536;

function statusLine(bytes: Buffer): StatusLine | undefined {
  const end = bytes.indexOf(LINE_FEED);
  if (end < 0) return undefined;
  const match = STATUS_LINE.exec(bytes.subarray(0, end).toString('latin1').replace(/\r$/, ''));
  if (match === null) return undefined;
  const [, httpVersion = '', status = '', reason = ''] = match;
  return { httpVersion, status: Number(status), reason };
}

function isInterim(line: StatusLine): boolean {
  return line.status >= 100 && line.status < 200 && line.status !== SWITCHING_PROTOCOLS;
}

/**
 * Sits between a socket and the HTTP library that reads it. Counts the bytes that come, remembers the status line,
 * which the library keeps to itself, and takes out interim answers (RFC 9110 section 15.2), one of which (100) the
 * library would take for a fault.
 */
export class SocketTap {
  #onByte: (() => void) | undefined;
  #held: Buffer = Buffer.alloc(0);
  #passing = true;
  #requests = 0;
  bytesReceived = 0;
  statusLine: StatusLine | undefined;

  /** A request is about to be written; `onByte` is called when bytes come. Returns true on a reused connection. */
  begin(onByte: () => void): boolean {
    this.#onByte = onByte;
    this.#held = Buffer.alloc(0);
    this.#passing = false;
    this.#requests += 1;
    this.bytesReceived = 0;
    this.statusLine = undefined;
    return this.#requests > 1;
  }

  /** Bytes came; returns those that the library may see. */
  take(chunk: Buffer): Buffer {
    this.bytesReceived += chunk.length;
    this.#onByte?.();
    if (this.#passing) return chunk;
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    return this.#release();
  }

  #release(): Buffer {
    while (this.#held.length > 0) {
      const line = statusLine(this.#held);
      if (line !== undefined && isInterim(line)) {
        const end = this.#held.indexOf('\r\n\r\n');
        if (end < 0 && this.#held.length <= MAX_HELD_BYTES) return Buffer.alloc(0);
        if (end < 0) return this.#pass();
        this.#held = this.#held.subarray(end + 4);
      } else if (line !== undefined || this.#held.includes(LINE_FEED) || this.#held.length > MAX_HELD_BYTES) {
        this.statusLine = line;
        return this.#pass();
      } else {
        return Buffer.alloc(0);
      }
    }
    return Buffer.alloc(0);
  }

  #pass(): Buffer {
    const released = this.#held;
    this.#held = Buffer.alloc(0);
    this.#passing = true;
    return released;
  }
}

const taps = new WeakMap<Socket, SocketTap>();

/** The tap that `tapSocket` put on a socket. */
export function tapOf(socket: Socket): SocketTap | undefined {
  return taps.get(socket);
}

/** Puts a tap on a socket that has not been read from yet. */
export function tapSocket(socket: Socket): void {
  const tap = new SocketTap();
  taps.set(socket, tap);
  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    for (;;) {
      const chunk: unknown = read(size);
      if (!Buffer.isBuffer(chunk)) return chunk;
      const passed = tap.take(chunk);
      if (passed.length > 0) return passed;
    }
  };
}
