import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadChecked, withClauses } from '../checks/checked-document.ts';
import { isAddress, isSameOrigin, plainAddress } from '../document/address.ts';
import { BodyBuffer } from '../http/content-coding.ts';
import { loadInterface, type LoadResult } from '../interface/load-interface.ts';
import type { DocumentText, LoadOptions } from '../interface/reading/open-document.ts';
import type { Interface } from '../interface/model.ts';
import { filterAdvice, type Selection, withSelection } from '../interface/selection.ts';
import type { RecordHeader, RunRecord, RunSettings } from '../record/record.ts';
import { withoutSecretParameters } from '../output/mask.ts';
import { bound } from '../system/bounds.ts';
import { packageManifest, packageRoot } from '../system/package.ts';
import type { CliIo } from './io.ts';
import { quoted, UsageFault } from './usage-fault.ts';

/** The interface that assay ships with: the only folder in `spec/`. */
export function defaultSpec(): string {
  const root = packageRoot();
  const folders = readdirSync(join(root, 'spec'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const [only] = folders;
  if (only === undefined || folders.length > 1) {
    throw new UsageFault('there is no single interface in "spec"; name one with --spec DIR');
  }
  return join(root, 'spec', only.name);
}

/** An interface and what it was read from: a path, an address, or `-` for standard input. */
export type LoadedDocument = { readonly directory: string; readonly document: Interface };

/** What reads standard input, for `--spec -`. */
const STANDARD_INPUT = '-';

/** How a program has a document loaded. */
export type DocumentChoice = Pick<LoadOptions, 'strictness' | 'fetch' | 'remoteReferences' | 'overlays'> &
  Selection & {
    readonly stdin?: CliIo['stdin'] | undefined;
  };

/** Throws a `UsageFault` for a filter that matches no operation. */
function requireMatches(document: Interface, { include = [], exclude = [] }: Selection): void {
  for (const [option, list] of [
    ['--include', include],
    ['--exclude', exclude],
  ] as const)
    for (const filter of list) {
      const advice = filterAdvice(filter, document);
      if (advice !== undefined) throw new UsageFault(`cannot use ${option} ${quoted(filter)}: ${advice}`);
    }
}

async function textOfInput(stdin: CliIo['stdin']): Promise<DocumentText> {
  if (stdin === undefined)
    throw new UsageFault('cannot read a document from standard input: there is none here; give a file');
  const most = bound('documentBytes');
  const bytes = new BodyBuffer(most);
  for await (const chunk of stdin()) {
    if (bytes.push(Buffer.from(chunk))) continue;
    throw new UsageFault(
      `cannot use the document on standard input: it is longer than ${String(most)} bytes; leave out large examples`,
    );
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.bytes());
    if (text.trim() !== '') return { text, file: 'standard input' };
  } catch {
    throw new UsageFault('cannot use the document on standard input: it is not UTF-8; save it in UTF-8');
  }
  throw new UsageFault(
    'cannot use the document on standard input: nothing came; write one there, or give a file with --spec',
  );
}

/**
 * Loads the interface of `--spec` (a path, an address or `-`), or the shipped one. A clause that names a check which does not
 * exist makes it a broken document, and with `strict` so does every fault of the document. Throws a `UsageFault` that names file,
 * line and what is right.
 */
export async function loadDocument(
  spec: string | undefined,
  cwd: string,
  { stdin, ...choice }: DocumentChoice = {},
): Promise<LoadedDocument> {
  const isPlace = spec === undefined || spec === STANDARD_INPUT || isAddress(spec);
  const directory = isPlace ? (spec ?? defaultSpec()) : resolve(cwd, spec);
  const source = spec === STANDARD_INPUT ? await textOfInput(stdin) : directory;
  const loaded = await loadChecked(source, choice);
  if (loaded.kind === 'broken') throw new UsageFault(loaded.problem);
  requireMatches(loaded.document, choice);
  return {
    directory: withoutSecretParameters(plainAddress(directory)),
    document: loaded.document,
  };
}

/** What a command line says of the document. */
export type DocumentFlags = {
  readonly spec?: string;
  readonly strictDocument?: boolean;
  readonly allowRemoteRefs?: boolean;
  readonly overlay?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly header?: readonly string[];
  readonly insecure?: boolean;
  readonly ca?: string;
};

/** What fetches documents as the flags say. Lines of `--header` go where the caller named the address, and nowhere else. */
async function fetchOf(
  flags: DocumentFlags,
  io: Pick<CliIo, 'cwd' | 'env'>,
): Promise<Pick<DocumentChoice, 'fetch'>> {
  const isRemote = flags.spec !== undefined && isAddress(flags.spec);
  if (!isRemote && flags.allowRemoteRefs !== true) return {};
  const [{ createFetch }, { parseHeaderOption, caOf }] = await Promise.all([
    import('../client/fetch-document.ts'),
    import('./target/resolve-target.ts'),
  ]);
  const fetch = createFetch({
    userAgent: `assay/${packageManifest().version}`,
    trust: { insecure: flags.insecure ?? false, ca: caOf(flags.ca, io.cwd) },
    environment: io.env,
    headers: (flags.header ?? []).map((line) => parseHeaderOption(line)),
  });
  return { fetch };
}

async function choiceOf(
  flags: DocumentFlags,
  io: Pick<CliIo, 'cwd' | 'env' | 'stdin'>,
): Promise<DocumentChoice> {
  return {
    strictness: flags.strictDocument === true ? 'strict' : 'lenient',
    remoteReferences: flags.allowRemoteRefs === true ? 'allowed' : 'refused',
    overlays: (flags.overlay ?? []).map((file) => resolve(io.cwd, file)),
    stdin: io.stdin,
    include: flags.include,
    exclude: flags.exclude,
    ...(await fetchOf(flags, io)),
  };
}

/** Loads the document that a command line names, as it says. Throws a `UsageFault`. */
export async function openDocument(
  flags: DocumentFlags,
  io: Pick<CliIo, 'cwd' | 'env' | 'stdin'>,
): Promise<LoadedDocument> {
  return loadDocument(flags.spec, io.cwd, await choiceOf(flags, io));
}

/** A document that is to be looked through rather than loaded: where it is, and how it is read. Throws a `UsageFault`. */
export async function lintSource(
  flags: DocumentFlags,
  io: Pick<CliIo, 'cwd' | 'env' | 'stdin'>,
): Promise<{ readonly source: string | DocumentText; readonly options: LoadOptions }> {
  const { stdin, ...options } = await choiceOf(flags, io);
  const { spec } = flags;
  if (spec === STANDARD_INPUT) return { source: await textOfInput(stdin), options };
  return {
    source: spec === undefined ? defaultSpec() : isAddress(spec) ? spec : resolve(io.cwd, spec),
    options,
  };
}

/** What reads the document of a command line again, at the path that it was found at. */
export function reloadOf(
  flags: DocumentFlags,
  io: Pick<CliIo, 'cwd' | 'env'>,
): (path: string) => Promise<LoadResult> {
  return async (path) => {
    const { stdin: _stdin, ...choice } = await choiceOf(flags, io);
    return loadInterface(path, choice);
  };
}

/** Which operations a run was about. */
function selectionOf({
  include,
  exclude,
}: Pick<RunSettings, 'include' | 'exclude'>): Pick<DocumentFlags, 'include' | 'exclude'> {
  return { ...(include === undefined ? {} : { include }), ...(exclude === undefined ? {} : { exclude }) };
}

/**
 * The document that a record names, where the caller names none: a file is read again; an address only where the caller named the
 * same origin with `url`, since a record may come from anybody. Throws a `UsageFault` for one that has to be named.
 */
export async function openRecorded(
  { header }: Pick<RunRecord, 'header'>,
  flags: DocumentFlags & { readonly url?: string },
  io: Pick<CliIo, 'cwd' | 'env' | 'stdin'>,
): Promise<LoadedDocument> {
  const { specDirectory, settings } = header;
  const chosen = { ...selectionOf(settings), ...flags };
  if (flags.spec !== undefined) return openDocument(chosen, io);
  const isTrusted =
    !isAddress(specDirectory) || (flags.url !== undefined && isSameOrigin(specDirectory, flags.url));
  if (isTrusted && specDirectory !== STANDARD_INPUT)
    return openDocument({ ...chosen, spec: specDirectory }, io);
  const place = isAddress(specDirectory) ? quoted(specDirectory) : 'standard input';
  throw new UsageFault(
    `cannot read the document of this record by itself: it came from ${place}; name it with --spec`,
  );
}

/**
 * The interface that a record was made with: the one of `--spec`, else the record's directory or the shipped one,
 * provided that it is still the same document. `undefined` (with a note) where there is none: a report then names
 * clauses by their ids.
 */
export async function loadRecordedDocument(
  record: {
    readonly header: Pick<RecordHeader, 'specDirectory' | 'interface'> & {
      readonly settings: Pick<RunSettings, 'include' | 'exclude'>;
    };
  },
  flags: DocumentFlags,
  io: Pick<CliIo, 'cwd' | 'env' | 'stdin' | 'stderr'>,
): Promise<Interface | undefined> {
  const { specDirectory, settings } = record.header;
  const chosen = { ...selectionOf(settings), ...flags };
  const isFile = !isAddress(specDirectory) && specDirectory !== STANDARD_INPUT;
  const spec = flags.spec ?? (flags.overlay !== undefined && isFile ? specDirectory : undefined);
  if (spec !== undefined) return (await openDocument({ ...chosen, spec }, io)).document;
  for (const directory of [...(isFile ? [specDirectory] : []), defaultSpec()]) {
    const loaded = await loadInterface(directory);
    if (loaded.kind === 'loaded' && loaded.interface.digest === record.header.interface.digest)
      return withClauses(withSelection(loaded.interface, chosen));
  }
  io.stderr(
    'the document that the run was made with is not here; name it with --spec (and --overlay) to see the texts of clauses\n',
  );
  return undefined;
}
