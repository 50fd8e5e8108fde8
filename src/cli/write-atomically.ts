import { mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gate } from '../credential/gate.ts';
import { UsageFault } from './usage-fault.ts';
import { quoted } from './quoted.ts';

function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Writes a file so that nobody ever finds half of it; `mode` is for a new one, before the umask. Throws a `UsageFault` when it cannot be written. */
export function writeAtomically(file: string, text: string, option: string, mode = 0o666): void {
  const target = targetOf(file);
  const draft = `${target}.${String(process.pid)}.tmp`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(draft, gate().output(text), { mode });
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UsageFault(
      `cannot write ${quoted(file)} (${code}): give ${option} a place that can be written`,
    );
  }
}
