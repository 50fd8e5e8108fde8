import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checks } from '../../src/checks/catalogue.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import { readKeyFile, readSeedFile } from '../../src/mock/files/read-files.ts';
import { readScenarioFile } from '../../src/mock/scenario/read-scenario.ts';
import { readBaseline } from '../../src/record/baseline.ts';
import { recordSchema } from '../../src/record/record-schema.ts';
import { packageRoot } from '../../src/system/package.ts';
import { readMarkdownPage } from './markdown-page.ts';

const root = packageRoot();
const folder = mkdtempSync(join(tmpdir(), 'assay-docs-'));
afterAll(() => rmSync(folder, { recursive: true }));

function snippet(page: string, language: string, word: string): string {
  const found = readMarkdownPage(page).blocks.filter(
    (block) => block.language === language && block.text.includes(word),
  );
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`${page} has ${found.length} snippets with ${word}`);
  return only.text;
}

async function loaded(path: string): Promise<Interface> {
  const result = await loadInterface(path);
  if (result.kind === 'broken') throw new Error(`${result.problem.line}: ${result.problem.problem}`);
  return result.interface;
}

/** A copy of an interface with something added to the document. */
async function loadedWith(spec: string, name: string, addition: string): Promise<Interface> {
  const target = join(folder, name);
  cpSync(join(root, spec), target, { recursive: true });
  const document = join(target, 'openapi.yaml');
  writeFileSync(document, `${readFileSync(document, 'utf8')}\n${addition}`);
  return loaded(target);
}

test('docs/own-interface.md shows rate limits that load as they are described', async () => {
  const limits = snippet('docs/own-interface.md', 'yaml', 'x-rate-limits:');
  expect((await loadedWith('test/specs/minimal', 'limits', limits)).rateLimits).toMatchObject({
    status: 429,
    headersOn: 'always',
    resetForm: 'unix-seconds',
    headers: { limit: 'X-RateLimit-Limit', retryAfter: 'Retry-After' },
    plans: [
      { kind: 'fixed', id: 'free', quotas: [{ limit: 60 }, { limit: 1000 }] },
      { kind: 'custom', id: 'partner' },
    ],
  });
});

test('docs/own-interface.md shows a collection that loads as it is described', async () => {
  const collections = snippet('docs/own-interface.md', 'yaml', 'x-collections:');
  expect((await loadedWith('test/specs/orders', 'collections', collections)).collections).toMatchObject([
    {
      create: { id: 'placeOrder' },
      list: { id: 'findOrders' },
      read: { id: 'readOrder' },
      identity: 'orderId',
      entriesPointer: '/items',
    },
  ]);
});

test('docs/own-interface.md shows clauses that load beside a document', async () => {
  const target = join(folder, 'clauses');
  cpSync(join(root, 'test/specs/orders'), target, { recursive: true });
  writeFileSync(join(target, 'clauses.yaml'), snippet('docs/own-interface.md', 'yaml', 'clauses:'));
  expect((await loaded(target)).clauses.map(({ id }) => id)).toEqual(['2-place', '2-numbers', '2-fresh']);
});

test('docs/mock.md shows a key file that the mock takes', async () => {
  const file = join(folder, 'keys.yaml');
  writeFileSync(file, snippet('docs/mock.md', 'yaml', 'big-customer'));
  const keys = await readKeyFile(file, await loaded(join(root, 'spec/pet-catalogue')));
  expect(keys).toMatchObject({
    kind: 'read',
    grants: [{ plan: 'free' }, { key: 'big-customer' }, { endsAt: 0 }, { endsAt: Date.UTC(2026, 11, 31) }],
  });
});

test('docs/mock.md shows a scenario that the mock takes', async () => {
  const file = join(folder, 'scenario.yaml');
  writeFileSync(file, snippet('docs/mock.md', 'yaml', 'createCategory'));
  const scenario = await readScenarioFile(file, await loaded(join(root, 'spec/pet-catalogue')));
  expect(scenario).toMatchObject({ kind: 'read', scenario: [{}, {}, { times: 10 }, {}] });
});

test('docs/mock.md shows seed data that the mock takes', async () => {
  const file = join(folder, 'entries.yaml');
  writeFileSync(file, snippet('docs/mock.md', 'yaml', '/categories'));
  const seed = await readSeedFile(file, await loaded(join(root, 'spec/pet-catalogue')));
  expect(seed).toMatchObject({ kind: 'read' });
});

test('docs/record.md shows an exchange that the schema of records allows', () => {
  const entry: unknown = JSON.parse(snippet('docs/record.md', 'json', '"exchange"'));
  expect(recordSchema().exchange(entry)).toBe(true);
  expect(recordSchema().exchange({ type: 'exchange', exchange: {} })).toBe(false);
});

test('docs/over-time.md shows known failures that are read as they are described', async () => {
  const text = snippet('docs/over-time.md', 'yaml', 'failures:');
  const { operations } = await loaded('spec/pet-catalogue');
  expect(readBaseline(text, 'known-failures.yaml', { checks, operations })).toMatchObject({
    kind: 'baseline',
    baseline: {
      failures: [{ operation: 'createCategory', expires: '2030-12-31' }, { check: 'validation.no-body' }],
    },
  });
});
