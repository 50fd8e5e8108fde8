function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const removed = (previous[column] ?? 0) + 1;
      const added = (current[column - 1] ?? 0) + 1;
      current.push(Math.min(replaced, removed, added));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

const LONGEST_COMPARED = 100;

/** True for a name that differs from another one in letter case, or in one letter. */
export function isSlipOf(name: string, other: string): boolean {
  if (name === other || name.length > LONGEST_COMPARED || Math.abs(name.length - other.length) > 1)
    return false;
  return editDistance(name.toLowerCase(), other.toLowerCase()) <= 1;
}

/** The candidate that differs least from `name`, or `undefined` when none is close enough to be a slip of the pen. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const allowed = Math.max(2, Math.floor(name.length / 3));
  if (name.length > LONGEST_COMPARED) return undefined;
  let nearest: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > allowed) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance <= allowed && (nearest === undefined || distance < nearest.distance)) {
      nearest = { candidate, distance };
    }
  }
  return nearest?.candidate;
}

/** `did you mean "x"?` where a candidate is near; otherwise `choose one of: …`. */
export function suggestion(name: string, candidates: readonly string[]): string {
  const nearest = nearestName(name, candidates);
  return nearest === undefined ? `choose one of: ${candidates.join(', ')}` : `did you mean "${nearest}"?`;
}
