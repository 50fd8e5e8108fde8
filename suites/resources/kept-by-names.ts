import { type Resource, resourcesOf } from '../../src/interface/resources/resources.ts';
import {
  type FullRefusal,
  refusesWhatIsFull,
} from '../../src/interface/resources/words/states/told-removals.ts';
import type { Operation } from '../../src/interface/model.ts';
import { makeEntry, sendToEntry } from '../../src/session/entries/entry-requests.ts';
import type { ProbeContext } from '../../src/session/probe.ts';
import type { Living } from './bodies.ts';
import { putInside } from './counts.ts';
import { look, probeOfLives } from './steps.ts';

/** Removals of entries that others name in their bodies, where the document says that these keep them there. */

async function removeNamed(
  context: ProbeContext,
  resource: Resource,
  remove: Operation,
  { child, by }: FullRefusal['named'][number],
): Promise<void> {
  const label = `resources/named-by-${child.create?.id ?? ''}`;
  const path = await makeEntry(context, resource, `${label}/make`);
  if (path === undefined) return;
  const living: Living = { context, resource, path, label, shown: undefined };
  await look(living, 'made');
  if ((await putInside(living, { child, by })) === undefined) return;
  await sendToEntry(context, remove, path, { probe: `${label}/remove`, intent: 'ordinary' });
  await look(living, 'after-removal');
}

export const keptByNames = probeOfLives('resources.kept-by-names', async (context, isAllowed) => {
  for (const resource of resourcesOf(context.document)) {
    const { kind, remove, read } = resource;
    if (kind !== 'collection' || !isAllowed(remove) || !isAllowed(read)) continue;
    for (const naming of refusesWhatIsFull(context.document, remove)?.named ?? [])
      if (isAllowed(naming.child.create)) await removeNamed(context, resource, remove, naming);
  }
});
