import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoText } from '../system/errno.ts';
import { gate } from './gate.ts';
import { makeFolder } from './whole-file.ts';

/** The calls of the file system that a growing file needs; tests pass a disk that is full. */
export type LineDisk = {
  readonly open: (path: string, flags: 'w' | 'wx') => number;
  readonly write: (file: number, bytes: Uint8Array) => number;
  readonly truncate: (file: number, length: number) => void;
  readonly close: (file: number) => void;
};

const machineDisk: LineDisk = {
  open: openSync,
  write: (file, bytes) => writeSync(file, bytes),
  truncate: ftruncateSync,
  close: closeSync,
};

/**
 * A file that grows line by line and is readable at any time, up to its last whole line. It never throws: once a line
 * can't be written, the file keeps the lines before it, takes no more, and `problem` says why. Whoever writes goes on.
 */
export class LineFile {
  readonly path: string;
  readonly #disk: LineDisk;
  readonly #gate: ReturnType<typeof gate> = gate();
  #file: number | undefined;
  #length = 0;
  #problem: string | undefined;

  /** Makes the directory. `fresh`: a file that must not be there yet. Otherwise an earlier one is emptied. */
  constructor(
    path: string,
    { fresh = false, disk = machineDisk }: { fresh?: boolean; disk?: LineDisk } = {},
  ) {
    this.path = path;
    this.#disk = disk;
    try {
      makeFolder(dirname(path));
      this.#file = disk.open(path, fresh ? 'wx' : 'w');
    } catch (error) {
      this.#problem = errnoText(error);
    }
  }

  /** Why lines are missing; `undefined` while none is. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Writes a line of JSON with its line feed, without the secrets of this process. A single write may take only a part of it. */
  append(text: string): void {
    if (this.#file === undefined || this.#problem !== undefined) return;
    const bytes = Buffer.from(this.#gate.json(text));
    try {
      let rest = bytes;
      while (rest.length > 0) rest = rest.subarray(this.#disk.write(this.#file, rest));
      this.#length += bytes.length;
    } catch (error) {
      this.#problem = errnoText(error);
      this.#cutBack(this.#file);
    }
  }

  #cutBack(file: number): void {
    try {
      this.#disk.truncate(file, this.#length);
    } catch {
      // A reader leaves half a line out, too.
    }
  }

  /** Closes the file. Some systems tell only now that it could not be written. */
  close(): void {
    if (this.#file === undefined) return;
    try {
      this.#disk.close(this.#file);
    } catch (error) {
      this.#problem ??= errnoText(error);
    }
    this.#file = undefined;
  }
}
