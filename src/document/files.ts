/** Documents that stand in files of this machine: which may be read, how they are named, and their texts. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep, type win32 } from 'node:path';
import { errnoText } from '../system/errno.ts';
import { InterfaceFault } from './cursor.ts';

/** A file as it was read: its text and what the digest is taken over. */
export type SourceFile = { readonly path: string; readonly file: string; readonly text: string };

/** The rules of paths of a system: those of this one, unless a test says others. */
type PathRules = Pick<typeof win32, 'isAbsolute' | 'relative' | 'sep'>;

const MAX_FILE_MIB = 64;
const MAX_FILE_BYTES = MAX_FILE_MIB * 1024 * 1024;

/** The path as a reader in the working directory writes it: relative where it lies inside, as it is elsewhere. */
export function shownPath(
  path: string,
  cwd: string = process.cwd(),
  { relative: way, isAbsolute: isWhole }: PathRules = { isAbsolute, relative, sep },
): string {
  const fromHere = way(cwd, path);
  return fromHere === '' || fromHere.startsWith('..') || isWhole(fromHere) ? path : fromHere;
}

/** True when the path lies inside the directory or is it. */
export function isInside(
  directory: string,
  path: string,
  { relative: between, isAbsolute: isWhole, sep: slash }: PathRules = { isAbsolute, relative, sep },
): boolean {
  const way = between(directory, path);
  return way === '' || (!isWhole(way) && way !== '..' && !way.startsWith(`..${slash}`));
}

function systemReason(error: unknown): string {
  const code = errnoText(error);
  const reasons = new Map([
    ['ENOENT', 'there is no such file'],
    ['EACCES', 'this user may not read it'],
  ]);
  return reasons.get(code) ?? code;
}

/** Reads a file as UTF-8, at most 64 MiB of it. Throws `InterfaceFault` when that can't be done. */
export async function readSourceFile(path: string): Promise<SourceFile> {
  const file = shownPath(path);
  const fault = (problem: string, advice: string): InterfaceFault =>
    new InterfaceFault({ file, line: 1, problem, advice });
  try {
    const found = await stat(path);
    const { size } = found;
    if (!found.isFile()) throw fault('it is no file', 'Give the path of a document.');
    if (size > MAX_FILE_BYTES) {
      throw fault(
        `the file has ${size} bytes, more than ${MAX_FILE_BYTES}`,
        'Split it, or leave out large examples.',
      );
    }
    const bytes = await readFile(path);
    return { path, file, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof InterfaceFault) throw error;
    if (error instanceof TypeError) throw fault('the file is not UTF-8', 'Save it in UTF-8.');
    throw fault(`the file can't be read: ${systemReason(error)}`, 'Check the path and the access rights.');
  }
}

/** Links are followed as far as they stay in one of the folders. */
export async function staysInside(directories: readonly string[], path: string): Promise<boolean> {
  const within = directories.filter((directory) => isInside(directory, path));
  if (within.length === 0) return false;
  try {
    const [place, ...folders] = await Promise.all([path, ...within].map((each) => realpath(each)));
    return folders.some((folder) => isInside(folder, place ?? path));
  } catch {
    return true;
  }
}

/**
 * Folders that references of a document in `directory` may lead into: that one, the working directory where it lies inside, and
 * the nearest one above that holds a repository. Nothing else of the machine is read because a document says so.
 */
export async function foldersOf(directory: string, workingDirectory: string): Promise<readonly string[]> {
  const folders = [directory];
  if (isInside(workingDirectory, directory)) folders.push(workingDirectory);
  for (let at = directory; dirname(at) !== at; at = dirname(at)) {
    const found = await stat(resolve(at, '.git')).catch(() => undefined);
    if (found !== undefined) return [...folders, at];
  }
  return folders;
}
