import { toPointer } from '../json/pointer.ts';
import { isObject, type Json, memberOf } from '../json/value.ts';
import type { Position, SourceDocument } from './source.ts';
import { nearestName } from '../system/nearest-name.ts';

/** What is wrong with an interface document, where, and what would be right. */
export type InterfaceProblem = {
  readonly file: string;
  /** Counted from 1; 1 also stands for the file as a whole. */
  readonly line: number;
  readonly problem: string;
  readonly advice: string;
};

/** Whether a document breaks a rule of its own format, or says what assay can't do anything with. */
export type FaultKind = 'fault' | 'limit';

/**
 * Carries a problem from deep inside a document to `loadInterface`, which turns it into a value.
 * It never leaves this folder's exported functions.
 */
export class InterfaceFault extends Error {
  readonly problem: InterfaceProblem;
  readonly kind: FaultKind;
  /** JSON Pointer (RFC 6901) to the place in the document as it is written; missing for a file as a whole. */
  readonly pointer: string | undefined;

  constructor(problem: InterfaceProblem, kind: FaultKind = 'fault', pointer?: string) {
    super(problem.problem);
    this.name = 'InterfaceFault';
    this.problem = problem;
    this.kind = kind;
    this.pointer = pointer;
  }
}

/** Something in a document that costs a part of it, and what it costs. */
export type DocumentNote = InterfaceProblem & { readonly kind: FaultKind; readonly consequence: string };

/**
 * Called for what costs a part of the document, and not the document: notes it, or throws it where the document has to be
 * without fault.
 */
export type Lose = (fault: InterfaceFault, consequence: string) => void;

/** Two lines of plain text: `file:line: problem`, then what to do about it. */
export function formatInterfaceProblem({ file, line, problem, advice }: InterfaceProblem): string {
  return `${file}:${line}: ${problem}\n  ${advice}`;
}

/** One line of plain text: `file:line: problem: what it costs`. */
export function formatDocumentNote({ file, line, problem, consequence }: DocumentNote): string {
  return `${file}:${line}: ${problem}: ${consequence}`;
}

/** A value together with where it stands, so that whatever reads it can name the line. */
export type Cursor = {
  readonly document: SourceDocument;
  readonly location: readonly string[];
  readonly value: Json;
};

/** The top of a document. */
export function rootOf(document: SourceDocument): Cursor {
  return { document, location: [], value: document.root };
}

/** Where the value stands, for messages and for the model. */
export function positionOf({ document, location }: Cursor): Position {
  return document.placeAt?.(location) ?? { file: document.file, line: document.lineAt(location) };
}

/** The same, looked up when somebody asks for it: of a thousand places a report shows a few, and in YAML each takes reading. */
export function positionWhenAsked(cursor: Cursor): Position {
  let found: Position | undefined;
  const position = (): Position => (found ??= positionOf(cursor));
  return {
    get file() {
      return position().file;
    },
    get line() {
      return position().line;
    },
  };
}

/** JSON Pointer to the value in its document as that is written. */
export function pointerOf({ document, location }: Cursor): string {
  return toPointer(document.writtenAt?.(location) ?? location);
}

function problemAt(cursor: Cursor, problem: string, advice: string): InterfaceProblem {
  return { ...positionOf(cursor), problem, advice };
}

/** The problem as an exception, placed at the cursor. */
export function faultAt(cursor: Cursor, problem: string, advice: string): InterfaceFault {
  return new InterfaceFault(problemAt(cursor, problem, advice), 'fault', pointerOf(cursor));
}

/** The same for what the document may say, and assay can't do anything with. */
export function limitAt(cursor: Cursor, problem: string, advice: string): InterfaceFault {
  return new InterfaceFault(problemAt(cursor, problem, advice), 'limit', pointerOf(cursor));
}

/** What `read` returns, or the fault that it runs into. */
export function attempt<T>(read: () => T): { readonly value: T } | { readonly fault: InterfaceFault } {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof InterfaceFault) return { fault: error };
    throw error;
  }
}

/** The location as people write it: `paths./things.get.responses`. */
export function nameOf({ location }: Cursor): string {
  return location.length === 0 ? 'the document' : `\`${location.join('.')}\``;
}

/** The member or item of that name, or `undefined` when there is none. Inherited members don't count. */
export function childOf(cursor: Cursor, name: string): Cursor | undefined {
  const { value } = cursor;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const child = memberOf(value as { readonly [name: string]: Json }, name);
  return child === undefined
    ? undefined
    : { document: cursor.document, location: [...cursor.location, name], value: child };
}

function describe(value: Json): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function wrongType(cursor: Cursor, wanted: string): InterfaceFault {
  return faultAt(
    cursor,
    `${nameOf(cursor)} is ${describe(cursor.value)}, not ${wanted}`,
    `Write ${wanted} here.`,
  );
}

/** The members of a mapping with their names; throws when it is something else. */
export function membersOf(cursor: Cursor): readonly { readonly name: string; readonly cursor: Cursor }[] {
  if (!isObject(cursor.value)) throw wrongType(cursor, 'a mapping');
  return Object.entries(cursor.value).map(([name, value]) => ({
    name,
    cursor: { document: cursor.document, location: [...cursor.location, name], value },
  }));
}

/** Throws for the first member of a mapping whose name is none of these, or when it is something else. */
export function requireNames(cursor: Cursor, known: readonly string[]): void {
  const other = membersOf(cursor).find(({ name }) => !known.includes(name));
  if (other === undefined) return;
  const near = nearestName(other.name, known);
  throw faultAt(
    other.cursor,
    `${nameOf(cursor)} has no place for \`${other.name}\``,
    near === undefined ? `The names are ${known.join(', ')}.` : `Did you mean \`${near}\`?`,
  );
}

/** The items of a list; throws when it is something else. */
export function itemsOf(cursor: Cursor): readonly Cursor[] {
  if (!Array.isArray(cursor.value)) throw wrongType(cursor, 'a list');
  return (cursor.value as readonly Json[]).map((value, index) => ({
    document: cursor.document,
    location: [...cursor.location, String(index)],
    value,
  }));
}

/** The value as text; throws when it is something else. */
export function textOf(cursor: Cursor): string {
  if (typeof cursor.value !== 'string')
    throw wrongType(cursor, 'text (in quotes where it looks like a number)');
  return cursor.value;
}

/** The value as a boolean; throws when it is something else. */
export function flagOf(cursor: Cursor): boolean {
  if (typeof cursor.value !== 'boolean') throw wrongType(cursor, '`true` or `false`');
  return cursor.value;
}

/** The value as an integer above zero; throws when it is something else. */
export function countOf(cursor: Cursor): number {
  if (typeof cursor.value !== 'number' || !Number.isSafeInteger(cursor.value) || cursor.value < 1) {
    throw wrongType(cursor, 'a whole number above 0');
  }
  return cursor.value;
}

/** The member of that name; throws when it is missing. */
export function requiredChild(cursor: Cursor, name: string): Cursor {
  const child = childOf(cursor, name);
  if (child === undefined) {
    if (!isObject(cursor.value)) throw wrongType(cursor, 'a mapping');
    throw faultAt(cursor, `${nameOf(cursor)} has no \`${name}\``, `Add \`${name}\`.`);
  }
  return child;
}
