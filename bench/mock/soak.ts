/**
 * Whether the memory of the mock stays flat: a million requests of all kinds within an hour of its clock, heap and resident
 * memory after forced collections. Run after `npm run prepare`: `npm run bench:soak -- [--requests N] [--write]`. Exits with 1
 * when the heap grows.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from './free-port.ts';
import { withRegion } from '../with-region.ts';
import { growthPerRequest } from './growth.ts';
import { sendMixed } from './mixed-load.ts';

const HOUR_MS = 3_600_000;
const ROUNDS = 200;
const ROUNDS_PER_ROW = 20;
/** A million requests may leave 4 MB more behind; the first fifth warms up. */
const MAX_BYTES_PER_REQUEST = 4;
const KEYS = [
  { key: 'soak-ample', plan: 'enterprise', minute: 1_000_000_000, day: 1_000_000_000 },
  { key: 'soak-small', plan: 'free' },
];
/** Tells, when asked, how much memory is left after a full collection. */
const TELLING_MEMORY = `
  process.on('message', () => {
    gc();
    gc();
    const { heapUsed, rss } = process.memoryUsage();
    process.send({ heapUsed, rss });
  });
`;
const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/mock-speed.md');

type Memory = { readonly heapUsed: number; readonly rss: number };
type Row = Memory & { readonly requests: number; readonly clockMs: number };

async function memoryOf(child: ChildProcess): Promise<Memory> {
  child.send('memory');
  const [told]: unknown[] = await once(child, 'message');
  return told as Memory;
}

async function control(port: number, name: string, body: object): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/__assay/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`/__assay/${name}: ${response.status} ${await response.text()}`);
}

async function untilAnswers(port: number): Promise<void> {
  for (;;) {
    try {
      await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer();
      return;
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
  }
}

function inMegabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}

function tableOf(rows: readonly Row[], statuses: ReadonlyMap<number, number>, growth: number): string {
  const lines = rows.map(
    ({ requests, clockMs, heapUsed, rss }) =>
      `| ${requests.toLocaleString('en')} | ${Math.round(clockMs / 60_000)} min | ${inMegabytes(heapUsed)} | ${inMegabytes(rss)} |`,
  );
  const answers = [...statuses].sort(([a], [b]) => a - b);
  return [
    '| Requests | Clock | Heap (MB) | Resident (MB) |',
    '|---:|---:|---:|---:|',
    ...lines,
    '',
    `Growth of the heap after the first fifth: ${growth.toFixed(2)} bytes a request (bound: ${MAX_BYTES_PER_REQUEST}).`,
    `Answers: ${answers.map(([status, count]) => `${count.toLocaleString('en')} × ${status}`).join(', ')}; one`,
    'request in a hundred was no HTTP, too large or broke off.',
    '',
  ].join('\n');
}

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    write: { type: 'boolean', default: false },
  },
});
const each = Math.ceil(Number(values.requests) / ROUNDS);
const work = await mkdtemp(join(tmpdir(), 'assay-soak-'));
await writeFile(join(work, 'keys.json'), JSON.stringify(KEYS));
const port = await freePort();
const preload = `data:text/javascript,${encodeURIComponent(TELLING_MEMORY)}`;
const mock = [join(root, 'bin/assay.js'), 'mock', '--quiet', '--port', String(port)];
const child = spawn(
  process.execPath,
  ['--expose-gc', '--import', preload, ...mock, '--keys', join(work, 'keys.json')],
  { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
);
const rows: Row[] = [];
const statuses = new Map<number, number>();
try {
  await untilAnswers(port);
  for (let round = 0; round < ROUNDS; round += 1) {
    const load = { port, path: '/v1/categories', ampleKey: 'soak-ample', smallKey: 'soak-small' };
    for (const [status, count] of await sendMixed({ ...load, from: round * each, count: each }))
      statuses.set(status, (statuses.get(status) ?? 0) + count);
    await control(port, 'clock', { advanceMs: HOUR_MS / ROUNDS });
    if ((round + 1) % ROUNDS_PER_ROW !== 0) continue;
    await control(port, 'reset', {});
    const clockMs = ((round + 1) * HOUR_MS) / ROUNDS;
    rows.push({ requests: (round + 1) * each, clockMs, ...(await memoryOf(child)) });
  }
} finally {
  child.kill('SIGKILL');
  await rm(work, { recursive: true });
}
const growth = growthPerRequest(
  rows.slice(rows.length / 5).map(({ requests, heapUsed }) => ({ requests, bytes: heapUsed })),
);
const table = tableOf(rows, statuses, growth);
process.stdout.write(table);
if (values.write) await writeFile(page, withRegion(await readFile(page, 'utf8'), 'soak', table));
process.exitCode = growth > MAX_BYTES_PER_REQUEST ? 1 : 0;
