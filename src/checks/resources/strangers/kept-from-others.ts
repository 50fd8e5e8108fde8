import type { Interface, Operation } from '../../../interface/model.ts';
import { behindEntry, templateOf } from '../../../interface/resources/places/places.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import { saysForOwners } from '../../../interface/resources/words/told-owners.ts';
import { saysWhichRoles } from '../../../interface/resources/words/told-roles.ts';
import { saysForAll } from '../../../interface/resources/words/told-shared.ts';
import { filterMatcher } from '../../../interface/selection.ts';
import type { Capabilities } from '../../check.ts';

/** What is kept from another user, as the document says or whoever gives that user's key. */

/**
 * True for what all users share, or all of a role, as the document or the caller says: another user may do that. Of somebody whom the run
 * registered nobody says but the document that anything is kept from that user.
 */
export function isShared(
  operation: Operation,
  document: Interface,
  { shared = [], otherKey }: Pick<Capabilities, 'shared' | 'otherKey'>,
): boolean {
  return (
    operation.credential === undefined ||
    (otherKey === 'registered' && !saysForOwners(operation)) ||
    operation.sharing === 'shared' ||
    (operation.sharing !== 'private' && (saysForAll(operation) || saysWhichRoles(operation, document))) ||
    shared.some((filter) => filterMatcher(filter)(operation))
  );
}

/** False where nothing tells of an entry, or of what stands below it, that it is kept from somebody who was registered: that user asks for nothing there. */
export function mayBeKept(
  { itemPath, list }: Resource,
  document: Interface,
  capabilities: Pick<Capabilities, 'shared' | 'otherKey'>,
): boolean {
  const isAbout = (operation: Operation): boolean =>
    operation === list ||
    (itemPath !== undefined && behindEntry(itemPath, templateOf(operation)) !== undefined);
  return (
    capabilities.otherKey !== 'registered' ||
    document.operations.some((one) => isAbout(one) && !isShared(one, document, capabilities))
  );
}
