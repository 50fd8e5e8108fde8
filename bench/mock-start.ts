/**
 * How fast `assay mock` listens, as a ratio to a bare `node:http` script: from the start of the process to the first accepted
 * connection, both in turn, medians. Run after `npm run prepare`: `node bench/mock-start.ts [rounds]`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const GIVE_UP_MS = 20_000;
const BARE = `
  import { createServer } from 'node:http';
  createServer((request, response) => response.end('{}')).listen(Number(process.argv[1]), '127.0.0.1');
`;

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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}

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
    await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer();
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

const rounds = Number(process.argv[2] ?? 15);
const pairs: { readonly bare: Start; readonly mock: Start }[] = [];
await start(bare);
await start(mock);
for (let round = 0; round < rounds; round += 1)
  pairs.push({ bare: await start(bare), mock: await start(mock) });

const report = {
  rounds,
  bareListeningMs: median(pairs.map((pair) => pair.bare.listeningMs)),
  mockListeningMs: median(pairs.map((pair) => pair.mock.listeningMs)),
  /** Median of the ratios of each round: what the machine did meanwhile cancels out. */
  listeningRatio: median(pairs.map((pair) => pair.mock.listeningMs / pair.bare.listeningMs)),
  bareAnsweringMs: median(pairs.map((pair) => pair.bare.answeringMs)),
  mockAnsweringMs: median(pairs.map((pair) => pair.mock.answeringMs)),
};
for (const [name, value] of Object.entries(report))
  process.stdout.write(`${name.padEnd(18)}${Number(value.toFixed(2))}\n`);
