import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { loadLibrary } from './load-library.ts';

const SERVER = fileURLToPath(new URL('keeping-mock.ts', import.meta.url));
const HEADERS = { authorization: 'Bearer scholar-plan-key', 'content-type': 'application/json' };
const CLIENTS = 8;
const KILLS = 3;

type Book = { readonly id: number; readonly title: string };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-kept-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function begin(file: string): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [SERVER, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new Error('the mock has no output');
  for await (const url of createInterface({ input: child.stdout })) return { url, child };
  throw new Error('the mock did not begin');
}

function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** Creates books until the service is gone, and notes each that was acknowledged. */
async function create(url: string, dispatcher: Agent, name: string, acknowledged: Book[]): Promise<void> {
  for (let count = 0; ; count += 1) {
    try {
      const body = JSON.stringify({ title: `${name}-${count}`, notes: 'x'.repeat((count * 37) % 3000) });
      const answer = await request(`${url}/books`, { method: 'POST', headers: HEADERS, body, dispatcher });
      const created = (await answer.body.json()) as Book;
      if (answer.statusCode === 201) acknowledged.push({ id: created.id, title: created.title });
    } catch {
      return;
    }
  }
}

test('a mock that is killed while it is written to has all that it acknowledged, once and in order', async () => {
  const file = join(folder, 'killed.ndjson');
  const acknowledged: Book[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledged.length;
    const { url, child } = await begin(file);
    const dispatcher = new Agent({ connections: CLIENTS });
    const clients = Array.from({ length: CLIENTS }, (_, at) =>
      create(url, dispatcher, `k${kill}c${at}`, acknowledged),
    );
    const wanted = before + 20 + kill * 29;
    while (acknowledged.length < wanted) await new Promise((resolve) => setTimeout(resolve, 1));
    await killed(child);
    await Promise.all(clients);
    await dispatcher.destroy();
  }
  await using mock = await startMock({ interface: await loadLibrary(), data: file });
  const listed = (await (await fetch(`${mock.url}/books`, { headers: HEADERS })).json()) as readonly Book[];
  const byId = new Map(listed.map(({ id, title }) => [id, title]));
  expect(acknowledged.length).toBeGreaterThan(KILLS * 20);
  expect(byId.size).toBe(listed.length);
  expect(new Set(acknowledged.map(({ id }) => id)).size).toBe(acknowledged.length);
  expect(acknowledged.filter(({ id, title }) => byId.get(id) !== title)).toEqual([]);
  expect(listed.map(({ id }) => id)).toEqual(listed.map(({ id }) => id).toSorted((a, b) => a - b));
});

async function titlesIn(url: string): Promise<readonly string[]> {
  const answer = await fetch(`${url}/books`, { headers: HEADERS });
  return ((await answer.json()) as readonly Book[]).map(({ title }) => title);
}

async function add(url: string, title: string): Promise<number> {
  const body = JSON.stringify({ title });
  return (await fetch(`${url}/books`, { method: 'POST', headers: HEADERS, body })).status;
}

test('a mock goes back to its seed, and has that at the next start', async () => {
  const file = join(folder, 'reset.ndjson');
  const options = {
    interface: await loadLibrary(),
    data: file,
    seed: new Map([['/books', [{ title: 'Seed' }]]]),
  };
  {
    await using mock = await startMock(options);
    expect(await add(mock.url, 'Lost')).toBe(201);
    await mock.reset();
    expect(await readFile(file, 'utf8')).not.toContain('Lost');
    expect(await add(mock.url, 'Kept')).toBe(201);
  }
  await using mock = await startMock({ ...options, seed: new Map() });
  expect(await titlesIn(mock.url)).toEqual(['Seed', 'Kept']);
});

test('a mock does not begin, when it can not write its data', async () => {
  const file = join(folder, 'gone', 'data.ndjson');
  await expect(startMock({ interface: await loadLibrary(), data: file })).rejects.toThrow(
    /cannot write the data file .*ENOENT/,
  );
});

test('two mocks never keep their entries in one file', async () => {
  const file = join(folder, 'shared.ndjson');
  const options = { interface: await loadLibrary(), data: file, seed: new Map() };
  {
    await using first = await startMock(options);
    expect(await add(first.url, 'One')).toBe(201);
    await expect(startMock(options)).rejects.toThrow(/in use by process \d+ on .*a file of its own/);
    await expect(
      startMock({ ...options, port: first.port, data: join(folder, 'other.ndjson') }),
    ).rejects.toThrow(/EADDRINUSE/);
    expect(await add(first.url, 'Two')).toBe(201);
  }
  await using other = await startMock({ ...options, data: join(folder, 'other.ndjson') });
  expect(await titlesIn(other.url)).toEqual([]);
  await using again = await startMock(options);
  expect(await titlesIn(again.url)).toEqual(['One', 'Two']);
});
