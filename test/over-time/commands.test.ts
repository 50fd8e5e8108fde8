import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testCommand } from '../../src/cli/commands/test.ts';
import type { CliIo } from '../../src/cli/io.ts';
import { main } from '../../src/cli/main.ts';
import type { TestFlags } from '../../src/cli/options.ts';
import { UsageFault } from '../../src/cli/usage-fault.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import { faults } from '../../src/mock/faults/faults.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { parseRecord } from '../../src/record/read.ts';
import { callCommand, type Called } from '../cli/call-assay.ts';

const SPEC = 'spec/pet-catalogue';
const root = mkdtempSync(join(tmpdir(), 'assay-over-time-'));
afterAll(() => rmSync(root, { recursive: true }));
let cwd = root;
beforeEach(() => {
  cwd = mkdtempSync(join(root, 'cwd-'));
});

function ran(command: (io: CliIo) => Promise<number>): Promise<Called> {
  return callCommand(command, { cwd, columns: 200 });
}

function assay(...argv: readonly string[]): Promise<Called> {
  return ran((io) => main(argv, io));
}

/** `assay test --quiet --profile quick`. */
function assayTest(flags: Partial<TestFlags>): Promise<Called> {
  return ran((io) => testCommand({ color: false, quiet: true, profile: 'quick', ...flags }, io));
}

async function against(fault: string, flags: Partial<TestFlags>): Promise<Called> {
  const loaded = await loadInterface(SPEC);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const planted = faults.filter(({ name }) => name === fault);
  await using mock = await startMock({ interface: loaded.interface, faults: planted });
  const [{ key, plan } = { key: '', plan: '' }] = mock.keys;
  return await assayTest({ url: mock.url, key, plan, exhaust: false, ...flags });
}

function file(name: string): string {
  return readFileSync(join(cwd, name), 'utf8');
}

describe('known failures', () => {
  test('are written, excuse a run, and fail it once they pass', async () => {
    const failing = await against('error-member-missing', { baseline: 'known.yaml', updateBaseline: true });
    expect(failing).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^✔ conforms but for \d+ known/),
    });
    expect(failing.stderr).toContain('"known.yaml" lists 2 known failures (2 new, 0 gone)');
    expect(file('known.yaml')).toContain('- check: errors.shape\n    operation: ');
    // The record tells the same, without the file.
    const report = await assay('report', '--format', 'json');
    expect(report.code).toBe(0);
    expect(JSON.parse(report.stdout)).toMatchObject({
      verdict: { kind: 'conforms', violations: 0, excused: expect.any(Number) },
      settings: { baseline: { file: 'known.yaml', failures: [{ check: 'errors.shape' }, {}] } },
    });

    const honest = await assayTest({ baseline: 'known.yaml' });
    expect(honest).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^✖ the baseline of known failures is out of date/),
    });
    expect((await assay('report')).stdout).toContain('remove it from known.yaml');

    const cleaned = await assayTest({ baseline: 'known.yaml', updateBaseline: true });
    expect(cleaned.code).toBe(0);
    expect(file('known.yaml')).toMatch(/^failures: \[\]$/m);
  });

  test.each<[string, string, string, string]>([
    [
      'an unknown check',
      'failures: [{check: errors.shap, reason: a}]',
      'known.yaml:1: there is no check',
      'errors.shape',
    ],
    ['no file', '', 'cannot read --baseline "known.yaml" (ENOENT)', '--update-baseline'],
  ])('are refused before anything is sent, given %s', async (_name, text, problem, advice) => {
    if (text !== '') writeFileSync(join(cwd, 'known.yaml'), text);
    const refused = assayTest({ url: 'http://127.0.0.1:9/v1', key: 'k', baseline: 'known.yaml' });
    await expect(refused).rejects.toThrow(UsageFault);
    await expect(refused).rejects.toThrow(problem);
    await expect(refused).rejects.toThrow(advice);
    expect(existsSync(join(cwd, 'reports'))).toBe(false);
  });

  test('stay as they are when the run could not tell', async () => {
    const run = await assayTest({
      url: 'http://127.0.0.1:9/v1',
      key: 'k',
      baseline: 'known.yaml',
      updateBaseline: true,
    });
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('"known.yaml" is as it was') });
    expect(existsSync(join(cwd, 'known.yaml'))).toBe(false);
  });
});

describe('shards', () => {
  test('are merged into one record with its reports', async () => {
    for (const index of [1, 2]) {
      const shard = { index, total: 2 };
      expect(
        await assayTest({ shard, seed: 42, report: [{ format: 'record', file: `out/${index}.ndjson` }] }),
      ).toMatchObject({ code: 0 });
    }
    const files = ['out/2.ndjson', 'out/1.ndjson'];
    const merged = await assay('merge', ...files, '-o', 'all.ndjson', '--report', 'json=-');
    expect(merged).toMatchObject({ code: 0, stderr: expect.stringMatching(/^✔ conforms/) });
    expect(JSON.parse(merged.stdout)).toMatchObject({ verdict: { kind: 'conforms' } });
    expect(parseRecord(file('all.ndjson'), 'all')).toMatchObject({
      kind: 'record',
      record: { partial: false },
    });
    expect((await assay('report', 'all.ndjson')).code).toBe(0);

    expect(await assay('merge', 'out/1.ndjson')).toMatchObject({
      code: 2,
      stderr: 'assay: cannot merge: shard 2/2 is missing; give the record of every shard\n',
    });
    expect((await assay('merge', ...files, '-o', 'out/1.ndjson')).stderr).toContain('one of the shards');
  });

  test.each<[string, Partial<TestFlags>, string]>([
    ['without a seed', {}, 'without --seed'],
    ['with --exclusive', { seed: 1, exclusive: true }, 'cannot use --exclusive'],
    [
      'with --update-baseline',
      { seed: 1, baseline: 'b', updateBaseline: true },
      'cannot use --update-baseline',
    ],
    ['that nothing is left for', { seed: 1, check: ['errors.shape'] }, 'make 1 shards at most'],
  ])('are refused %s', async (_name, flags, problem) => {
    await expect(assayTest({ shard: { index: 2, total: 2 }, ...flags })).rejects.toThrow(problem);
  });
});

describe('assay diff', () => {
  test('says what got worse in every format, and exits with 1', async () => {
    await assayTest({ seed: 1, report: [{ format: 'record', file: 'old.ndjson' }] });
    await against('error-member-missing', { seed: 1, report: [{ format: 'record', file: 'new.ndjson' }] });
    const [before, now] = ['old.ndjson', 'new.ndjson'];
    const worse = await assay('diff', before, now);
    expect(worse).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^✖ worse than before: \d+ clauses newly/),
    });
    expect(worse.stdout).toContain('7.1-error-object');

    const both = ['--format', 'markdown=diff.md', '--format', 'html=diff.html', '--format', 'json'];
    const json = await assay('diff', before, now, ...both);
    expect(JSON.parse(json.stdout)).toMatchObject({ worse: true, violations: { gone: [] } });
    expect(file('diff.md')).toMatch(/^## ❌ Pet Catalogue: worse than before/);
    expect(file('diff.html')).toContain('Clauses newly broken');

    expect(await assay('diff', now, before)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/fixed/),
    });
    expect(await assay('diff', now, now)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/no clause changed/),
    });
  });

  test.each<[string, readonly string[], RegExp]>([
    ['one file', ['a'], /missing required argument 'new'; see "assay diff --help"/],
    ['a file that is not there', ['a', 'b'], /there is no file ".*a"/],
    ['what is no record', ['text', 'text'], /is no record/],
    ['a format that there is not', ['a', 'b', '--format', 'markdwon'], /did you mean "markdown"/],
  ])('refuses %s with exit code 2', async (_name, argv, problem) => {
    writeFileSync(join(cwd, 'text'), 'hello\n');
    expect(await assay('diff', ...argv)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(problem),
    });
  });
});
