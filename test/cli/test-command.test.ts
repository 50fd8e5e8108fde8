import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/checks/outcome.ts';
import { type RunSuites, testCommand } from '../../src/cli/commands/test.ts';
import type { CliIo } from '../../src/cli/io.ts';
import type { TestFlags } from '../../src/cli/options.ts';
import { writeWholeFile } from '../../src/output/whole-file.ts';
import { parseRecord } from '../../src/record/read.ts';
import type { RunRecord, RunRequest, Stop } from '../../src/record/record.ts';
import { recordLine, recordText } from '../../src/record/write.ts';
import { RunBroken } from '../../src/run/run-in-process.ts';
import { failed, passed, sampleFooter, sampleHeader, sampleResult } from '../samples/sample-record.ts';
import { callCommand, type Called } from './call-assay.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-test-command-'));
afterAll(() => rmSync(root, { recursive: true }));
let cwd = root;
beforeEach(() => {
  cwd = mkdtempSync(join(root, 'cwd-'));
});

type Run = Called & {
  readonly request: RunRequest | undefined;
  readonly left: number | undefined;
};
type Runner = (request: RunRequest, signal: AbortSignal, interrupt: () => void) => Stop | Promise<Stop>;

const completed: Runner = () => ({ kind: 'completed' });

/** The record of a run of one check. */
function recordOf({ settings, ownMock }: RunRequest, outcome: Outcome, stop: Stop): RunRecord {
  return {
    header: sampleHeader({ settings, ownMock }),
    exchanges: new Map(),
    results: [sampleResult('bodies.json', outcome)],
    footer: sampleFooter({ stop }),
    partial: false,
  };
}

/** Runs `assay test` with a runner that only writes a record: one check of the given outcome. */
async function assayTest(
  flags: Partial<TestFlags>,
  {
    outcome = passed(),
    runner = completed,
    env = {},
    runSuites: given,
  }: { outcome?: Outcome; runner?: Runner; env?: CliIo['env']; runSuites?: RunSuites } = {},
): Promise<Run> {
  let request: RunRequest | undefined;
  let left: number | undefined;
  const listeners = new Set<() => void>();
  const interrupt = (): void => {
    for (const listener of listeners) listener();
  };
  const runSuites: RunSuites = async (asked, _document, { onEvent, signal }) => {
    request = asked;
    onEvent({ kind: 'suite-started', suite: 'bodies', title: 'Bodies', checks: 1 });
    const stop = await runner(asked, signal, interrupt);
    onEvent({ kind: 'check', suite: 'bodies', id: 'bodies.json', outcome: outcome.kind });
    onEvent({ kind: 'suite-ended', suite: 'bodies' });
    const record = recordOf(asked, outcome, stop);
    if (asked.recordFile !== undefined) writeWholeFile(asked.recordFile, recordText(record));
    return record;
  };
  const onInterrupt: CliIo['onInterrupt'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const exitNow = (code: number): void => {
    left = code;
  };
  const called = await callCommand(
    (io) => testCommand({ color: true, ...flags }, io, { runSuites: given ?? runSuites }),
    {
      env,
      cwd,
      onInterrupt,
      onFault,
      exitNow,
    },
  );
  expect(fault).toBeUndefined();
  expect(listeners.size).toBe(0);
  return { ...called, request, left };
}

let fault: ((error: unknown) => void) | undefined;
const onFault: CliIo['onFault'] = (listener) => {
  fault = listener;
  return () => {
    fault = undefined;
  };
};

const there = { url: 'http://127.0.0.1:9/v1', key: 'SECRET-KEY' };

describe('assay test', () => {
  test('starts the mock with a key of the first plan, and ends it afterwards', async () => {
    let status: number | undefined;
    const run = await assayTest(
      {},
      {
        runner: async ({ settings }) => {
          status = (await fetch(settings.url, { method: 'OPTIONS' })).status;
          return { kind: 'completed' };
        },
      },
    );
    expect(status).toBeLessThan(500);
    expect(run).toMatchObject({
      code: 0,
      request: { ownMock: true, proxy: {}, settings: { exhaust: true, profile: 'standard' } },
    });
    expect(run.request?.key).toEqual(expect.any(String));
    expect(run.request?.settings.plan).toEqual(expect.any(String));
    expect(run.stderr).toContain("testing assay's own mock at http://127.0.0.1:");
    await expect(fetch(run.request?.settings.url ?? '')).rejects.toThrow('fetch failed');
  });

  test('passes target, headers and settings on, and keeps the key out of every output', async () => {
    const run = await assayTest({
      ...there,
      header: ['X-A: 1'],
      seed: 5,
      plan: 'PRO',
      report: [{ format: 'json', file: '-' }],
    });
    expect(run.request).toMatchObject({
      key: 'SECRET-KEY',
      headers: [['X-A', '1']],
      settings: { url: 'http://127.0.0.1:9/v1', plan: 'pro', seed: 5, maxRequests: 460, timeoutMs: 10_000 },
    });
    const entries = readdirSync(join(cwd, 'reports'), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
    expect(files).toHaveLength(2);
    expect([run.stdout, run.stderr, ...files].join('\n')).not.toContain('SECRET');
  });

  test.each<readonly [string, Outcome, Stop, number, string]>([
    ['passes', passed(), { kind: 'completed' }, 0, '✔ conforms'],
    ['fails', failed({}), { kind: 'completed' }, 1, '✖ does not conform'],
    ['proves nothing', { kind: 'inconclusive', reason: 'r' }, { kind: 'completed' }, 2, '? could not tell'],
    ['is unusable', passed(), { kind: 'unusable-target', reason: 'r', advice: 'a' }, 2, '? could not tell'],
    ['was interrupted', failed({}), { kind: 'interrupted' }, 130, '? interrupted'],
  ])('exits as the design says, when the target %s', async (_name, outcome, stop, code, words) => {
    const run = await assayTest(there, { outcome, runner: () => stop });
    expect(run.code).toBe(code);
    expect(run.stdout.startsWith(words)).toBe(true);
    expect(run.stdout).toContain('reports/last.ndjson');
  });

  test('writes reports where they were asked for, and keeps the run in a folder of its own under --out', async () => {
    const report = [
      { format: 'junit', file: 'x/j.xml' },
      { format: 'json', file: undefined },
    ] as const;
    const run = await assayTest({ ...there, out: 'art', report });
    expect(run.code).toBe(0);
    const [folder = '', ...others] = readdirSync(join(cwd, 'art')).toSorted();
    expect(folder).toMatch(/^\d{8}T\d{6}Z-127\.0\.0\.1-9$/);
    expect(others).toEqual(['index.html', 'last.ndjson']);
    expect(readdirSync(join(cwd, 'art', folder)).toSorted()).toEqual(['record.ndjson', 'report.json']);
    expect(readFileSync(join(cwd, 'x/j.xml'), 'utf8')).toContain('bodies.json');
    expect(readFileSync(join(cwd, 'art', folder, 'record.ndjson'), 'utf8')).toBe(
      readFileSync(join(cwd, 'reports/last.ndjson'), 'utf8'),
    );
    await assayTest({ ...there, out: 'art' }, { outcome: failed({}) });
    const index = readFileSync(join(cwd, 'art/index.html'), 'utf8');
    expect(index.match(/<tr>\s*<th scope="row">/g)).toHaveLength(2);
    expect(index).toContain(`href="./${folder}/report.json"`);
    expect(index).toContain('does not conform');
  });

  test('prints annotations, and adds the report to the summary of the job', async () => {
    const summary = join(cwd, 'summary.md');
    writeFileSync(summary, '# before\n');
    const run = await assayTest(
      { ...there, report: [{ format: 'github', file: undefined }] },
      { outcome: failed({}), env: { GITHUB_STEP_SUMMARY: summary } },
    );
    expect(run.stdout).toMatch(/^::error [^\n]*title=bodies\.json[^\n]*\n::notice /);
    expect(run.stderr).toContain('does not conform');
    expect(readFileSync(summary, 'utf8')).toMatch(/^# before\n## ❌ does not conform/);
  });

  test('says so where the summary of the job would be too long', async () => {
    const summary = join(cwd, 'summary.md');
    writeFileSync(summary, 'x'.repeat(1024 * 1024));
    const report = [{ format: 'github', file: undefined }] as const;
    const run = await assayTest({ ...there, report }, { env: { GITHUB_STEP_SUMMARY: summary } });
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining('longer than the 1 MiB') });
    expect(readFileSync(summary)).toHaveLength(1024 * 1024);
  });

  test('keeps standard output for a report that goes there', async () => {
    const run = await assayTest({ ...there, report: [{ format: 'json', file: '-' }] });
    expect(JSON.parse(run.stdout)).toMatchObject({ verdict: { exitCode: 0 } });
    expect(run.stderr).toContain('✔ conforms');
  });

  test('prints the verdict line alone, when quiet', async () => {
    const run = await assayTest({ ...there, quiet: true });
    expect(run.stderr).toBe('');
    expect(run.stdout).toMatch(/^✔ conforms – [^\n]*\n$/);
  });

  test('keeps the record in a directory for temporary files, when the usual place cannot be written', async () => {
    writeFileSync(join(cwd, 'reports'), 'a file');
    const run = await assayTest(there);
    expect(run.code).toBe(0);
    const directory = join(run.request?.recordFile ?? '', '../..');
    expect(directory.startsWith(cwd)).toBe(false);
    const file = join(directory, 'last.ndjson');
    expect(run.stderr).toContain(`the record is ${file}`);
    expect(run.stdout).toContain(file);
    rmSync(directory, { recursive: true });
  });

  test('asks the run to stop at the first Ctrl-C, and leaves at once at the second', async () => {
    const aborted: boolean[] = [];
    const run = await assayTest(there, {
      runner: (_request, signal, interrupt) => {
        for (let presses = 0; presses < 2; presses += 1) {
          interrupt();
          aborted.push(signal.aborted);
          if (presses === 0) expect(signal.aborted).toBe(true);
        }
        return { kind: 'interrupted' };
      },
    });
    expect(aborted).toEqual([true, true]);
    expect(run).toMatchObject({ code: 130, left: 130 });
    expect(run.stderr).toContain('stopping; the report follows');
  });

  test('reports what the run knew, when assay could not bring it to its end', async () => {
    const bug = new Error('a bug');
    const run = await assayTest(there, {
      runSuites: (asked) => {
        const whole = recordOf(asked, passed(), { kind: 'completed' });
        return Promise.reject(
          new RunBroken({ ...whole, results: [], footer: undefined, partial: true }, bug),
        );
      },
    });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('assay: internal error: Error: a bug');
    expect(run.stdout).toContain('? could not tell: the run was cut off before its end');
  });

  test.each<readonly [string, Outcome, number]>([
    ['2', passed(), 2],
    ['1, where a violation was seen', failed({}), 1],
  ])('tells a fault of assay, and exits with %s', async (_name, outcome, code) => {
    const run = await assayTest(there, {
      outcome,
      runner: () => ({ kind: 'harness-error', reason: 'a bug in a probe' }),
    });
    expect(run.stderr).toContain('assay: internal error: a bug in a probe');
    expect(run.code).toBe(code);
  });

  test('takes the verdict from the run, whatever another writes to the place of the record', async () => {
    const run = await assayTest(there, {
      outcome: failed({}),
      runSuites: async (asked) => {
        mkdirSync(join(cwd, 'reports'));
        writeFileSync(
          join(cwd, 'reports/last.ndjson'),
          recordText(recordOf(asked, passed(), { kind: 'completed' })),
        );
        return recordOf(asked, failed({}), { kind: 'completed' });
      },
    });
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('does not conform');
  });

  test('tells a report that cannot be written, writes the others, and keeps the verdict', async () => {
    const report = [
      { format: 'json', file: '/dev/full' },
      { format: 'junit', file: 'junit.xml' },
    ] as const;
    const passing = await assayTest({ ...there, report });
    expect(passing.code).toBe(2);
    expect(passing.stderr).toContain('cannot write the report "/dev/full" (ENOSPC)');
    expect(readFileSync(join(cwd, 'junit.xml'), 'utf8')).toContain('</testsuites>');
    expect((await assayTest({ ...there, report }, { outcome: failed({}) })).code).toBe(1);
  });

  test('writes the record at its end from memory, when its file was lost on the way', async () => {
    const run = await assayTest(there, {
      runSuites: async (asked, _document, { onEvent }) => {
        onEvent({ kind: 'record-lost', file: asked.recordFile ?? '', reason: 'ENOSPC' });
        return recordOf(asked, passed(), { kind: 'completed' });
      },
    });
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining('(ENOSPC)') });
    expect(parseRecord(readFileSync(join(cwd, 'reports/last.ndjson'), 'utf8'), 'last')).toMatchObject({
      record: { partial: false },
    });
  });

  test('ends with a fault of assay at an error that nobody caught', async () => {
    const run = await assayTest(there, {
      runSuites: async (asked, _document, { signal }) => {
        fault?.(new Error('nobody caught this'));
        const reason: unknown = signal.reason;
        const stop = { kind: 'harness-error', reason: String(reason) } as const;
        return recordOf(asked, passed(), stop);
      },
    });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('internal error: FaultOfAssay: Error: nobody caught this');
  });

  test('tells a bug before the first line, and never takes an earlier record for that of this run', async () => {
    mkdirSync(join(cwd, 'reports'));
    writeFileSync(join(cwd, 'reports/last.ndjson'), recordLine(sampleHeader()));
    const bug = new Error('before the first line');
    await expect(assayTest(there, { runSuites: () => Promise.reject(bug) })).rejects.toThrow(bug);
  });

  test('asks for a key before anything is sent, when the document requires one', async () => {
    await expect(assayTest({ url: there.url })).rejects.toThrow(/without a key: .* requires one/);
  });
});
