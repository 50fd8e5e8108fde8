import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folder of assay's own package.json, or of that above another folder; both for the sources and for what is built from them. */
export function packageRoot(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`There is no package.json above ${from}.`);
  }
}

/** What assay needs from its own package.json. */
export type PackageManifest = { readonly version: string };

/** Reads assay's own package.json. */
export function packageManifest(): PackageManifest {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  const isNamed = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return { version: isNamed && typeof manifest.version === 'string' ? manifest.version : '0.0.0' };
}

/**
 * The text of a file that stands beside the module which asks for it, such as a style or a script for a page: from the disk where
 * modules run as they are. The bundler puts the text itself in the place of the call, which names the folder as
 * `import.meta.dirname` and the file as a text.
 */
export function textBeside(directory: string, name: string): string {
  return readFileSync(join(directory, name), 'utf8');
}
