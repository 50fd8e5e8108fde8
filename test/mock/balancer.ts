import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './redis-server.ts';

/** Says what is missing where `findBalancer` finds nothing. */
export const NO_BALANCER = 'no haproxy on the PATH: run "bash scripts/install-balancer.sh"';

/** Path of `haproxy`; `undefined` where there is none. */
export function findBalancer(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, 'haproxy')).find((path) => existsSync(path));
}

/** A balancer in front of some servers, each asked in turn. */
export type Balancer = { readonly origin: string; readonly [Symbol.asyncDispose]: () => Promise<void> };

function configuration(port: number, origins: readonly string[]): string {
  const servers = origins.map(
    (origin, at) => `  server mock${String(at)} ${new URL(origin).host} check inter 200 fall 1`,
  );
  return [
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 30s',
    '  timeout server 30s',
    '  option redispatch 1',
    'frontend all',
    `  bind 127.0.0.1:${String(port)}`,
    '  default_backend mocks',
    'backend mocks',
    '  balance roundrobin',
    ...servers,
    '',
  ].join('\n');
}

async function answers(origin: string): Promise<boolean> {
  try {
    return (await fetch(origin)).status < 502;
  } catch {
    return false;
  }
}

/** Starts HAProxy in front of these servers. Rejects when it does not answer. */
export async function openBalancer(path: string, origins: readonly string[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-balancer-'));
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration(port, origins));
  const child = spawn(path, ['-db', '-f', file], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${String(port)}`;
  const close = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 200; tries += 1) {
    if (await answers(origin)) return { origin, [Symbol.asyncDispose]: close };
    await delay(25);
  }
  await close();
  throw new Error(`${path} does not answer`);
}
