import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Directory of assay's own package.json, from the source as it is or from the build. */
export function packageRoot(): string {
  let directory = import.meta.dirname;
  while (!existsSync(join(directory, 'package.json'))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error(`no package.json above ${import.meta.dirname}`);
    directory = parent;
  }
  return directory;
}
