import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadInterface } from '../../src/interface/load-interface.ts';
import { runApart } from './run-apart.ts';
import { runRequestFor } from './run-request-for.ts';

test('headers given for every request are sent with every one and recorded with none', async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers['x-door']?.toString());
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"now":"2026-01-01T00:00:00Z"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const recordFile = join(await mkdtemp(join(tmpdir(), 'assay-')), 'record.ndjson');
  const loaded = await loadInterface('test/specs/minimal');
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const request = runRequestFor({ url: `http://127.0.0.1:${port}`, key: undefined, recordFile });
  const hooks = { onEvent: () => undefined, signal: new AbortController().signal };
  const headers = [['X-Door', 'open sesame 4711']] as const;
  await runApart({ ...request, headers }, loaded.interface, hooks);
  server.close();
  expect(new Set(seen)).toEqual(new Set(['open sesame 4711']));
  const record = await readFile(recordFile, 'utf8');
  expect(record).toContain('"type":"exchange"');
  expect(record).not.toContain('sesame');
});
