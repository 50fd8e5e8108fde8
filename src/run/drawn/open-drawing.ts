import { whyNotApplicable } from '../../checks/check.ts';
import { unboundTotal } from '../../record/allowance.ts';
import type { RunSettings } from '../../record/record.ts';
import { type ProbeContext } from '../../session/probe.ts';
import { isThorough } from '../../session/suite.ts';
import { seedOf } from '../../system/random.ts';
import type { EngineOptions } from '../engine-options.ts';
import { selectedChecks } from '../plan.ts';
import type { Drawing } from './drawing.ts';

/** How events and left out parts name what is drawn. */
export const DRAWN = 'drawn';

/** Left of the time for what comes after drawn cases, in ms; more where windows are waited for. */
const SPARE_MS = 5_000;
const SPARE_MS_OF_WINDOWS = 150_000;
/** So many exchanges of drawn cases are in a record, whatever they tell; of more of them those that tell something. */
const MOST_KEPT = 2_000;

type Told = Pick<EngineOptions, 'settings' | 'document'>;

/** True where the caller gives a run more to spend than its profile has by itself. */
export function isRaised({ settings, document }: Told): boolean {
  const { profile, maxRequests } = settings;
  return profile === 'deep' || (profile === 'thorough' && maxRequests > unboundTotal(document, settings));
}

/** True where cases are drawn: in whole runs of the large profiles, and where a limit is documented only with a budget for it. */
export function drawsCases(told: Told): boolean {
  const { profile, suites, checks, shard } = told.settings;
  if (!isThorough(profile)) return false;
  if (profile === 'deep') return true;
  const isWhole = suites.length === 0 && checks.length === 0 && shard === undefined;
  return isWhole && (told.document.rateLimits === undefined || isRaised(told));
}

/** The seed of the cases of a run: each of several shards draws its own. */
export function seedOfPart({ seed, shard }: Pick<RunSettings, 'seed' | 'shard'>): number {
  return shard === undefined || shard.total === 1
    ? seed
    : seedOf(seed, `shard ${String(shard.index)} of ${String(shard.total)}`);
}

/** What draws the cases of a run. It is loaded here: most runs draw nothing, and start faster without it. */
export async function openDrawing(context: ProbeContext, options: EngineOptions): Promise<Drawing> {
  const { document, settings, ownChecks, onExchange, onEvent } = options;
  const { Drawing: Drawn } = await import('./drawing.ts');
  return new Drawn({
    context,
    seed: seedOfPart(settings),
    checks: selectedChecks(settings, ownChecks).filter(
      (check) => whyNotApplicable(document, check) === undefined,
    ),
    spareMs: document.rateLimits === undefined ? SPARE_MS : SPARE_MS_OF_WINDOWS,
    keep: (readings) => {
      for (const reading of readings) onExchange(reading);
    },
    mostKept: MOST_KEPT,
    // A limit that is documented is there before an answer tells of it.
    concurrency: document.rateLimits === undefined ? (settings.concurrency ?? 1) : 1,
    slowed: (slowed) => onEvent({ kind: 'slowed', ...slowed }),
  });
}
