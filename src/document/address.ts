/** Documents that stand at an address: how they are named, what leads to them, and what fetching one comes to. */
import { dirname, relative, resolve, sep } from 'node:path';
import type { InterfaceProblem } from './cursor.ts';

/** A text that was fetched, with the address that it is at in the end; or why there is none, and what would help. */
export type Fetched =
  | { readonly kind: 'text'; readonly text: string; readonly address: string }
  | ({ readonly kind: 'failed' } & Pick<InterfaceProblem, 'problem' | 'advice'>);

/**
 * Fetches a document. `given`: the caller named the address; `referred`: a document did, so that it leads into no network that
 * the caller did not name.
 */
export type Fetch = (address: string, named: 'given' | 'referred') => Promise<Fetched>;

/** Whether references of a document may lead to other hosts than its own. */
export type RemoteReferences = 'refused' | 'allowed';

/** True for what is fetched: an http or https address. */
export function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** The address without user, password and fragment, as documents are told apart; as it is where it is none. */
export function plainAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href;
}

/** The address as messages show it: without what may be a secret in its query. */
export function shownAddress(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : url.origin + url.pathname;
}

/** True when both are addresses of one origin (RFC 6454). */
export function isSameOrigin(address: string, other: string): boolean {
  const [one, two] = [URL.parse(address), URL.parse(other)];
  return one !== null && two !== null && one.origin !== 'null' && one.origin === two.origin;
}

/**
 * Where the file part of a reference leads to, seen from a document at `from` (absolute path or address): an absolute path or an
 * address. `undefined` for the same document and for any other scheme. From an address no path of this machine can be reached.
 */
export function placeOfReference(reference: string, from: string): string | undefined {
  const file = reference.split('#', 1)[0] ?? '';
  if (file === '') return undefined;
  if (isAddress(file)) return URL.parse(file) === null ? undefined : plainAddress(file);
  if (/^[a-z][a-z0-9+.-]+:/i.test(file)) return undefined;
  if (isAddress(from)) {
    const url = URL.parse(file, from);
    return url === null ? undefined : plainAddress(url.href);
  }
  if (file.startsWith('//')) return undefined;
  try {
    return resolve(dirname(from), decodeURIComponent(file));
  } catch {
    return undefined;
  }
}

/** The name of a file or address within the folder of its document, for what must not depend on where that folder is. */
export function nameWithin(directory: string, path: string): string {
  if (!isAddress(path)) return relative(directory, path).split(sep).join('/');
  return path.startsWith(directory) ? path.slice(directory.length) : path;
}

/** The folder of a document: of its path, or of its address up to the last slash. */
export function folderOf(path: string): string {
  return isAddress(path) ? new URL('.', path).href : dirname(path);
}
