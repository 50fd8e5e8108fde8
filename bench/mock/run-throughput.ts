/**
 * How many lists and creations a second the mock answers, with keys, limits, validation and state on, beside a bare
 * `node:http` and other mock servers: one after the other, round by round, ratios within a round. Run after
 * `npm run prepare`: `npm run bench:mock -- [--rounds N] [--seconds N] [--only REGEX] [--write]`. Needs wrk.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withRegion } from '../with-region.ts';
import type { Contender } from './contender.ts';
import { contenders } from './contenders.ts';
import { freePort } from './free-port.ts';
import { burst, canLoad, type Load } from './load.ts';
import { type Sample, throughputTable } from './throughput-table.ts';

const GIVE_UP_MS = 30_000;
/** Bursts before the one that counts: a server's code is compiled to its end only after some ten thousand requests. */
const WARM_UPS = 2;
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

async function running(
  contender: Contender,
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const port = await freePort();
  const options = contender.cwd === undefined ? {} : { cwd: contender.cwd };
  const child = spawn(process.execPath, contender.command(port), { ...options, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}${contender.path}`;
  const giveUp = performance.now() + GIVE_UP_MS;
  while (!(await answers(url, contender.headers))) {
    if (performance.now() > giveUp || child.exitCode !== null)
      throw new Error(`${contender.name} does not answer`);
    await delay(100);
  }
  return { child, url };
}

async function visit(contender: Contender, round: number, seconds: number): Promise<readonly Sample[]> {
  const { child, url } = await running(contender);
  const { name, headers, reset } = contender;
  const load = (act: Load['act'], length: number): Promise<Sample['burst']> =>
    burst({ url, headers, act, seconds: length }, tmpdir());
  const warmed = async (act: Load['act']): Promise<Sample> => {
    for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) {
      await load(act, seconds);
      if (reset !== undefined) await fetch(new URL(reset, url), { method: 'POST' });
    }
    return { name, act, round, burst: await load(act, seconds) };
  };
  try {
    return [await warmed('list'), await warmed('create')];
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});
if (!canLoad()) throw new Error('wrk makes the load, and it is not there: install the package "wrk"');
const skipped: string[] = [];
const cache = join(homedir(), '.cache/assay-mocks');
const all = await contenders(cache, join(tmpdir(), 'assay-bench-mock'), (reason) => skipped.push(reason));
const [bare] = all;
if (bare === undefined) throw new Error('nothing to compare with');
const chosen = all.filter(({ name }) => name === bare.name || new RegExp(values.only).test(name));
const samples: Sample[] = [];
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const contender of chosen) {
    try {
      samples.push(...(await visit(contender, round, Number(values.seconds))));
    } catch (error) {
      skipped.push(`${contender.name}: ${String(error)}`);
    }
  }
}
const table = throughputTable(samples, bare.name);
process.stdout.write(`${table}${skipped.map((reason) => `left out: ${reason}\n`).join('')}`);
if (values.write) await writeFile(page, withRegion(await readFile(page, 'utf8'), 'throughput', table));
