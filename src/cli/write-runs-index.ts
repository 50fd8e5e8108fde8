import { join } from 'node:path';
import type { Interface } from '../interface/model.ts';
import { writeWholeFile } from '../system/whole-file.ts';
import { readRuns } from './read-runs.ts';

/** Writes `index.html` over the runs of a directory, at once: runs that end at the same time don't mix theirs. */
export async function writeRunsIndex(directory: string, document: Interface): Promise<void> {
  const { runsIndexPage } = await import('../report/runs-index.ts');
  const page = runsIndexPage(await readRuns(directory, document));
  writeWholeFile(join(directory, 'index.html'), page);
}
