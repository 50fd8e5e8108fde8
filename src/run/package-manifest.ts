import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package-root.ts';

/** What assay needs from its own package.json. `defaultSpec` is a folder relative to the package root. */
export type PackageManifest = { readonly version: string; readonly defaultSpec: string | undefined };

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}

/** Reads assay's own package.json. */
export function packageManifest(): PackageManifest {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  const version = memberOf(manifest, 'version');
  const defaultSpec = memberOf(memberOf(manifest, 'assay'), 'defaultSpec');
  return {
    version: typeof version === 'string' ? version : '0.0.0',
    defaultSpec: typeof defaultSpec === 'string' ? defaultSpec : undefined,
  };
}
