import { blamed, faultsOfAssay, idsOf, type MockRun } from '../other-interfaces/run-against-mock.ts';
import { runAgainstService } from '../other-interfaces/run-against-service.ts';
import { readFile } from 'node:fs/promises';
import type { RunSettings } from '../../src/record/record.ts';
import type { Conforming } from './members.ts';

/** Runs over services of this zoo; `npm run zoo:crud` runs all of them. */

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
