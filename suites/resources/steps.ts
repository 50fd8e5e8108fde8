import { TELLING_LAG_MS } from '../../src/checks/resources/judges.ts';
import {
  deedOf,
  entriesIn,
  entryIn,
  pathOfEntry,
  placeAfterChange,
} from '../../src/checks/resources/deeds.ts';
import type { Operation } from '../../src/interface/model.ts';
import {
  isListedAlone,
  listerOf,
  type Resource,
  resourcesOf,
} from '../../src/interface/resources/resources.ts';
import { placeOf, templateOf, withoutEndSlashes } from '../../src/interface/resources/places/places.ts';
import { listModelOf } from '../../src/interface/resources/lists/pages.ts';
import { isEqual } from '../../src/checks/resources/life/members/shown-values.ts';
import { isUnsettled } from '../../src/checks/resources/life/life-books.ts';
import { withFreshTag } from '../../src/session/entries/fresh-tags.ts';
import { livingOf } from '../../src/session/entries/own-things.ts';
import {
  placedCreations,
  readerOf,
  strayLocation,
  strayUntil,
} from '../../src/checks/resources/creations/locations.ts';
import { judgedRun } from '../../src/session/judge-run.ts';
import { type Json, type JsonObject } from '../../src/json/value.ts';
import { expectation } from '../../src/oracle/expectation.ts';
import type { Reading } from '../../src/oracle/reading.ts';
import { allowedIn, mayChange, sendToEntry } from '../../src/session/entries/entry-requests.ts';
import { ownershipOf } from '../../src/session/entries/own-things.ts';
import { type ProbeContext, requestFor, sendSpec } from '../../src/session/probe.ts';
import { callerOf, type SendSpec } from '../../src/session/pace/sending.ts';
import { removedAsked, removedRead } from '../../src/interface/resources/places/removed-asked.ts';
import { withParameter } from '../../src/session/requests/valid-request.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';
import { type Living } from './bodies.ts';
import { changeable, shownMember } from './changeable.ts';

/** The steps that all lives have: looking at an entry, and at the list that it is in. */

/** A probe that makes entries of its own and does something to them: where a run may change nothing, it sends nothing. */
export function probeOfLives(
  id: string,
  run: (context: ProbeContext, isAllowed: ReturnType<typeof allowedIn>) => Promise<void>,
  intends: Probe['intends'] = ['life'],
): Probe {
  return {
    id,
    intends,
    profiles: FROM_STANDARD,
    creates: true,
    run: async (context) => {
      if (mayChange(context)) await run(context, allowedIn(context));
    },
  };
}

/** Reads an entry. */
export async function look(living: Living, when: string): Promise<Reading | undefined> {
  const { context, resource, path, label } = living;
  if (isListedAlone(resource)) {
    const shown = await lookInList(context, resource, path, `${label}/list-${when}`);
    if (shown !== undefined) living.shown = shown;
    return undefined;
  }
  if (resource.read === undefined) return undefined;
  const reading = await sendToEntry(context, resource.read, path, {
    probe: `${label}/read-${when}`,
    intent: 'ordinary',
  });
  if (reading?.answer !== undefined && reading.answer.status < 300) living.shown = entryIn(resource, reading);
  living.isLost = reading?.answer?.status === 404 || reading?.answer?.status === 410;
  return reading;
}

/** Where an entry of the run is that a change just gave another name; `undefined` where it did not. */
export function placeNow({ session }: ProbeContext, change: Reading): string | undefined {
  const path = placeAfterChange(session.contract, change)?.path;
  return path !== undefined && ownershipOf(session).at(path)?.standing === 'there' ? path : undefined;
}

/** Looks for an entry in its list, and once more a moment later while that shows something odd: a list may lag. */
export async function lookInList(
  context: ProbeContext,
  resource: Resource,
  path: string,
  probe: string,
): Promise<JsonObject | undefined> {
  const { session, capabilities, signal } = context;
  const listing = listerOf(resource);
  if (listing === undefined || !allowedIn(context)(listing)) return undefined;
  const inside = path.slice(0, path.lastIndexOf('/'));
  const own = ownershipOf(session).at(path)?.place;
  const depth = withoutEndSlashes(templateOf(listing)).split('/').length;
  const above = own?.split('/').length === depth ? own : inside;
  const bare = resource.list === undefined ? inside.slice(0, inside.lastIndexOf('/')) : above;
  const place = `${bare}${listing.path.endsWith('/') ? '/' : ''}`;
  const spec = requestFor(context, listing, {
    probe,
    intent: 'ordinary',
    path: `${place}${longQuery(context, listing)}`,
  });
  const reading = spec === undefined ? undefined : await sendSpec(context, spec);
  if (spec === undefined || reading === undefined) return undefined;
  const isOdd = isUnsettled(judgedRun(session.contract, capabilities, session.readings), resource);
  if (isOdd) await session.clock.sleep(TELLING_LAG_MS + 100, signal);
  const last = isOdd ? ((await sendSpec(context, { ...spec, probe: `${probe}-again` })) ?? reading) : reading;
  return entryInList(context, resource, path, last);
}

/** The query for as many entries as a page may have. */
export function longQuery({ document }: ProbeContext, listing: Operation): string {
  const { size } = listModelOf(document, listing) ?? {};
  if (size === undefined) return '';
  const asked = Math.max(size.least, Math.min(size.most ?? LONG_PAGE, LONG_PAGE));
  return `?${encodeURIComponent(size.parameter.name)}=${String(asked)}`;
}

const LONG_PAGE = 100;

function entryInList(
  { session }: ProbeContext,
  resource: Resource,
  path: string,
  reading: Reading,
): JsonObject | undefined {
  const deed = deedOf(session.contract, reading);
  return (entriesIn(resource, reading) ?? []).find(
    (entry) => deed !== undefined && pathOfEntry(resource, deed.values, entry) === path,
  );
}

/** Reads what the `Location` of a creation names, and what its identity does, where these are two entries. */
export async function followLocation(
  context: ProbeContext,
  { create, read }: { readonly create: Operation | undefined; readonly read: Operation | undefined },
): Promise<void> {
  const { session, capabilities } = context;
  const run = judgedRun(session.contract, capabilities, session.readings);
  const strays = placedCreations(run).flatMap((creation) => {
    if (creation.reading.expectation.operation?.id !== create?.id) return [];
    const stray = strayLocation(session.contract, creation);
    return stray === undefined || strayUntil(run, creation, stray) !== Infinity ? [] : [stray];
  });
  const last = strays.at(-1);
  if (read === undefined || last === undefined) return;
  const { named, location, isOther } = last;
  const ask = async (what: string, reader: Operation | undefined, path: string): Promise<void> => {
    if (reader === undefined || !allowedIn(context)(reader)) return;
    const probe = `collections/${what}/${read.id}`;
    await sendToEntry(context, reader, path, { probe, intent: 'ordinary' });
  };
  // What is there already when the other place is asked for is no matter of time.
  await ask('named', read, named);
  await ask('location', isOther ? readerOf(session.contract, location) : read, location);
}

/** Lists, and once more a moment later while what the list shows of the entry is odd: a list may lag. */
export async function list(
  { context, resource, path, label }: Living,
  when: string,
  isOdd: (entry: JsonObject | undefined) => boolean = () => false,
): Promise<void> {
  const { session, signal } = context;
  if (resource.list === undefined || !allowedIn(context)(resource.list)) return;
  const probe = `${label}/list-${when}`;
  const spec = requestFor(context, resource.list, { probe, intent: 'ordinary' });
  const reading = spec === undefined ? undefined : await sendSpec(context, spec);
  if (spec === undefined || reading === undefined) return;
  if (!isOdd(entryInList(context, resource, path, reading))) return;
  await session.clock.sleep(TELLING_LAG_MS + 100, signal);
  await sendSpec(context, { ...spec, probe: `${probe}-again` });
}

/** Lists with what was removed, where the document has that, and once more a moment later while it does not show the entry. */
export async function listWithRemoved({ context, resource, path, label }: Living): Promise<void> {
  const { session, signal } = context;
  const parameter = removedAsked(resource);
  if (parameter === undefined || resource.list === undefined || !allowedIn(context)(resource.list)) return;
  const probe = `${label}/list-with-removed`;
  const spec = requestFor(context, resource.list, { probe, intent: 'ordinary' });
  if (spec === undefined) return;
  const asked = { ...spec, ...withParameter(spec, parameter, true) };
  const reading = await sendSpec(context, asked, {}, 'nothing');
  if (reading === undefined || entryInList(context, resource, path, reading) !== undefined) return;
  await session.clock.sleep(TELLING_LAG_MS + 100, signal);
  await sendSpec(context, { ...asked, probe: `${probe}-again` }, {}, 'nothing');
}

/** Reads what was removed, where the document has that, and once more a moment later while it is not shown. */
export async function readRemoved({ context, resource, path, label }: Living): Promise<void> {
  const { session, signal } = context;
  const [parameter, { read }] = [removedRead(resource), resource];
  if (parameter === undefined || !allowedIn(context)(read)) return;
  const probe = `${label}/read-removed`;
  const spec = requestFor(context, read, { probe, path, intent: 'ordinary' });
  if (spec === undefined) return;
  const asked = { ...spec, ...withParameter(spec, parameter, true) };
  const reading = await sendSpec(context, asked, {}, 'nothing');
  if (reading?.answer === undefined || reading.answer.status < 300) return;
  await session.clock.sleep(TELLING_LAG_MS + 100, signal);
  await sendSpec(context, { ...asked, probe: `${probe}-again` }, {}, 'nothing');
}

/** Lists what was updated: a list may show old values for good. */
export async function listUpdated(living: Living): Promise<void> {
  const { resource, shown } = living;
  if (isListedAlone(resource)) return;
  const operation = resource.change ?? resource.replace;
  const names = operation === undefined ? [] : changeable(living, operation);
  const isOther = (entry: JsonObject, name: string): boolean =>
    shownMember(entry, name) !== undefined && !isEqual(shownMember(entry, name), shownMember(shown, name));
  await list(
    living,
    'updated',
    (entry) => entry !== undefined && shown !== undefined && names.some((name) => isOther(entry, name)),
  );
  const { session, capabilities } = living.context;
  const run = judgedRun(session.contract, capabilities, session.readings);
  if (isUnsettled(run, resource)) await list(living, 'missed', () => true);
}

/** Reads other entries that the run made: the first of them, and the one that is named. */
export async function lookAtOthers(
  { context, resource, path, label }: Living,
  when: string,
  neighbour?: string,
): Promise<void> {
  const first = livingOf(context.session, resource).find((entry) => entry.path !== path)?.path;
  const probe = `${label}/other-after-${when}`;
  const others = [first, neighbour === first ? undefined : neighbour].flatMap((one) => one ?? []);
  for (const [at, other] of others.entries()) {
    const named = at === 0 ? probe : `${label}/neighbour-after-${when}`;
    // One list shows all of them.
    if (at === 0 && isListedAlone(resource)) await lookInList(context, resource, other, named);
    if (resource.read !== undefined)
      await sendToEntry(context, resource.read, other, { probe: named, intent: 'ordinary' });
  }
}

/** True for entries that a run may look at: by themselves, or in what lists or holds them. */
export function isSeen(context: ProbeContext, resource: Resource): boolean {
  const isAllowed = allowedIn(context);
  return isAllowed(resource.read) || (isListedAlone(resource) && isAllowed(listerOf(resource)));
}

/** Resources whose entries the run can make, change or remove, and look at. */
export function livingResources(context: ProbeContext): readonly Resource[] {
  if (!mayChange(context)) return [];
  const isAllowed = allowedIn(context);
  return resourcesOf(context.document).filter((resource) => {
    const { kind, create, makeAt, replace, change: patch, remove: removal } = resource;
    const makes = [create, makeAt, replace].some(isAllowed);
    const isDone = [replace, patch, removal].some(isAllowed);
    return kind === 'collection' && makes && isDone && isSeen(context, resource);
  });
}

/**
 * Sends a request whose situation is what the oracle takes it for, as long as it is one of these. Where no more may be sent without a valid
 * key, that alone is left out: the life of an entry goes on.
 */
export async function sendAs(
  context: ProbeContext,
  spec: SendSpec,
  situations: readonly string[],
): Promise<Reading | undefined> {
  const { contract } = context.session;
  const said = expectation(contract, { ...spec, target: `${contract.basePath}${spec.path}` });
  if (!situations.includes(said.situation)) return undefined;
  if (callerOf(spec) === 'address' && context.session.budget.left('address') === 0) {
    context.leaveOut(spec.probe, context.spent('the budget of requests without a valid key is spent'));
    return undefined;
  }
  return sendSpec(context, { ...spec, intent: said.situation });
}

export function specFor(
  { context, path }: Living,
  operation: Operation,
  probe: string,
  json?: Json,
  intent: 'ordinary' | 'assigned-member' | 'unknown-members' = 'ordinary',
): SendSpec | undefined {
  const body = json === undefined ? {} : { body: { json } };
  const spec = requestFor(context, operation, { probe, intent, path, ...body });
  return spec === undefined
    ? undefined
    : { ...spec, headers: withFreshTag(context.session, operation, path, spec.headers) };
}

function depthOf({ itemPath = '' }: Resource): number {
  return itemPath.split('/').length;
}

/** The resource with the entries that the place of an operation is below, the nearest one. */
export function holderOf({ document }: ProbeContext, { path }: Operation): Resource | undefined {
  const isAbove = ({ itemPath }: Resource): boolean =>
    itemPath !== undefined && placeOf(path).startsWith(`${placeOf(itemPath)}/`);
  return resourcesOf(document)
    .filter(isAbove)
    .toSorted((a, b) => depthOf(b) - depthOf(a))[0];
}
