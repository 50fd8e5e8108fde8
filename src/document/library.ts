import { fromPointer } from '../json/pointer.ts';
import {
  type Fetch,
  isAddress,
  isSameOrigin,
  nameWithin,
  placeOfReference,
  type RemoteReferences,
  shownAddress,
} from './address.ts';
import { anchored, identified } from './anchors.ts';
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
import { isInside, readSourceFile, type SourceFile, staysInside } from './files.ts';
import { parseSource, type SourceDocument } from './source.ts';
import { onceFor } from '../system/once-for.ts';

/** Which JSON Schema the document's schemas are written in: OpenAPI 3.0 has a dialect of its own. */
export type Dialect = 'openapi-3.0' | 'json-schema-2020-12';

/** Where the references of a document may lead to. */
export type Reach = {
  /** Folders: that of the document, and the one of the project that it belongs to. None for a document that was fetched. */
  readonly directories: readonly string[];
  /** Addresses: without it, to none. */
  readonly fetch?: Fetch | undefined;
  /** Also those of other origins than that of the document. */
  readonly remote?: RemoteReferences | undefined;
};

/** A document and the files beside it that its references lead to. */
export type Library = {
  /** Folders that references may lead into: that of the document, and the one of the project that it belongs to. */
  readonly directories: readonly string[];
  readonly root: SourceDocument;
  readonly dialect: Dialect;
  readonly lose: Lose;
  /** By absolute path or address; a file that can't be used is kept as the problem with it, told when a reference needs it. */
  readonly files: ReadonlyMap<string, SourceDocument | InterfaceProblem>;
};

/** More files than this are not read for one document. */
const MAX_FILES = 5000;

/** SHA-256 in hex over the names (relative to the directory) and texts of the files, whatever their order. */
export function digestOf(directory: string, files: readonly SourceFile[]): string {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  const named = files.map(({ path, text }) => ({
    name: nameWithin(directory, path),
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

async function readable(path: string): Promise<SourceFile | undefined> {
  try {
    return await readSourceFile(path);
  } catch (error) {
    if (error instanceof InterfaceFault) return undefined;
    throw error;
  }
}

/** The text at an address, or why there is none. `undefined` where nothing may be fetched from there. */
async function fetched(
  address: string,
  root: SourceDocument,
  { fetch, remote }: Reach,
): Promise<SourceFile | InterfaceProblem | undefined> {
  const isOwn = isSameOrigin(address, root.path);
  if (fetch === undefined || (!isOwn && remote !== 'allowed')) return undefined;
  const found = await fetch(address, isOwn ? 'given' : 'referred');
  switch (found.kind) {
    case 'text':
      return { path: address, file: shownAddress(address), text: found.text };
    case 'failed':
      return { file: shownAddress(address), line: 1, problem: found.problem, advice: found.advice };
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
 * Reads the files and addresses in reach that references lead to, one after the other, starting at `root`.
 * A file that can't be read is left out, one that can't be parsed is kept as its problem: the reference that needs it may be part of an example.
 */
export async function readReferencedFiles(
  reach: Reach,
  root: SourceDocument,
): Promise<{
  readonly files: ReadonlyMap<string, SourceDocument | InterfaceProblem>;
  readonly sources: readonly SourceFile[];
}> {
  const files = new Map<string, SourceDocument | InterfaceProblem>([[root.path, root]]);
  const sources: SourceFile[] = [];
  const waiting = [root];
  const isNamedInside = (address: string): boolean =>
    [...files.values()].some((file) => 'root' in file && identified(file, address) !== undefined);
  const sourceAt = async (path: string): Promise<SourceFile | InterfaceProblem | undefined> => {
    if (isAddress(path)) return isNamedInside(path) ? undefined : fetched(path, root, reach);
    return (await staysInside(reach.directories, path)) ? readable(path) : undefined;
  };
  for (let document = waiting.pop(); document !== undefined; document = waiting.pop()) {
    for (const reference of new Set(referencesIn(document.root))) {
      const path = placeOfReference(reference, document.path);
      if (path === undefined || files.has(path) || files.size >= MAX_FILES) continue;
      const source = await sourceAt(path);
      if (source === undefined) continue;
      if ('problem' in source) {
        files.set(path, source);
        continue;
      }
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
  if (reference === '')
    throw faultAt(cursor, 'the reference is empty', 'Write what it refers to, or leave it out.');
  const path = placeOfReference(reference, cursor.document.path);
  const found = path === undefined ? undefined : library.files.get(path);
  if (found !== undefined && 'problem' in found) throw new InterfaceFault(found);
  if (found !== undefined) return found;
  if (path === undefined || isAddress(path)) {
    throw limitAt(
      cursor,
      `the reference "${reference}" leads out to another place, and assay fetches nothing from there`,
      'Allow it with --allow-remote-refs, or put a copy into the folder of the document and refer to that.',
    );
  }
  if (!library.directories.some((directory) => isInside(directory, path))) {
    throw limitAt(
      cursor,
      `the reference "${reference}" leads out of the folder of the document`,
      'Move the file into that folder, or start assay in a folder that holds both.',
    );
  }
  throw faultAt(
    cursor,
    `the reference "${reference}" leads to a file that can't be read`,
    `Create it or correct the reference. Links out of these folders are not followed, nor more than ${MAX_FILES} files.`,
  );
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

/** Where references lead to in the end, by what holds them: each link of a chain is followed once. */
const endsIn = onceFor((_library: Library) => new WeakMap<object, Cursor>());

/** The value itself, or where its `$ref` leads to in the end. Throws when references go in a circle. */
export function followed(library: Library, cursor: Cursor): Cursor {
  if (referenceOf(cursor) === undefined) return cursor;
  const ends = endsIn(library);
  const seen = new Set<string>();
  const links: object[] = [];
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
    const known = isObject(at.value) ? ends.get(at.value) : undefined;
    if (isObject(at.value)) links.push(at.value);
    at = known ?? targetOf(library, at, reference);
  }
  for (const link of links) ends.set(link, at);
  return at;
}

/** A name for the place that a cursor stands at, unique within a library. */
export function keyOf({ document, location }: Cursor): string {
  return JSON.stringify([document.path, ...location]);
}
