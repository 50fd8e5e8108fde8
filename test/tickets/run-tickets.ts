import { readFile } from 'node:fs/promises';
import type { RunSettings } from '../../src/record/record.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { faultsOfAssay, type MockRun } from '../other-interfaces/run-against-mock.ts';
import { runAgainstService } from '../other-interfaces/run-against-service.ts';
import { conforming, faulty, type Member } from './members.ts';

/** Runs over the services of this zoo: `node test/tickets/run-tickets.ts [--only REGEX] [--seed N]`. */

/** The document has a key in a field: no scheme of HTTP that a challenge could name, which is a warning of HTTP's own. */
const USUAL = 'authentication.challenge';

/** A standard run against one of them. */
export async function runTickets({ serve }: Member, settings: Partial<RunSettings> = {}): Promise<MockRun> {
  const document = await readFile(new URL('openapi.yaml', import.meta.url), 'utf8');
  return runAgainstService(document, serve, { seed: 1, ...settings });
}

/** What a run over a conforming service has to be ashamed of. */
export function alarmsOf(run: MockRun): readonly unknown[] {
  return alarms(run).filter((one) => one !== USUAL);
}

/** The checks that blame or warn. */
export function blamesOf(run: MockRun): readonly string[] {
  return blames(run)
    .split(' ')
    .filter((id) => id !== '' && id !== USUAL);
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

async function main(): Promise<void> {
  const only = new RegExp(option('only') ?? '');
  const seed = Number(option('seed') ?? 1);
  let wrong = 0;
  for (const member of conforming.filter(({ name }) => only.test(name))) {
    const told = alarmsOf(await runTickets(member, { seed }));
    if (told.length > 0) wrong += 1;
    const words = told.length > 0 ? JSON.stringify(told).slice(0, 1500) : '';
    process.stdout.write(`${told.length > 0 ? 'ALARM' : 'ok   '} ${member.name} ${words}\n`);
  }
  const members = faulty.filter(({ name }) => only.test(name));
  let found = 0;
  for (const member of members) {
    const run = await runTickets(member, { seed });
    const told = blamesOf(run);
    const isFound = told.some((id) => id.startsWith(member.finds));
    if (isFound) found += 1;
    const outcome = isFound ? 'found' : told.length > 0 ? 'OTHER' : 'MISSED';
    process.stdout.write(`${outcome} ${member.name}: ${told.join(' ')} ${faultsOfAssay(run).join(' ')}\n`);
  }
  process.stdout.write(
    `${String(wrong)} false alarms, ${String(found)} of ${String(members.length)} faults\n`,
  );
  process.exitCode = wrong > 0 || found < members.length ? 1 : 0;
}

if (import.meta.main) await main();
