/** Changes of files, one after the other, for whoever waits for the next. */
import { type FSWatcher, type StatsListener, unwatchFile, watch, watchFile } from 'node:fs';
import { normalize, sep } from 'node:path';

const INTERVAL_MS = 300;
/** An editor writes a file in several steps, and a build many files. */
const REST_MS = 200;
/** What changes in a folder of sources without being one of them. */
const NO_SOURCES = /^(?:node_modules|reports|coverage|dist|build|target|__pycache__|\..*)$/;

/** Whether a path is the other one or below it. */
function isInside(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}${sep}`);
}

/** Watches files until it is closed. */
export class Changes {
  readonly #files = new Map<string, StatsListener>();
  readonly #trees: FSWatcher[] = [];
  #seen: string | undefined;
  #wake: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;

  #changed(path: string): void {
    this.#seen ??= path;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#wake();
    }, REST_MS);
  }

  /** Watches these files from now on, and no others. */
  follow(files: readonly string[]): void {
    for (const [file, listener] of this.#files) {
      if (files.includes(file)) continue;
      unwatchFile(file, listener);
      this.#files.delete(file);
    }
    for (const file of files) {
      if (this.#files.has(file)) continue;
      const listener: StatsListener = (now, before) => {
        if (now.mtimeMs !== before.mtimeMs || now.size !== before.size) this.#changed(file);
      };
      this.#files.set(file, listener);
      watchFile(file, { interval: INTERVAL_MS }, listener);
    }
  }

  /**
   * Watches all sources below a folder: everything but hidden folders, packages, reports and what builds make. `ignored`: other
   * files and folders, relative to it.
   */
  followTree(folder: string, ignored: readonly string[] = []): void {
    const others = ignored.map((path) => normalize(path));
    const watcher = watch(folder, { recursive: true }, (_event, name) => {
      if (
        name === null ||
        name.split(sep).some((part) => NO_SOURCES.test(part)) ||
        others.some((other) => isInside(name, other) || isInside(other, name))
      )
        return;
      this.#changed(name);
    });
    watcher.on('error', () => undefined);
    this.#trees.push(watcher);
  }

  /** The next file that changed, the first of several; `undefined` when the signal fires. */
  async next(signal: AbortSignal): Promise<string | undefined> {
    if (this.#seen === undefined || this.#timer !== undefined)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    const seen = this.#seen;
    this.#seen = undefined;
    return signal.aborted ? undefined : seen;
  }

  close(): void {
    this.follow([]);
    clearTimeout(this.#timer);
    for (const tree of this.#trees) tree.close();
  }
}
