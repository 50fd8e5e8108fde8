import type { RunRecord } from '../run/record.ts';

/** One sentence for every report of a record that is not whole; `undefined` for a whole one. */
export function partialNote({ partial, footer }: RunRecord): string | undefined {
  if (footer === undefined)
    return 'The record is partial: it has no end, as the run was cut off. The report holds what it saw until then.';
  if (partial)
    return 'The record is partial: lines of it cannot be read. The report holds what the others say.';
  return undefined;
}
