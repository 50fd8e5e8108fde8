import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Interface } from '../../interface/model.ts';
import { writeWholeFile } from '../../output/whole-file.ts';
import { parseRecord } from '../../record/read.ts';
import { verdict } from '../../report/model/verdict.ts';
import type { ListedRun, RunsIndex, SkippedFolder } from '../../report/page/runs-index.ts';
import { errnoText } from '../../system/errno.ts';
import { FOLDER_RECORD_NAME } from '../../record/record-place.ts';

const MOST_RUNS = 500;
const MOST_FILES = 20;
/** A header has its settings in it, a baseline at most. */
const MAX_HEAD_BYTES = 256 * 1024;
/** What checks found stands between the last exchange and the end. */
const MAX_TAIL_BYTES = 2 * 1024 * 1024;

async function readPart(file: FileHandle, start: number, length: number): Promise<string> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, start);
  return buffer.toString('utf8', 0, bytesRead);
}

/** `whole` is false where lines between the head and the foot were not read. */
type RecordEnds = { readonly text: string; readonly whole: boolean };

async function readEnds(path: string): Promise<RecordEnds | string> {
  const found = await lstat(path);
  if (!found.isFile()) return 'its record is no file';
  const file = await open(path, 'r');
  try {
    if (found.size <= MAX_HEAD_BYTES + MAX_TAIL_BYTES)
      return { text: await readPart(file, 0, found.size), whole: true };
    const [head = '', rest] = (await readPart(file, 0, MAX_HEAD_BYTES)).split('\n', 2);
    if (rest === undefined) return 'the first line of its record is too long';
    const tail = await readPart(file, found.size - MAX_TAIL_BYTES, MAX_TAIL_BYTES);
    return { text: `${head}\n${tail.slice(tail.indexOf('\n') + 1)}`, whole: false };
  } finally {
    await file.close();
  }
}

function reasonOf(error: unknown): string {
  const code = errnoText(error);
  return code === 'ENOENT' ? `it holds no ${FOLDER_RECORD_NAME}` : `it cannot be read (${code})`;
}

function pagesFirst(name: string): string {
  return `${name.endsWith('.html') ? 0 : 1}${name}`;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return names.toSorted((a, b) => (pagesFirst(a) < pagesFirst(b) ? -1 : 1)).slice(0, MOST_FILES);
}

/** All checks were read when an exchange before them was. */
async function readRun(
  directory: string,
  folder: string,
  document: Interface,
): Promise<ListedRun | SkippedFolder> {
  try {
    const ends = await readEnds(join(directory, folder, FOLDER_RECORD_NAME));
    if (typeof ends === 'string') return { folder, reason: ends };
    const parsed = parseRecord(ends.text, FOLDER_RECORD_NAME);
    if (parsed.kind === 'no-record') return { folder, reason: parsed.problem };
    const { record } = parsed;
    const own = record.header.interface.digest === document.digest ? document : undefined;
    const counted = ends.whole || record.exchanges.size > 0;
    const ruling = counted ? verdict(record, own) : undefined;
    return { folder, record, ruling, files: await filesIn(join(directory, folder)) };
  } catch (error) {
    return { folder, reason: reasonOf(error) };
  }
}

function isRun(run: ListedRun | SkippedFolder): run is ListedRun {
  return 'record' in run;
}

/**
 * The runs in the folders of a directory, newest first, from the head and the foot of their records. Clauses are
 * counted with the document where it is the one that a run was made with. Never throws for what a folder holds.
 */
export async function readRuns(directory: string, document: Interface): Promise<RunsIndex> {
  const entries = await readdir(directory, { withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
    .toReversed();
  const read: (ListedRun | SkippedFolder)[] = [];
  for (const folder of folders.slice(0, MOST_RUNS)) read.push(await readRun(directory, folder, document));
  const runs = read
    .filter((run) => isRun(run))
    .toSorted((a, b) => (a.record.header.startedAt < b.record.header.startedAt ? 1 : -1));
  return {
    runs,
    skipped: read.filter((run): run is SkippedFolder => !isRun(run)),
    leftOut: Math.max(0, folders.length - MOST_RUNS),
  };
}

/** Writes `index.html` over the runs of a directory, at once: runs that end at the same time don't mix theirs. Returns what it lists. */
export async function writeRunsIndex(directory: string, document: Interface): Promise<RunsIndex> {
  const { runsIndexPage } = await import('../../report/page/runs-index.ts');
  const index = await readRuns(directory, document);
  writeWholeFile(join(directory, 'index.html'), runsIndexPage(index));
  return index;
}
