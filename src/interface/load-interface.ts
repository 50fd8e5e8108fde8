import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import {
  attempt,
  childOf,
  type Cursor,
  type DocumentNote,
  faultAt,
  InterfaceFault,
  type InterfaceProblem,
  itemsOf,
  type Lose,
  nameOf,
  requiredChild,
  rootOf,
  textOf,
} from '../document/cursor.ts';
import {
  type Dialect,
  digestOf,
  foldersOf,
  type Library,
  readReferencedFiles,
  readSourceFile,
  shownPath,
  type SourceFile,
} from '../document/library.ts';
import { parseSource, type SourceDocument } from '../document/source.ts';
import { withoutEndSlashes } from '../http/target.ts';
import { readClauses } from './clauses.ts';
import type { Interface } from './model.ts';
import { readCollections } from './read-collections.ts';
import { readOperations } from './read-operations.ts';
import { readRateLimits } from './read-rate-limits.ts';
import { fromSwagger2, isSwagger2 } from './swagger2.ts';

function substituted(server: Cursor, url: string): string {
  return url.replaceAll(/\{([^{}]*)\}/g, (_placeholder, name: string) => {
    const variables = childOf(server, 'variables');
    const variable = variables === undefined ? undefined : childOf(variables, name);
    if (variable === undefined) {
      throw faultAt(
        requiredChild(server, 'url'),
        `the address "${url}" uses the variable "${name}", which nothing describes`,
        `Add \`${name}\` with a \`default\` to \`variables\`.`,
      );
    }
    return textOf(requiredChild(variable, 'default'));
  });
}

/**
 * The path of the first server's address without a trailing slash, its variables replaced by their defaults.
 * The empty string when there is no server or its address has no path.
 */
export function readBasePath(document: SourceDocument): string {
  const servers = childOf(rootOf(document), 'servers');
  const first = servers === undefined ? undefined : itemsOf(servers)[0];
  if (first === undefined) return '';
  const cursor = requiredChild(first, 'url');
  const url = substituted(first, textOf(cursor));
  try {
    return withoutEndSlashes(new URL(url, 'http://relative.invalid/').pathname);
  } catch {
    throw faultAt(
      cursor,
      `${nameOf(cursor)} is no address: "${url}"`,
      'Write an absolute URL or a path, for example `https://api.example.com/v1`.',
    );
  }
}

/** A loaded interface, or the first thing that is wrong with its document. */
export type LoadResult =
  | { readonly kind: 'loaded'; readonly interface: Interface }
  | { readonly kind: 'broken'; readonly problem: InterfaceProblem };

/** What is read: `operations` leaves out the statements of `clauses.yaml`, which takes longer than all the rest. */
export type Extent = 'all' | 'operations';

const DOCUMENT_NAMES = ['openapi.yaml', 'openapi.yml', 'openapi.json'];
const CLAUSES_NAME = 'clauses.yaml';

async function kindOf(path: string): Promise<'file' | 'directory' | 'nothing'> {
  try {
    return (await stat(path)).isDirectory() ? 'directory' : 'file';
  } catch {
    return 'nothing';
  }
}

/** The document at a path, or in the folder that it names. Throws `InterfaceFault` where there is none. */
export async function findDocument(given: string): Promise<string> {
  const path = resolve(given);
  const problem = (text: string, advice: string): InterfaceFault =>
    new InterfaceFault({ file: shownPath(path), line: 1, problem: text, advice });
  switch (await kindOf(path)) {
    case 'file':
      return path;
    case 'nothing':
      throw problem(
        'there is no such file or folder',
        'Give an OpenAPI document, or a folder that holds an openapi.yaml.',
      );
    case 'directory':
      for (const name of DOCUMENT_NAMES) {
        if ((await kindOf(join(path, name))) === 'file') return join(path, name);
      }
      throw problem(
        'the folder holds no OpenAPI document',
        `Name the document ${DOCUMENT_NAMES.join(', ')}, or give its path.`,
      );
  }
}

const SUPPORTED = 'assay reads OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0';

/** A document in the version that it is written in. */
type Versioned = { readonly document: SourceDocument; readonly dialect: Dialect };

function versionOf(cursor: Cursor, lose: Lose): string {
  if (typeof cursor.value !== 'number') return textOf(cursor);
  const read = attempt(() => textOf(cursor));
  if ('fault' in read) lose(read.fault, 'it is read as text');
  return Number.isInteger(cursor.value) ? `${String(cursor.value)}.0` : String(cursor.value);
}

/** The document as OpenAPI 3, and the dialect of its schemas. Throws for what is in no version that assay reads. */
function versioned(document: SourceDocument, lose: Lose): Versioned {
  const root = rootOf(document);
  const swagger = childOf(root, 'swagger');
  if (swagger !== undefined) {
    if (isSwagger2(document)) return { document: fromSwagger2(document), dialect: 'openapi-3.0' };
    throw faultAt(
      swagger,
      `\`swagger\` is ${JSON.stringify(swagger.value)}`,
      `${SUPPORTED}. Write \`swagger: '2.0'\`.`,
    );
  }
  const cursor = childOf(root, 'openapi');
  if (cursor === undefined)
    throw faultAt(
      root,
      'the document has no `openapi`, so it is no OpenAPI document',
      `${SUPPORTED}. Add \`openapi: 3.1.1\`.`,
    );
  const version = versionOf(cursor, lose);
  if (/^3\.0(\.\d+)?(-.+)?$/.test(version)) return { document, dialect: 'openapi-3.0' };
  if (/^3\.[12](\.\d+)?(-.+)?$/.test(version)) return { document, dialect: 'json-schema-2020-12' };
  throw faultAt(
    cursor,
    `\`openapi\` is "${version}"`,
    `${SUPPORTED}. Write, for example, \`openapi: 3.1.1\`.`,
  );
}

/** Text that assay only shows; words of its own where there is none. */
function shownText(library: Library, name: 'title' | 'version', instead: string): string {
  const read = attempt(() => textOf(requiredChild(requiredChild(rootOf(library.root), 'info'), name)));
  if ('value' in read) return read.value;
  library.lose(read.fault, `"${instead}" is shown in its place`);
  return instead;
}

function basePathOf(library: Library): string {
  const read = attempt(() => readBasePath(library.root));
  if ('value' in read) return read.value;
  library.lose(read.fault, 'the base path is taken to be empty');
  return '';
}

function idOf(path: string): string {
  const name = basename(path);
  return DOCUMENT_NAMES.includes(name) ? basename(dirname(path)) : basename(name, extname(name));
}

async function readClausesFile(path: string): Promise<SourceFile | undefined> {
  return (await kindOf(path)) === 'file' ? readSourceFile(path) : undefined;
}

/** Whether a document loads that is broken in parts, without those. */
export type Strictness = 'lenient' | 'strict';

/** Keeps each note once: a schema that many refer to is read many times. */
class Notes {
  readonly #notes = new Map<string, DocumentNote>();
  readonly lose: Lose;

  constructor(strictness: Strictness) {
    this.lose = (fault, consequence) => {
      const { problem, kind } = fault;
      if (strictness === 'strict' && kind === 'fault') throw fault;
      const key = `${problem.file}:${String(problem.line)}:${problem.problem}:${consequence}`;
      if (!this.#notes.has(key)) this.#notes.set(key, { ...problem, kind, consequence });
    };
  }

  list(): readonly DocumentNote[] {
    return [...this.#notes.values()];
  }
}

function noteRepeats(files: Library['files'], lose: Lose): void {
  for (const document of files.values()) {
    if (!('root' in document)) continue;
    for (const repeat of document.repeated) lose(new InterfaceFault(repeat), 'the last one counts');
  }
}

async function load(given: string, extent: Extent, strictness: Strictness): Promise<Interface> {
  const path = await findDocument(given);
  const directory = dirname(path);
  const source = await readSourceFile(path);
  const notes = new Notes(strictness);
  const { lose } = notes;
  const { document, dialect } = versioned(parseSource(source.text, { ...source, repeats: 'noted' }), lose);
  const directories = await foldersOf(directory, process.cwd());
  const referenced = await readReferencedFiles(directories, document);
  const { files } = referenced;
  noteRepeats(files, lose);
  const library: Library = { directories, root: document, dialect, files, lose };
  const title = shownText(library, 'title', idOf(path));
  const version = shownText(library, 'version', 'without a version');
  const operations = readOperations(library);
  const clausesPath = join(directory, CLAUSES_NAME);
  const clausesFile = await readClausesFile(clausesPath);
  const statements =
    clausesFile === undefined || extent === 'operations'
      ? { sections: [], clauses: [] }
      : readClauses(parseSource(clausesFile.text, clausesFile), operations);
  const sources = [source, ...referenced.sources, ...(clausesFile === undefined ? [] : [clausesFile])];
  let digest: string | undefined;
  const read = {
    id: idOf(path),
    title,
    version,
    files: [path, ...referenced.sources.map((file) => file.path), clausesPath],
    basePath: basePathOf(library),
    operations,
    collections: readCollections(library, operations),
    rateLimits: readRateLimits(document),
    ...statements,
  };
  const noted = notes.list();
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
 * that holds it, and the `clauses.yaml` beside it where there is one. Reads nothing outside that folder and its project, and
 * nothing from a network. What is broken in parts loads without them, and `notes` names each; with `strict` the first fault of
 * the document breaks it. Never throws for what a document holds: that is the `broken` result.
 */
export async function loadInterface(
  directory: string,
  extent: Extent = 'all',
  strictness: Strictness = 'lenient',
): Promise<LoadResult> {
  try {
    return { kind: 'loaded', interface: await load(directory, extent, strictness) };
  } catch (error) {
    if (error instanceof InterfaceFault) return { kind: 'broken', problem: error.problem };
    throw error;
  }
}
