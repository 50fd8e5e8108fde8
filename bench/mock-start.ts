/**
 * How fast `assay mock` listens and answers, as ratios to a bare `node:http` script: from the start of the process to the first
 * accepted connection and to the first correct answer, both in turn, medians of the ratios of each round, so that what the
 * machine did meanwhile cancels out. Run after `npm run prepare`: `node bench/mock-start.ts [--rounds N] [--write]`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './mock/free-port.ts';
import { withRegion } from './with-region.ts';

const GIVE_UP_MS = 20_000;
const BARE = `
  import { createServer } from 'node:http';
  createServer((request, response) => response.end('{}')).listen(Number(process.argv[1]), '127.0.0.1');
`;

/** A request that has to pass key, limit and state. */
const LIST = { path: '/v1/categories', headers: { authorization: 'Bearer free-plan-key' } };
const page = fileURLToPath(new URL('../docs/mock-speed.md', import.meta.url));
const bin = fileURLToPath(new URL('../bin/assay.js', import.meta.url));

type Contender = { readonly name: string; readonly command: (port: number) => readonly string[] };
type Start = { readonly listeningMs: number; readonly answeringMs: number };

const bare: Contender = {
  name: 'bare node:http',
  command: (port) => ['--input-type=module', '--eval', BARE, String(port)],
};
const mock: Contender = {
  name: 'assay mock',
  command: (port) => [bin, 'mock', '--quiet', '--port', String(port)],
};

function isAccepted(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function start({ name, command }: Contender): Promise<Start> {
  const port = await freePort();
  const startedMs = performance.now();
  const child = spawn(process.execPath, command(port), { stdio: 'ignore' });
  const exited = once(child, 'exit');
  try {
    while (!(await isAccepted(port))) {
      if (performance.now() - startedMs > GIVE_UP_MS || child.exitCode !== null)
        throw new Error(`${name} does not listen`);
      await delay(1);
    }
    const listeningMs = performance.now() - startedMs;
    const response = await fetch(`http://127.0.0.1:${port}${LIST.path}`, { headers: LIST.headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${name} answers ${response.status}`);
    return { listeningMs, answeringMs: performance.now() - startedMs };
  } finally {
    child.kill();
    await exited;
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2;
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    write: { type: 'boolean', default: false },
  },
});
const pairs: { readonly bare: Start; readonly mock: Start }[] = [];
await start(bare);
await start(mock);
for (let round = 0; round < Number(values.rounds); round += 1)
  pairs.push({ bare: await start(bare), mock: await start(mock) });

function row(name: string, of: (contender: Start) => number): string {
  const [own, others] = [pairs.map((pair) => of(pair.mock)), pairs.map((pair) => of(pair.bare))];
  const ratio = median(pairs.map((pair) => of(pair.mock) / of(pair.bare)));
  return `| ${name} | ${median(others).toFixed(0)} | ${median(own).toFixed(0)} | ${ratio.toFixed(1)} |`;
}

const table = [
  '| From the start of the process to | Bare (ms) | assay mock (ms) | Ratio |',
  '|---|---:|---:|---:|',
  row('the first accepted connection', ({ listeningMs }) => listeningMs),
  row('the first correct answer', ({ answeringMs }) => answeringMs),
  '',
].join('\n');
process.stdout.write(table);
if (values.write) await writeFile(page, withRegion(await readFile(page, 'utf8'), 'cold-start', table));
