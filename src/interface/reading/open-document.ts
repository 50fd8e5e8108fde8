/** A document before it is read as an interface: found, fetched, parsed, overlaid, brought to OpenAPI 3, with what it refers to. */
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  type Fetch,
  folderOf,
  isAddress,
  plainAddress,
  type RemoteReferences,
  shownAddress,
} from '../../document/address.ts';
import {
  attempt,
  childOf,
  type Cursor,
  type DocumentNote,
  faultAt,
  InterfaceFault,
  type Lose,
  rootOf,
  textOf,
} from '../../document/cursor.ts';
import { foldersOf, readSourceFile, shownPath, type SourceFile } from '../../document/files.ts';
import { type Dialect, type Library, readReferencedFiles } from '../../document/library.ts';
import { parseSource, type SourceDocument } from '../../document/source.ts';
import type { Interface } from '../model.ts';
import { fromSwagger2, isSwagger2 } from './swagger2.ts';

/** What is read: `operations` leaves out the statements of `clauses.yaml`, which takes longer than all the rest. */
export type Extent = 'all' | 'operations';

/** Names of the document in a folder, the first that is there. */
export const DOCUMENT_NAMES = ['openapi.yaml', 'openapi.yml', 'openapi.json'];

/** What is at a path. */
export async function kindOf(path: string): Promise<'file' | 'directory' | 'nothing'> {
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

/** Whether a document loads that is broken in parts, without those. */
export type Strictness = 'lenient' | 'strict';

/** Keeps each note once: a schema that many refer to is read many times. */
class Notes {
  readonly #notes = new Map<string, DocumentNote>();
  readonly lose: Lose;

  constructor(strictness: Strictness, onLoss: Lose | undefined) {
    this.lose = (fault, consequence) => {
      const { problem, kind } = fault;
      if (strictness === 'strict' && kind === 'fault') throw fault;
      const key = `${problem.file}:${String(problem.line)}:${problem.problem}:${consequence}`;
      if (this.#notes.has(key)) return;
      this.#notes.set(key, { ...problem, kind, consequence });
      onLoss?.(fault, consequence);
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

/** A document whose text is at hand, such as what came on standard input. Its references are seen from the working directory. */
export type DocumentText = { readonly text: string; readonly file: string };

/** How a document is read. */
export type LoadOptions = {
  readonly extent?: Extent | undefined;
  readonly strictness?: Strictness | undefined;
  /** What fetches addresses: without it, none is read. */
  readonly fetch?: Fetch | undefined;
  readonly remoteReferences?: RemoteReferences | undefined;
  /** Paths of overlays, applied in this order before anything is read. */
  readonly overlays?: readonly string[] | undefined;
};

function cannotFetch(file: string, problem: string, advice: string): InterfaceFault {
  return new InterfaceFault({ file, line: 1, problem, advice });
}

async function fetchSource(given: string, fetch: Fetch | undefined): Promise<SourceFile> {
  const file = shownAddress(given);
  if (fetch === undefined)
    throw cannotFetch(file, 'it is an address, and nothing is fetched here', 'Give the path of a document.');
  const found = await fetch(given, 'given');
  switch (found.kind) {
    case 'failed':
      throw cannotFetch(file, found.problem, found.advice);
    case 'text': {
      const address = plainAddress(found.address);
      return { path: address, file: shownAddress(address), text: found.text };
    }
  }
}

type Origin = NonNullable<Interface['origin']>;

/** Where a document stands: what is beside it is looked for in `directory`. */
export type PlacedDocument = {
  readonly source: SourceFile;
  readonly directory: string;
  readonly kind: Origin;
};

/** Finds or fetches a document. Throws `InterfaceFault` for one that can't be had. */
export async function placedDocument(
  given: string | DocumentText,
  { fetch }: LoadOptions,
): Promise<PlacedDocument> {
  if (typeof given !== 'string') {
    const directory = process.cwd();
    return { source: { ...given, path: join(directory, given.file) }, directory, kind: 'text' };
  }
  if (isAddress(given)) {
    const source = await fetchSource(given, fetch);
    return { source, directory: folderOf(source.path), kind: 'address' };
  }
  const path = await findDocument(given);
  return { source: await readSourceFile(path), directory: dirname(path), kind: 'file' };
}

/** The document with its overlays. What applies them is loaded where there are some. */
async function overlaid(
  document: SourceDocument,
  overlays: readonly SourceFile[],
  lose: Lose,
): Promise<SourceDocument> {
  if (overlays.length === 0) return document;
  const { withOverlays } = await import('../../document/overlay.ts');
  const example = 'overlay: 1.1.0';
  return withOverlays(
    document,
    overlays.map((file) => parseSource(file.text, { ...file, example })),
    lose,
  );
}

/** A document that can be read as an interface. */
export type OpenedDocument = PlacedDocument & {
  readonly library: Library;
  /** What it refers to, and its overlays. */
  readonly beside: readonly SourceFile[];
  /** What of it was lost until now. */
  readonly notes: () => readonly DocumentNote[];
};

/** Parses a document and reads what it refers to. `onLoss` is called once for each note. Throws `InterfaceFault` for one that is none. */
export async function openDocument(
  placed: PlacedDocument,
  options: LoadOptions,
  onLoss?: Lose,
): Promise<OpenedDocument> {
  const { source, directory, kind } = placed;
  const notes = new Notes(options.strictness ?? 'lenient', onLoss);
  const { lose } = notes;
  const overlays = await Promise.all((options.overlays ?? []).map((file) => readSourceFile(resolve(file))));
  const written = parseSource(source.text, { ...source, repeats: 'noted' });
  const { document, dialect } = versioned(await overlaid(written, overlays, lose), lose);
  const directories = kind === 'address' ? [] : await foldersOf(directory, process.cwd());
  const reach = { directories, fetch: options.fetch, remote: options.remoteReferences };
  const { files, sources } = await readReferencedFiles(reach, document);
  noteRepeats(files, lose);
  const library: Library = { directories, root: document, dialect, files, lose };
  return { ...placed, library, beside: [...sources, ...overlays], notes: () => notes.list() };
}
