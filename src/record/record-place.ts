import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copyWholeFile, sweepDrafts, unwritable, writeWholeFile } from '../output/whole-file.ts';
import type { RunRecord } from './record.ts';
import { recordLines } from './write.ts';
import { errnoText } from '../system/errno.ts';

/** Name of the record that `report` and `replay` look for, under `reports`. */
export const RECORD_NAME = 'last.ndjson';

/** Name of the record in the folder of a run, under `--out`. */
export const FOLDER_RECORD_NAME = 'record.ndjson';

/** Where the record of one run goes. Paths are absolute. */
export type RecordPlace = {
  /** A file that no other run has. */
  readonly own: string;
  /** What the record is copied to when it is whole; the last run that ends has it. */
  readonly last: string;
  /** When the place was settled, in ms since the epoch. */
  readonly sinceMs: number;
  /** Says so when these are not the usual places. */
  readonly note: string | undefined;
};

const OWN_NAME = /^\d{8}T\d{6}Z-[0-9a-f]{8}\.ndjson$/;
const MOST_KEPT = 50;
/** Whoever writes a file may still be at it. */
const AT_REST_MS = 3_600_000;

/** `20300102T030405Z`: names sort as the times do. */
export function timeStamp(time: Date): string {
  return time.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

function ownName(nowMs: number): string {
  return `${timeStamp(new Date(nowMs))}-${randomBytes(4).toString('hex')}.ndjson`;
}

/** Records of runs of long ago go, and what killed processes left: the newest stay. Never throws. */
function forgetOldRuns(runs: string, nowMs: number): void {
  for (const directory of [dirname(runs), runs]) sweepDrafts(directory, nowMs);
  try {
    const old = readdirSync(runs)
      .filter((name) => OWN_NAME.test(name))
      .toSorted()
      .slice(0, -MOST_KEPT)
      .map((name) => join(runs, name));
    for (const file of old)
      if (nowMs - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? nowMs) > AT_REST_MS)
        rmSync(file, { force: true });
  } catch {
    // What can't be cleaned up does no harm.
  }
}

/**
 * A file of this run's own in `reports/runs` of the working directory, or in a new directory for temporary files where that
 * can't be written.
 */
export function recordPlace(cwd: string, nowMs: number = Date.now()): RecordPlace {
  const reports = join(cwd, 'reports');
  const runs = join(reports, 'runs');
  const [name, last] = [ownName(nowMs), join(reports, RECORD_NAME)];
  const code = unwritable(join(runs, name)) ?? unwritable(last);
  if (code === undefined) {
    return { own: join(runs, name), last, sinceMs: nowMs, note: undefined };
  }
  const directory = mkdtempSync(join(tmpdir(), 'assay-'));
  mkdirSync(join(directory, 'runs'));
  const elsewhere = join(directory, RECORD_NAME);
  const note = `cannot write ${last} (${code}); the record is ${elsewhere}`;
  return { own: join(directory, 'runs', name), last: elsewhere, sinceMs: nowMs, note };
}

type Place = Omit<RecordPlace, 'note'>;

/** The file that holds a record, and what could not be written. */
export type StoredRecord = { readonly file: string; readonly problem: string | undefined };

/** Whether other runs wrote their records meanwhile: the last one may be another's by the time that somebody reads. */
function hasCompany({ own, sinceMs }: Place): boolean {
  try {
    return readdirSync(dirname(own)).some((name) => {
      const file = join(dirname(own), name);
      const written =
        OWN_NAME.test(name) && file !== own ? statSync(file, { throwIfNoEntry: false }) : undefined;
      return written !== undefined && written.mtimeMs > sinceMs;
    });
  } catch {
    return false;
  }
}

/**
 * Brings the record of a run to its places, each whole; `written` says that its own file has been written as it went on. It
 * is in memory all the same, so that nothing that fails here costs a verdict.
 */
export function storeRecord(record: RunRecord, place: Place, grown: 'written' | 'in memory'): StoredRecord {
  const { own, last } = place;
  forgetOldRuns(dirname(own), Date.now());
  try {
    if (grown === 'in memory') writeWholeFile(own, recordLines(record));
    copyWholeFile(own, last);
    return { file: hasCompany(place) ? own : last, problem: undefined };
  } catch {
    return storeAgain(record, place);
  }
}

/** Somebody took the run's own file away, or its place is full: the other place may do. */
function storeAgain(record: RunRecord, { own, last }: Place): StoredRecord {
  try {
    writeWholeFile(last, recordLines(record));
    return { file: last, problem: undefined };
  } catch (error) {
    const problem = `cannot write the record ${last} (${errnoText(error)}); the verdict holds all the same`;
    return { file: own, problem };
  }
}
