import { otherPlacesOf } from '../../../checks/resources/ownership/own-entries.ts';
import { behindEntry, pathBelow } from '../../../interface/resources/places/places.ts';
import { withHeldNames } from './held-places.ts';
import { ownershipOf, type Sent } from '../own-things.ts';

/** Where a template leads below an entry of the run, which it may have by another name: open where it names what nothing tells of. */
export function placeInside(session: Sent, entry: string, template: string): string {
  const own = ownershipOf(session).at(entry);
  for (const { path, itemPath } of otherPlacesOf(own)) {
    const rest = behindEntry(itemPath, template);
    if (rest !== undefined) return `${path}${rest}`;
  }
  const path = pathBelow(entry, template);
  const rest = path.slice(entry.length);
  const named = own !== undefined && rest.includes('{') ? withHeldNames(session, own, rest) : undefined;
  return named === undefined ? path : `${entry}${named}`;
}
