import { unwritable } from '../system/whole-file.ts';
import { quoted } from './quoted.ts';
import { UsageFault } from './usage-fault.ts';

/** Throws a `UsageFault` when the file cannot be written: before anything is sent, not after. */
export function requireWritable(file: string, option: string): void {
  const code = unwritable(file);
  if (code === undefined) return;
  throw new UsageFault(`cannot write ${quoted(file)} (${code}): give ${option} a place that can be written`);
}
