import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadInterface, type LoadResult } from '../../src/interface/load-interface.ts';

/** Writes the files into a folder of their own, lets `use` work there and removes it again. */
export async function withFiles<T>(
  files: { readonly [name: string]: string | Uint8Array },
  use: (directory: string) => Promise<T>,
): Promise<T> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'interface-')));
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(directory, name)), { recursive: true });
      await writeFile(join(directory, name), content);
    }
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Loads an interface from files that are given as text. */
export function loadFiles(files: { readonly [name: string]: string | Uint8Array }): Promise<LoadResult> {
  return withFiles(files, (directory) => loadInterface(directory));
}

/** The same, and the first fault of the document breaks it. */
export function loadStrictly(files: { readonly [name: string]: string | Uint8Array }): Promise<LoadResult> {
  return withFiles(files, (directory) => loadInterface(directory, { strictness: 'strict' }));
}

/** So many documents stay loaded, the ones that were asked for last. */
const MOST_LOADED = 40;
const loaded = new Map<string, Promise<LoadResult>>();

/**
 * The same as `loadFiles` for files that were loaded before: runs against one document share it, and with it what is derived from
 * it (validators, values that break it), as runs of a process that judges for long do.
 */
export function loadOnce(files: { readonly [name: string]: string }): Promise<LoadResult> {
  const name = JSON.stringify(files);
  const result = loaded.get(name) ?? loadFiles(files);
  loaded.delete(name);
  loaded.set(name, result);
  const [oldest] = loaded.keys();
  if (loaded.size > MOST_LOADED && oldest !== undefined) loaded.delete(oldest);
  return result;
}
