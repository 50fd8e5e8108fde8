import { entryIn } from '../src/checks/resources/deeds.ts';
import { isEqual } from '../src/checks/resources/life/members/shown-values.ts';
import type { Operation } from '../src/interface/model.ts';
import { isListedAlone, type Resource } from '../src/interface/resources/resources.ts';
import { type JsonObject } from '../src/json/value.ts';
import { allowedIn, isChangedByList, makeEntry, sendToEntry } from '../src/session/entries/entry-requests.ts';
import { changeWithOthers, makeWithOthers } from '../src/session/entries/making/first-lives.ts';
import { makeWhatIsNamed } from '../src/session/entries/making/made-of-prepared.ts';
import { askEachOnce } from '../src/session/first-requests.ts';
import { statesOf } from '../src/session/entries/of-entry-at.ts';
import { livingOf } from '../src/session/entries/own-things.ts';
import { type ProbeContext } from '../src/session/probe.ts';
import { EVERY_PROFILE, type Probe, type Suite } from '../src/session/suite.ts';
import { changeOfOne, type Living, otherBody } from './resources/bodies.ts';
import { changeable, shownMember } from './resources/changeable.ts';
import { actions } from './resources/actions.ts';
import { transitions } from './resources/transitions.ts';
import { claim, claims } from './resources/claims.ts';
import { refuse, sendChanges, sendReplacements, update } from './resources/updates.ts';
import { thingsThere } from './resources/things-there.ts';
import { counts } from './resources/counts.ts';
import { namedLinks } from './resources/named-links.ts';
import { holderLists } from './resources/lists/holder-lists.ts';
import { families } from './resources/families.ts';
import { parents } from './resources/parents.ts';
import { keptByNames } from './resources/kept-by-names.ts';
import { linkages } from './resources/linkages.ts';
import { absentNames } from './resources/absent-names.ts';
import { absentReads, absentWrites } from './resources/absent-entries.ts';
import { several } from './resources/several.ts';
import { twice } from './resources/twice.ts';
import { strangers } from './resources/strangers/strangers.ts';
import { listedEntries } from './resources/lists/listed.ts';
import { heads } from './resources/heads.ts';
import { uploads } from './resources/uploads.ts';
import { upserts } from './resources/upserts.ts';
import { ranges } from './resources/ranges.ts';
import { listTags } from './resources/lists/list-tags.ts';
import { repetitions } from './resources/repetitions.ts';
import { conditions } from './resources/validators.ts';
import { pageEntries, pageWalks } from './resources/lists/pages.ts';
import { shapes } from './resources/shapes.ts';
import { sequences } from './resources/sequences.ts';
import {
  followLocation,
  list,
  listUpdated,
  listWithRemoved,
  readRemoved,
  livingResources,
  look,
  lookAtOthers,
  lookInList,
} from './resources/steps.ts';

async function remove(living: Living, operation: Operation, isShort: boolean): Promise<void> {
  const { context, resource, path, label } = living;
  // What is removed by its place takes along what is next to it.
  const neighbour = isShort ? undefined : await makeEntry(context, resource, `${label}/make-neighbour`);
  if (neighbour !== undefined && isListedAlone(resource))
    await lookInList(context, resource, neighbour, `${label}/neighbour`);
  // A list that is kept may be made anew for what was just added: it is asked for, so that the removal alone stands behind it.
  else if (neighbour !== undefined) await list(living, 'before-removal');
  const removed = await sendToEntry(context, operation, path, {
    probe: `${label}/remove`,
    intent: 'ordinary',
  });
  await look(living, 'after-removal');
  if (!isShort)
    await sendToEntry(context, operation, path, { probe: `${label}/remove-again`, intent: 'ordinary' });
  if (!isShort) await lookAtOthers(living, 'removal', neighbour);
  if (!isListedAlone(resource))
    await list(living, 'after-removal', (entry) => entry !== undefined && removed !== undefined);
  if (!isShort && !isListedAlone(resource)) await listWithRemoved(living);
  if (!isShort) await readRemoved(living);
  // Last: a PUT may make the entry anew.
  const writers = [resource.change, resource.replace].filter(allowedIn(context));
  const late = isShort ? [] : writers.filter((writer) => !isChangedByList(writer));
  for (const writer of late)
    await sendToEntry(context, writer, path, { probe: `${label}/${writer.id}-removed`, intent: 'ordinary' });
  if (late.length > 0) await look(living, 'after-all');
  if (!isShort) await makeEntry(context, resource, `${label}/made-after`);
}

/** Leads the newest entry on to another state: nothing else is asked of it. */
async function leadOn({ context, resource, label }: Living): Promise<void> {
  const { change } = resource;
  if (!allowedIn(context)(change) || isChangedByList(change)) return;
  const [state] = statesOf(resource, change);
  const path = livingOf(context.session, resource).at(-1)?.path;
  if (state === undefined || path === undefined) return;
  const living = { context, resource, label, path, shown: undefined };
  await look(living, 'made-after');
  await update(living, change, 'lead-on', changeOfOne(living, change, state, 'lead-on'));
}

/**
 * Gives the entry values that another one has not: whoever writes them into both is found out, which takes another value where there
 * are but two.
 */
async function setApart(living: Living, other: JsonObject | undefined): Promise<void> {
  const { context, resource, shown, label } = living;
  const [operation] = [resource.replace, resource.change].filter(allowedIn(context));
  if (operation === undefined || other === undefined || shown === undefined || isChangedByList(operation))
    return;
  const isShared = (name: string): boolean =>
    shownMember(other, name) !== undefined && isEqual(shownMember(other, name), shownMember(shown, name));
  if (!changeable(living, operation).some(isShared)) return;
  const options = { optional: 'all', label: `${label}/apart` } as const;
  await update(living, operation, 'apart', otherBody({ ...living, shown: other }, operation, options));
}

/** What is shown of another entry of the run; one is made where a list shows none. */
async function otherBefore(
  context: ProbeContext,
  resource: Resource,
  label: string,
): Promise<JsonObject | undefined> {
  const path = livingOf(context.session, resource)[0]?.path;
  const probe = `${label}/other`;
  if (isListedAlone(resource)) {
    const shown = path === undefined ? undefined : await lookInList(context, resource, path, probe);
    if (shown === undefined) await makeEntry(context, resource, `${label}/make-other`);
    return shown;
  }
  if (path === undefined || resource.read === undefined) return undefined;
  const reading = await sendToEntry(context, resource.read, path, { probe, intent: 'ordinary' });
  return reading?.answer !== undefined && reading.answer.status < 300
    ? entryIn(resource, reading)
    : undefined;
}

/** An entry that a removal can be asked for: another one where an update took it away. */
async function thereToRemove(living: Living): Promise<Living> {
  const { context, resource, label } = living;
  const path = living.isLost === true ? await makeEntry(context, resource, `${label}/make-again`) : undefined;
  if (path === undefined) return living;
  const other: Living = { context, resource, label, path, shown: undefined };
  await look(other, 'made-again');
  return other;
}

/** One short life of an entry. `make` brings it to the world. Returns whether it did. */
async function live(
  context: ProbeContext,
  resource: Resource,
  at: number,
  make: typeof makeWithOthers,
): Promise<boolean> {
  const isAllowed = allowedIn(context);
  const isShort = context.profile === 'quick';
  const label = `resources/life-${String(at + 1)}`;
  const other = isShort ? undefined : await otherBefore(context, resource, label);
  const path = await make(context, resource, `${label}/make`);
  await followLocation(context, resource);
  if (path === undefined) return false;
  const living: Living = { context, resource, path, label, shown: undefined };
  await look(living, 'made');
  if (isAllowed(resource.change)) await sendChanges(living, resource.change, isShort);
  if (isAllowed(resource.replace)) await sendReplacements(living, resource.replace, isShort);
  if (isShort)
    for (const operation of [resource.change, resource.replace].filter(isAllowed))
      await changeWithOthers(context, operation, living.path);
  await setApart(living, other);
  await listUpdated(living);
  if (!isShort) {
    await lookAtOthers(living, 'updates');
    await claim(living);
    await refuse(living);
  }
  if (isAllowed(resource.remove)) await remove(await thereToRemove(living), resource.remove, isShort);
  if (!isShort) await leadOn(living);
  return true;
}

/** Makes what was refused before: a quick run had not asked for it, and what its body names is there by now. */
async function makeAgain(
  context: ProbeContext,
  resource: Resource,
  probe: string,
): Promise<string | undefined> {
  const again = `${probe}-later`;
  if (resource.create !== undefined) await makeWhatIsNamed(context, resource.create);
  return (await makeEntry(context, resource, again)) ?? makeWithOthers(context, resource, again);
}

const lives: Probe = {
  id: 'resources.lives',
  intends: ['life'],
  profiles: EVERY_PROFILE,
  creates: true,
  run: async (context) => {
    const open: (readonly [number, Resource])[] = [];
    for (const [at, resource] of livingResources(context).entries())
      if (!(await live(context, resource, at, makeEntry))) open.push([at, resource]);
    if (context.profile !== 'quick') return;
    for (const [at, resource] of open) await live(context, resource, at, makeAgain);
    await askEachOnce(context);
  },
};

/** What requests do to the entries that they name: the run makes them, changes them, and takes them away again. */
export const resources: Suite = {
  name: 'resources',
  title: 'Changing and removing',
  probes: [
    lives,
    thingsThere,
    actions,
    transitions,
    claims,
    twice,
    absentNames,
    several,
    linkages,
    families,
    parents,
    upserts,
    counts,
    holderLists,
    namedLinks,
    keptByNames,
    conditions,
    repetitions,
    listTags,
    ranges,
    uploads,
    heads,
    listedEntries,
    absentReads,
    absentWrites,
    strangers,
    pageEntries,
    pageWalks,
    shapes,
    sequences,
  ],
};
