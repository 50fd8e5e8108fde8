import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gate } from '../credential/gate.ts';
import type { Interface } from '../interface/model.ts';
import { readRuns } from './read-runs.ts';

/** Writes `index.html` over the runs of a directory, at once: runs that end at the same time don't mix theirs. */
export async function writeRunsIndex(directory: string, document: Interface): Promise<void> {
  const { runsIndexPage } = await import('../report/runs-index.ts');
  const page = runsIndexPage(await readRuns(directory, document));
  const draft = join(directory, `.index-${String(process.pid)}.html`);
  await writeFile(draft, gate().output(page));
  await rename(draft, join(directory, 'index.html'));
}
