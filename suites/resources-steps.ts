import { TELLING_LAG_MS } from '../src/checks/resources/judges.ts';
import { deedOf, entriesIn, entryIn, pathOfEntry } from '../src/checks/resources/ownership.ts';
import { type Resource, resourcesOf } from '../src/interface/resources.ts';
import type { Reading } from '../src/oracle/reading.ts';
import { allowedIn, mayChange, sendToEntry } from '../src/session/first-lives.ts';
import { type ProbeContext, requestFor, sendSpec } from '../src/session/probe.ts';
import type { Living } from './resources-bodies.ts';

/** The steps that all lives have: looking at an entry, and at the list that it is in. */

/** Reads an entry. */
export async function look(living: Living, when: string): Promise<Reading | undefined> {
  const { context, resource, path, label } = living;
  if (resource.read === undefined) return undefined;
  const reading = await sendToEntry(context, resource.read, path, {
    probe: `${label}/read-${when}`,
    intent: 'ordinary',
  });
  if (reading?.answer !== undefined && reading.answer.status < 300) living.shown = entryIn(resource, reading);
  return reading;
}

/** Lists, and once more a moment later while what was removed is still there. */
export async function list(
  { context, resource, path, label }: Living,
  when: string,
  removed?: Reading,
): Promise<void> {
  const { session, signal } = context;
  if (resource.list === undefined || !allowedIn(context)(resource.list)) return;
  const probe = `${label}/list-${when}`;
  const spec = requestFor(context, resource.list, { probe, intent: 'ordinary' });
  const reading = spec === undefined ? undefined : await sendSpec(context, spec);
  if (spec === undefined || reading === undefined || removed === undefined) return;
  const deed = deedOf(session.contract, reading);
  const isThere = (entriesIn(resource, reading) ?? []).some(
    (entry) => deed !== undefined && pathOfEntry(resource, deed.values, entry) === path,
  );
  if (!isThere) return;
  await session.clock.sleep(TELLING_LAG_MS + 100, signal);
  await sendSpec(context, { ...spec, probe: `${probe}-again` });
}

/** Resources whose entries the run can make, change or remove, and read. */
export function livingResources(context: ProbeContext): readonly Resource[] {
  if (!mayChange(context)) return [];
  const isAllowed = allowedIn(context);
  return resourcesOf(context.document).filter((resource) => {
    const { kind, create, replace, change: patch, remove: removal, read } = resource;
    const makes = [create, replace].some(isAllowed);
    return kind === 'collection' && makes && isAllowed(read) && [replace, patch, removal].some(isAllowed);
  });
}
