import { isAbsolute, relative } from 'node:path';

/** A path as a reader in the working directory writes it: relative when the file is below, absolute elsewhere. */
export function shownPath(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path.startsWith('..') || isAbsolute(path) ? file : path;
}
