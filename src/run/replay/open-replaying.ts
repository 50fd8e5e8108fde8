import { whyNotApplicable } from '../../checks/check.ts';
import type { ProbeContext } from '../../session/probe.ts';
import type { EngineOptions } from '../engine-options.ts';
import { selectedChecks } from '../plan.ts';
import type { ReplayFirst } from './replay-first.ts';

/** How the requests of failed cases, and what is left out of them, are named. */
export const REPLAYED = 'replay-first';

/** What sends failed cases of earlier runs, where the caller gives some. It is loaded here: most runs need none of it. */
export async function openReplaying(
  context: ProbeContext,
  { replayFirst: records, settings, ownChecks, document }: EngineOptions,
): Promise<ReplayFirst | undefined> {
  if (records === undefined || records.length === 0) return undefined;
  const { ReplayFirst: Replaying } = await import('./replay-first.ts');
  const checks = selectedChecks(settings, ownChecks).filter(
    (check) => whyNotApplicable(document, check) === undefined,
  );
  return new Replaying(context, { records, checks, shard: settings.shard });
}
