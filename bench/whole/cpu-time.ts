/** What a process takes of the processor, its children included: on a busy machine nothing else can be compared. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../mock/free-port.ts';

export type Call = {
  /** Arguments of Node. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env?: { readonly [name: string]: string };
  readonly exits?: readonly number[];
};

/** Bash tells what a process and its children took, in milliseconds. */
const TIMED = `TIMEFORMAT='cpu %3U %3S'; time "$@" > /dev/null 2>&1`;

/** Milliseconds of processor time, user and system, of a Node process until its end. Throws where it ends in another way than wanted. */
export function cpuMs({ argv, cwd, env = {}, exits = [0] }: Call): number {
  const run = spawnSync('bash', ['-c', TIMED, 'bash', process.execPath, ...argv], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  const [, user, system] = /cpu (\d+\.\d+) (\d+\.\d+)/.exec(run.stderr) ?? [];
  if (run.status === null || !exits.includes(run.status) || user === undefined || system === undefined)
    throw new Error(`node ${argv.join(' ')} exits with ${String(run.status)}: ${run.stderr.slice(0, 2_000)}`);
  return (Number(user) + Number(system)) * 1_000;
}

/** What the threads of a process took until now; `undefined` where the system does not tell. */
function cpuUntilNowMs(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${String(pid)}/task`);
    const spent = threads.map((thread) => {
      const [ns = '0'] = readFileSync(`/proc/${String(pid)}/task/${thread}/schedstat`, 'utf8').split(' ');
      return Number(ns) / 1e6;
    });
    return spent.reduce((sum, ms) => sum + ms, 0);
  } catch {
    return undefined;
  }
}

const GIVE_UP_MS = 60_000;

/** A server by the port that it is to listen at, and a request that it answers with 200. */
export type Server = {
  readonly argv: (port: number) => readonly string[];
  readonly path: string;
  readonly headers?: { readonly [name: string]: string };
};

async function answers(url: string, headers: { readonly [name: string]: string }): Promise<boolean> {
  try {
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Milliseconds of processor time of a server until its first answer; `undefined` on systems that do not tell. */
export async function firstAnswerCpuMs({ argv, path, headers = {} }: Server): Promise<number | undefined> {
  const port = await freePort();
  const child = spawn(process.execPath, argv(port), { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${String(port)}${path}`;
  const giveUp = performance.now() + GIVE_UP_MS;
  try {
    while (!(await answers(url, headers))) {
      if (performance.now() > giveUp || child.exitCode !== null) throw new Error(`nothing answers at ${url}`);
      await delay(5);
    }
    return child.pid === undefined ? undefined : cpuUntilNowMs(child.pid);
  } finally {
    // As somebody at a terminal ends it: what it has compiled is kept for the next one.
    child.kill('SIGINT');
    await exited;
  }
}
