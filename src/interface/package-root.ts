import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folder of assay's own package.json, or of that above another folder; both for the sources and for what is built from them. */
export function packageRoot(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`There is no package.json above ${from}.`);
  }
}
