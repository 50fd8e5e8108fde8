import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checks } from '../checks/catalogue.ts';
import { formatInterfaceProblem } from '../document/cursor.ts';
import { derivedClauses, unknownCheckReferences } from '../interface/clauses.ts';
import { loadInterface, type Strictness } from '../interface/load-interface.ts';
import type { Interface } from '../interface/model.ts';
import type { RunRecord } from '../record/record.ts';
import { packageRoot } from '../system/package.ts';
import type { CliIo } from './io.ts';
import { UsageFault } from './usage-fault.ts';

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

/** The interface with a clause for each check that applies to it, when its document has no `clauses.yaml`. */
export function withClauses(document: Interface): Interface {
  const applicable = checks.filter((check) => check.notApplicable(document) === undefined);
  return { ...document, clauses: derivedClauses(document, applicable) };
}

/** An interface and the directory that it was read from. */
export type LoadedDocument = { readonly directory: string; readonly document: Interface };

/**
 * Loads the interface of `--spec`, or the shipped one. A clause that names a check which does not exist makes it a
 * broken document, and with `strict` so does every fault of the document. Throws a `UsageFault` that names file, line and what
 * is right.
 */
export async function loadDocument(
  spec: string | undefined,
  cwd: string,
  strictness: Strictness = 'lenient',
): Promise<LoadedDocument> {
  const directory = spec === undefined ? defaultSpec() : resolve(cwd, spec);
  const loaded = await loadInterface(directory, 'all', strictness);
  if (loaded.kind === 'broken') throw new UsageFault(formatInterfaceProblem(loaded.problem));
  const unknown = unknownCheckReferences(
    loaded.interface,
    checks.map(({ id }) => id),
  );
  if (unknown.length > 0) throw new UsageFault(unknown.map(formatInterfaceProblem).join('\n'));
  return { directory, document: withClauses(loaded.interface) };
}

/** How strictly a command was told to read the document. */
export function strictnessOf({ strictDocument }: { readonly strictDocument?: boolean }): Strictness {
  return strictDocument === true ? 'strict' : 'lenient';
}

/**
 * The interface that a record was made with: the one of `--spec`, else the record's directory or the shipped one,
 * provided that it is still the same document. `undefined` (with a note) where there is none: a report then names
 * clauses by their ids.
 */
export async function loadRecordedDocument(
  record: RunRecord,
  spec: string | undefined,
  io: Pick<CliIo, 'cwd' | 'stderr'>,
): Promise<Interface | undefined> {
  if (spec !== undefined) return (await loadDocument(spec, io.cwd)).document;
  for (const directory of [record.header.specDirectory, defaultSpec()]) {
    const loaded = await loadInterface(directory);
    if (loaded.kind === 'loaded' && loaded.interface.digest === record.header.interface.digest)
      return withClauses(loaded.interface);
  }
  io.stderr(
    'the document that the run was made with is not here; name its folder with --spec to see the texts of clauses\n',
  );
  return undefined;
}
