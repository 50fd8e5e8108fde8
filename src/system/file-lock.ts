import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from './errno.ts';

/** A file that this process has to itself until `release`. */
export type FileLock = { readonly release: () => void };

/** Who holds a lock: a process of a machine. */
type LockHolder = { readonly pid: number; readonly host: string };

/** `lock` is the file that says who holds it. */
export type LockedFile =
  | { readonly kind: 'locked'; readonly lock: FileLock }
  | { readonly kind: 'held'; readonly by: LockHolder | undefined; readonly lock: string };

/** Tries to take over from processes that are gone: each ends with the lock or with somebody else who has it. */
const MOST_TRIES = 20;

/** Locks of this process, by the file of the lock. */
const own = new Set<string>();

/** The text of a file; `undefined` where it is gone. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function holderIn(text: string): LockHolder | undefined {
  const [, pid, host] = /^(\d{1,10}) (\S{1,255}) \S+\n$/.exec(text) ?? [];
  return pid === undefined || host === undefined ? undefined : { pid: Number(pid), host };
}

/** Whether a process of this machine runs. One that belongs to somebody else does. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

/** A process that is gone holds nothing. A restarted container has the number that its killed one had. */
function isGone({ pid, host }: LockHolder, lock: string): boolean {
  if (host !== hostname()) return false;
  return pid === process.pid ? !own.has(lock) : !runs(pid);
}

/**
 * Puts what a process that is gone left behind out of the way. Whoever else does so at the same time may have a lock of its
 * own by now: that one is put back.
 */
function putAside(lock: string, text: string): void {
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return;
    throw error;
  }
  try {
    if (textOf(aside) !== text) linkSync(aside, lock);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** The same for every name of the file; the folder has to be there. */
function lockOf(path: string): string {
  try {
    return `${realpathSync(path)}.lock`;
  } catch {
    return `${join(realpathSync(dirname(path)), basename(path))}.lock`;
  }
}

function release(lock: string, text: string): void {
  own.delete(lock);
  try {
    if (textOf(lock) === text) rmSync(lock, { force: true });
  } catch {
    // A lock that can't be removed names a process that is gone, and holds nobody up.
  }
}

/**
 * Locks a file, which need not be there yet, for this process: a file beside it, `NAME.lock`, names the process and its
 * machine. Locks of processes that are gone are taken over; of another machine nobody can tell. Throws the system's error
 * where the lock can't be written.
 */
export function lockFile(path: string): LockedFile {
  const lock = lockOf(path);
  const text = `${String(process.pid)} ${hostname()} ${randomUUID()}\n`;
  const draft = `${lock}.${randomUUID()}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    let by: LockHolder | undefined;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      try {
        linkSync(draft, lock);
        own.add(lock);
        const leave = (): void => release(lock, text);
        process.once('exit', leave);
        return {
          kind: 'locked',
          lock: {
            release: () => {
              process.off('exit', leave);
              leave();
            },
          },
        };
      } catch (error) {
        if (errnoOf(error) !== 'EEXIST') throw error;
      }
      const found = textOf(lock);
      if (found === undefined) continue;
      by = holderIn(found);
      if (by === undefined || !isGone(by, lock)) break;
      putAside(lock, found);
    }
    return { kind: 'held', by, lock };
  } finally {
    rmSync(draft, { force: true });
  }
}
