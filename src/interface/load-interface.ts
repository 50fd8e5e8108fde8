import { basename, dirname, extname, join } from 'node:path';
import {
  attempt,
  InterfaceFault,
  type InterfaceProblem,
  childOf,
  requiredChild,
  rootOf,
  textOf,
} from '../document/cursor.ts';
import { readSourceFile, type SourceFile } from '../document/files.ts';
import { digestOf, type Library } from '../document/library.ts';
import { parseSource } from '../document/source.ts';
import { readClauses } from './clauses.ts';
import type { Interface } from './model.ts';
import {
  DOCUMENT_NAMES,
  type DocumentText,
  type Extent,
  kindOf,
  type LoadOptions,
  openDocument,
  type OpenedDocument,
  placedDocument,
} from './reading/open-document.ts';
import { withPlaces } from './resources/places/deed-words.ts';
import { withHoldersInPlaceOfNames } from './resources/places/holder-in-place-of-name.ts';
import { withWordsBeforeNames } from './resources/places/word-before-name.ts';
import { withNamesInBodies } from './resources/places/named-in-body.ts';
import { withNamesInQueries } from './resources/places/named-in-query.ts';
import { readCollections } from './resources/read-collections.ts';
import { readPages } from './resources/lists/read-pages.ts';
import { readOperations } from './reading/read-operations.ts';
import { readRateLimits } from './reading/read-rate-limits.ts';
import { basePathOf, readServers } from './reading/read-servers.ts';

/** A loaded interface, or the first thing that is wrong with its document. */
export type LoadResult =
  | { readonly kind: 'loaded'; readonly interface: Interface }
  | { readonly kind: 'broken'; readonly problem: InterfaceProblem };

const CLAUSES_NAME = 'clauses.yaml';
const LONGEST_ID = 60;

/** Text that assay only shows; words of its own where there is none. */
function shownText(library: Library, name: 'title' | 'version', instead: string): string {
  const read = attempt(() => textOf(requiredChild(requiredChild(rootOf(library.root), 'info'), name)));
  if ('value' in read) return read.value;
  library.lose(read.fault, `"${instead}" is shown in its place`);
  return instead;
}

/** So many characters of what is said of the whole are kept. */
const MOST_WORDS = 20_000;

function aboutOf(library: Library): Pick<Interface, 'about'> {
  const info = childOf(rootOf(library.root), 'info');
  const about = info === undefined ? undefined : childOf(info, 'description')?.value;
  return typeof about === 'string' && about !== '' ? { about: about.slice(0, MOST_WORDS) } : {};
}

function idOf(path: string): string {
  const name = basename(path);
  return DOCUMENT_NAMES.includes(name) ? basename(dirname(path)) : basename(name, extname(name));
}

async function readClausesFile(path: string): Promise<SourceFile | undefined> {
  return (await kindOf(path)) === 'file' ? readSourceFile(path) : undefined;
}

/** A name without what can't stand in one everywhere, for a document whose file has none of its own. */
function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return slug.slice(0, LONGEST_ID) || 'document';
}

/** The interface in an opened document; with `operations`, without the statements of `clauses.yaml`. */
export async function interfaceOf(opened: OpenedDocument, extent: Extent): Promise<Interface> {
  const { library, kind, directory, notes } = opened;
  const { path } = opened.source;
  const title = shownText(library, 'title', kind === 'file' ? idOf(path) : 'a document without a title');
  const version = shownText(library, 'version', 'without a version');
  const operations = withNamesInBodies(
    withNamesInQueries(withHoldersInPlaceOfNames(withWordsBeforeNames(withPlaces(readOperations(library))))),
  );
  const clausesPath = kind === 'file' ? join(directory, CLAUSES_NAME) : undefined;
  const clausesFile = clausesPath === undefined ? undefined : await readClausesFile(clausesPath);
  const statements =
    clausesFile === undefined || extent === 'operations'
      ? { sections: [], clauses: [] }
      : readClauses(parseSource(clausesFile.text, clausesFile), operations);
  const sources = [opened.source, ...opened.beside, ...(clausesFile === undefined ? [] : [clausesFile])];
  const own = kind === 'text' ? [] : [path];
  let digest: string | undefined;
  const pageHints = readPages(library, operations);
  const read = {
    id: kind === 'file' ? idOf(path) : slugOf(title),
    title,
    version,
    ...aboutOf(library),
    origin: kind,
    files: [...own, ...opened.beside.map((file) => file.path), clausesPath ?? []].flat(),
    basePath: basePathOf(library.root, library.lose),
    ...(kind === 'address' ? { servers: readServers(library.root, library.lose) } : {}),
    operations,
    collections: readCollections(library, operations),
    ...(pageHints.length === 0 ? {} : { pageHints }),
    rateLimits: readRateLimits(library.root),
    ...statements,
  };
  const noted = notes();
  return {
    ...read,
    ...(noted.length === 0 ? {} : { notes: noted }),
    get digest() {
      digest ??= digestOf(directory, sources);
      return digest;
    },
  };
}

/**
 * Reads an interface: an OpenAPI document (3.0, 3.1 or 3.2, or Swagger 2.0; YAML or JSON), given by its path or by the folder
 * that holds it, and the `clauses.yaml` beside it where there is one; by its address, where there is a `fetch`; or as its text.
 * Reads nothing outside that folder and its project, and nothing from a network but with `fetch`: from the origin of the document,
 * and with `remoteReferences` from others. What is broken in parts loads without them, and `notes` names each; with `strict` the
 * first fault of the document breaks it. Never throws for what a document holds: that is the `broken` result.
 */
export async function loadInterface(
  given: string | DocumentText,
  options: LoadOptions = {},
): Promise<LoadResult> {
  try {
    const opened = await openDocument(await placedDocument(given, options), options);
    return { kind: 'loaded', interface: await interfaceOf(opened, options.extent ?? 'all') };
  } catch (error) {
    if (error instanceof InterfaceFault) return { kind: 'broken', problem: error.problem };
    throw error;
  }
}
