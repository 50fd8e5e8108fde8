import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../interface/package-root.ts';

/** What assay needs from its own package.json. */
export type PackageManifest = { readonly version: string };

/** Reads assay's own package.json. */
export function packageManifest(): PackageManifest {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  const isNamed = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return { version: isNamed && typeof manifest.version === 'string' ? manifest.version : '0.0.0' };
}
