import { creationsOf, listingsOf } from '../checks/creations.ts';
import { indexOf } from '../checks/listing-index.ts';
import type { Collection } from '../interface/model.ts';
import { judgedRun } from './judge-run.ts';
import type { ProbeContext } from './probe-context.ts';

/** True when an entry of this run is missing in the last list. */
export function isIncomplete(context: ProbeContext, collection: Collection): boolean {
  const run = judgedRun(context.session.contract, context.capabilities, context.session.readings);
  const last = listingsOf(run).findLast((listing) => listing.collection === collection);
  if (last === undefined) return false;
  const creations = creationsOf(run);
  const { byIdentity } = indexOf(last, creations);
  return creations.some(
    (creation) => creation.collection === collection && !byIdentity.has(creation.identity),
  );
}
