import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The only valid key. */
export const KEY = 'Hostile-12345-AbCdE-67890';

const LIMIT = 60;
const WINDOW_MS = 4_000;
/** A request that was under way when the refusal came is nobody's fault. */
const UNDER_WAY_MS = 50;
const BASE = '/v1';

/** One request as it came. */
type Call = {
  /** Counted from 1. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly head: string;
  readonly authorization: string;
  readonly valid: boolean;
  readonly body: string;
  readonly socket: Socket;
};

export type Answer = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | string;
};

/** What goes out instead of an honest answer; `undefined` when it has done that itself, or nothing is to go out. */
export type Spoil = (call: Call, honest: Answer) => Buffer | string | undefined;

export type Running = {
  readonly port: number;
  /** Requests that came while a Retry-After of this service had not ended, on the same credential. */
  readonly insideRetryAfter: () => number;
  readonly requests: () => number;
  readonly close: () => void;
};

/** A way of being broken or hostile, and what a run may end with. */
export type HostileService = {
  readonly kind: string;
  readonly name: string;
  readonly exits: readonly (0 | 1 | 2)[];
  readonly start: () => Promise<Running>;
};

type Entry = { readonly id: number; readonly name: string; readonly description?: string };

/** An answer as bytes; `headers` come after those of the answer. */
export function wire(answer: Answer, { reason = 'X' }: { readonly reason?: string } = {}): Buffer {
  const body = Buffer.from(answer.body);
  const lines = answer.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `HTTP/1.1 ${String(answer.status)} ${reason}\r\n${lines}Content-Length: ${String(body.length)}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** The honest answer with another body. */
export function withBody(answer: Answer, body: Buffer | string): Answer {
  return { ...answer, body };
}

export function withHeaders(answer: Answer, ...headers: Answer['headers']): Answer {
  const replaced = new Set(headers.map(([name]) => name.toLowerCase()));
  return {
    ...answer,
    headers: [...answer.headers.filter(([name]) => !replaced.has(name.toLowerCase())), ...headers],
  };
}

function errorBody(status: number): string {
  return JSON.stringify({ code: `e${String(status)}`, message: 'no', status });
}

/** Whom a limiter counts, and the rests that were asked of them. */
class Caller {
  #windowEndsMs = 0;
  #used = 0;
  restUntilMs = 0;

  take(nowMs: number): { readonly remaining: number; readonly resetS: number; readonly refused: boolean } {
    if (nowMs >= this.#windowEndsMs) {
      this.#windowEndsMs = nowMs + WINDOW_MS;
      this.#used = 0;
    }
    this.#used += 1;
    const resetS = Math.ceil(this.#windowEndsMs / 1000);
    return { remaining: Math.max(0, LIMIT - this.#used), resetS, refused: this.#used > LIMIT };
  }
}

/** What an honest service of the document answers. */
function honestAnswer(call: Call, caller: Caller, entries: Entry[]): Answer {
  const nowMs = Date.now();
  const { remaining, resetS, refused } = caller.take(nowMs);
  const answer = (status: number, json: unknown, ...more: Answer['headers']): Answer => ({
    status,
    headers: [
      ['Date', new Date(nowMs).toUTCString()],
      ['Content-Type', 'application/json'],
      ['X-RateLimit-Limit', String(LIMIT)],
      ['X-RateLimit-Remaining', String(remaining)],
      ['X-RateLimit-Reset', String(resetS)],
      ...more,
    ],
    body: call.method === 'HEAD' ? '' : status >= 400 ? errorBody(status) : JSON.stringify(json),
  });
  if (refused) return answer(429, null, ['Retry-After', String(resetS - Math.floor(nowMs / 1000))]);
  if (!call.valid) return answer(401, null, ['WWW-Authenticate', 'Bearer']);
  if (call.path !== `${BASE}/categories`) return answer(404, null);
  if (call.method === 'GET') return answer(200, entries);
  if (call.method !== 'POST') return answer(405, null, ['Allow', 'GET, POST']);
  let input: unknown;
  try {
    input = JSON.parse(call.body);
  } catch {
    return answer(400, null);
  }
  const { name, description } = (input ?? {}) as { readonly name?: unknown; readonly description?: unknown };
  if (typeof name !== 'string' || (description !== undefined && typeof description !== 'string'))
    return answer(400, null);
  const entry: Entry = {
    id: entries.length + 1,
    name,
    ...(description === undefined ? {} : { description }),
  };
  entries.push(entry);
  return answer(201, entry);
}

const REFUSAL = /HTTP\/1\.1 (?:429|503)[^]*?\r\nRetry-After: *([^\r\n]+)/gi;

/** For how long the refusals in some bytes ask for nothing more, in ms. */
function restAskedFor(bytes: Buffer): number {
  const text = bytes.toString('latin1', 0, 16_384);
  const waits = [...text.matchAll(REFUSAL)].map(([, value = '']) =>
    /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now(),
  );
  return Math.max(0, ...waits.filter((wait) => Number.isFinite(wait)));
}

async function listening(server: Server): Promise<Pick<Running, 'port' | 'close'>> {
  const connected = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connected.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => connected.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of connected) socket.destroy();
      server.close();
    },
  };
}

/** A server of sockets that never comes as far as an answer. */
export function sockets(onConnection: (socket: Socket) => void): () => Promise<Running> {
  return async () => ({
    ...(await listening(createServer(onConnection))),
    insideRetryAfter: () => 0,
    requests: () => 0,
  });
}

/** An honest service, each of whose answers is spoiled. */
export function spoiled(spoil: Spoil, seed: () => Entry[] = () => []): () => Promise<Running> {
  return async () => {
    const entries = seed();
    const callers = { key: new Caller(), address: new Caller() };
    let requests = 0;
    let inside = 0;
    const answer = (call: Call): void => {
      const caller = call.valid ? callers.key : callers.address;
      if (Date.now() < caller.restUntilMs - UNDER_WAY_MS) inside += 1;
      const bytes = spoil(call, honestAnswer(call, caller, entries));
      if (bytes === undefined || call.socket.destroyed) return;
      const out = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes, 'latin1');
      caller.restUntilMs = Math.max(caller.restUntilMs, Date.now() + restAskedFor(out));
      call.socket.write(out);
    };
    const running = await listening(
      createServer((socket) => {
        let held = '';
        socket.on('data', (chunk) => {
          held += chunk.toString('latin1');
          for (let end = held.indexOf('\r\n\r\n'); end >= 0; end = held.indexOf('\r\n\r\n')) {
            const head = held.slice(0, end);
            const length = Number(/^content-length: *(\d+)$/im.exec(head)?.[1] ?? 0);
            if (held.length < end + 4 + length) return;
            const body = Buffer.from(held.slice(end + 4, end + 4 + length), 'latin1').toString('utf8');
            held = held.slice(end + 4 + length);
            const [method = '', target = ''] = head.split(' ', 2);
            const authorization = /^authorization: *(.*)$/im.exec(head)?.[1] ?? '';
            requests += 1;
            const [path = ''] = target.split('?');
            const valid = authorization.replace(/^bearer /i, 'Bearer ') === `Bearer ${KEY}`;
            answer({ number: requests, method, path, head, authorization, valid, body, socket });
          }
        });
      }),
    );
    return { ...running, insideRetryAfter: () => inside, requests: () => requests };
  };
}

/** Only successful answers with a body are spoiled: what a run needs to go on stays honest. */
export function onSuccess(spoil: Spoil): Spoil {
  return (call, honest) => (honest.status < 300 ? spoil(call, honest) : wire(honest));
}

/** Only the list is spoiled. */
export function onList(spoil: Spoil): Spoil {
  return (call, honest) =>
    honest.status === 200 && call.method === 'GET' ? spoil(call, honest) : wire(honest);
}

/** Writes for as long as somebody reads. */
export function endlessly(socket: Socket, chunk: Buffer | string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

/** Writes the bytes piece by piece. */
export function drip(socket: Socket, bytes: Buffer, everyMs: number, size = 1): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= bytes.length) clearInterval(timer);
    else socket.write(bytes.subarray(at, at + size));
    at += size;
  }, everyMs);
  socket.on('close', () => clearInterval(timer));
}
