import {
  drip,
  onSuccess,
  sockets,
  spoiled,
  wire,
  withHeaders,
  type Answer,
  type HostileService,
  type Spoil,
} from './service.ts';

const REFUSAL =
  'HTTP/1.1 429 Slow\r\nContent-Type: application/json\r\nRetry-After: 3\r\nContent-Length: 2\r\n\r\n{}';
const SERVED = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]';

/** Sends what comes later as soon as the first part is surely read. */
function later(first: (honest: Answer) => Buffer | string, then: string, ms: number): Spoil {
  return ({ socket }, honest) => {
    socket.write(first(honest));
    setTimeout(() => {
      if (!socket.destroyed) socket.write(then);
    }, ms);
    return undefined;
  };
}

const bodiless =
  (status: number, body: string): Spoil =>
  (_call, honest) => {
    const lines = honest.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return `HTTP/1.1 ${String(status)} X\r\n${lines}Content-Length: ${String(body.length)}\r\n\r\n${body}`;
  };

const splitting =
  (behind: string): Spoil =>
  (_call, honest) =>
    Buffer.concat([wire(honest), Buffer.from(behind)]);

const headsFirst: Spoil = (call, honest) =>
  call.method === 'HEAD' ? Buffer.concat([wire(honest), Buffer.from(SERVED)]) : wire(honest);

/** Answers that come before they are asked for, or that hold another one. */
const SPLIT: readonly (readonly [name: string, spoil: Spoil])[] = [
  ['204 with a body that is the next answer', bodiless(204, SERVED)],
  ['204 with a body that is a refusal', bodiless(204, REFUSAL)],
  ['304 with a body that is the next answer', bodiless(304, SERVED)],
  ['HEAD with a body that is the next answer', headsFirst],
  ['two answers to each request', splitting(SERVED)],
  ['an answer and a refusal to each request', splitting(REFUSAL)],
  ['an answer and a refusal 1 ms later', later((honest) => wire(honest), REFUSAL, 1)],
  ['an answer and another one 20 ms later', later((honest) => wire(honest), SERVED, 20)],
  [
    'a length of 0 with a body that is the next answer',
    (_call, honest) => `HTTP/1.1 ${String(honest.status)} X\r\nContent-Length: 0\r\n\r\n${SERVED}`,
  ],
  ['garbage behind each answer', splitting('\r\n\0\0garbage')],
  ['a CRLF behind each answer', splitting('\r\n')],
  ['ten answers at once, then none', ({ number }) => (number % 10 === 1 ? SERVED.repeat(10) : undefined)],
  [
    'chunks and behind the last one another answer',
    (_call, honest) =>
      `HTTP/1.1 ${String(honest.status)} X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n${SERVED}`,
  ],
  [
    'a header value with a whole answer in it',
    (_call, honest) =>
      wire(withHeaders(honest, ['X-A', 'a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]'])),
  ],
];

const INTERIM: readonly (readonly [name: string, spoil: Spoil])[] = [
  [
    'a thousand 100 Continue',
    (_call, honest) =>
      Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)), wire(honest)]),
  ],
  [
    '100 Continue without end',
    ({ socket }) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 1);
      socket.on('close', () => clearInterval(timer));
      return undefined;
    },
  ],
  [
    '103 with 60 kB of hints, a hundred times',
    (_call, honest) =>
      Buffer.concat([
        Buffer.from(`HTTP/1.1 103 Hints\r\nLink: ${'x'.repeat(60_000)}\r\n\r\n`.repeat(101)),
        wire(honest),
      ]),
  ],
  ['199 and nothing more', () => 'HTTP/1.1 199 Who\r\n\r\n'],
  [
    '102 with a length',
    (_call, honest) =>
      Buffer.concat([Buffer.from('HTTP/1.1 102 Processing\r\nContent-Length: 2\r\n\r\n[]'), wire(honest)]),
  ],
];

const cutAt =
  (share: number, reset: boolean): Spoil =>
  ({ socket }, honest) => {
    const bytes = wire(honest);
    const part = bytes.subarray(0, Math.ceil(bytes.length * share));
    socket.write(part, () => {
      setTimeout(() => (reset ? socket.resetAndDestroy() : socket.destroy()), 5);
    });
    return undefined;
  };

const CUT: readonly (readonly [name: string, spoil: Spoil])[] = [
  ['closed before an answer', ({ socket }) => void socket.end()],
  ['reset before an answer', ({ socket }) => void socket.resetAndDestroy()],
  ['closed within the status line', cutAt(0.01, false)],
  ['reset within the header section', cutAt(0.3, true)],
  ['closed within the header section', cutAt(0.5, false)],
  ['closed within the body', onSuccess(cutAt(0.999, false))],
  ['reset within the body', onSuccess(cutAt(0.999, true))],
  [
    'reset after each creation',
    (call, honest) => {
      if (call.method !== 'POST') return wire(honest);
      call.socket.resetAndDestroy();
      return undefined;
    },
  ],
  [
    'every second request is never answered',
    ({ number }, honest) => (number % 2 === 0 ? undefined : wire(honest)),
  ],
  [
    'every third request is closed',
    ({ number, socket }, honest) => {
      if (number % 3 !== 0) return wire(honest);
      socket.destroy();
      return undefined;
    },
  ],
  ['nothing any more after ten requests', ({ number }, honest) => (number > 10 ? undefined : wire(honest))],
];

const slowly =
  (everyMs: number, from: (bytes: Buffer) => number): Spoil =>
  ({ socket }, honest) => {
    const bytes = wire(honest);
    const at = from(bytes);
    socket.write(bytes.subarray(0, at));
    drip(socket, bytes.subarray(at), everyMs);
    return undefined;
  };

const SLOW: readonly (readonly [name: string, spoil: Spoil])[] = [
  ['no answer at all', () => undefined],
  ['the status line in drips of a second', slowly(1_000, () => 0)],
  ['the header section in drips', slowly(300, () => 20)],
  ['the body in drips', slowly(300, (bytes) => bytes.indexOf('\r\n\r\n') + 4)],
  [
    'blanks before the body, for ever',
    ({ socket }, honest) => {
      socket.write(
        `HTTP/1.1 ${String(honest.status)} X\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
      );
      const timer = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => clearInterval(timer));
      return undefined;
    },
  ],
  [
    'chunks in drips, for ever',
    ({ socket }, honest) => {
      socket.write(`HTTP/1.1 ${String(honest.status)} X\r\nTransfer-Encoding: chunked\r\n\r\n`);
      const timer = setInterval(() => socket.write('1\r\n \r\n'), 20);
      socket.on('close', () => clearInterval(timer));
      return undefined;
    },
  ],
  [
    'each answer after 1.5 seconds',
    ({ socket }, honest) => {
      setTimeout(() => {
        if (!socket.destroyed) socket.write(wire(honest));
      }, 1_500);
      return undefined;
    },
  ],
  [
    'creations that are never answered',
    (call, honest) => (call.method === 'POST' ? undefined : wire(honest)),
  ],
];

/** What happens on the connection itself. */
export const hostileConnections: readonly HostileService[] = [
  ...SPLIT.map(([name, spoil]): HostileService => ({
    kind: 'answers unasked for',
    name,
    exits: [0, 1, 2],
    start: spoiled(spoil),
  })),
  ...INTERIM.map(([name, spoil]): HostileService => ({
    kind: 'interim answers',
    name,
    exits: [1, 2],
    start: spoiled(spoil),
  })),
  ...CUT.map(([name, spoil]): HostileService => ({
    kind: 'cut off',
    name,
    exits: [1, 2],
    start: spoiled(spoil),
  })),
  ...SLOW.map(([name, spoil]): HostileService => ({
    kind: 'slow',
    name,
    exits: [1, 2],
    start: spoiled(spoil),
  })),
  {
    kind: 'cut off',
    name: 'connections that are reset at once',
    exits: [2],
    start: sockets((socket) => socket.resetAndDestroy()),
  },
];
