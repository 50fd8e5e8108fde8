import { errnoText } from '../system/errno.ts';
import { fromPointer } from '../json/pointer.ts';
import { anchored, identified } from './anchors.ts';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { nearestName } from '../system/nearest-name.ts';
import { isObject, type Json } from '../json/value.ts';
import {
  childOf,
  type Cursor,
  faultAt,
  InterfaceFault,
  type InterfaceProblem,
  limitAt,
  type Lose,
  nameOf,
  rootOf,
} from './cursor.ts';
import { parseSource, type SourceDocument } from './source.ts';

/** Which JSON Schema the document's schemas are written in: OpenAPI 3.0 has a dialect of its own. */
export type Dialect = 'openapi-3.0' | 'json-schema-2020-12';

/** A document and the files beside it that its references lead to. */
export type Library = {
  /** Folders that references may lead into: that of the document, and the one of the project that it belongs to. */
  readonly directories: readonly string[];
  readonly root: SourceDocument;
  readonly dialect: Dialect;
  readonly lose: Lose;
  /** By absolute path; a file that can't be used is kept as the problem with it, told when a reference needs it. */
  readonly files: ReadonlyMap<string, SourceDocument | InterfaceProblem>;
};

/** A file as it was read: its text and what the digest is taken over. */
export type SourceFile = { readonly path: string; readonly file: string; readonly text: string };

const MAX_FILE_MIB = 64;
const MAX_FILE_BYTES = MAX_FILE_MIB * 1024 * 1024;

/** More files than this are not read for one document. */
const MAX_FILES = 5000;

/** The path as messages show it: relative to the working directory where it lies inside, as it is otherwise. */
export function shownPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere === '' || fromHere.startsWith('..') || isAbsolute(fromHere) ? path : fromHere;
}

/** True when the path lies inside the directory or is it. */
export function isInside(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
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

/** SHA-256 in hex over the names (relative to the directory) and texts of the files, whatever their order. */
export function digestOf(directory: string, files: readonly SourceFile[]): string {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  const named = files.map(({ path, text }) => ({
    name: relative(directory, path).split(sep).join('/'),
    text,
  }));
  for (const { name, text } of named.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    hash.update(`${name}\0${Buffer.byteLength(text)}\0`).update(text);
  }
  return hash.digest('hex');
}

function* referencesIn(value: Json): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value as { readonly [name: string]: Json })) {
    if (name === '$ref' && typeof member === 'string') yield member;
    else yield* referencesIn(member);
  }
}

/** The absolute path that a reference's file part means, or `undefined` for the same document and for other places. */
function fileOfReference(reference: string, from: SourceDocument): string | undefined {
  const file = reference.split('#', 1)[0] ?? '';
  if (file === '' || /^([a-z][a-z0-9+.-]+:|\/\/)/i.test(file)) return undefined;
  try {
    return resolve(dirname(from.path), decodeURIComponent(file));
  } catch {
    return undefined;
  }
}

/** Links are followed as far as they stay in one of the folders. */
async function staysInside(directories: readonly string[], path: string): Promise<boolean> {
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

async function readable(path: string): Promise<SourceFile | undefined> {
  try {
    return await readSourceFile(path);
  } catch (error) {
    if (error instanceof InterfaceFault) return undefined;
    throw error;
  }
}

function parsed(source: SourceFile): SourceDocument | InterfaceProblem {
  try {
    return parseSource(source.text, { ...source, repeats: 'noted' });
  } catch (error) {
    if (error instanceof InterfaceFault) return error.problem;
    throw error;
  }
}

/**
 * Reads the files inside these folders that references lead to, one after the other, starting at `root`.
 * A file that can't be read is left out, one that can't be parsed is kept as its problem: the reference that needs it may be part of an example.
 */
export async function readReferencedFiles(
  directories: readonly string[],
  root: SourceDocument,
): Promise<{
  readonly files: ReadonlyMap<string, SourceDocument | InterfaceProblem>;
  readonly sources: readonly SourceFile[];
}> {
  const files = new Map<string, SourceDocument | InterfaceProblem>([[root.path, root]]);
  const sources: SourceFile[] = [];
  const waiting = [root];
  for (let document = waiting.pop(); document !== undefined; document = waiting.pop()) {
    for (const reference of new Set(referencesIn(document.root))) {
      const path = fileOfReference(reference, document);
      if (path === undefined || files.has(path) || files.size >= MAX_FILES) continue;
      if (!(await staysInside(directories, path))) continue;
      const source = await readable(path);
      if (source === undefined) continue;
      sources.push(source);
      const read = parsed(source);
      files.set(path, read);
      if ('root' in read) waiting.push(read);
    }
  }
  return { files, sources };
}

function documentOf(library: Library, cursor: Cursor, reference: string): SourceDocument {
  if (reference.startsWith('#')) return cursor.document;
  const path = fileOfReference(reference, cursor.document);
  if (path === undefined) {
    throw limitAt(
      cursor,
      `the reference "${reference}" leads out to another place, and assay fetches nothing`,
      'Put a copy into the folder of the document and refer to that.',
    );
  }
  if (!library.directories.some((directory) => isInside(directory, path))) {
    throw limitAt(
      cursor,
      `the reference "${reference}" leads out of the folder of the document`,
      'Move the file into that folder, or start assay in a folder that holds both.',
    );
  }
  const found = library.files.get(path);
  if (found === undefined) {
    throw faultAt(
      cursor,
      `the reference "${reference}" leads to a file that can't be read`,
      `Create it or correct the reference. Links out of these folders are not followed, nor more than ${MAX_FILES} files.`,
    );
  }
  if ('problem' in found) throw new InterfaceFault(found);
  return found;
}

function fragmentOf(reference: string): string {
  return reference.includes('#') ? reference.slice(reference.indexOf('#') + 1) : '';
}

/** The schema in one of the files that calls itself by the address in the reference. */
function identifiedBy(library: Library, reference: string): Cursor | undefined {
  const [address = ''] = reference.split('#', 1);
  if (!/^[a-z][a-z0-9+.-]+:/i.test(address)) return undefined;
  for (const document of library.files.values()) {
    const found = 'root' in document ? identified(document, address) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function pointerOf(cursor: Cursor, reference: string): readonly string[] {
  try {
    return fromPointer(decodeURIComponent(fragmentOf(reference)));
  } catch {
    throw faultAt(cursor, `the reference "${reference}" has a broken % escape`, 'Write % itself as %25.');
  }
}

function anchoredBy(base: Cursor, at: Cursor, reference: string): Cursor {
  const found = anchored(base.document, fragmentOf(reference));
  if (found !== undefined) return found;
  throw faultAt(
    at,
    `the reference "${reference}" uses an anchor that no schema has, or more than one`,
    'Refer by JSON Pointer, for example "#/components/schemas/Thing".',
  );
}

function referenceOf({ value }: Cursor): string | undefined {
  return isObject(value) && Object.hasOwn(value, '$ref') && typeof value['$ref'] === 'string'
    ? value['$ref']
    : undefined;
}

/** Where a reference leads to, one step. Throws `InterfaceFault` when it dangles or leads out of the folder (RFC 6901). */
export function targetOf(library: Library, cursor: Cursor, reference: string): Cursor {
  const at = childOf(cursor, '$ref') ?? cursor;
  let target = identifiedBy(library, reference) ?? rootOf(documentOf(library, at, reference));
  if (/^[^/]/.test(fragmentOf(reference))) return anchoredBy(target, at, reference);
  for (const name of pointerOf(at, reference)) {
    const next = childOf(target, name);
    if (next === undefined) {
      const near = isObject(target.value) ? nearestName(name, Object.keys(target.value)) : undefined;
      const advice = near === undefined ? 'Add it, or correct the reference.' : `Did you mean "${near}"?`;
      throw faultAt(
        at,
        `the reference "${reference}" leads to nothing: ${nameOf(target)} has no "${name}"`,
        advice,
      );
    }
    target = next;
  }
  return target;
}

/** The value itself, or where its `$ref` leads to in the end. Throws when references go in a circle. */
export function followed(library: Library, cursor: Cursor): Cursor {
  const seen = new Set<string>();
  let at = cursor;
  for (let reference = referenceOf(at); reference !== undefined; reference = referenceOf(at)) {
    const key = keyOf(at);
    if (seen.has(key))
      throw faultAt(
        cursor,
        `the reference "${reference}" goes round in a circle`,
        'Let one of the references on the circle hold the value itself.',
      );
    seen.add(key);
    at = targetOf(library, at, reference);
  }
  return at;
}

/** A name for the place that a cursor stands at, unique within a library. */
export function keyOf({ document, location }: Cursor): string {
  return JSON.stringify([document.path, ...location]);
}
