import { packageRoot as rootAbove } from '../interface/package-root.ts';

/** Directory of assay's own package.json, from the source as it is or from the build. */
export function packageRoot(): string {
  return rootAbove(import.meta.dirname);
}
