import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import { run, type RunOptions } from '../../src/run/run.ts';
import { OptionFault } from '../../src/system/option.ts';
import { callAssay } from '../cli/call-assay.ts';
import { loadFiles } from '../specs/load-files.ts';

const SPEC = join(import.meta.dirname, '../../spec/pet-catalogue');
const cwd = mkdtempSync(join(tmpdir(), 'assay-options-'));
let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  response.end();
});
let url = '';
let document: Interface;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
  const { loadInterface } = await import('../../src/interface/load-interface.ts');
  const loaded = await loadInterface(SPEC);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  document = loaded.interface;
});
afterAll(() => {
  server.close();
  rmSync(cwd, { recursive: true });
});

const KEY = 'canary-of-run-options-5150';

/** What neither takes: an option of `run`, the same for the command line, and what both say. */
const ROWS: readonly {
  readonly options: { readonly [option: string]: unknown };
  readonly flags: readonly string[];
  readonly says: string;
}[] = [
  { options: { plan: 'fre' }, flags: ['--plan', 'fre'], says: 'did you mean "free"?' },
  { options: { profile: 'quik' }, flags: ['--profile', 'quik'], says: 'did you mean "quick"?' },
  { options: { suites: ['eror'] }, flags: ['--suite', 'eror'], says: 'did you mean "errors"?' },
  { options: { suites: ['constructor'] }, flags: ['--suite', 'constructor'], says: 'choose one of: ' },
  {
    options: { checks: ['errors.shap'] },
    flags: ['--check', 'errors.shap'],
    says: 'did you mean "errors.shape"?',
  },
  { options: { seed: -1 }, flags: ['--seed', '-1'], says: 'give a whole number from 0 to 2147483647' },
  { options: { seed: 0.5 }, flags: ['--seed', '0.5'], says: 'give a whole number from 0 to 2147483647' },
  {
    options: { maxRequests: 0 },
    flags: ['--max-requests', '0'],
    says: 'give a whole number from 1 to 1000000',
  },
  { options: { maxDurationS: 1e9 }, flags: ['--max-duration', '1000000000'], says: 'from 1 to 86400' },
  {
    options: { timeoutMs: Number.NaN },
    flags: ['--timeout', 'NaN'],
    says: 'give a whole number from 1 to 600000',
  },
  {
    options: { shard: { index: 3, total: 2 } },
    flags: ['--seed', '1', '--shard', '3/2'],
    says: 'which shard of how many',
  },
  {
    options: { shard: { index: 1, total: 33 } },
    flags: ['--seed', '1', '--shard', '1/33'],
    says: 'from 1/1 to 32/32',
  },
  {
    options: { url: 'ftp://example.com' },
    flags: ['--url', 'ftp://example.com'],
    says: 'it is no http or https address',
  },
  {
    options: { url: `http://u:${KEY}@127.0.0.1` },
    flags: ['--url', `http://u:${KEY}@127.0.0.1`],
    says: 'the address holds credentials',
  },
  {
    options: { key: `${KEY}\r\nX: y` },
    flags: ['--key', `${KEY}\r\nX: y`],
    says: 'cannot stand in a header',
  },
  {
    options: { headers: [['Host', KEY]] },
    flags: ['--header', `Host: ${KEY}`],
    says: 'probes set this field themselves',
  },
  {
    options: { headers: [['Authorization', KEY]] },
    flags: ['--header', `Authorization: ${KEY}`],
    says: 'it carries the key',
  },
];

function optionsOf(changes: { readonly [option: string]: unknown }): RunOptions {
  return { interface: document, specDirectory: SPEC, url, key: KEY, ...changes };
}

describe('run() and assay test read their options in one place', () => {
  test.each(ROWS)(
    'neither takes $options, and both say what would be right',
    async ({ options, flags, says }) => {
      const before = asked;
      const rejected: unknown = await run(optionsOf(options)).catch((error: unknown) => error);
      expect(rejected).toBeInstanceOf(OptionFault);
      const text = rejected instanceof Error ? rejected.message : '';
      const called = await callAssay(
        [
          'test',
          '--spec',
          SPEC,
          ...(flags.includes('--url') ? [] : ['--url', url]),
          ...(flags.includes('--key') ? [] : ['--key', KEY]),
          ...flags,
        ],
        { cwd },
      );
      expect(called.code).toBe(2);
      expect(text).toContain(says);
      expect(called.stderr).toContain(says);
      expect(text).toContain(Object.keys(options)[0]);
      expect(text + called.stderr + called.stdout).not.toContain(KEY);
      expect(asked).toBe(before);
    },
  );

  test('a document without plans takes none', async () => {
    const loaded = await loadFiles({
      'openapi.yaml': "openapi: 3.1.0\ninfo: { title: None, version: '1' }\npaths: {}\n",
    });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const options = { ...optionsOf({ plan: 'free' }), interface: loaded.interface };
    await expect(run(options)).rejects.toThrow(
      'cannot use the option plan "free": the document names no plans; leave it out',
    );
  });
});
