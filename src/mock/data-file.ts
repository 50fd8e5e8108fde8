import { type FileHandle, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { InterfaceProblem } from '../interface/interface-problem.ts';
import { formatInterfaceProblem } from '../interface/interface-problem.ts';
import { type FileLock, lockFile } from '../system/file-lock.ts';
import type { JsonObject } from './json.ts';
import { DATA_HEADER, dataLine, type KeptEntries, parseDataFile } from './parse-data-file.ts';

/** A file of entries can't be read or written. The message says what to do. */
export class DataFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DataFault';
  }

  static of(problem: InterfaceProblem): DataFault {
    return new DataFault(formatInterfaceProblem(problem));
  }
}

function systemFault(action: string, path: string, error: unknown): DataFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new DataFault(`cannot ${action} the data file ${JSON.stringify(path)} (${code})`);
}

/** The text of the file; `undefined` where there is none. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw systemFault('read', path, error);
  }
}

/**
 * A second mock on the same file would put its lines over those of the first: entries that clients were told of would be gone.
 */
function locked(path: string): FileLock {
  let taken: ReturnType<typeof lockFile>;
  try {
    taken = lockFile(path);
  } catch (error) {
    throw systemFault('write', path, error);
  }
  if (taken.kind === 'locked') return taken.lock;
  const { by, lock } = taken;
  const who = by === undefined ? 'another process' : `process ${String(by.pid)} on ${by.host}`;
  throw new DataFault(
    `the data file ${JSON.stringify(path)} is in use by ${who}: give each mock a file of its own, or let them share one store with --store; if no mock uses it any more, remove ${JSON.stringify(lock)}`,
  );
}

/** Makes a renamed file survive a loss of power; not every system can do that for a folder. */
async function syncFolder(path: string): Promise<void> {
  try {
    await using folder = await open(dirname(path), 'r');
    await folder.sync();
  } catch {
    // Windows opens no folders.
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await using handle = await open(draft, 'w', 0o600);
    await handle.writeFile(text);
    await handle.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await rename(draft, path);
  await syncFolder(path);
}

/**
 * Keeps the entries of a mock in a file: a line for each, added at the end. Lines that are noted while others are written go
 * out together, with one sync. Starting anew replaces the file as a whole.
 */
export class DataFile {
  /** What the file held when it was opened; `undefined` for a new one. */
  readonly kept: KeptEntries | undefined;
  readonly #path: string;
  #handle: FileHandle | undefined;
  #bytes: number;
  /** What the whole file is to hold before `#lines` follow. */
  #replacement: string | undefined;
  #lines: string[] = [];
  #scheduled: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();

  readonly #lock: FileLock;

  private constructor(path: string, lock: FileLock, kept: KeptEntries | undefined, bytes: number) {
    this.#path = path;
    this.#lock = lock;
    this.kept = kept;
    this.#bytes = bytes;
    if (kept === undefined) this.#replacement = DATA_HEADER;
  }

  /**
   * Opens a file, or one that will be there with the first write, and keeps it from other mocks until it is closed. Rejects
   * with a `DataFault` and leaves it alone where it is broken or in use.
   */
  static async open(path: string): Promise<DataFile> {
    const lock = locked(path);
    try {
      const text = await textOf(path);
      if (text === undefined) return new DataFile(path, lock, undefined, 0);
      const parsed = parseDataFile(text, path);
      if (parsed.kind === 'broken') throw DataFault.of(parsed.problem);
      const kept = parsed.bytes === 0 ? undefined : parsed.entries;
      return new DataFile(await realpath(path), lock, kept, parsed.bytes);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Notes a new entry. */
  add(collection: string, entry: JsonObject): void {
    this.#lines.push(dataLine(collection, entry));
  }

  /** Notes that nothing but these entries is left. */
  replace(entries: KeptEntries): void {
    const lines = [...entries].flatMap(([path, list]) => list.map((entry) => dataLine(path, entry)));
    this.#replacement = `${DATA_HEADER}${lines.join('')}`;
    this.#lines = [];
  }

  /** Settles when all that was noted is on the disk. What could not be written is tried again with what follows. */
  durable(): Promise<void> {
    if (this.#lines.length === 0 && this.#replacement === undefined) return this.#running;
    const write = (): Promise<void> => {
      this.#scheduled = undefined;
      this.#running = this.#write();
      return this.#running;
    };
    this.#scheduled ??= this.#running.then(write, write);
    return this.#scheduled;
  }

  async close(): Promise<void> {
    try {
      await this.durable();
    } finally {
      await this.#handle?.close();
      this.#handle = undefined;
      this.#lock.release();
    }
  }

  async #write(): Promise<void> {
    const replacement = this.#replacement;
    const lines = this.#lines;
    this.#replacement = undefined;
    this.#lines = [];
    try {
      if (replacement === undefined) await this.#append(lines.join(''));
      else await this.#start(`${replacement}${lines.join('')}`);
    } catch (error) {
      // What replaced the file meanwhile stands for all that came before it.
      if (this.#replacement === undefined) {
        this.#replacement = replacement;
        this.#lines = [...lines, ...this.#lines];
      }
      throw systemFault('write', this.#path, error);
    }
  }

  async #start(text: string): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
    await writeWhole(this.#path, text);
    this.#bytes = Buffer.byteLength(text);
  }

  /** Writes from where the last good line ends: a failed or killed write may have left a piece of one there. */
  async #append(text: string): Promise<void> {
    if (this.#handle === undefined) {
      this.#handle = await open(this.#path, 'r+');
      await this.#handle.truncate(this.#bytes);
    }
    const bytes = Buffer.from(text);
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await this.#handle.write(
        bytes,
        written,
        bytes.length - written,
        this.#bytes + written,
      );
      written += bytesWritten;
    }
    await this.#handle.datasync();
    this.#bytes += bytes.length;
  }
}
