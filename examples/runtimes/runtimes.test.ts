import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { findRuntime, type RuntimeName } from '../../test/runtimes/find-runtime.ts';

type Row = {
  readonly title: string;
  readonly runtime: RuntimeName;
  readonly args: () => readonly string[];
};

function documentAddress(): string {
  const text = readFileSync('spec/pet-catalogue/openapi.yaml', 'base64');
  return `data:application/yaml;base64,${text}`;
}

const ROWS: readonly Row[] = [
  {
    title: 'Deno',
    runtime: 'deno',
    args: () => ['run', '--allow-net', '--allow-read', '--allow-env', 'examples/runtimes/deno.js'],
  },
  {
    title: 'Deno that allows nothing but the network',
    runtime: 'deno',
    args: () => ['run', '--allow-net', 'examples/runtimes/deno-without-disk.js', documentAddress()],
  },
  { title: 'Bun', runtime: 'bun', args: () => ['examples/runtimes/bun.js'] },
];

const AUTHORIZATION = { authorization: 'Bearer free-plan-key' };

let running: ChildProcess | undefined;
afterEach(() => {
  running?.kill();
  running = undefined;
});

/** Starts a program and returns the address that it says, its first line. */
async function started(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  running = child;
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const ended = once(child, 'exit').then(() => {
    throw new Error(`it ended: ${complaint}`);
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await Promise.race([lines.next(), ended]);
  ended.catch(() => undefined);
  return String(first.value);
}

describe.each(ROWS)('the mock under $title', ({ title, runtime, args }) => {
  const found = findRuntime(runtime);
  if (found.kind === 'missing') console.warn(`${title} is skipped: ${found.reason}`);

  test.skipIf(found.kind === 'missing')('creates, lists, counts and refuses', async () => {
    if (found.kind === 'missing') return;
    const service = `${await started(found.path, args())}/v1`;
    const created = await fetch(`${service}/categories`, {
      method: 'POST',
      headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
      body: '{"name":"Parrot"}',
    });
    expect([created.status, created.statusText]).toEqual([201, 'Created']);
    const listed = await fetch(`${service}/categories`, { headers: AUTHORIZATION });
    expect(JSON.stringify(await listed.json())).toContain('Parrot');
    expect(listed.headers.get('x-ratelimit-remaining')).toBe('58');
    expect((await fetch(`${service}/categories`)).status).toBe(401);
    const broken = await fetch(`${service}/categories`, {
      method: 'POST',
      headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
      body: '{',
    });
    expect(broken.status).toBe(400);
  });
});
