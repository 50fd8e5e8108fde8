import { checks } from '../checks/catalogue.ts';
import type { Check } from '../checks/check.ts';
import type { Interface } from '../interface/model.ts';
import type { Reading } from '../oracle/reading.ts';
import { allowanceFor } from './allowance.ts';
import type { Reason } from './probe-ledger.ts';
import type { Profile, RunSettings } from './record.ts';
import { hasFailed } from './session.ts';
import type { Probe, Suite } from './suite.ts';

/** The checks that a run reports: the selected ones, of the selected suites, and of the shard where it is one. */
export function selectedChecks(settings: Pick<RunSettings, 'suites' | 'checks' | 'shard'>): readonly Check[] {
  return checks.filter(
    (check) =>
      (settings.suites.length === 0 || settings.suites.includes(check.suite)) &&
      (settings.checks.length === 0 || settings.checks.includes(check.id)) &&
      (settings.shard === undefined || settings.shard.checks.includes(check.id)),
  );
}

/** What happens to a probe: it runs, or it is left out for a reason; `unselected` ones are not even mentioned. */
export type Fate =
  | { readonly kind: 'runs' }
  | ({ readonly kind: 'left-out' } & Extract<Reason, { readonly cause: 'declared' }>)
  | { readonly kind: 'unselected' };

/** Decides whether a probe runs. */
export function fateOf(probe: Probe, suite: Suite, settings: RunSettings, document: Interface): Fate {
  const wanted = new Set(
    selectedChecks(settings)
      .filter((c) => c.notApplicable(document) === undefined)
      .map((c) => c.id),
  );
  const selected =
    settings.checks.length > 0 || settings.shard !== undefined
      ? probe.feeds.some((id) => wanted.has(id))
      : settings.suites.length === 0 ||
        settings.suites.includes(suite.name) ||
        probe.feeds.some((id) => wanted.has(id));
  if (!selected) return { kind: 'unselected' };
  if (probe.creates && settings.readOnly)
    return {
      kind: 'left-out',
      cause: 'declared',
      reason: '--read-only: it would create something',
      option: 'a run without --read-only',
    };
  if (probe.profiles.includes(settings.profile)) return { kind: 'runs' };
  return {
    kind: 'left-out',
    cause: 'declared',
    reason: `not part of --profile ${settings.profile}`,
    option: `--profile ${LARGER_PROFILES[settings.profile]}`,
  };
}

const LARGER_PROFILES: { readonly [profile in Profile]: Profile } = {
  quick: 'standard',
  standard: 'thorough',
  thorough: 'thorough',
};

/**
 * Why the budget did not last. It is the profile's choice where no request was wasted on something that went wrong, and
 * the caller did not lower it.
 */
export function spentBudget(
  reason: string,
  { settings, document }: { readonly settings: RunSettings; readonly document: Interface },
  readings: readonly Reading[],
): Reason {
  const { profile, plan, maxRequests } = settings;
  const isLowered = maxRequests < allowanceFor(profile, document.rateLimits, plan).total;
  const isWasted = readings.some((reading) => reading.answer === undefined || hasFailed(reading));
  const isLimited = readings.some(({ answer }) => answer?.limited === true);
  if (isLowered || isWasted || isLimited) return { cause: 'went-wrong', reason };
  return {
    cause: 'declared',
    reason: `${reason}: it is all that --profile ${profile} sends`,
    option: profile === 'thorough' ? '--suite, one part at a time' : `--profile ${LARGER_PROFILES[profile]}`,
  };
}
