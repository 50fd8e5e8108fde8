import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { quoted } from './quoted.ts';
import { timeStamp } from './record-place.ts';
import { UsageFault } from './usage-fault.ts';

const MAX_TARGET = 60;
const MOST_TRIES = 1000;

/** Characters that no name of a folder starts or ends with. */
const EDGES: ReadonlySet<string> = new Set(['-', '.']);

/** Host and port in characters that every file system takes; `mock` for assay's own. */
function targetName(url: string | undefined): string {
  if (url === undefined) return 'mock';
  const host = new URL(url).host.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-');
  let from = 0;
  let end = host.length;
  while (from < end && EDGES.has(host.charAt(from))) from += 1;
  while (end > from && EDGES.has(host.charAt(end - 1))) end -= 1;
  return host.slice(from, end).slice(0, MAX_TARGET) || 'target';
}

/** Makes `<time>-<target>` in a directory; where that is taken, with a number behind it. Throws a `UsageFault`. */
export function makeRunFolder(
  directory: string,
  { url, time }: { readonly url: string | undefined; readonly time: Date },
): string {
  const name = `${timeStamp(time)}-${targetName(url)}`;
  let code = '';
  try {
    mkdirSync(directory, { recursive: true });
    for (let number = 1; number <= MOST_TRIES; number += 1) {
      const folder = join(directory, number === 1 ? name : `${name}-${String(number)}`);
      try {
        mkdirSync(folder);
        return folder;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
    }
    code = 'every name is taken';
  } catch (error) {
    code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
  throw new UsageFault(
    `cannot make a folder in ${quoted(directory)} (${code}): give --out a place that can be written`,
  );
}
