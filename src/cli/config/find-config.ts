/** Where the configuration is: the file that was named, or the first that is there, from here up to the top of the repository. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { shownPath } from '../../document/files.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

/** Names of configurations, in the order in which they are looked for. */
export const CONFIG_NAMES: readonly string[] = ['ts', 'mts', 'mjs', 'js', 'yaml', 'yml', 'json'].map(
  (ending) => `assay.config.${ending}`,
);

/** Folders to look in: this one, and those above it in the same repository. */
function foldersFrom(cwd: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(folder);
    if (existsSync(join(folder, '.git'))) return folders;
    if (dirname(folder) === folder) return [cwd];
  }
}

const WRITABLE_BY_ALL = 0o002;
const SYSTEM = 0;

/** Why what lies at a path may have been put there by another user; `undefined` where it was not. */
function strangerAt(path: string, own: number): string | undefined {
  const { uid, mode } = statSync(path);
  if (uid !== own && uid !== SYSTEM) return 'belongs to another user';
  return (mode & WRITABLE_BY_ALL) === 0 ? undefined : 'can be written by everybody';
}

/** What is found is run: it has to be of whoever runs it. Where files have no owners, anything is. */
function requireOwn(file: string): void {
  const own = process.getuid?.();
  if (own === undefined) return;
  for (const path of [file, dirname(file)]) {
    const why = strangerAt(path, own);
    if (why === undefined) continue;
    throw new UsageFault(
      `cannot read the configuration ${quoted(file)}: ${quoted(path)} ${why}, and a configuration is run; name it with --config if you trust it, or leave it out with --no-config`,
    );
  }
}

/**
 * Absolute path of the configuration: `named` by the caller, `false` for none, or found. `undefined` where there is none. Throws a
 * `UsageFault` for one that is not there, or that another user may have put there.
 */
export function findConfig(named: unknown, cwd: string): string | undefined {
  if (named === false) return undefined;
  if (typeof named === 'string') {
    const file = resolve(cwd, named);
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return file;
    throw new UsageFault(
      `cannot use --config ${quoted(named)}: there is no such file; "assay init" writes ${CONFIG_NAMES[0] ?? ''}`,
    );
  }
  for (const folder of foldersFrom(cwd)) {
    const [file, other] = CONFIG_NAMES.map((name) => join(folder, name)).filter((each) => existsSync(each));
    if (file === undefined) continue;
    if (other !== undefined)
      throw new UsageFault(
        `cannot choose between ${quoted(shownPath(file, cwd))} and ${quoted(shownPath(other, cwd))}: remove one, or name one with --config`,
      );
    requireOwn(file);
    return file;
  }
  return undefined;
}
