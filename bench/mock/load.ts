import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Act, Burst } from './contender.ts';

const CONNECTIONS = 32;
const BODY = JSON.stringify({ name: 'Dog', description: 'Companions on four legs' });

export type Load = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly act: Act;
  readonly seconds: number;
};

function script({ headers, act }: Load): string {
  const fields = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`);
  const create = [
    'wrk.method = "POST"',
    'wrk.headers["content-type"] = "application/json"',
    `wrk.body = '${BODY}'`,
  ];
  return [...fields, ...(act === 'create' ? create : [])].join('\n');
}

function milliseconds(amount: string, unit: string): number {
  const factors: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };
  return Number(amount) * (factors[unit] ?? Number.NaN);
}

/** Reads what `wrk --latency` prints. Throws when it prints something else. */
export function parseWrk(output: string): Burst {
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(output) ?? [];
  const [, amount = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s|m)\b/.exec(output) ?? [];
  const [, failed = '0'] = /Non-2xx or 3xx responses: (\d+)/.exec(output) ?? [];
  if (rate === undefined) throw new Error(`wrk printed no rate:\n${output}`);
  return {
    requestsPerSecond: Number(rate),
    p99Ms: milliseconds(amount, unit),
    failed: Number(failed),
  };
}

/** Whether wrk (Debian package `wrk`) is there to make the load. */
export function canLoad(): boolean {
  return spawnSync('wrk', ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** Sends requests as fast as they are answered, from one process with 32 connections. Script files go to `work`. */
export async function burst(load: Load, work: string): Promise<Burst> {
  const file = join(work, `${load.act}.lua`);
  await writeFile(file, script(load));
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${load.seconds}s`, '--timeout', '10s', '--latency'];
  const { stdout, stderr } = spawnSync('wrk', [...args, '-s', file, load.url], { encoding: 'utf8' });
  return parseWrk(`${stdout}${stderr}`);
}
