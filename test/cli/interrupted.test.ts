import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseRecord } from '../../src/record/read.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { THOROUGH, wholeInCi } from '../sampled.ts';
import type { ZooMember } from '../zoo/member.ts';
import { faultyMembers } from '../zoo/members.ts';
import { startMember } from '../zoo/start-member.ts';
import { callAssay } from './call-assay.ts';
import { launchAssay, type Launched } from './launched-assay.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-interrupted-'));
afterAll(() => rmSync(root, { recursive: true }));

const honest: ZooMember = {
  kind: 'conforming',
  family: 'honest',
  name: 'honest',
  title: 'honest',
  traits: {},
};
const member = faultyMembers.find(({ name }) => name === 'any-key');
let service: Awaited<ReturnType<typeof startMember>>;
let faulty: Awaited<ReturnType<typeof startMember>>;
let cwd = root;
beforeEach(async () => {
  cwd = mkdtempSync(join(root, 'cwd-'));
  service = await startMember(honest, { delay: () => setTimeout(5) });
  faulty = await startMember(member ?? honest);
});
afterEach(async () => {
  await service.close();
  await faulty.close();
});

function aimed(
  at: { readonly url: string; readonly key: string },
  ...more: readonly string[]
): readonly string[] {
  return ['test', '--url', at.url, '--key', at.key, '--profile', 'quick', '--no-exhaust', ...more];
}

function runFiles(): readonly string[] {
  try {
    return readdirSync(join(cwd, 'reports/runs')).map((name) => join(cwd, 'reports/runs', name));
  } catch {
    return [];
  }
}

function parsed(file: string): RunRecord {
  const result = parseRecord(readFileSync(file, 'utf8'), file);
  if (result.kind === 'no-record') throw new Error(result.problem);
  return result.record;
}

/** Waits until the record of the run has so many bytes, or the process is gone. */
async function grown({ child }: Launched, bytes: number): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const [file] = runFiles();
    if (file !== undefined && statSync(file).size >= bytes) return;
    await setTimeout(2);
  }
}

/** Files are whole: a record has its end, a report can be read. */
function expectWhole(): void {
  const names = readdirSync(join(cwd, 'reports')).filter((name) => !name.startsWith('.assay-'));
  if (names.includes('last.ndjson')) expect(parsed(join(cwd, 'reports/last.ndjson')).partial).toBe(false);
  if (names.includes('report.json')) JSON.parse(readFileSync(join(cwd, 'reports/report.json'), 'utf8'));
  if (names.includes('report.html'))
    expect(readFileSync(join(cwd, 'reports/report.html'), 'utf8').trimEnd()).toMatch(/<\/html>$/);
}

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 130],
  ['SIGHUP', 130],
] as const;

/** What is around the process, the exit code of a run that passes, and of one that fails. */
const SURROUNDINGS = [
  ['a full disk behind standard output', '"$@" > /dev/full', 2, 1],
  ['a reader that closes standard output', '"$@" | head -n 1; exit ${PIPESTATUS[0]}', 0, 1],
  ['files that may not grow beyond 8 kB, as on a full disk', `trap '' XFSZ; ulimit -f 8; "$@"`, 0, 1],
] as const;

describe('assay test in a process', { timeout: 300_000 }, () => {
  test('leaves what it knew when it is killed at any byte, and goes on from there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 600, max: 60_000 }), async (bytes) => {
        rmSync(join(cwd, 'reports'), { recursive: true, force: true });
        const launched = launchAssay(aimed(service, '--report', 'json', '--report', 'html'), { cwd });
        await grown(launched, bytes);
        launched.child.kill('SIGKILL');
        await launched.ended;
        expectWhole();
        const [file = ''] = runFiles();
        const before = parsed(file);
        const resume = aimed(service, '--resume', file).filter(
          (word) => !/^(--profile|quick|--no-exhaust)$/.test(word),
        );
        const resumed = await callAssay(resume, { cwd });
        expect({ code: resumed.code, stderr: resumed.stderr }).toMatchObject({ code: 0 });
        const after = parsed(join(cwd, 'reports/last.ndjson'));
        expect([...after.exchanges.keys()]).toEqual(expect.arrayContaining([...before.exchanges.keys()]));
      }),
      { numRuns: THOROUGH ? 12 : 1, endOnFailure: true },
    );
  });

  test.each(wholeInCi(SIGNALS, 3))(
    'reports what it knows at one %s, and exits with %i',
    async (signal, code) => {
      const launched = launchAssay(aimed(service, '--report', 'json'), { cwd });
      await grown(launched, 3_000);
      launched.child.kill(signal);
      const ended = await launched.ended;
      expect(ended).toMatchObject({ code, signal: null, stderr: expect.stringContaining('stopping') });
      expect(ended.stdout).toContain('interrupted');
      expect(ended.stderr).toContain('assay test --resume reports/runs/');
      expectWhole();
      expect(parsed(join(cwd, 'reports/last.ndjson')).footer?.stop).toEqual({ kind: 'interrupted' });
    },
  );

  test.each(wholeInCi(SURROUNDINGS, 3))('keeps its verdict with %s', async (_name, through, good, bad) => {
    const [passing, failing] = await Promise.all([
      launchAssay(aimed(service), { cwd, through }).ended,
      launchAssay(aimed(faulty), { cwd, through }).ended,
    ]);
    expect(passing.stderr + failing.stderr).not.toMatch(/internal error|\n\s+at /);
    expect([passing.code, failing.code]).toEqual([good, bad]);
    expectWhole();
  });

  test('says which file it could not write, and leaves no half of it', async () => {
    const through = `trap '' XFSZ; ulimit -f 8; "$@"`;
    const ended = await launchAssay(aimed(faulty, '--report', 'html'), { cwd, through }).ended;
    expect(ended.code).toBe(1);
    expect(ended.stderr.replaceAll(/\s+/g, ' ')).toMatch(/cannot write the record .*\(EFBIG\)/);
    expect(ended.stderr).toMatch(/cannot write the report "[^"]*report\.html" \(EFBIG\)/);
    expect(readdirSync(join(cwd, 'reports'))).toEqual(['failed-cases.ndjson', 'runs']);
    expect(parsed(runFiles()[0] ?? '').damage).toBeUndefined();
  });
});

describe('assay test --resume', () => {
  test('sends the key to no address that only the record names', async () => {
    await callAssay(aimed(service, '--quiet'), { cwd });
    const record = join(cwd, 'reports/last.ndjson');
    const { requests } = service.stats();
    const refused = async (...argv: readonly string[]): Promise<string> => {
      const { code, stderr } = await callAssay(['test', '--resume', record, ...argv], { cwd });
      expect(code).toBe(2);
      return stderr;
    };
    expect(await refused()).toContain('confirm the address that it is of with --url');
    expect(await refused('--url', faulty.url, '--key', 'k'.repeat(20))).toContain('start a new run there');
    expect(await refused('--url', service.url, '--key', service.key, '--seed', '3')).toContain('--seed');
    expect(service.stats().requests).toBe(requests);
    expect(faulty.stats().requests).toBe(0);
  });
});
