import { randomInt } from 'node:crypto';
import type { Interface } from '../interface/model.ts';
import type { Baseline } from '../run/baseline.ts';
import type { RunSettings } from '../run/record.ts';
import {
  BOUNDS,
  readNames,
  settle,
  type Settled,
  type SettingName,
  type SettingsRequest,
} from '../run/settings.ts';
import { isLoopback } from '../system/is-loopback.ts';
import { quoted } from './quoted.ts';
import type { TestFlags } from './test-flags.ts';
import { UsageFault } from './usage-fault.ts';

/** What the settings depend on besides flags. */
export type SettingsContext = {
  readonly url: string;
  readonly plan: string | undefined;
  readonly timeoutMs: number;
  readonly baseline: Baseline | undefined;
  readonly document: Interface;
};

/** The flags that stand for the settings. */
const FLAGS: { readonly [setting in SettingName]-?: string } = {
  url: '--url',
  plan: '--plan',
  profile: '--profile',
  seed: '--seed',
  maxRequests: '--max-requests',
  maxDurationS: '--max-duration',
  timeoutMs: '--timeout',
  exhaust: '--exhaust',
  exclusive: '--exclusive',
  readOnly: '--read-only',
  strict: '--strict',
  allowIncomplete: '--allow-incomplete',
  suites: '--suite',
  checks: '--check',
  baseline: '--baseline',
  shard: '--shard',
};

/** The names, each once. Throws a `UsageFault` for one that is not known. */
export function chosen(
  option: string,
  names: readonly string[],
  known: readonly string[],
): readonly string[] {
  const read = readNames(names, known);
  if (read.kind === 'value') return read.value;
  throw new UsageFault(`cannot use ${option} ${quoted(read.shown ?? '')}: ${read.advice}`);
}

/** What shares the checks out is loaded where there is a share. */
async function withShard(settled: Settled, shard: TestFlags['shard'], document: Interface): Promise<Settled> {
  if (settled.kind === 'unusable' || shard === undefined) return settled;
  const [{ shardOf }, { suites }] = await Promise.all([
    import('../run/shard-checks.ts'),
    import('../run/suites.ts'),
  ]);
  return shardOf(settled.settings, shard, document, suites);
}

function usable(settled: Settled): RunSettings {
  if (settled.kind === 'settled') return settled.settings;
  const { setting, shown, advice } = settled.problem;
  throw new UsageFault(
    `cannot use ${FLAGS[setting]}${shown === undefined ? '' : ` ${quoted(shown)}`}: ${advice}`,
  );
}

/** Turns flags into the settings of a run. Throws a `UsageFault` for what can't be used. */
export async function resolveSettings(flags: TestFlags, context: SettingsContext): Promise<RunSettings> {
  const { document, ...given } = context;
  const request: SettingsRequest = {
    ...given,
    profile: flags.profile,
    seed: flags.seed,
    maxRequests: flags.maxRequests,
    maxDurationS: flags.maxDuration,
    exhaust: flags.exhaust ?? isLoopback(context.url),
    exclusive: flags.exclusive,
    readOnly: flags.readOnly,
    strict: flags.strict,
    allowIncomplete: flags.allowIncomplete,
    suites: flags.suite,
    checks: flags.check,
  };
  const settled = settle(request, document, () => randomInt(BOUNDS.seed.to + 1));
  return usable(await withShard(settled, flags.shard, document));
}
