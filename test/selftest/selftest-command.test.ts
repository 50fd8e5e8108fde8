import { describe, expect, test } from 'vitest';
import type { CliIo } from '../../src/cli/io.ts';
import { main } from '../../src/cli/main.ts';

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

async function assay(...argv: readonly string[]): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const io: CliIo = {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    env: {},
    cwd: process.cwd(),
    onInterrupt: () => () => undefined,
    onFault: () => () => undefined,
    exitNow: () => undefined,
  };
  const code = await main(['selftest', ...argv], io);
  return { code, stdout, stderr };
}

describe('assay selftest', () => {
  test('exits with 0 and prints a score per clause, when every fault is noticed', async () => {
    const { code, stdout, stderr } = await assay('--fault', 'createCategory.201.id.missing');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^ {2}4\.2-answer-201 +1\/1$/m);
    expect(stdout).toMatch(/^ {2}1-purpose-of-categories +It says what/m);
    expect(stdout).toContain('mutation score 100 %: 1 of 1 faults that showed are noticed');
  });

  test('exits with 1 and names what is not noticed, when the score is too low', async () => {
    const faults = ['--fault', 'remaining-constant', '--fault', 'json-broken'];
    const { code, stdout } = await assay('--profile', 'quick', ...faults);
    expect(code).toBe(1);
    expect(stdout).toMatch(/Not noticed: 1\n {2}remaining-constant .*--profile thorough notices it/);
    expect(stdout).toContain('mutation score 50 %');
  });

  test('prints JSON on request', async () => {
    const { code, stdout } = await assay('--spec', 'test/specs/minimal', '--json', '--fault', 'media-type-*');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      percent: 100,
      noticed: 2,
      shown: 2,
      faults: [{ name: 'media-type-of-text', outcome: 'noticed' }, { name: 'media-type-missing' }],
    });
  });

  test.each<readonly [string, readonly string[], RegExp]>([
    [
      'a fault that there is not',
      ['--fault', 'eror-wrapped'],
      /no fault "eror-wrapped": did you mean "error-wrapped"/,
    ],
    ['a beginning that no fault has', ['--fault', 'nothing-*'], /no fault "nothing-\*"/],
    ['a profile that there is not', ['--profile', 'slow'], /cannot use --profile "slow"/],
    ['a score beyond 100', ['--min-score', '101'], /cannot use --min-score "101"/],
    ['a document that there is not', ['--spec', 'no/such'], /no\/such/],
  ])('exits with 2 and one line, for %s', async (_what, argv, line) => {
    const { code, stdout, stderr } = await assay(...argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
    expect(stderr.trim().split('\n').length).toBeLessThan(4);
  });

  test('exits with 2, when no fault showed: nothing is said of the suites then', async () => {
    const { code, stdout } = await assay('--fault', 'limit-not-enforced-on-writes');
    expect(code).toBe(2);
    expect(stdout).toContain('Left to --profile thorough: 1');
  });

  test('names what no mock of the document can show', async () => {
    const { code, stdout } = await assay('--spec', 'test/specs/minimal', '--fault', 'limit-as-text');
    expect(code).toBe(2);
    expect(stdout).toContain('1: the document states no rate limit');
  });
});
