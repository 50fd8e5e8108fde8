import { createHash } from 'node:crypto';
import type { createClient } from '@redis/client';
import { errnoOf } from '../../system/errno.ts';
import { SharedStoreFault } from './shared-store-fault.ts';

/** Where shared state is kept. Credentials are in `url` alone. */
type StoreAddress = {
  /** For the client of Redis. */
  readonly url: string;
  /** For people: without credentials. */
  readonly shown: string;
  /** What the names of all keys begin with, where the address says so. */
  readonly prefix: string | undefined;
};

export type ParsedAddress =
  | { readonly kind: 'address'; readonly address: StoreAddress }
  /** Quotes nothing: an address that can't be read may hold a password anywhere. */
  | { readonly kind: 'broken'; readonly problem: string };

const FORM = 'redis://host:port/0, rediss:// for TLS, with ?prefix=name for keys of another name';
const PREFIX = /^[\w.:-]{1,100}$/;

/** Reads `redis://[user:password@]host[:port][/database][?prefix=name]`, or `rediss://…` for TLS. Never throws. */
export function parseStoreAddress(text: string): ParsedAddress {
  const url = URL.parse(text);
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === '')
    return { kind: 'broken', problem: `it has to have the form ${FORM}` };
  if (!/^\/?\d{0,4}$/.test(url.pathname))
    return { kind: 'broken', problem: `after the host comes the number of a database: ${FORM}` };
  const unknown = [...url.searchParams.keys()].some((name) => name !== 'prefix');
  const prefix = url.searchParams.get('prefix') ?? undefined;
  if (unknown || (prefix !== undefined && !PREFIX.test(prefix)))
    return {
      kind: 'broken',
      problem: 'its query may only be prefix=, with at most 100 letters, digits and . _ : -',
    };
  const place = `${url.host}${url.pathname === '/' ? '' : url.pathname}`;
  url.search = '';
  url.hash = '';
  return { kind: 'address', address: { url: url.href, shown: `${url.protocol}//${place}`, prefix } };
}

/** A connection to Redis or Valkey, made again whenever it is lost. */
export type RedisLink = {
  readonly address: StoreAddress;
  readonly isReady: () => boolean;
  /** Another number for every connection: after a new one the server may have lost what it had. */
  readonly connection: () => number;
  /** Runs a script. Rejects at once while there is no connection, and when it breaks. */
  readonly run: (script: string, keys: readonly string[], values: readonly string[]) => Promise<unknown>;
  readonly close: () => void;
};

const PACKAGE = '@redis/client@6.3.1';
const CONNECT_TIMEOUT_MS = 5000;
/** A server that leaves a ping without an answer for so long is taken for lost. */
const SILENCE_MS = 4000;
const PING_MS = 1500;
const LONGEST_PAUSE_MS = 500;

async function load(): Promise<typeof createClient> {
  try {
    return (await import('@redis/client')).createClient;
  } catch (error) {
    const why =
      errnoOf(error) === 'ERR_MODULE_NOT_FOUND'
        ? 'is not installed'
        : `can't be loaded (${messageOf(error)})`;
    throw new SharedStoreFault(`cannot share state: the client of Redis ${why}; npm install ${PACKAGE}`);
  }
}

/** The first line of an error's text. The client and the server put no credentials into it. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}

function adviceFor(problem: string): string {
  if (/WRONGPASS|NOAUTH|NOPERM|invalid username-password|AUTH/.test(problem))
    return 'put the right name and password into the address, redis://user:password@host:port';
  if (/DB index/.test(problem))
    return 'choose a database that the server has, for example redis://host:port/0';
  return 'start redis-server or valkey-server there, or correct the address';
}

type Connection = {
  readonly isReady: boolean;
  readonly sendCommand: (words: readonly string[]) => Promise<unknown>;
  readonly destroy: () => void;
  readonly connect: () => Promise<unknown>;
};

/** Lets go of a connection that is open and dead, which breaks off all that waits for it, and connects anew. */
function keepAsking(client: Connection): () => void {
  let askedAt: number | undefined;
  const answered = (): void => {
    askedAt = undefined;
  };
  function ask(): void {
    if (!client.isReady) return answered();
    const now = performance.now();
    if (askedAt === undefined) {
      askedAt = now;
      client.sendCommand(['PING']).then(answered, answered);
    } else if (now - askedAt > SILENCE_MS) {
      client.destroy();
      client.connect().catch(() => undefined);
    }
  }
  const asking = setInterval(ask, PING_MS).unref();
  return () => clearInterval(asking);
}

/** Connects. Rejects with a `SharedStoreFault` where nothing can be reached. */
export async function openRedisLink(address: StoreAddress): Promise<RedisLink> {
  const create = await load();
  let connection = 0;
  const client = create({
    url: address.url,
    RESP: 2,
    maintNotifications: 'disabled',
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries) =>
        connection === 0 ? false : Math.min(LONGEST_PAUSE_MS, 20 * 2 ** Math.min(retries, 10)),
    },
  });
  client.on('error', () => undefined);
  client.on('ready', () => {
    connection += 1;
  });
  const digests = new Map<string, string>();
  function digestOf(script: string): string {
    const known = digests.get(script) ?? createHash('sha1').update(script).digest('hex');
    digests.set(script, known);
    return known;
  }
  async function run(script: string, keys: readonly string[], values: readonly string[]): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...values];
    try {
      return await client.sendCommand<unknown>(['EVALSHA', digestOf(script), ...rest]);
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      return client.sendCommand<unknown>(['EVAL', script, ...rest]);
    }
  }
  try {
    await client.connect();
    await client.sendCommand(['PING']);
  } catch (error) {
    if (client.isOpen) client.destroy();
    const problem = messageOf(error);
    throw new SharedStoreFault(
      `cannot share state through ${address.shown}: ${problem}; ${adviceFor(problem)}`,
    );
  }
  client.unref();
  const stopPings = keepAsking(client);
  return {
    address,
    isReady: () => client.isReady,
    connection: () => connection,
    run,
    close() {
      stopPings();
      client.destroy();
    },
  };
}
