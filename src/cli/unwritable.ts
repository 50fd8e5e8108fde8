import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** Why the file cannot be written, or `undefined` when it can. Makes its directory; leaves no new file behind. */
export function unwritable(file: string): string | undefined {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const existed = existsSync(file);
    closeSync(openSync(file, 'a'));
    if (!existed) rmSync(file);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
