/**
 * How many lists and creations a second the mock answers, with keys, limits, validation and state on, beside a bare
 * `node:http` and other mock servers: each burst right after one of the bare server, so that a ratio compares the same
 * seconds of the machine. Run after `npm run prepare`:
 * `npm run bench:mock -- [--rounds N] [--seconds N] [--only REGEX] [--write]`. Needs wrk.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withRegion } from '../with-region.ts';
import type { Act, Burst, Contender } from './contender.ts';
import { contenders } from './contenders.ts';
import { freePort } from './free-port.ts';
import { burst, canLoad } from './load.ts';
import { ACTS, type Sample, throughputTable } from './throughput-table.ts';

const GIVE_UP_MS = 30_000;
/** Bursts before those that count: a server's code is compiled to its end only after some ten thousand requests. */
const WARM_UPS = 2;
/** Bursts that count, of each server in each round. */
const PAIRS = 2;
const page = join(import.meta.dirname, '../../docs/mock-speed.md');

async function answers(url: string, headers: Readonly<Record<string, string>>): Promise<boolean> {
  try {
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

type Running = { readonly contender: Contender; readonly child: ChildProcess; readonly url: string };

async function running(contender: Contender): Promise<Running> {
  const port = await freePort();
  const options = contender.cwd === undefined ? {} : { cwd: contender.cwd };
  const child = spawn(process.execPath, contender.command(port), { ...options, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}${contender.path}`;
  const giveUp = performance.now() + GIVE_UP_MS;
  while (!(await answers(url, contender.headers))) {
    if (performance.now() > giveUp || child.exitCode !== null) {
      child.kill('SIGKILL');
      throw new Error(`${contender.name} does not answer`);
    }
    await delay(100);
  }
  return { contender, child, url };
}

async function stop({ child }: Running): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function loaded({ contender, url }: Running, act: Act, seconds: number): Promise<Burst> {
  const { headers, reset } = contender;
  const done = await burst({ url, headers, act, seconds }, tmpdir());
  if (reset !== undefined) await fetch(new URL(reset, url), { method: 'POST' });
  return done;
}

/** Bursts of a contender, each right after one of the server that it is compared with. */
async function compare(contender: Contender, base: Running, seconds: number): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const own = await running(contender);
  try {
    for (const act of ACTS) {
      for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) await loaded(own, act, seconds);
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const beside = await loaded(base, act, seconds);
        samples.push({ name: contender.name, act, burst: await loaded(own, act, seconds), beside });
      }
    }
  } finally {
    await stop(own);
  }
  return samples;
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});
if (!canLoad()) throw new Error('wrk makes the load, and it is not there: install the package "wrk"');
const skipped: string[] = [];
const cache = join(homedir(), '.cache/assay-mocks');
const all = await contenders(cache, join(tmpdir(), 'assay-bench-mock'), (reason) => skipped.push(reason));
const [bare, ...others] = all;
if (bare === undefined) throw new Error('nothing to compare with');
const chosen = others.filter(({ name }) => new RegExp(values.only).test(name));
const samples: Sample[] = [];
const seconds = Number(values.seconds);
const base = await running(bare);
try {
  for (const act of ACTS)
    for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) await loaded(base, act, seconds);
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const contender of chosen) {
      try {
        samples.push(...(await compare(contender, base, seconds)));
      } catch (error) {
        skipped.push(`${contender.name}: ${String(error)}`);
      }
    }
  }
} finally {
  await stop(base);
}
const table = throughputTable(samples, bare.name);
process.stdout.write(`${table}${skipped.map((reason) => `left out: ${reason}\n`).join('')}`);
if (values.write) await writeFile(page, withRegion(await readFile(page, 'utf8'), 'throughput', table));
