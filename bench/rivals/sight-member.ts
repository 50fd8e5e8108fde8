import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedOf } from '../../src/system/random.ts';
import type { Stats } from '../../test/zoo/honest-server.ts';
import type { ZooMember } from '../../test/zoo/member.ts';
import { startMember } from '../../test/zoo/start-member.ts';
import type { SetUp, Verdict } from './rival.ts';
import { runCommand } from './run-command.ts';

/** What a tool said of a member, and what the member saw of the tool. */
export type Sighting = {
  readonly member: ZooMember;
  readonly setUp: SetUp;
  readonly verdict: Verdict;
  readonly stats: Stats;
  readonly seconds: number;
};

/** How one member is shown to one tool. The output of the tool is kept in `logFolder`. */
export type Showing = { readonly plan: string; readonly mostSeconds: number; readonly logFolder: string };

/** Evenly spread in [0, 1), the same for all tools. */
function chanceOf(name: string): () => number {
  let count = 0;
  return () => {
    count += 1;
    return (seedOf(count, name) >>> 0) / 2 ** 32;
  };
}

/** Lets a tool judge a member that was started for it alone, in real time. */
export async function sightMember(
  member: ZooMember,
  setUp: SetUp,
  { plan, mostSeconds, logFolder }: Showing,
): Promise<Sighting> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-rivals-'));
  const running = await startMember(member, { random: chanceOf(member.name) });
  try {
    const command = setUp.command({ url: running.url, key: running.key, plan });
    const ending = await runCommand(command, { folder, mostSeconds });
    const logs = join(logFolder, setUp.name.replaceAll(/[^a-z]+/gi, '-'));
    await mkdir(logs, { recursive: true });
    await writeFile(join(logs, `${member.name}.log`), ending.output);
    return {
      member,
      setUp,
      verdict: setUp.verdict(ending),
      stats: running.stats(),
      seconds: ending.seconds,
    };
  } finally {
    await running.close();
    await rm(folder, { recursive: true, force: true });
  }
}
