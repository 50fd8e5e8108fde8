import { readFile } from 'node:fs/promises';
import type { RunSettings } from '../../src/record/record.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import type { MockRun } from '../other-interfaces/run-against-mock.ts';
import { runAgainstService } from '../other-interfaces/run-against-service.ts';
import type { Member } from './members.ts';

/** Runs over services of this zoo. */

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
