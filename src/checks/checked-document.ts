import { formatInterfaceProblem } from '../document/cursor.ts';
import { unknownCheckReferences } from '../interface/clauses.ts';
import { loadInterface } from '../interface/load-interface.ts';
import type { DocumentText, LoadOptions } from '../interface/reading/open-document.ts';
import type { Interface } from '../interface/model.ts';
import { type Selection, withSelection } from '../interface/selection.ts';
import { CHECK_NAMES } from './check-names.ts';
import { hasStatements } from '../interface/clauses.ts';

/** A document that can be judged by: each of its clauses names checks that there are. Or what is wrong with it, on lines of text. */
export type CheckedDocument =
  | { readonly kind: 'checked'; readonly document: Interface }
  | { readonly kind: 'broken'; readonly problem: string };

/** The interface with clauses, when its document has no `clauses.yaml`: what it says by itself. Only that takes the checks themselves. */
export async function withClauses(document: Interface): Promise<Interface> {
  if (hasStatements(document)) return document;
  const [{ checks }, { withDerivedClauses }] = await Promise.all([
    import('./catalogue.ts'),
    import('./document-clauses.ts'),
  ]);
  return withDerivedClauses(document, checks);
}

/** Loads a document from a path, an address or its text, with the operations that were chosen. One that names a check which does not exist is broken. */
export async function loadChecked(
  source: string | DocumentText,
  options: LoadOptions & Selection = {},
): Promise<CheckedDocument> {
  const loaded = await loadInterface(source, options);
  if (loaded.kind === 'broken') return { kind: 'broken', problem: formatInterfaceProblem(loaded.problem) };
  const unknown = unknownCheckReferences(
    loaded.interface,
    CHECK_NAMES.map(({ id }) => id),
  );
  return unknown.length === 0
    ? { kind: 'checked', document: await withClauses(withSelection(loaded.interface, options)) }
    : { kind: 'broken', problem: unknown.map(formatInterfaceProblem).join('\n') };
}
