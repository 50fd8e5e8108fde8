import { checks } from '../checks/catalogue.ts';
import type { Check } from '../checks/check.ts';
import type { Interface } from '../interface/model.ts';
import type { RunSettings } from './record.ts';
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
  | { readonly kind: 'left-out'; readonly reason: string }
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
    return { kind: 'left-out', reason: '--read-only: it would create something' };
  if (probe.profiles.includes(settings.profile)) return { kind: 'runs' };
  return { kind: 'left-out', reason: `not part of --profile ${settings.profile}` };
}
