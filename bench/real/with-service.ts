import { spawn } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../mock/free-port.ts';
import type { Command } from '../rivals/rival.ts';
import { runCommand } from '../rivals/run-command.ts';
import type { Manner, RealService, Room } from './services.ts';

/** Installs the services of strangers once, and gives a new one, with a new state, to whoever asks it something. */

const INSTALL_S = 900;
const UP_MS = 90_000;

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Installs a service. Returns why it can't be; `undefined` where it is. */
export async function install(service: RealService, cache: string): Promise<string | undefined> {
  if (await isThere(join(cache, service.installed))) return undefined;
  for (const command of service.install(cache)) {
    const { code, output } = await runCommand(command, { folder: cache, mostSeconds: INSTALL_S });
    if (code !== 0) return output.trim().split('\n').at(-1) ?? 'it failed';
  }
  return (await isThere(join(cache, service.installed))) ? undefined : `there is no ${service.installed}`;
}

/** Starts a service in a process group of its own; the function ends it, with all that it started. */
function start({ program, args, env }: Command, folder: string): () => void {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    detached: true,
  });
  child.once('error', () => undefined);
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
    process.off('exit', end);
  };
  process.once('exit', end);
  return end;
}

async function isUp(address: string): Promise<boolean> {
  return fetch(address, { signal: AbortSignal.timeout(3_000) }).then(
    ({ status }) => status < 400,
    () => false,
  );
}

/** Gives a new service to a tool, and ends it. Returns why it never came up where it did not. */
export async function withService<Result>(
  service: RealService,
  cache: string,
  use: (room: Room) => Promise<Result>,
): Promise<Result | string> {
  const state = await mkdtemp(join(tmpdir(), 'assay-real-'));
  const port = await freePort();
  const room: Room = { cache, state, port, url: `http://127.0.0.1:${String(port)}` };
  await service.prepare?.(room);
  const end = start(service.start(room), state);
  try {
    const until = Date.now() + UP_MS;
    while (!(await isUp(`${room.url}${service.ready}`))) {
      if (Date.now() > until) return 'it did not come up';
      await sleep(500);
    }
    await service.seed?.(room);
    return await use(room);
  } finally {
    end();
    await rm(state, { recursive: true, force: true });
  }
}

/** What each tool is told of the credential. */
export function credentialFlags({ header, key }: Manner): {
  readonly assay: readonly string[];
  readonly schemathesis: readonly string[];
} {
  const fields = [
    ...(header === undefined ? [] : [`${header[0]}: ${header[1]}`]),
    ...(key === undefined ? [] : [`${key.header}: ${key.value}`]),
  ];
  return {
    assay: [
      ...(header === undefined ? [] : ['--auth', `header:${header[0]}=${header[1]}`]),
      ...(key === undefined ? [] : ['--key', key.value]),
    ],
    schemathesis: fields.map((field) => `--header=${field}`),
  };
}
