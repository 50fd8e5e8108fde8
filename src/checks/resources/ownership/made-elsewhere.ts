import { type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import type { Contract } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { placesMadeAtOnce } from '../creations/made-at-once.ts';
import { locationOf } from '../deeds.ts';

/**
 * What a request made that is no creation in a list. `isOfOwn`: it was done to an entry of the run, and a 201 with a `Location` may say
 * where something else was made by that; what is made at once has the texts of the request.
 */
export function madeElsewhere(
  contract: Contract,
  reading: Reading,
  isOfOwn: boolean,
): readonly { readonly path: string; readonly resource: Resource }[] {
  const isNew = isOfOwn && reading.answer?.status === 201;
  const located = (isNew ? resourcesOf(contract.interface) : []).flatMap((resource) => {
    const path = locationOf(contract, resource, reading);
    return path === undefined ? [] : [{ path, resource }];
  });
  return [...located, ...placesMadeAtOnce(contract, reading)];
}
