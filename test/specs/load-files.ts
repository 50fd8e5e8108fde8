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
