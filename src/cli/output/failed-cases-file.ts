import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Interface } from '../../interface/model.ts';
import { writeWholeFile } from '../../output/whole-file.ts';
import { readRecord } from '../../record/read.ts';
import type { RunRecord } from '../../record/record.ts';
import type { RecordPlace } from '../../record/record-place.ts';
import { recordLines } from '../../record/write.ts';
import { errnoOf, errnoText } from '../../system/errno.ts';
import type { CliIo } from '../io.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import { isSameFile } from './files.ts';

/** Name of the file of failed cases, beside the last record. */
const FAILED_CASES_NAME = 'failed-cases.ndjson';
/** Files of a folder. */
const MOST_FILES = 100;
/** More than any file of failed cases has. */
const MOST_BYTES = 16 * 1024 * 1024;

/** What `--replay-first` names. Paths are absolute. */
export type GivenCases = {
  readonly files: readonly string[];
  readonly records: readonly RunRecord[];
  /** What the caller should know. */
  readonly note: string | undefined;
};

/** Where the failed cases of a run go. */
export function failedCasesPlace({ last }: Pick<RecordPlace, 'last'>): string {
  return join(dirname(last), FAILED_CASES_NAME);
}

function cannot(given: string, why: string): UsageFault {
  return new UsageFault(`cannot use --replay-first ${quoted(given)}: ${why}`);
}

/** The files that are meant; none where the usual one is not there yet. */
function filesOf(given: string, cwd: string): readonly string[] {
  const path = resolve(cwd, given);
  try {
    const { size, isFolder } = ((stats) => ({ size: stats.size, isFolder: stats.isDirectory() }))(
      statSync(path),
    );
    if (!isFolder && size > MOST_BYTES) throw cannot(given, 'it is larger than any file of failed cases');
    if (!isFolder) return [path];
    const names = readdirSync(path).filter((name) => name.endsWith('.ndjson'));
    if (names.length === 0) throw cannot(given, 'the folder holds no file whose name ends with .ndjson');
    if (names.length > MOST_FILES)
      throw cannot(given, `the folder holds more than ${String(MOST_FILES)} files; give one of its own`);
    return names.toSorted().map((name) => join(path, name));
  } catch (error) {
    if (error instanceof UsageFault) throw error;
    if (errnoOf(error) === 'ENOENT' && isSameFile(path, join(cwd, 'reports', FAILED_CASES_NAME))) return [];
    throw cannot(
      given,
      `${errnoText(error)}; a run in which something fails writes reports/${FAILED_CASES_NAME}`,
    );
  }
}

/** Reads failed cases before anything is sent. Throws a `UsageFault` for what is none. */
export async function openFailedCases(
  given: string | undefined,
  cwd: string,
): Promise<GivenCases | undefined> {
  if (given === undefined) return undefined;
  const files = filesOf(given, cwd);
  const records: RunRecord[] = [];
  for (const file of files) {
    const read = await readRecord(file);
    if (read.kind === 'no-record') throw new UsageFault(read.problem);
    records.push(read.record);
  }
  const note = files.length === 0 ? `there is no ${given} yet: nothing is sent first` : undefined;
  return { files, records, note };
}

/**
 * Writes the failed cases of a run, whole, where there are some. What an earlier run wrote stays otherwise: that nothing failed this
 * time is no reason to forget what did.
 */
export async function keepFailedCases(
  record: RunRecord,
  { failedCases, document }: { readonly failedCases: string; readonly document: Interface },
  io: Pick<CliIo, 'stderr'>,
): Promise<void> {
  if (record.results.every(({ outcome }) => outcome.kind !== 'fail')) return;
  const { failedCasesOf } = await import('../../run/replay/failed-cases.ts');
  const cases = failedCasesOf(record, document);
  if (cases === undefined) return;
  try {
    writeWholeFile(failedCases, recordLines(cases));
  } catch (error) {
    io.stderr(
      `cannot write the failed cases ${quoted(failedCases)} (${errnoText(error)}); the record has them\n`,
    );
  }
}
