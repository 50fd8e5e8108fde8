import type { RunRecord } from '../../src/record/record.ts';
import { recordLine } from '../../src/record/write.ts';

/** The file that a record is read from. */
export function recordText({ header, exchanges, results, footer }: RunRecord): string {
  return [
    header,
    ...[...exchanges.values()].map((exchange) => ({ type: 'exchange', exchange }) as const),
    ...results.map((result) => ({ type: 'check', result }) as const),
    ...(footer === undefined ? [] : [footer]),
  ]
    .map(recordLine)
    .join('');
}
