import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { hostileServers } from './hostile-servers.ts';
import { runAssay, runAssayHere, type AssayRun } from './run-assay.ts';
import { wholeInCi } from '../sampled.ts';

const KEY = 'Hostile-12345-AbCdE-67890';
const LIMITS = ['--max-duration', '20', '--plan', 'free', '--seed', '1'];
/** Of those that answer, on a machine that is busy. */
const TIMEOUT_MS = 5_000;
/** A run that ends for want of time has 20 s; a busy machine takes several times that for all of them at once. */
const MOST_MS = 150_000;
const MOST_MEMORY = 800 * 1024 * 1024;
/** Control characters besides line breaks, what overrides the direction of text, and what XML can't hold. */
// eslint-disable-next-line no-control-regex
const UNCLEAN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;

function wellFormed(xml: string): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
}

function expectClean({ stdout, stderr, files }: AssayRun): void {
  expect(stdout).not.toMatch(UNCLEAN);
  expect(stderr).not.toMatch(UNCLEAN);
  for (const [name, content] of files) expect(UNCLEAN.exec(content), name).toBeNull();
  wellFormed(files.get('junit.xml') ?? '');
  expect(() => JSON.parse(files.get('report.json') ?? '') as unknown).not.toThrow();
}

function peakMemory({ files }: AssayRun): number {
  const footer = (files.get('last.ndjson') ?? '').trimEnd().split('\n').at(-1) ?? '{}';
  return (JSON.parse(footer) as { readonly peakMemoryBytes: number }).peakMemoryBytes;
}

describe('assay test with a hostile server', () => {
  test.concurrent.each(wholeInCi(hostileServers, 4))(
    'ends with $exit and says why: $name',
    async ({
      start,
      exit,
      says,
      scheme = 'http',
      profile = 'quick',
      timeoutMs = TIMEOUT_MS,
      ownProcess = false,
    }) => {
      const server = await start();
      const url = `${scheme}://127.0.0.1:${String(server.port)}/v1`;
      const argv = ['--url', url, '--profile', profile, '--timeout', String(timeoutMs), ...LIMITS];
      const run = await (ownProcess ? runAssay : runAssayHere)(argv, KEY);
      server.close();
      const said = `${run.stdout}\n${run.stderr}`;
      expect(said).not.toContain('internal error');
      expect(said).toMatch(says);
      expect(run.code).toBe(exit);
      if (ownProcess) expect(peakMemory(run)).toBeLessThan(MOST_MEMORY);
      expectClean(run);
    },
    MOST_MS,
  );
});
