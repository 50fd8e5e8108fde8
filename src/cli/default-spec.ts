import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../interface/package-root.ts';
import { UsageFault } from './usage-fault.ts';

/** The interface that assay ships with: the only folder in `spec/`. */
export function defaultSpec(): string {
  const root = packageRoot();
  const folders = readdirSync(join(root, 'spec'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const [only] = folders;
  if (only === undefined || folders.length > 1) {
    throw new UsageFault('there is no single interface in "spec"; name one with --spec DIR');
  }
  return join(root, 'spec', only.name);
}
