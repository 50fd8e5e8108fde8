import { expect, test } from 'vitest';
import { conforming } from '../zoo/member.ts';
import { startMember } from '../zoo/start-member.ts';
import { runAssay } from './run-assay.ts';

/** Lists of some 2 MB, and of more than assay reads of one body. */
test.each([40_000, 200_000])(
  'assay test finds nothing wrong with a list of %d entries',
  async (entries) => {
    const seed = Array.from({ length: entries }, (_entry, index) => ({ name: `entry ${String(index)}` }));
    const [member] = conforming('size', [{ name: 'large', title: 'a large catalogue', traits: { seed } }]);
    if (member === undefined) throw new Error('there is no member');
    const service = await startMember(member);
    const limits = ['--no-exhaust', '--timeout', '5000', '--max-duration', '50', '--plan', service.plan];
    const run = await runAssay(['--url', service.url, '--seed', '1', ...limits], service.key);
    await service.close();
    expect(run.stdout + run.stderr).not.toContain('internal error');
    expect(run.stdout).toContain('✔ conforms');
    expect(run.code).toBe(0);
  },
  90_000,
);
