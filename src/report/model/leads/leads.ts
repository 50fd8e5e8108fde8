import type { RunRecord } from '../../../record/record.ts';
import type { Finding } from '../findings.ts';
import { credentialLeads } from './credentials.ts';
import { errorLeads } from './errors.ts';
import { leadFacts } from './facts.ts';
import { limitLeads } from './limits.ts';
import type { LeadRow } from './patterns.ts';
import { requestLeads } from './requests.ts';
import { storedLeads } from './stored.ts';

/**
 * Guesses at what an implementer did, from the pattern of what broke: one table, the more particular before the more
 * general. The patterns are those of the zoo (`test/zoo/faulty`); a lead is said with caution, and where none fits there
 * is none.
 */
const ROWS: readonly LeadRow[] = [
  ...credentialLeads,
  ...errorLeads,
  ...requestLeads,
  ...storedLeads,
  ...limitLeads,
];

function isAbout({ checks }: LeadRow, id: string): boolean {
  return checks.some((check) => (check.endsWith('.') ? id.startsWith(check) : id === check));
}

/** What an implementer may have done, in a sentence without an end; `undefined` where no pattern is known. */
export function leadOf(record: RunRecord, finding: Finding): string | undefined {
  const rows = ROWS.filter((row) => isAbout(row, finding.result.id));
  if (rows.length === 0) return undefined;
  const facts = leadFacts(record, finding);
  const row = rows.find(({ fits }) => fits(facts));
  return typeof row?.says === 'function' ? row.says(facts) : row?.says;
}
