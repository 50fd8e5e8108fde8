import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Mock, Reload } from '../mock-options.ts';
import { startMock } from '../server/start-mock.ts';

const LIBRARY = fileURLToPath(new URL('../../../test/mock/library', import.meta.url));
const KEY = { authorization: 'Bearer scholar-plan-key' };

let folder: string;
let document: string;
let scenario: string;
let mock: Mock;
let reloads: Reload[];
let told: () => void;

/** Settles at the next news of a file. */
function news(): Promise<void> {
  return new Promise((resolve) => {
    told = resolve;
  });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-follow-'));
  await cp(LIBRARY, folder, { recursive: true });
  document = join(folder, 'openapi.yaml');
  scenario = join(folder, 'scenario.yaml');
  await writeFile(scenario, '[]');
  reloads = [];
  told = () => undefined;
  mock = await startMock({
    interface: folder,
    watch: 'on',
    scenario,
    onReload(reload) {
      reloads.push(reload);
      told();
    },
  });
});
afterEach(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

async function edit(from: string | RegExp, to: string): Promise<void> {
  const changed = news();
  await writeFile(document, (await readFile(document, 'utf8')).replaceAll(from, to));
  await changed;
}

async function get(path: string): Promise<Response> {
  return fetch(`${mock.url}${path}`, { headers: KEY });
}

describe('a mock that watches its document', () => {
  test('goes on with its state, when the document changes', async () => {
    await fetch(`${mock.url}/books`, {
      method: 'POST',
      headers: { ...KEY, 'content-type': 'application/json' },
      body: '{"title":"Kept"}',
    });
    mock.clock.advance(1000);
    await edit('/opening-hours', '/hours');
    expect(reloads).toEqual([{ kind: 'reloaded', file: document }]);
    expect((await get('/hours')).status).toBe(200);
    expect((await get('/opening-hours')).status).toBe(404);
    const listed = await get('/books');
    expect(await listed.json()).toMatchObject([{ id: 1 }, { id: 2, title: 'Kept' }]);
    expect([
      mock.clock.advancedMs(),
      mock.requests().length,
      listed.headers.get('x-ratelimit-remaining'),
    ]).toEqual([1000, 4, '96']);
    expect((await get('/books/2')).status).toBe(200);
  });

  test('says what is wrong and serves the old one, until it is mended', async () => {
    await edit('openapi: 3.1.1', 'openapi: 1');
    expect(reloads).toMatchObject([{ kind: 'broken', file: document, problem: { line: 1 } }]);
    expect((await get('/opening-hours')).status).toBe(200);
    await edit('openapi: 1', 'openapi: 3.1.1\nx-mended: true');
    expect(reloads[1]).toEqual({ kind: 'reloaded', file: document });
  });

  test('follows files that are put in its place, and those that it refers to', async () => {
    const draft = join(folder, 'draft');
    await writeFile(
      join(folder, 'hours.yaml'),
      "type: object\nproperties: { from: { type: string, examples: ['10:00'] } }\n",
    );
    const schema = / {14}schema:\n {16}type: object\n {16}required: \[from\]\n {16}properties:\n.*\n/;
    const text = await readFile(document, 'utf8');
    expect(text).toMatch(schema);
    await writeFile(draft, text.replace(schema, '              schema: { $ref: hours.yaml }\n'));
    let changed = news();
    await rename(draft, document);
    await changed;
    expect(await (await get('/opening-hours')).json()).toEqual({ from: '10:00' });
    changed = news();
    await writeFile(
      join(folder, 'hours.yaml'),
      "type: object\nproperties: { from: { type: string, examples: ['11:00'] } }\n",
    );
    await changed;
    expect(await (await get('/opening-hours')).json()).toEqual({ from: '11:00' });
  });

  test('plays a scenario as it is now, and says when the document no longer has what it names', async () => {
    let changed = news();
    await writeFile(scenario, '- { match: { operation: readOpeningHours }, answer: { status: 503 } }\n');
    await changed;
    expect((await get('/opening-hours')).status).toBe(503);
    changed = news();
    await writeFile(scenario, '- { match: {');
    await changed;
    expect(reloads.at(-1)).toMatchObject({ kind: 'broken', file: scenario });
    expect((await get('/opening-hours')).status).toBe(503);
    await writeFile(scenario, '- { match: { operation: readOpeningHours }, answer: { status: 502 } }\n');
    await news();
    await edit('readOpeningHours', 'readHours');
    await vi.waitFor(() => expect(reloads.at(-1)).toMatchObject({ kind: 'broken', file: scenario }));
    expect((await get('/opening-hours')).status).toBe(200);
  });
});
