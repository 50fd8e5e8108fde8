import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwritable } from './unwritable.ts';

/** Name of the record that `report` and `replay` look for, under `reports`. */
export const RECORD_NAME = 'last.ndjson';

/** Name of the record in the folder of a run, under `--out`. */
export const FOLDER_RECORD_NAME = 'record.ndjson';

/** Where the record goes. `note` says so when it is not the usual place. */
export type RecordPlace = { readonly file: string; readonly note: string | undefined };

/** `reports/last.ndjson` in the working directory, or a new directory for temporary files when that cannot be written. */
export function recordPlace(cwd: string): RecordPlace {
  const usual = join(cwd, 'reports', RECORD_NAME);
  const code = unwritable(usual);
  if (code === undefined) return { file: usual, note: undefined };
  const file = join(mkdtempSync(join(tmpdir(), 'assay-')), RECORD_NAME);
  return { file, note: `cannot write ${usual} (${code}); the record is ${file}` };
}
