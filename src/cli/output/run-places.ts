import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Interface } from '../../interface/model.ts';
import { copyWholeFile, sweepDrafts, writeWholeFile } from '../../output/whole-file.ts';
import type { RunRecord } from '../../record/record.ts';
import { recordLines } from '../../record/write.ts';
import type { RunsIndex } from '../../report/page/runs-index.ts';
import { errnoOf, errnoText } from '../../system/errno.ts';
import type { CliIo } from '../io.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import { requireWritable } from './files.ts';
import { FOLDER_RECORD_NAME, RECORD_NAME, timeStamp } from '../../record/record-place.ts';
import { writeRunsIndex } from './runs-index.ts';

const MAX_TARGET = 60;
const MOST_TRIES = 1000;

/** Characters that no name of a folder starts or ends with. */
const EDGES: ReadonlySet<string> = new Set(['-', '.']);

/** Host and port in characters that every file system takes; `mock` for assay's own. */
function targetName(url: string | undefined): string {
  if (url === undefined) return 'mock';
  const host = new URL(url).host.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-');
  let from = 0;
  let end = host.length;
  while (from < end && EDGES.has(host.charAt(from))) from += 1;
  while (end > from && EDGES.has(host.charAt(end - 1))) end -= 1;
  return host.slice(from, end).slice(0, MAX_TARGET) || 'target';
}

/** Makes `<time>-<target>` in a directory; where that is taken, with a number behind it. Throws a `UsageFault`. */
export function makeRunFolder(
  directory: string,
  { url, time }: { readonly url: string | undefined; readonly time: Date },
): string {
  const name = `${timeStamp(time)}-${targetName(url)}`;
  let code = '';
  try {
    mkdirSync(directory, { recursive: true });
    for (let number = 1; number <= MOST_TRIES; number += 1) {
      const folder = join(directory, number === 1 ? name : `${name}-${String(number)}`);
      try {
        mkdirSync(folder);
        return folder;
      } catch (error) {
        if (errnoOf(error) !== 'EEXIST') throw error;
      }
    }
    code = 'every name is taken';
  } catch (error) {
    code = errnoText(error);
  }
  throw new UsageFault(
    `cannot make a folder in ${quoted(directory)} (${code}): give --out a place that can be written`,
  );
}

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

/** With `--out` the record is kept with the reports, and the page over all runs is written anew. Returns what that lists. */
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
): Promise<RunsIndex | undefined> {
  if (kept === undefined) return undefined;
  try {
    writeWholeFile(kept.record, recordLines(record));
    copyWholeFile(kept.record, kept.latest);
    const index = await writeRunsIndex(kept.runs, document);
    sweepDrafts(kept.runs, Date.now());
    return index;
  } catch (error) {
    io.stderr(
      `cannot keep the run in ${quoted(kept.runs)} (${errnoText(error)}); its record is ${recordFile}\n`,
    );
    return undefined;
  }
}
