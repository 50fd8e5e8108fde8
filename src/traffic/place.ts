/**
 * Where something stands in traffic: in which file, and as which entry of it, from 1. What is kept of traffic of any length is chosen
 * by place alone, so that it is the same whoever reads which files, and in which order.
 */
export type Place = { readonly file: string; readonly at: number };

/** The same order on every machine: by code units. */
export function compareTexts(first: string, second: string): number {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** By the name of the file, then by the entry. */
export function comparePlaces(first: Place, second: Place): number {
  return compareTexts(first.file, second.file) || first.at - second.at;
}

/** A text that stands there. */
export type PlacedText = Place & { readonly text: string };

/** The one place where each text stands first, in the order of the places; of texts at one place in their own order. */
export function firstTexts(all: readonly PlacedText[]): readonly PlacedText[] {
  const sorted = all.toSorted((a, b) => comparePlaces(a, b) || compareTexts(a.text, b.text));
  const seen = new Set<string>();
  return sorted.filter(({ text }) => {
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew;
  });
}

/** How often each name counts, by name. */
export type Counts = readonly (readonly [name: string, count: number])[];

/** Counts in one list, the names in their order. */
export function countsOf(counted: Iterable<readonly [name: string, count: number]>): Counts {
  const sums = new Map<string, number>();
  for (const [name, count] of counted) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].toSorted(([a], [b]) => compareTexts(a, b));
}
