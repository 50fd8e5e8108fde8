import { TELLING_LAG_MS } from '../../checks/resources/judges.ts';
import { isUnsettled } from '../../checks/resources/life/life-books.ts';
import type { Operation } from '../../interface/model.ts';
import { placeOf } from '../../interface/resources/places/places.ts';
import type { Resource } from '../../interface/resources/resources.ts';
import { judgedRun } from '../judge-run.ts';
import type { ProbeContext } from '../probe.ts';
import { allowedIn, sendToEntry } from './entry-requests.ts';
import { placeInside } from './places/place-inside.ts';

/** Looks right behind an action: at the entry that it was done to, and at what it put there. */

/** Reads an entry to which something was done, and once more later where it shows nothing of that yet. */
export async function lookAt(
  context: ProbeContext,
  resource: Resource,
  entry: string,
  probe: string,
): Promise<void> {
  const { read } = resource;
  if (read === undefined) return;
  await sendToEntry(context, read, entry, { probe, intent: 'ordinary' });
  const { session, capabilities, signal } = context;
  const run = judgedRun(session.contract, capabilities, session.readings);
  if (!isUnsettled(run, resource)) return;
  await session.clock.sleep(TELLING_LAG_MS + 100, signal);
  await sendToEntry(context, read, entry, { probe: `${probe}-again`, intent: 'ordinary' });
}

/** Reads the place to which something was sent (the picture of an entry), where no entry had anything there before. */
export async function readWhatWasPut(context: ProbeContext, action: Operation, entry: string): Promise<void> {
  const place = placeOf(action.path);
  const read = context.document.operations.find(
    (one) => one.method === 'GET' && placeOf(one.path) === place && allowedIn(context)(one),
  );
  if (read === undefined || context.baselines.isServed(read)) return;
  const path = placeInside(context.session, entry, read);
  await sendToEntry(context, read, path, { probe: `baseline/${read.id}-put`, intent: 'ordinary' });
}
