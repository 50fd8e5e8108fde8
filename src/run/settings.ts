/** What a run may be told, read once for the command line and the library. */
import { checks } from '../checks/catalogue.ts';
import { suggestion } from '../interface/nearest-name.ts';
import type { Interface } from '../interface/model.ts';
import type { Baseline } from './baseline.ts';
import { allowanceFor } from './budget.ts';
import type { Profile, RunSettings } from './record.ts';
import { type Read, readBaseUrl, readPlan } from './target-text.ts';

/** What a caller says of a run; everything but the address has a default. */
export type SettingsRequest = {
  readonly url: string;
  readonly plan?: string | undefined;
  readonly profile?: string | undefined;
  readonly seed?: number | undefined;
  readonly maxRequests?: number | undefined;
  readonly maxDurationS?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly exhaust?: boolean | undefined;
  readonly exclusive?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly strict?: boolean | undefined;
  readonly allowIncomplete?: boolean | undefined;
  readonly suites?: readonly string[] | undefined;
  readonly checks?: readonly string[] | undefined;
  readonly baseline?: Baseline | undefined;
};

/** Everything that a run may be told. */
export type SettingName = keyof SettingsRequest | 'shard';

/** A setting that can't be used: `shown` is what messages may quote of it, `advice` what would be right. */
type SettingProblem = {
  readonly setting: SettingName;
  readonly shown: string | undefined;
  readonly advice: string;
};

export type Settled =
  | { readonly kind: 'settled'; readonly settings: RunSettings }
  | { readonly kind: 'unusable'; readonly problem: SettingProblem };

/** Bounds of a number, both included. */
type Bounds = { readonly from: number; readonly to: number };
type NumberSetting = 'seed' | 'maxRequests' | 'maxDurationS' | 'timeoutMs';

/** Whole numbers alone. */
export const BOUNDS: { readonly [setting in NumberSetting]: Bounds } = {
  seed: { from: 0, to: 2 ** 31 - 1 },
  maxRequests: { from: 1, to: 1_000_000 },
  maxDurationS: { from: 1, to: 86_400 },
  timeoutMs: { from: 1, to: 600_000 },
};

export const PROFILES: readonly Profile[] = ['quick', 'standard', 'thorough'];

const DEFAULT_DURATION_S = 300;
const DEFAULT_TIMEOUT_MS = 10_000;
/** Names that a message lists; of more it says where they are listed. */
const LONGEST_ADVICE = 400;

/** Unwinds a setting that can't be used. */
class Unusable extends Error {
  readonly problem: SettingProblem;

  constructor(setting: keyof SettingsRequest, shown: string | undefined, advice: string) {
    super(advice);
    this.name = 'Unusable';
    this.problem = { setting, shown, advice };
  }
}

/** Reads names of known ones: each once. */
export function readNames(names: readonly string[], known: readonly string[]): Read<readonly string[]> {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return { kind: 'value', value: [...new Set(names)] };
  const advice = suggestion(unknown, known);
  const short = advice.length > LONGEST_ADVICE ? '"assay list" names them all' : advice;
  return { kind: 'unusable', shown: unknown, advice: short };
}

/** The suites and checks that can be chosen. */
export const CHOICES: { readonly suites: readonly string[]; readonly checks: readonly string[] } = {
  suites: [...new Set(checks.map(({ suite }) => suite))],
  checks: checks.map(({ id }) => id),
};

function valueOf<Value>(setting: keyof SettingsRequest, read: Read<Value>): Value {
  if (read.kind === 'value') return read.value;
  throw new Unusable(setting, read.shown, read.advice);
}

function profileOf(name: string | undefined): Profile {
  if (name === undefined) return 'standard';
  const found = PROFILES.find((profile) => profile === name);
  if (found !== undefined) return found;
  throw new Unusable('profile', name, suggestion(name, PROFILES));
}

function numberOf(setting: NumberSetting, value: number | undefined, usual: () => number): number {
  if (value === undefined) return usual();
  const { from, to } = BOUNDS[setting];
  if (Number.isInteger(value) && value >= from && value <= to) return value;
  throw new Unusable(setting, String(value), `give a whole number from ${String(from)} to ${String(to)}`);
}

function settled(request: SettingsRequest, document: Interface, newSeed: () => number): RunSettings {
  const profile = profileOf(request.profile);
  const plan = request.plan === undefined ? undefined : valueOf('plan', readPlan(request.plan, document));
  return {
    url: valueOf('url', readBaseUrl(request.url)),
    plan,
    profile,
    seed: numberOf('seed', request.seed, newSeed),
    maxRequests: numberOf(
      'maxRequests',
      request.maxRequests,
      () => allowanceFor(profile, document.rateLimits, plan).total,
    ),
    maxDurationS: numberOf('maxDurationS', request.maxDurationS, () => DEFAULT_DURATION_S),
    timeoutMs: numberOf('timeoutMs', request.timeoutMs, () => DEFAULT_TIMEOUT_MS),
    exhaust: request.exhaust ?? false,
    exclusive: request.exclusive ?? false,
    readOnly: request.readOnly ?? false,
    strict: request.strict ?? false,
    ...(request.allowIncomplete === true ? { allowIncomplete: true } : {}),
    suites: valueOf('suites', readNames(request.suites ?? [], CHOICES.suites)),
    checks: valueOf('checks', readNames(request.checks ?? [], CHOICES.checks)),
    ...(request.baseline === undefined ? {} : { baseline: request.baseline }),
  };
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
