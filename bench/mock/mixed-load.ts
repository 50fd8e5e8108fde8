import { connect, type Socket } from 'node:net';

const CONNECTIONS = 8;
const PIPELINED = 25;
/** One request in so many comes alone on a connection of its own, from an address of its own, and is hostile. */
const ONE_STRAY_IN = 100;
const GIVE_UP_MS = 20_000;
const STATUS_LINE = /HTTP\/1\.1 (\d{3}) /g;
/** A status line that is cut at the end of a chunk is found in the next one. */
const LONGEST_CUT = 'HTTP/1.1 200'.length;

export type MixedLoad = {
  readonly port: number;
  /** Path of a collection, with the base path. */
  readonly path: string;
  /** A key that is never refused, and one with a small quota. */
  readonly ampleKey: string;
  readonly smallKey: string;
  /** The first request has this number: what is sent differs from request to request. */
  readonly from: number;
  readonly count: number;
};

type Sent = {
  readonly method: string;
  readonly path: string;
  readonly key?: string;
  readonly fields?: readonly string[];
  readonly body?: string;
};

function bytesOf({ method, path, key, fields = [], body }: Sent): string {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const credential = key === undefined ? [] : [`Authorization: Bearer ${key}`];
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: soak', ...credential, ...fields, ...length];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

const JSON_TYPE = ['Content-Type: application/json'];

/** What the request of this number is, of 20 kinds by turns. */
function requestOf({ path, ampleKey: key, smallKey }: MixedLoad, number: number): string {
  const post = (body: string, fields = JSON_TYPE): Sent => ({ method: 'POST', path, key, fields, body });
  const get = (target: string, fields: readonly string[] = []): Sent => ({
    method: 'GET',
    path: target,
    key,
    fields,
  });
  const kinds: readonly (() => Sent)[] = [
    () => get(path),
    () => get(path, ['Accept-Encoding: gzip']),
    () => get(`${path}?page=${number}`),
    () => get(path, [`Origin: https://${number}.example`]),
    () => post(JSON.stringify({ name: `entry ${number}`, description: '\u0000"<b>é' })),
    () => post(JSON.stringify({ name: `entry ${number}`, id: 7, __proto__: null })),
    () => post(JSON.stringify({ description: `without a name ${number}` })),
    () => post(`{"name": "cut short ${number}`),
    () => post(JSON.stringify({ name: number })),
    () => post(`<name>${number}</name>`, ['Content-Type: text/xml']),
    () => ({ method: 'GET', path }),
    () => ({ method: 'GET', path, key: `unknown-${number}` }),
    () => ({ method: 'GET', path, key: smallKey }),
    () => ({ method: 'POST', path, key: smallKey, fields: JSON_TYPE, body: '{"name":"a"}' }),
    () => get(`/v1/unknown-${number}`),
    () => get(`/elsewhere/${number}/${'x'.repeat(number % 700)}`),
    () => ({ method: 'HEAD', path, key }),
    () => ({
      method: 'OPTIONS',
      path,
      fields: [`Origin: https://${number}.example`, 'Access-Control-Request-Method: POST'],
    }),
    () => ({ method: 'DELETE', path: `${path}?q=%00${number}`, key }),
    () => get(path, ['Prefer: code=401']),
  ];
  const kind = kinds[number % kinds.length] ?? (() => get(path));
  return bytesOf(kind());
}

/** What is no proper request, or ends in the middle. */
function strayOf({ path, ampleKey }: MixedLoad, number: number): string {
  const head = `POST ${path} HTTP/1.1\r\nHost: soak\r\nAuthorization: Bearer ${ampleKey}\r\nContent-Type: application/json\r\n`;
  const strays = [
    `\u0016\u0003\u0001 no HTTP ${number}\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: soak\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    `${head}Content-Length: 99999999\r\n\r\n{`,
    `${head}Content-Length: 100\r\n\r\n{"name":"breaks off`,
    `${head}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
    `${head}Transfer-Encoding: chunked\r\n\r\n7\r\n{"name"\r\n${number.toString(16)}zz`,
    `GET ${path} HTTP/1.1\r\n\r\n`,
    `CONNECT soak:443 HTTP/1.1\r\nHost: soak\r\n\r\n`,
  ];
  return strays[Math.floor(number / ONE_STRAY_IN) % strays.length] ?? '';
}

/** An address of this machine for each number. */
function addressOf(number: number): string {
  return `127.${1 + (Math.floor(number / 62_500) % 250)}.${1 + (Math.floor(number / 250) % 250)}.${1 + (number % 250)}`;
}

function sendStray(load: MixedLoad, number: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const localAddress = addressOf(Math.floor(number / ONE_STRAY_IN));
    const socket = connect({ port: load.port, host: '127.0.0.1', localAddress });
    socket.setTimeout(GIVE_UP_MS, () => reject(new Error(`no answer to stray request ${number}`)));
    socket.on('data', () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.write(strayOf(load, number), 'latin1', () => {
      // What ends in the middle gets no answer: leaving is what it is about.
      if (/breaks off$|zz$/.test(strayOf(load, number))) socket.destroy();
    });
  });
}

/** Sends requests in one write and waits for as many answers. */
function exchange(
  socket: Socket,
  requests: readonly string[],
  onStatus: (status: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = requests.length;
    let rest = '';
    const broken = (): void => reject(new Error(`the connection broke with ${left} answers missing`));
    const take = (chunk: Buffer): void => {
      const text = rest + chunk.toString('latin1');
      for (const [, status] of text.matchAll(STATUS_LINE)) {
        onStatus(Number(status));
        left -= 1;
      }
      rest = text.slice(-LONGEST_CUT);
      if (left > 0) return;
      socket.off('data', take).off('close', broken);
      resolve();
    };
    socket.on('data', take).once('close', broken);
    socket.write(requests.join(''));
  });
}

/** Sends lists, creations, refused and hostile requests, pipelined on a few connections. Returns how many got which status. */
export async function sendMixed(load: MixedLoad): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  const onStatus = (status: number): void => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const end = load.from + load.count;
  let next = load.from;
  async function work(): Promise<void> {
    const socket = connect(load.port, '127.0.0.1').setNoDelay();
    while (next < end) {
      const numbers = Array.from({ length: Math.min(PIPELINED, end - next) }, (_, at) => next + at);
      next += numbers.length;
      const strays = numbers.filter((number) => number % ONE_STRAY_IN === 0);
      const ordinary = numbers.filter((number) => number % ONE_STRAY_IN !== 0);
      await Promise.all([
        exchange(
          socket,
          ordinary.map((number) => requestOf(load, number)),
          onStatus,
        ),
        ...strays.map((number) => sendStray(load, number)),
      ]);
    }
    socket.destroy();
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return statuses;
}
