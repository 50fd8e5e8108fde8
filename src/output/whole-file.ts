import { randomBytes } from 'node:crypto';
import {
  accessSync,
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf, errnoText } from '../system/errno.ts';
import { gate } from './gate.ts';

/*
 * Files that are there whole or not at all. Each is written as a draft in its own directory, under a name that no other
 * process and no other call uses, and then renamed: whoever reads finds the old text or the new one, whenever the writer
 * is killed, and a disk that is full costs the new one alone. Texts pass the gate that knows the secrets of the process.
 */

/** The calls that write a draft; tests pass a disk that fails, or a process that is killed. */
export type DraftDisk = {
  readonly create: (draft: string, mode: number) => number;
  readonly write: (file: number, bytes: Uint8Array) => number;
  readonly sync: (file: number) => void;
  readonly close: (file: number) => void;
  readonly copy: (from: string, draft: string) => void;
  readonly rename: (draft: string, file: string) => void;
  readonly remove: (draft: string) => void;
};

const machineDisk: DraftDisk = {
  create: (draft, mode) => openSync(draft, 'wx', mode),
  write: (file, bytes) => writeSync(file, bytes),
  sync: fsyncSync,
  close: closeSync,
  copy: (from, draft) => copyFileSync(from, draft, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE),
  rename: renameSync,
  remove: (draft) => rmSync(draft, { force: true }),
};

export type WholeFileOptions = {
  /** Of a new file, before the umask. An old one keeps its own. */
  readonly mode?: number;
  /** Whether the text has to survive a loss of power once this returns. Default false. */
  readonly durable?: boolean;
  readonly disk?: DraftDisk;
};

const DRAFT = /^\.assay-[0-9a-f]{16}\.draft$/;
/** No file takes as long to write: a draft of this age was left behind by a process that was killed. */
const ABANDONED_MS = 3_600_000;

function draftIn(directory: string): string {
  return join(directory, `.assay-${randomBytes(8).toString('hex')}.draft`);
}

/** Where a link leads, so that the link stays. */
function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    // Below a file there is nothing.
    return undefined;
  }
}

function failure(code: string, file: string): Error {
  return Object.assign(new Error(`${code}: ${file}`), { code });
}

/**
 * Makes a directory and those above it, where they are missing. Node's own way goes on for ever where a file system has no
 * place for one and says that something above is missing, as `/proc` does.
 */
export function makeFolder(directory: string): void {
  if (statOf(directory) !== undefined) return;
  const above = dirname(directory);
  if (above !== directory) makeFolder(above);
  try {
    mkdirSync(directory);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}

/** Makes a draft with `fill` and puts it in the place of the file. A device or a pipe is written to as it is. */
function putInPlace(
  file: string,
  disk: DraftDisk,
  steps: { readonly fill: (draft: string, mode: number | undefined) => void; readonly stream: () => void },
): void {
  const target = targetOf(file);
  const old = statOf(target);
  if (old?.isDirectory() === true) throw failure('EISDIR', file);
  if (old !== undefined && !old.isFile()) {
    steps.stream();
    return;
  }
  if (old !== undefined) accessSync(target, constants.W_OK);
  makeFolder(dirname(target));
  const draft = draftIn(dirname(target));
  try {
    steps.fill(draft, old === undefined ? undefined : old.mode & 0o7777);
    disk.rename(draft, target);
  } catch (error) {
    disk.remove(draft);
    throw error;
  }
}

/** Writes all of it: a single call may take only a part. */
function writeAll(bytes: Uint8Array, write: (rest: Uint8Array) => number): void {
  let rest = bytes;
  while (rest.length > 0) rest = rest.subarray(write(rest));
}

function* piecesOf(content: string | Uint8Array | Iterable<string>): Generator<Uint8Array, void, undefined> {
  const known = gate();
  if (typeof content === 'string') yield Buffer.from(known.output(content));
  else if (content instanceof Uint8Array) yield content;
  else for (const line of content) yield Buffer.from(known.json(line));
}

/**
 * Writes a file whole or not at all, in a directory that is made where it is missing. `content` may come as lines of JSON, each
 * with its line feed: they pass the gate one by one, as those of a growing file do, so that a long file is never in memory.
 * Throws what the system says.
 */
export function writeWholeFile(
  file: string,
  content: string | Uint8Array | Iterable<string>,
  { mode = 0o666, durable = false, disk = machineDisk }: WholeFileOptions = {},
): void {
  const fill = (draft: string, oldMode: number | undefined): void => {
    const handle = disk.create(draft, mode);
    try {
      for (const piece of piecesOf(content)) writeAll(piece, (rest) => disk.write(handle, rest));
      if (durable) disk.sync(handle);
    } finally {
      disk.close(handle);
    }
    if (oldMode !== undefined) chmodSync(draft, oldMode);
  };
  const stream = (): void => {
    const handle = openSync(file, 'w');
    try {
      for (const piece of piecesOf(content)) writeFileSync(handle, piece);
    } finally {
      closeSync(handle);
    }
  };
  putInPlace(file, disk, { fill, stream });
}

/** Puts a copy of a file at another place, whole or not at all. Throws what the system says. */
export function copyWholeFile(
  from: string,
  to: string,
  { disk = machineDisk }: Pick<WholeFileOptions, 'disk'> = {},
): void {
  putInPlace(to, disk, { fill: (draft) => disk.copy(from, draft), stream: () => copyFileSync(from, to) });
}

/** Adds a text to the end of a file that others add to as well: all of it or nothing. Throws what the system says. */
export function appendWhole(file: string, text: string): void {
  const before = statOf(file);
  try {
    appendFileSync(file, gate().output(text));
  } catch (error) {
    if (before?.isFile() === true) truncateSync(file, before.size);
    else if (before === undefined) rmSync(file, { force: true });
    throw error;
  }
}

/** The directory, or the nearest one above it that is there. */
function nearest(directory: string): string {
  const above = dirname(directory);
  return statOf(directory) !== undefined || above === directory ? directory : nearest(above);
}

/** Why a file can't be written as `writeWholeFile` does it; `undefined` when it can. Leaves nothing behind. */
export function unwritable(file: string): string | undefined {
  try {
    const target = targetOf(file);
    const old = statOf(target);
    if (old?.isDirectory() === true) return 'EISDIR';
    if (old !== undefined) accessSync(target, constants.W_OK);
    if (old !== undefined && !old.isFile()) return undefined;
    const draft = draftIn(nearest(dirname(target)));
    closeSync(openSync(draft, 'wx'));
    rmSync(draft, { force: true });
    return undefined;
  } catch (error) {
    return errnoText(error);
  }
}

/** Takes drafts out of a directory that processes left behind which were killed. Never throws. */
export function sweepDrafts(directory: string, nowMs: number): void {
  try {
    for (const name of readdirSync(directory).filter((each) => DRAFT.test(each))) {
      const draft = join(directory, name);
      if (nowMs - (statOf(draft)?.mtimeMs ?? nowMs) > ABANDONED_MS) rmSync(draft, { force: true });
    }
  } catch {
    // What can't be cleaned up does no harm.
  }
}
