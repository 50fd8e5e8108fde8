import { quoted } from './quoted.ts';
import { UsageFault } from './usage-fault.ts';

/** Which shard of how many, counted from 1. */
export type ShardRequest = { readonly index: number; readonly total: number };

/** Reads `i/n`: whole numbers. Throws a `UsageFault` for anything else. */
export function parseShardOption(text: string): ShardRequest {
  const [, index, total] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && total !== undefined && index >= 1 && index <= total) return { index, total };
  throw new UsageFault(
    `cannot use --shard ${quoted(text)}: give which shard of how many, for example --shard 1/3`,
  );
}
