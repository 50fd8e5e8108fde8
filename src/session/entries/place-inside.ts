import { otherPlacesOf } from '../../checks/resources/ownership/own-entries.ts';
import { behindEntry, pathBelow } from '../../interface/resources/places.ts';
import { ownershipOf, type Sent } from './own-things.ts';

/** Where a template leads below an entry of the run, which it may have by another name. */
export function placeInside(session: Sent, entry: string, template: string): string {
  const own = ownershipOf(session).at(entry);
  for (const { path, itemPath } of otherPlacesOf(own)) {
    const rest = behindEntry(itemPath, template);
    if (rest !== undefined) return `${path}${rest}`;
  }
  return pathBelow(entry, template);
}
