import { creationsOf, sentMarkers } from '../checks/creations.ts';
import type { JudgedRun } from '../checks/check.ts';
import type { Leftover } from './record.ts';

/** What a run created at the service and left behind. */
export function leftoversOf(run: JudgedRun): readonly Leftover[] {
  return creationsOf(run).map((creation) => ({
    operation: creation.collection.create.id,
    name: sentMarkers(creation.reading)[0] ?? '',
    identity: creation.identity ?? '',
  }));
}
