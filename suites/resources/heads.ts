import { readsByHead } from '../../src/checks/heads.ts';
import type { Operation } from '../../src/interface/model.ts';
import { partOf } from '../../src/interface/resources/resources.ts';
import { allowedIn, makeEntry, mayChange, sendToEntry } from '../../src/session/entries/entry-requests.ts';
import { type ProbeContext, requestFor, sendSpec } from '../../src/session/probe.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';

/** HEAD between two reads: of what the run made, once more when it is gone, and of lists and what is always there. */

/** So many places are asked. */
const MOST_HEADS = 8;

async function askEntry(
  context: ProbeContext,
  head: Operation,
  read: Operation,
  path: string,
  when: string,
): Promise<void> {
  const label = `resources/heads/${head.id}-${when}`;
  for (const [operation, at] of [
    [read, 'before'],
    [head, 'between'],
    [read, 'after'],
  ] as const)
    await sendToEntry(context, operation, path, { probe: `${label}-${at}`, intent: 'ordinary' });
}

/** One path for all three, whichever it is. */
async function askPlace(context: ProbeContext, head: Operation, read: Operation): Promise<void> {
  const label = `resources/heads/${head.id}`;
  const spec = requestFor(context, read, { probe: `${label}-before`, intent: 'ordinary' });
  if (spec === undefined) return;
  await sendSpec(context, spec);
  await sendSpec(context, { ...spec, method: 'HEAD', probe: `${label}-between` });
  await sendSpec(context, { ...spec, probe: `${label}-after` });
}

export const heads: Probe = {
  id: 'resources.heads',
  intends: ['ordinary'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    const isAllowed = allowedIn(context);
    const all = context.document.operations.filter(({ id }) => readsByHead(context.document).has(id));
    for (const head of all.slice(0, MOST_HEADS)) {
      const read = readsByHead(context.document).get(head.id);
      if (!isAllowed(read) || !isAllowed(head) || !context.baselines.isServed(read)) continue;
      const found = partOf(context.document, read);
      const isEntry = found?.part === 'read' && found.resource.kind === 'collection' && mayChange(context);
      const label = `resources/heads/${head.id}`;
      const path = isEntry ? await makeEntry(context, found.resource, `${label}-make`) : undefined;
      if (path === undefined || found === undefined) {
        await askPlace(context, head, read);
        continue;
      }
      await askEntry(context, head, read, path, 'there');
      const { remove } = found.resource;
      if (!isAllowed(remove)) continue;
      await sendToEntry(context, remove, path, { probe: `${label}-remove`, intent: 'ordinary' });
      await askEntry(context, head, read, path, 'gone');
    }
  },
};
