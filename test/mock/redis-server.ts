import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Says what is missing where `findRedisServer` finds nothing. */
export const NO_REDIS = 'no valkey-server or redis-server on the PATH: run "bash scripts/install-redis.sh"';

/** Paths of `valkey-server` and `redis-server`, of each the first one that is there. */
export function findRedisServers(): readonly string[] {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/bin',
    '/usr/sbin',
    '/usr/local/bin',
  ];
  return ['valkey-server', 'redis-server'].flatMap((name) => {
    const path = folders.map((folder) => join(folder, name)).find((each) => existsSync(each));
    return path === undefined ? [] : [path];
  });
}

/** Path of `valkey-server` or `redis-server`; `undefined` where there is neither. */
export function findRedisServer(): string | undefined {
  return findRedisServers()[0];
}

/** A server of its own, with its data in a folder of its own, that keeps every write. */
export type RedisServer = {
  readonly url: string;
  readonly start: () => Promise<void>;
  /** Ends it as a power cut does. */
  readonly kill: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [reply] = (await once(socket, 'data')) as [Buffer];
    return reply.toString().startsWith('+PONG');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export async function openRedisServer(path: string): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), 'assay-redis-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  async function kill(): Promise<void> {
    const running = child;
    child = undefined;
    if (running === undefined) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
  async function start(): Promise<void> {
    const lasting = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory];
    child = spawn(path, [...place, ...lasting], { stdio: 'ignore' });
    for (let tries = 0; tries < 200; tries += 1) {
      if (await answers(port)) return;
      await delay(25);
    }
    throw new Error(`${path} does not answer`);
  }
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
