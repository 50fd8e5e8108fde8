/** Mutants that no polite client with one Free key can tell from the original, or that the document allows. */
export type Harmless = { readonly reason: string; readonly mutants: readonly string[] };

/** Each mutant as `--list` prints it: its name, and what it changes. */
export const harmless: readonly Harmless[] = [];
