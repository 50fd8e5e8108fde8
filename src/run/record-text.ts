import { recordLine } from './record-line.ts';
import type { RunRecord } from './record.ts';

/** A record as the text of its file. `parseRecord` reads the same record back, unless lines of it could not be read. */
export function recordText({ header, exchanges, done = [], results, footer }: RunRecord): string {
  return [
    recordLine(header),
    ...[...exchanges.values()].map((exchange) => recordLine({ type: 'exchange', exchange })),
    ...done.map((id) => recordLine({ type: 'probe', id, state: 'done' })),
    ...results.map((result) => recordLine({ type: 'check', result })),
    ...(footer === undefined ? [] : [recordLine(footer)]),
  ].join('');
}
