import { blamed, faultsOfAssay, idsOf, type MockRun } from '../other-interfaces/run-against-mock.ts';
import { runAgainstService } from '../other-interfaces/run-against-service.ts';
import { readFile } from 'node:fs/promises';
import type { RunSettings } from '../../src/record/record.ts';
import { conforming, type Conforming, faulty } from './members.ts';
import { conformingPages, faultyPages } from './page-members.ts';

/** Runs over the services of this zoo: `node test/lives/run-lives.ts [--only REGEX] [--seed N]`. */

/** A standard run against one of them. */
export async function runMember(
  { serve }: Conforming,
  settings: Partial<RunSettings> = {},
): Promise<MockRun & { readonly requests: number }> {
  const document = await readFile(new URL('openapi.yaml', import.meta.url), 'utf8');
  const run = await runAgainstService(document, serve, { seed: 1, ...settings });
  const { withKey = 0, withoutKey = 0 } = run.record.footer?.requests ?? {};
  return { ...run, requests: withKey + withoutKey };
}

/** What a run over a conforming service has to be ashamed of. */
export function alarms(run: MockRun): readonly unknown[] {
  const warned = idsOf(run, 'warn');
  return [
    ...blamed(run),
    ...warned,
    ...faultsOfAssay(run),
    ...(run.verdict.exitCode === 0 ? [] : run.verdict.missing),
  ];
}

/** The checks that blame, and those that warn. */
export function blames(run: MockRun): string {
  return [...idsOf(run, 'fail'), ...idsOf(run, 'warn')].join(' ');
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

async function main(): Promise<void> {
  const only = new RegExp(option('only') ?? '');
  const seed = Number(option('seed') ?? 1);
  let wrong = 0;
  for (const member of [...conforming, ...conformingPages].filter(({ name }) => only.test(name))) {
    const run = await runMember(member, { seed });
    const told = alarms(run);
    if (told.length > 0) wrong += 1;
    process.stdout.write(
      `${told.length > 0 ? 'ALARM' : 'ok   '} ${String(run.requests)} ${member.name} ${told.length > 0 ? JSON.stringify(told).slice(0, 1500) : ''}\n`,
    );
  }
  let found = 0;
  const members = [...faulty, ...faultyPages].filter(({ name }) => only.test(name));
  for (const member of members) {
    const run = await runMember(member, { seed });
    const told = blames(run);
    const isFound = told.includes(member.finds);
    if (isFound) found += 1;
    process.stdout.write(
      `${isFound ? 'found' : run.verdict.exitCode === 1 ? 'OTHER' : 'MISSED'} ${String(run.requests)} ${member.name}: ${told}${faultsOfAssay(run).length > 0 ? ` FAULT ${JSON.stringify(faultsOfAssay(run)).slice(0, 500)}` : ''}\n`,
    );
  }
  process.stdout.write(
    `${String(wrong)} false alarms, ${String(found)} of ${String(members.length)} faults\n`,
  );
  process.exitCode = wrong > 0 || found < members.length ? 1 : 0;
}

if (import.meta.main) await main();
