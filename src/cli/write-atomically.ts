import { errnoText } from '../system/errno-text.ts';
import { writeWholeFile } from '../system/whole-file.ts';
import { quoted } from './quoted.ts';
import { UsageFault } from './usage-fault.ts';

/** Writes a file that others will need, so that not even a loss of power leaves half of it; `mode` is for a new one, before the umask. Throws a `UsageFault` when it cannot be written. */
export function writeAtomically(file: string, text: string, option: string, mode = 0o666): void {
  try {
    writeWholeFile(file, text, { mode, durable: true });
  } catch (error) {
    throw new UsageFault(
      `cannot write ${quoted(file)} (${errnoText(error)}): give ${option} a place that can be written`,
    );
  }
}
