import { join, resolve } from 'node:path';
import type { Interface } from '../interface/model.ts';
import { errnoText } from '../system/errno-text.ts';
import { recordText } from '../run/record-text.ts';
import type { RunRecord } from '../run/record.ts';
import { sweepDrafts, writeWholeFile } from '../system/whole-file.ts';
import type { CliIo } from './cli-io.ts';
import { quoted } from './quoted.ts';
import { FOLDER_RECORD_NAME, RECORD_NAME } from './record-place.ts';
import { requireWritable } from './require-writable.ts';
import { makeRunFolder } from './run-folder.ts';
import { writeRunsIndex } from './write-runs-index.ts';

/** Where `--out` keeps a run: the directory of all runs, the run's own record, and the record of the latest run. */
export type KeptRun = { readonly runs: string; readonly record: string; readonly latest: string };

/** The directory for reports without a file name, and with `--out` where the run is kept. Paths are absolute. */
export type RunPlaces = { readonly directory: string; readonly kept: KeptRun | undefined };

/** Settles where a run's files go, and makes its folder with `--out`. Throws a `UsageFault`. */
export function runPlaces(out: string | undefined, url: string | undefined, cwd: string): RunPlaces {
  if (out === undefined) return { directory: resolve(cwd, 'reports'), kept: undefined };
  const runs = resolve(cwd, out);
  const directory = makeRunFolder(runs, { url, time: new Date() });
  const latest = join(runs, RECORD_NAME);
  requireWritable(latest, '--out');
  return { directory, kept: { runs, record: join(directory, FOLDER_RECORD_NAME), latest } };
}

/** With `--out` the record is kept with the reports, and the page over all runs is written anew. */
export async function keepRun(
  {
    kept,
    record,
    recordFile,
    document,
  }: {
    readonly kept: KeptRun | undefined;
    readonly record: RunRecord;
    readonly recordFile: string;
    readonly document: Interface;
  },
  io: Pick<CliIo, 'stderr'>,
): Promise<void> {
  if (kept === undefined) return;
  try {
    const text = recordText(record);
    for (const place of [kept.record, kept.latest]) writeWholeFile(place, text);
    await writeRunsIndex(kept.runs, document);
    sweepDrafts(kept.runs, Date.now());
  } catch (error) {
    io.stderr(
      `cannot keep the run in ${quoted(kept.runs)} (${errnoText(error)}); its record is ${recordFile}\n`,
    );
  }
}
