import { readFile } from 'node:fs/promises';
import type { RunSettings } from '../../../src/record/record.ts';
import { faultsOfAssay, type MockRun } from '../../other-interfaces/run-against-mock.ts';
import { OTHER_KEY, runAgainstService } from '../../other-interfaces/run-against-service.ts';
import { alarms, blames } from '../run-lives.ts';
import { conformingDesks, type DeskMember, faultyDesks } from './members.ts';

/** Runs with two keys over the desks: `node test/lives/desk/run-desks.ts [--only REGEX] [--seed N]`. */

/** A standard run with two keys against one of them. */
export async function runDesk(
  { serve, settings: own = {} }: DeskMember,
  settings: Partial<RunSettings> = {},
): Promise<MockRun & { readonly requests: number }> {
  const document = await readFile(new URL('openapi.yaml', import.meta.url), 'utf8');
  const run = await runAgainstService(document, serve, { seed: 1, ...own, ...settings }, OTHER_KEY);
  const { withKey = 0, withoutKey = 0 } = run.record.footer?.requests ?? {};
  return { ...run, requests: withKey + withoutKey };
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

function line(kind: string, requests: number, name: string, told: unknown): string {
  return `${kind} ${String(requests)} ${name} ${JSON.stringify(told).slice(0, 1_500)}\n`;
}

async function main(): Promise<void> {
  const only = new RegExp(option('only') ?? '');
  const seed = Number(option('seed') ?? 1);
  let wrong = 0;
  for (const member of conformingDesks.filter(({ name }) => only.test(name))) {
    const run = await runDesk(member, { seed });
    const told = alarms(run);
    if (told.length > 0) wrong += 1;
    process.stdout.write(line(told.length > 0 ? 'ALARM' : 'ok', run.requests, member.name, told));
  }
  for (const member of faultyDesks.filter(({ name }) => only.test(name))) {
    const run = await runDesk(member, { seed });
    const told = blames(run);
    const isFound = told.includes(member.finds) && faultsOfAssay(run).length === 0;
    if (!isFound) wrong += 1;
    process.stdout.write(line(isFound ? 'found' : 'MISSED', run.requests, member.name, told));
  }
  process.exitCode = wrong > 0 ? 1 : 0;
}

if (import.meta.main) await main();
