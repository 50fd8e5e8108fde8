import listed from './harmless.json' with { type: 'json' };

/** Mutants that conform, or that no polite client with one Free key can tell from the original. */
export type Harmless = {
  readonly reason: string;
  /** Each as `--list` prints it: its name, and what it changes. */
  readonly mutants: readonly string[];
};

/** What `harmless.json` lists by hand. */
export const harmless: readonly Harmless[] = listed;
