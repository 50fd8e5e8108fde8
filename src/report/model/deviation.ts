import type { Violation } from '../../checks/outcome.ts';

/**
 * In which way something deviates, apart from the values: two answers that deviate alike are the same finding. Numbers and
 * quoted texts in `expected` and `actual` are values; a check that says its deviation itself is taken at its word.
 */

/** Texts of checks are bounded; those of a record that somebody else wrote need not be. */
const LONGEST = 2_000;
const LONGEST_VALUE = 60;
const MOST_SLOTS = 3;
/** One alternative begins where no other can, and none of them goes back: linear on any text. */
const VALUE = /"[^"\n]*"|“[^“”\n]*”|0x[\da-f]+|(?<![\w-])-?\d+(?:[-.:]\d+)*(?:T\d+(?::\d+)*(?:\.\d+)?Z?)?/gi;

function cut(text: string): string {
  return text.length <= LONGEST ? text : text.slice(0, LONGEST);
}

function template(text: string): string {
  return cut(text).replaceAll(VALUE, '#');
}

function slots(text: string): readonly string[] {
  return cut(text).match(VALUE) ?? [];
}

/** The same for two violations of one check that deviate alike. */
export function deviationKey({ deviation, expected, actual }: Violation): string {
  return deviation ?? `${template(expected)} → ${template(actual)}`;
}

/** Values that differ within one finding: `401 → 500`, and how often. */
export type DeviatingValue = { readonly text: string; readonly count: number };

function pairOf({ expected, actual }: Violation): string | undefined {
  const [wanted, got] = [slots(expected), slots(actual)];
  const fits = wanted.length > 0 && got.length > 0 && Math.max(wanted.length, got.length) <= MOST_SLOTS;
  return fits ? `${wanted.join(', ')} → ${got.join(', ')}` : undefined;
}

/** What was expected is told with what came only where it is not always the same. */
function valuesIn(violations: readonly Violation[]): readonly string[] {
  const [first] = violations;
  const differ = violations.some(({ expected }) => expected !== first?.expected);
  const paired = differ && violations.every(({ deviation }) => deviation === undefined);
  return violations.map((violation) => (paired ? pairOf(violation) : undefined) ?? violation.actual);
}

/**
 * The values in which violations that deviate alike differ, the most frequent first. None where all are the same, or too
 * long to stand in a line.
 */
export function deviatingValues(violations: readonly Violation[]): readonly DeviatingValue[] {
  const counts = new Map<string, number>();
  for (const text of valuesIn(violations)) {
    if (text.length > LONGEST_VALUE) return [];
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  if (counts.size < 2) return [];
  return [...counts].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count);
}
