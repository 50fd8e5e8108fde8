import { type Cursor, InterfaceFault, type InterfaceProblem, rootOf } from '../../src/document/cursor.ts';
import { type Dialect, type Library, targetOf } from '../../src/document/library.ts';
import { parseSource, type SourceDocument } from '../../src/document/source.ts';

/** A document given as text, in the file `/interface/openapi.yaml`. */
export function documentOf(text: string): SourceDocument {
  return parseSource(text, { path: '/interface/openapi.yaml', file: 'openapi.yaml' });
}

function throwFault(fault: InterfaceFault): void {
  if (fault.kind === 'fault') throw fault;
}

/** A library of that one document, every fault of which is thrown. */
export function libraryOf(text: string, dialect: Dialect = 'json-schema-2020-12'): Library {
  const root = documentOf(text);
  return {
    directories: ['/interface'],
    root,
    dialect,
    files: new Map([[root.path, root]]),
    lose: throwFault,
  };
}

/** The place in the document of a library that a JSON Pointer such as `#/a/b` means. */
export function at(library: Library, pointer: string): Cursor {
  return targetOf(library, rootOf(library.root), pointer);
}

/** The problem that `read` runs into; fails when it runs into none. */
export function problemOf(read: () => unknown): InterfaceProblem {
  try {
    read();
  } catch (error) {
    if (error instanceof InterfaceFault) return error.problem;
    throw error;
  }
  throw new Error('There was no problem.');
}

/** The line of the text that holds the marker, counted from 1. */
export function lineOf(text: string, marker: string): number {
  const index = text.split('\n').findIndex((line) => line.includes(marker));
  if (index === -1) throw new Error(`No line holds "${marker}".`);
  return index + 1;
}
