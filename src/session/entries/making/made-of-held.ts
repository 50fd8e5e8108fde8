import { type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { isTaken } from '../../baseline.ts';
import { type ProbeContext, sendFor } from '../../probe.ts';
import { allowedIn, makeEntry, sendToEntry } from '../entry-requests.ts';
import { livingOf } from '../own-things.ts';
import { isRefused } from './first-actions.ts';

/** Creations without a body that take what one thing holds: an order takes what is in the cart, as much as there is of it. */

/** So often something is put in for one creation. */
const MOST_FILLED = 8;

/** Leaves nothing of the run in but a little of one. Returns whether that is there. */
async function fill(context: ProbeContext, held: Resource, probe: string): Promise<boolean> {
  const { session } = context;
  for (const { path } of livingOf(session, held))
    if (held.remove !== undefined)
      await sendToEntry(context, held.remove, path, { probe: `${probe}-taken-out`, intent: 'ordinary' });
  return (await makeEntry(context, held, `${probe}-put-in`)) !== undefined;
}

/** Asks for such a creation that was refused with a little of what the run made in there, and puts it in again for each later one. */
export async function makeOfHeld(context: ProbeContext, { create }: Resource): Promise<void> {
  const { session, baselines, document } = context;
  const isAllowed = allowedIn(context);
  if (!isAllowed(create) || create.requestBody !== undefined || create.path.includes('{')) return;
  if (!isRefused(context, create)) return;
  const held = resourcesOf(document).find(
    (one) =>
      one.inHolder !== undefined &&
      one.parent === undefined &&
      isAllowed(one.create) &&
      isAllowed(one.remove),
  );
  const probe = `baseline/${create.id}-of-held`;
  if (held === undefined || !(await fill(context, held, probe))) return;
  const made = await sendFor(context, create, { probe, intent: 'ordinary' });
  if (made === undefined || !isTaken(made)) return;
  let [filled, from] = [0, session.readings.length - 1];
  baselines.keepPrepared(create, [], async () => {
    const isSent = session.readings
      .slice(from)
      .some(({ expectation: { operation } }) => operation?.id === create.id);
    if (!isSent || filled === MOST_FILLED) return undefined;
    filled += 1;
    await fill(context, held, `${probe}-${String(filled + 1)}`);
    from = session.readings.length;
    return [];
  });
}
