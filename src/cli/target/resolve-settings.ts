import { randomInt } from 'node:crypto';
import { isLoopback } from '../../http/target.ts';
import type { Interface } from '../../interface/model.ts';
import type { Baseline } from '../../record/baseline.ts';
import type { RunSettings } from '../../record/record.ts';
import type { ShardRequest } from '../../record/setting-row.ts';
import { newSeed, SETTING_ROWS, SETTINGS, type SettingsRequest } from '../../record/settings.ts';
import { settle, type Settled } from '../../run/settle.ts';
import { flagOf, givenName, type OptionRow } from '../../system/option.ts';
import type { TestFlags } from '../options.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

/** What the settings depend on besides flags. */
export type SettingsContext = {
  readonly url: string;
  readonly plan: string | undefined;
  readonly timeoutMs: number;
  readonly baseline: Baseline | undefined;
  readonly shard: ShardRequest | undefined;
  readonly document: Interface;
};

function faultOf(row: OptionRow, shown: string | undefined, advice: string): UsageFault {
  return new UsageFault(
    `cannot use ${flagOf(row)}${shown === undefined ? '' : ` ${quoted(shown)}`}: ${advice}`,
  );
}

/** The names, each once. Throws a `UsageFault` for one that is not known. */
export function chosen(setting: 'suites' | 'checks', names: readonly string[] = []): readonly string[] {
  const read = SETTINGS[setting].values.check(names);
  if (read.kind === 'value') return read.value;
  throw faultOf(SETTINGS[setting], read.shown, read.advice);
}

/** What shares the checks out is loaded where there is a share. */
async function withShard(
  settled: Settled,
  shard: ShardRequest | undefined,
  document: Interface,
): Promise<Settled> {
  if (settled.kind === 'unusable' || shard === undefined) return settled;
  const [{ shardOf }, { suites }] = await Promise.all([
    import('../../run/shards/shards.ts'),
    import('../../../suites/suites.ts'),
  ]);
  return shardOf(settled.settings, shard, document, suites);
}

/** Turns flags into the settings of a run. Throws a `UsageFault` for what can't be used. */
export async function resolveSettings(flags: TestFlags, context: SettingsContext): Promise<RunSettings> {
  const { document, shard, ...given } = context;
  const said = new Map<string, unknown>(Object.entries(flags));
  const request: SettingsRequest = {
    ...Object.fromEntries(SETTING_ROWS.map(([name, row]) => [name, said.get(givenName(row))])),
    exhaust: flags.exhaust ?? isLoopback(context.url),
    ...given,
  };
  const settled = await withShard(
    settle(request, document, () => newSeed(randomInt)),
    shard,
    document,
  );
  if (settled.kind === 'settled') return settled.settings;
  const { setting, shown, advice } = settled.problem;
  throw faultOf(SETTINGS[setting], shown, advice);
}
