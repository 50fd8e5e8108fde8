import type { Measured } from './measured.ts';

/** Why runs could not show everything, over all documents: the same cause is one line, with where it was met. */

/** A reason without the checks, names and numbers that it is about. */
function plainCause(why: string): string {
  return why
    .replaceAll(/(?<=^|; )[a-z-]+\.[a-z-]+: /g, '')
    .replaceAll(/no answer of .*? shows it/g, 'no answer of … shows it')
    .replaceAll(/\b(?:GET|POST|PUT|PATCH|DELETE) \S+/g, '…')
    .replaceAll(/\d[\d:.TZ-]*/g, 'N');
}

/** So many places of a cause are named. */
const MOST_NAMED = 3;

type Named = { readonly name: string; readonly measured: Measured };

/** The causes with what they keep from being shown, the one that is met most often first. */
export function causesOf(rows: readonly Named[]): readonly string[] {
  const causes = new Map<string, string[]>();
  for (const { name, measured } of rows) {
    if (measured.kind === 'refused') continue;
    for (const { what, why } of measured.missing) {
      const cause = plainCause(why);
      causes.set(cause, [...(causes.get(cause) ?? []), `${name}: ${what}`]);
    }
  }
  const met = [...causes].toSorted(([, a], [, b]) => b.length - a.length);
  return met.map(([cause, places]) => {
    const more = places.length > MOST_NAMED ? `, and ${String(places.length - MOST_NAMED)} more` : '';
    return `${String(places.length)} × ${cause} (${places.slice(0, MOST_NAMED).join(', ')}${more})`;
  });
}
