import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import {
  childOf,
  type Cursor,
  faultAt,
  InterfaceFault,
  type InterfaceProblem,
  itemsOf,
  nameOf,
  requiredChild,
  rootOf,
  textOf,
} from '../document/cursor.ts';
import {
  type Dialect,
  digestOf,
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

function dialectOf(document: SourceDocument): Dialect {
  const root = rootOf(document);
  const swagger = childOf(root, 'swagger');
  const supported = 'assay reads OpenAPI 3.0, 3.1 and 3.2';
  if (swagger !== undefined)
    throw faultAt(
      swagger,
      'the document is written in Swagger 2',
      `${supported}. Convert it, for example with swagger2openapi.`,
    );
  const cursor = childOf(root, 'openapi');
  if (cursor === undefined)
    throw faultAt(
      root,
      'the document has no `openapi`, so it is no OpenAPI document',
      `${supported}. Add \`openapi: 3.1.1\`.`,
    );
  const version = textOf(cursor);
  if (/^3\.0\.\d+(-.+)?$/.test(version)) return 'openapi-3.0';
  if (/^3\.[12]\.\d+(-.+)?$/.test(version)) return 'json-schema-2020-12';
  throw faultAt(
    cursor,
    `\`openapi\` is "${version}"`,
    `${supported}. Write, for example, \`openapi: 3.1.1\`.`,
  );
}

function idOf(path: string): string {
  const name = basename(path);
  return DOCUMENT_NAMES.includes(name) ? basename(dirname(path)) : basename(name, extname(name));
}

async function readClausesFile(path: string): Promise<SourceFile | undefined> {
  return (await kindOf(path)) === 'file' ? readSourceFile(path) : undefined;
}

async function load(given: string, extent: Extent): Promise<Interface> {
  const path = await findDocument(given);
  const directory = dirname(path);
  const source = await readSourceFile(path);
  const document = parseSource(source.text, source);
  const dialect = dialectOf(document);
  const referenced = await readReferencedFiles(directory, document);
  const library: Library = { directory, root: document, dialect, files: referenced.files };
  const about = requiredChild(rootOf(document), 'info');
  const operations = readOperations(library);
  const clausesPath = join(directory, CLAUSES_NAME);
  const clausesFile = await readClausesFile(clausesPath);
  const statements =
    clausesFile === undefined || extent === 'operations'
      ? { sections: [], clauses: [] }
      : readClauses(parseSource(clausesFile.text, clausesFile), operations);
  const sources = [source, ...referenced.sources, ...(clausesFile === undefined ? [] : [clausesFile])];
  let digest: string | undefined;
  return {
    id: idOf(path),
    title: textOf(requiredChild(about, 'title')),
    version: textOf(requiredChild(about, 'version')),
    get digest() {
      digest ??= digestOf(directory, sources);
      return digest;
    },
    files: [path, ...referenced.sources.map((file) => file.path), clausesPath],
    basePath: readBasePath(document),
    operations,
    collections: readCollections(document, operations),
    rateLimits: readRateLimits(document),
    ...statements,
  };
}

/**
 * Reads an interface: an OpenAPI document (3.0, 3.1 or 3.2; YAML or JSON), given by its path or by the folder that
 * holds it, and the `clauses.yaml` beside it where there is one. Reads nothing outside that folder and nothing from a
 * network. Never throws for what a document holds: that is the `broken` result.
 */
export async function loadInterface(directory: string, extent: Extent = 'all'): Promise<LoadResult> {
  try {
    return { kind: 'loaded', interface: await load(directory, extent) };
  } catch (error) {
    if (error instanceof InterfaceFault) return { kind: 'broken', problem: error.problem };
    throw error;
  }
}
