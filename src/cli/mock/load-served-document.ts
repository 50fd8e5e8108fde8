import { resolve } from 'node:path';
import { formatInterfaceProblem } from '../../document/cursor.ts';
import { loadInterface } from '../../interface/load-interface.ts';
import type { Interface } from '../../interface/model.ts';
import { defaultSpec } from '../load-document.ts';
import { UsageFault } from '../usage-fault.ts';

/**
 * Loads what a mock answers from, without the statements that only its console shows: a mock is to answer soon. Throws a
 * `UsageFault` that names file, line and what is right.
 */
export async function loadServedDocument(spec: string | undefined, cwd: string): Promise<Interface> {
  const directory = spec === undefined ? defaultSpec() : resolve(cwd, spec);
  const loaded = await loadInterface(directory, { extent: 'operations' });
  if (loaded.kind === 'broken') throw new UsageFault(formatInterfaceProblem(loaded.problem));
  return loaded.interface;
}

/** A served document with its statements; without any where they are broken, which `assay test` complains about. */
export async function withStatements(document: Interface): Promise<Interface> {
  if (document.origin !== 'file') return document;
  const [path] = document.files;
  const { loadDocument } = await import('../load-document.ts');
  try {
    const { sections, clauses } = (await loadDocument(path, '.')).document;
    return { ...document, sections, clauses };
  } catch (error) {
    if (error instanceof UsageFault) return document;
    throw error;
  }
}
