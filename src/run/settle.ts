import type { Interface } from '../interface/model.ts';
import { unboundTotal } from '../record/allowance.ts';
import type { RunSettings } from '../record/record.ts';
import { SETTING_ROWS, type SettingName, SETTINGS, type SettingsRequest } from '../record/settings.ts';
import type { Read } from '../system/option.ts';

/** A setting that can't be used: `shown` is what messages may quote of it, `advice` what would be right. */
type SettingProblem = {
  readonly setting: SettingName;
  readonly shown: string | undefined;
  readonly advice: string;
};

export type Settled =
  | { readonly kind: 'settled'; readonly settings: RunSettings }
  | { readonly kind: 'unusable'; readonly problem: SettingProblem };

/** Unwinds a setting that can't be used. */
class Unusable extends Error {
  readonly problem: SettingProblem;

  constructor(problem: SettingProblem) {
    super(problem.advice);
    this.name = 'Unusable';
    this.problem = problem;
  }
}

function valueOf<Value>(setting: SettingName, read: Read<Value>): Value {
  if (read.kind === 'value') return read.value;
  throw new Unusable({ setting, shown: read.shown, advice: read.advice });
}

function settled(request: SettingsRequest, document: Interface, newSeed: () => number): RunSettings {
  const { profile, plan } = request;
  const chosen = {
    profile:
      profile === undefined
        ? SETTINGS.profile.default
        : valueOf('profile', SETTINGS.profile.values.check(profile)),
    plan: plan === undefined ? undefined : valueOf('plan', SETTINGS.plan.values.check(plan, document)),
  };
  const mostRequests = (): number => unboundTotal(document, chosen);
  const surroundings = { document, newSeed, mostRequests, ...chosen };
  const given = new Map<string, unknown>(Object.entries(request));
  const entries = SETTING_ROWS.flatMap(([name, row]) => {
    if (name === 'shard') return [];
    const said = given.get(name);
    if (said === undefined && row.optional === true) return [];
    const usual = row.usual === undefined ? row.default : row.usual(surroundings);
    const value =
      said === undefined && usual !== undefined ? usual : valueOf(name, row.values.check(said, document));
    return row.optional === true && value === false ? [] : [[name, value]];
  });
  // Each value is what the check or the default of its row gives, which is what the type is made of.
  return Object.fromEntries(entries) as RunSettings;
}

/** The settings of a run against a document, or the first thing that can't be used. `newSeed` is asked where none was given. */
export function settle(request: SettingsRequest, document: Interface, newSeed: () => number): Settled {
  try {
    return { kind: 'settled', settings: settled(request, document, newSeed) };
  } catch (error) {
    if (error instanceof Unusable) return { kind: 'unusable', problem: error.problem };
    throw error;
  }
}
