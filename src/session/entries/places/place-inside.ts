import { otherPlacesOf } from '../../../checks/resources/ownership/own-entries.ts';
import type { Operation } from '../../../interface/model.ts';
import { behindEntry, pathBelow, templateOf } from '../../../interface/resources/places/places.ts';
import { withHeldNames } from './held-places.ts';
import { ownershipOf, type Sent } from '../own-things.ts';

/** Where what an operation is about stands below an entry of the run, which it may have by another name: open where it names what nothing tells of. */
export function placeInside(
  session: Sent,
  entry: string,
  operation: Pick<Operation, 'path' | 'place'>,
): string {
  const template = templateOf(operation);
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
