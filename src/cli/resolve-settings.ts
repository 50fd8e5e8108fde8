import type { RateLimits } from '../interface/model.ts';
import { allowanceFor } from '../run/budget.ts';
import type { RunSettings } from '../run/record.ts';
import { isLoopback } from './is-loopback.ts';
import { quoted } from './quoted.ts';
import { suggestion } from './suggestion.ts';
import type { TestFlags } from './test-flags.ts';
import { UsageFault } from './usage-fault.ts';

/** The ids that `--suite` and `--check` choose from. */
type Catalogue = readonly { readonly id: string; readonly suite: string }[];

/** What the settings depend on besides flags. `newSeed` is used when no seed was given. */
export type SettingsContext = {
  readonly url: string;
  readonly plan: string | undefined;
  readonly timeoutMs: number;
  readonly catalogue: Catalogue;
  /** The documented limits: they bound what a run sends by default. */
  readonly limits: RateLimits | undefined;
  readonly newSeed: () => number;
};

const DEFAULT_DURATION_S = 300;

/** The names, each once. Throws a `UsageFault` for one that is not known. */
export function chosen(
  option: string,
  names: readonly string[],
  known: readonly string[],
): readonly string[] {
  for (const name of names) {
    if (known.includes(name)) continue;
    const advice = suggestion(name, known);
    const short = advice.length > 400 ? '"assay list" names them all' : advice;
    throw new UsageFault(`cannot use ${option} ${quoted(name)}: ${short}`);
  }
  return [...new Set(names)];
}

/** Turns flags into the settings of a run. Throws a `UsageFault` for a suite or check that there is none of. */
export function resolveSettings(flags: TestFlags, context: SettingsContext): RunSettings {
  const profile = flags.profile ?? 'standard';
  const suites = [...new Set(context.catalogue.map(({ suite }) => suite))];
  const ids = context.catalogue.map(({ id }) => id);
  return {
    url: context.url,
    plan: context.plan,
    profile,
    seed: flags.seed ?? context.newSeed(),
    maxRequests: flags.maxRequests ?? allowanceFor(profile, context.limits, context.plan).total,
    maxDurationS: flags.maxDuration ?? DEFAULT_DURATION_S,
    timeoutMs: context.timeoutMs,
    exhaust: flags.exhaust ?? isLoopback(context.url),
    exclusive: flags.exclusive ?? false,
    readOnly: flags.readOnly ?? false,
    strict: flags.strict ?? false,
    suites: chosen('--suite', flags.suite ?? [], suites),
    checks: chosen('--check', flags.check ?? [], ids),
  };
}
