import { readBaseUrl } from '../run/target-text.ts';
import { quoted } from './quoted.ts';
import { UsageFault } from './usage-fault.ts';

/** Reads a base address; `source` is how messages call it (`--url`, `ASSAY_URL`). Throws a `UsageFault` that never shows credentials. */
export function parseTargetUrl(given: string, source: string): string {
  const read = readBaseUrl(given);
  if (read.kind === 'value') return read.value;
  const shown = read.shown === undefined ? '' : ` ${quoted(read.shown)}`;
  throw new UsageFault(`cannot use ${source}${shown}: ${read.advice}`);
}
