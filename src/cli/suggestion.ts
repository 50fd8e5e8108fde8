import { nearestName } from '../interface/nearest-name.ts';

/** `did you mean "x"?` where a candidate is near; otherwise `choose one of: …`. */
export function suggestion(name: string, candidates: readonly string[]): string {
  const nearest = nearestName(name, candidates);
  return nearest === undefined ? `choose one of: ${candidates.join(', ')}` : `did you mean "${nearest}"?`;
}
