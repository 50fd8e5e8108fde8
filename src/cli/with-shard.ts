import type { Interface } from '../interface/model.ts';
import type { RunSettings } from '../run/record.ts';
import type { ShardRequest } from './parse-shard-option.ts';
import { UsageFault } from './usage-fault.ts';

/** The settings of one shard of a run: with the checks that it judges. Throws a `UsageFault` where none is left for it. */
export async function withShard(
  settings: RunSettings,
  request: ShardRequest | undefined,
  document: Interface,
): Promise<RunSettings> {
  if (request === undefined) return settings;
  const { index, total } = request;
  const [{ shardChecks }, { suites }] = await Promise.all([
    import('../run/shard-checks.ts'),
    import('../run/suites.ts'),
  ]);
  const shards = shardChecks(settings, document, suites, total);
  const most = shards.filter((checks) => checks.length > 0).length;
  if (most < total)
    throw new UsageFault(
      `cannot use --shard ${String(index)}/${String(total)}: these checks make ${String(most)} shards at most; give --shard 1/${String(most)} and so on`,
    );
  return { ...settings, shard: { index, total, checks: shards[index - 1] ?? [] } };
}
