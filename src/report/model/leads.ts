import type { RunRecord } from '../../run/record.ts';
import type { Finding } from './findings.ts';

export function leadOf(_record: RunRecord, _finding: Finding): string | undefined {
  return undefined;
}
