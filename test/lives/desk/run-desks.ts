import { readFile } from 'node:fs/promises';
import type { RunSettings } from '../../../src/record/record.ts';
import type { MockRun } from '../../other-interfaces/run-against-mock.ts';
import { OTHER_KEY, runAgainstService } from '../../other-interfaces/run-against-service.ts';
import type { DeskMember } from './members.ts';

/** Runs with two keys over the desks. */

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
