/** What a parser makes of a file, and the words for what it can't read: JSON is read without what reads YAML. */
import type { InterfaceProblem } from './cursor.ts';

/** Anchors of YAML are repeated so often, and no more. */
export const MAX_ALIASES = 1000;

/** A parsed file: its values, where they stand, and names that stand twice in one mapping, of which the last counts. */
export type Parsed = {
  readonly root: unknown;
  readonly lineAt: (location: readonly string[]) => number;
  readonly repeated: readonly InterfaceProblem[];
  /** Set where the text was read before and nothing was wrong with it: what it says need not be held against any form again. */
  readonly isKnown?: true;
};

export function twice(name: string): string {
  return `"${name}" is there twice`;
}

export function reasonFor(error: unknown): string {
  if (error instanceof RangeError) return 'the file is nested too deeply to be read';
  const message = error instanceof Error ? error.message : String(error);
  if (/excessive alias/i.test(message)) return `the file repeats its anchors more than ${MAX_ALIASES} times`;
  return `the file can't be read: ${message}`;
}

/** What to do about a name that is there twice. */
export const ADVICE_TWICE = 'Keep one of them.';

export const ADVICE = 'Write the file as YAML 1.2 or JSON, in UTF-8.';
