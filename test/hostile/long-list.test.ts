import { expect, test } from 'vitest';
import { THOROUGH, wholeInCi } from '../sampled.ts';
import { conforming } from '../zoo/member.ts';
import { startMember } from '../zoo/start-member.ts';
import { runAssay, runAssayHere } from './run-assay.ts';

/**
 * A long list (in CI of 7 MB), all of which is judged, in a process with its own heap; and more than assay reads of one body, of which
 * nothing is proven.
 */
test.each(
  wholeInCi(
    [
      { entries: THOROUGH ? 200_000 : 15_000, nameLength: 12, run: runAssay, says: '✔ conforms', exit: 0 },
      { entries: 30_000, nameLength: 350, run: runAssayHere, says: 'too long to be read', exit: 2 },
    ],
    2,
  ),
)(
  'assay test finds nothing wrong with a list of $entries entries with names of $nameLength characters',
  async ({ entries, nameLength, run, says, exit }) => {
    const seed = Array.from({ length: entries }, (_entry, index) => ({
      name: `entry ${String(index)}`.padEnd(nameLength, '.'),
    }));
    const [member] = conforming('size', [{ name: 'large', title: 'a large catalogue', traits: { seed } }]);
    if (member === undefined) throw new Error('there is no member');
    const service = await startMember(member);
    const limits = ['--no-exhaust', '--timeout', '20000', '--max-duration', '80', '--plan', service.plan];
    const { stdout, stderr, code } = await run(['--url', service.url, '--seed', '1', ...limits], service.key);
    await service.close();
    expect(stdout + stderr).not.toContain('internal error');
    expect(stdout).toContain(says);
    expect(stdout).not.toContain('✖');
    expect(code).toBe(exit);
  },
  90_000,
);
