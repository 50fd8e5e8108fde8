import { type FileHandle, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatInterfaceProblem, type InterfaceProblem } from '../../document/cursor.ts';
import { isObject, type JsonObject } from '../../json/value.ts';
import { errnoOf, errnoText } from '../../system/errno.ts';
import { type FileLock, lockFile } from '../../system/file-lock.ts';
import { parseExactJson, printJson } from '../../json/lossless.ts';

/** The entries of collections by their path, in the order of creation. */
type KeptEntries = ReadonlyMap<string, readonly JsonObject[]>;

/** What a data file holds. `bytes` is its length without what a killed write left at its end. */
type ParsedData =
  | { readonly kind: 'parsed'; readonly entries: KeptEntries; readonly bytes: number }
  | { readonly kind: 'broken'; readonly problem: InterfaceProblem };

const HEADER = { assay: 'mock data', version: 1 };

/** The first line of a data file. */
const DATA_HEADER: string = `${printJson(HEADER)}\n`;

/** The line of an entry. */
function dataLine(path: string, entry: JsonObject): string {
  return `${printJson({ collection: path, entry })}\n`;
}

function isHeader(line: string): boolean {
  const parsed = parseExactJson(line);
  return (
    parsed.kind === 'json' &&
    isObject(parsed.value) &&
    parsed.value['assay'] === HEADER.assay &&
    parsed.value['version'] === HEADER.version
  );
}

type Line = { readonly collection: string; readonly entry: JsonObject };

function readLine(text: string): Line | undefined {
  const parsed = parseExactJson(text);
  if (parsed.kind === 'invalid' || !isObject(parsed.value)) return undefined;
  const { collection, entry } = parsed.value;
  return typeof collection === 'string' && isObject(entry) ? { collection, entry } : undefined;
}

/**
 * Reads the text of a data file: a header, then one entry a line. A last line without its end was being written when a mock
 * was killed, and nobody was told of it: it is left out. `file` is how messages name it.
 */
function parseDataFile(text: string, file: string): ParsedData {
  const end = text.lastIndexOf('\n') + 1;
  const broken = (line: number, problem: string, advice: string): ParsedData => ({
    kind: 'broken',
    problem: { file, line, problem, advice },
  });
  const [header = '', ...lines] = text.slice(0, end).split('\n').slice(0, -1);
  if (end === 0 && DATA_HEADER.startsWith(text)) return { kind: 'parsed', entries: new Map(), bytes: 0 };
  if (!isHeader(header))
    return broken(
      1,
      'the file was not written by `assay mock --data`',
      'Give another file, one that is not there yet for example; entries to start with are for --seed-data.',
    );
  const entries = new Map<string, JsonObject[]>();
  for (const [at, line] of lines.entries()) {
    const read = readLine(line);
    if (read === undefined)
      return broken(
        at + 2,
        'the line is no entry of a collection',
        'Repair or remove the line, or move the file away to start anew.',
      );
    const known = entries.get(read.collection);
    if (known === undefined) entries.set(read.collection, [read.entry]);
    else known.push(read.entry);
  }
  return { kind: 'parsed', entries, bytes: Buffer.byteLength(text.slice(0, end)) };
}

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
  return new DataFault(`cannot ${action} the data file ${JSON.stringify(path)} (${errnoText(error)})`);
}

/** The text of the file; `undefined` where there is none. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
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
