import { resolve } from 'node:path';
import { checks } from '../checks/catalogue.ts';
import { formatInterfaceProblem } from '../interface/interface-problem.ts';
import { loadInterface } from '../interface/load-interface.ts';
import type { Interface } from '../interface/model.ts';
import { unknownCheckReferences } from '../interface/unknown-check-references.ts';
import { defaultSpec } from './default-spec.ts';
import { UsageFault } from './usage-fault.ts';
import { withClauses } from './with-clauses.ts';

/** An interface and the directory that it was read from. */
export type LoadedDocument = { readonly directory: string; readonly document: Interface };

/**
 * Loads the interface of `--spec`, or the shipped one. A clause that names a check which does not exist makes it a
 * broken document. Throws a `UsageFault` that names file, line and what is right.
 */
export async function loadDocument(spec: string | undefined, cwd: string): Promise<LoadedDocument> {
  const directory = spec === undefined ? defaultSpec() : resolve(cwd, spec);
  const loaded = await loadInterface(directory);
  if (loaded.kind === 'broken') throw new UsageFault(formatInterfaceProblem(loaded.problem));
  const unknown = unknownCheckReferences(
    loaded.interface,
    checks.map(({ id }) => id),
  );
  if (unknown.length > 0) throw new UsageFault(unknown.map(formatInterfaceProblem).join('\n'));
  return { directory, document: withClauses(loaded.interface) };
}
