import type { Interface } from '../interface/model.ts';
import type { RunRecord } from '../run/record.ts';
import { findingCounts } from './model/finding-words.ts';
import { counted } from './run-counts.ts';
import { verdict } from './verdict.ts';

/** What a badge says. The words are the program's own: nothing of a service or a record is in them. */
export type BadgeLabel = {
  readonly label: string;
  readonly message: string;
  readonly colour: 'good' | 'bad' | 'unknown';
};

/** The verdict in a few words: clauses proven, findings, or why there is none. */
export function badgeLabel(record: RunRecord, document?: Interface): BadgeLabel {
  const { kind, proven, provable, violations, warnings, excused } = verdict(record, document);
  const partial = record.partial ? ', partial' : '';
  const known = excused === 0 ? '' : `, ${counted(excused, 'known failure')}`;
  const label = 'conformance';
  switch (kind) {
    case 'conforms':
      return {
        label,
        message: `${String(proven)} of ${String(provable)} clauses${known}${partial}`,
        colour: record.partial ? 'unknown' : 'good',
      };
    case 'does-not-conform': {
      const { fail, warn } = findingCounts(record);
      const broken = violations > 0 ? counted(fail.findings, 'finding') : counted(warn.findings, 'warning');
      const message = violations + warnings > 0 ? broken : 'baseline out of date';
      return { label, message: message + partial, colour: 'bad' };
    }
    case 'could-not-tell':
      return { label, message: `unknown${partial}`, colour: 'unknown' };
    case 'interrupted':
      return { label, message: `interrupted${partial}`, colour: 'unknown' };
  }
}
