import { quoted } from './quoted.ts';
import { UsageFault } from './usage-fault.ts';

/** Which shard of how many, counted from 1. */
export type ShardRequest = { readonly index: number; readonly total: number };

/** More are never worth it: each begins with requests of its own. */
const MOST_SHARDS = 32;

/** Reads `i/n`. Throws a `UsageFault` for anything else. */
export function parseShardOption(text: string): ShardRequest {
  const [, index, total] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && total !== undefined && index >= 1 && index <= total && total <= MOST_SHARDS)
    return { index, total };
  throw new UsageFault(
    `cannot use --shard ${quoted(text)}: give which shard of how many, from 1/1 to ${String(MOST_SHARDS)}/${String(MOST_SHARDS)}, for example --shard 1/3`,
  );
}
