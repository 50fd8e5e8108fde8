import type { Contract } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { markersOf, sentMarkers } from '../creations/creations.ts';
import { type Deed, entryIn, isSuccess, locationOf, pathOfEntry } from '../deeds.ts';

/** Entries that a PUT makes at another place than the one that it is about. */

/**
 * The place of what a PUT sent to a list made: its body named something that is gone, and its answer shows the text of that request under
 * another name. A 201 tells of it in `Location` as well.
 */
export function placePutInList(
  contract: Contract,
  { resource, values }: Pick<Deed, 'resource' | 'values'>,
  reading: Reading,
): string | undefined {
  if (reading.answer?.status === 201) return locationOf(contract, resource, reading);
  const shown = reading.expectation.operation?.namedBy === undefined ? undefined : entryIn(resource, reading);
  if (shown === undefined || !isSuccess(reading)) return undefined;
  const sent = sentMarkers(reading);
  return markersOf(shown).some((marker) => sent.includes(marker))
    ? pathOfEntry(resource, values, shown)
    : undefined;
}
