/** The first requests that change and remove something, each only to what the run made: they are the baselines of all later ones. */
import { type Operation } from '../../../interface/model.ts';
import { changeListFormOf } from '../../../interface/content/change-lists.ts';
import { partOf, type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { requestSchema } from '../../../oracle/contract.ts';
import { type Reading } from '../../../oracle/reading.ts';
import { knownPath, livingOf } from '../own-things.ts';
import { placeInside } from '../places/place-inside.ts';
import { isBaseline, isTaken } from '../../baseline.ts';
import { leastBody, mayDependOnValues, otherBody, roundsFor } from '../../requests/other-bodies.ts';
import { spentFor } from '../../requests/names/spent-names.ts';
import { referencesIn } from '../../requests/names/referenced.ts';
import { type Particular, type ProbeContext, sendFor } from '../../probe.ts';
import { type SendMode } from '../../pace/sending.ts';
import {
  allowedIn,
  mayChange,
  isChangedByList,
  changeListBody,
  memberToChange,
  sendMaker,
  sendToEntry,
  makeEntry,
  makeInPlace,
} from '../entry-requests.ts';
import { makeOfHeld } from './made-of-held.ts';
import { makeOfOthers, makeOfSeveral } from './made-of-others.ts';
import { makeOfPrepared } from './made-of-prepared.ts';
import {
  actOnNew,
  sendFirstActions,
  sendActionsAfterChildren,
  sendActionsOnRemoved,
  isRefused,
  makeForAction,
} from './first-actions.ts';
import { recipeOf } from './recipes.ts';

/** The body of a first change, where it is not simply a valid one. */
function changeBody(
  context: ProbeContext,
  resource: Resource,
  operation: Operation,
): Partial<Particular> | undefined {
  if (!isChangedByList(operation)) return {};
  const member = memberToChange(resource);
  const json =
    member === undefined ? undefined : changeListBody(operation, member, `${context.marker()} Other`);
  return json === undefined ? undefined : { body: { json } };
}

/** Keeps a list of changes that was served: of the drawn ones hardly any names what is there. */
function keepList(
  { baselines }: ProbeContext,
  operation: Operation,
  { body }: Partial<Particular>,
  reading: Reading | undefined,
): void {
  const isList = changeListFormOf(operation) === 'attributes' && typeof body === 'object' && 'json' in body;
  if (isList && reading !== undefined && isTaken(reading)) baselines.keepBody(operation, body.json);
}

function isAsked(context: ProbeContext, operation: Operation): boolean {
  return context.session.readings.some(({ expectation }) => expectation.operation?.id === operation.id);
}

/** Makes the first entry of a resource, with other values where drawn ones are not taken. */
async function makeFirst(context: ProbeContext, resource: Resource): Promise<void> {
  const probe = `baseline/first${resource.path}`;
  const made = await makeEntry(context, resource, probe);
  if (made === undefined) await makeWithOthers(context, resource, probe);
}

/**
 * Makes an entry of a resource with other values than drawn ones, which were refused; what is taken is kept. Returns its path;
 * `undefined` where none was made.
 */
export async function makeWithOthers(
  context: ProbeContext,
  resource: Resource,
  probe: string,
): Promise<string | undefined> {
  const { session, baselines } = context;
  const create = resource.create ?? resource.makeAt;
  if (create === undefined || baselines.isServed(create)) return undefined;
  for (const round of roundsFor(context, create)) {
    const own = session.readings.filter(({ expectation }) => expectation.operation?.id === create.id);
    const json = otherBody(context, create, round);
    const isAnew = json === undefined && round === 1 && baselines.wantsWhole(create);
    if (!mayDependOnValues(own) || (json === undefined && !isAnew)) continue;
    const body = json === undefined ? {} : { body: { json } };
    const made = await makeEntry(context, resource, `${probe}-again-${String(round)}`, body);
    const last = session.readings.findLast(({ expectation }) => expectation.operation?.id === create.id);
    // What was served is good for others, whether its answer tells of something new or not.
    const isServed = last !== undefined && isTaken(last);
    if (made === undefined && !isServed) continue;
    if (json !== undefined) baselines.keepBody(create, json);
    return made;
  }
  return undefined;
}

/** Changes or replaces an entry with other values, where drawn ones are not taken: what they name may not be there. */
export async function changeWithOthers(
  context: ProbeContext,
  operation: Operation,
  path: string,
): Promise<void> {
  if (changeListFormOf(operation) === 'pointers' || !isRefused(context, operation)) return;
  const { session, baselines } = context;
  for (const round of roundsFor(context, operation)) {
    const own = session.readings.filter(({ expectation }) => expectation.operation?.id === operation.id);
    const json = otherBody(context, operation, round);
    if (!mayDependOnValues(own) || json === undefined) continue;
    const probe = `baseline/${operation.id}-again-${String(round)}`;
    const reading = await sendToEntry(context, operation, path, {
      probe,
      intent: 'ordinary',
      body: { json },
    });
    if (reading === undefined || !isTaken(reading)) continue;
    baselines.keepBody(operation, json);
    return;
  }
}

/** Makes another entry; once more where something in the body that was served may have to be unique. */
async function makeSecond(context: ProbeContext, resource: Resource): Promise<string | undefined> {
  const probe = `baseline/second${resource.path}`;
  const made = await makeEntry(context, resource, probe);
  const create = resource.create ?? resource.makeAt;
  if (made !== undefined || create === undefined) return made;
  const isSpent = context.baselines.isSpent(create) || spentFor(context.session, create).size > 0;
  return isSpent ? makeEntry(context, resource, `${probe}-renewed`) : undefined;
}

/** Makes an entry inside of one that is as the defaults of the document leave it: the state of another one may be why it was refused. */
async function makeInPlain(context: ProbeContext, resource: Resource, create: Operation): Promise<void> {
  const holder = resourcesOf(context.document).find(({ path }) => path === resource.parent);
  const probe = `baseline/first${resource.path}-in-plain`;
  const entry =
    holder === undefined ? undefined : await makeForAction(context, holder, probe, { before: undefined });
  const json = leastBody(context, create);
  if (entry === undefined || json === undefined) return;
  const body = { json };
  await sendToEntry(context, create, placeInside(context.session, entry, create), {
    probe,
    intent: 'ordinary',
    body,
  });
}

async function sendFirstLife(context: ProbeContext, resource: Resource): Promise<void> {
  const isAllowed = allowedIn(context);
  const { session } = context;
  const { create, makeAt, read, change, replace, remove, actions } = resource;
  const name = resource.path;
  const wanted = [makeAt, change, replace, remove, ...actions].filter(isAllowed);
  const isParent = resourcesOf(context.document).some(({ parent }) => parent === name);
  if (resource.kind === 'collection') {
    if (wanted.length === 0 && !isParent) {
      const isNested = create?.path.includes('{') === true;
      if (isNested && isAllowed(create) && !context.baselines.isServed(create)) {
        await makeFirst(context, resource);
        if (isRefused(context, create)) await makeInPlain(context, resource, create);
      }
      return;
    }
    if (livingOf(session, resource).length === 0) await makeFirst(context, resource);
    const isOpen = create?.path.includes('{') === true && livingOf(session, resource).length === 0;
    if (isOpen && isAllowed(create) && isRefused(context, create))
      await makeInPlain(context, resource, create);
    if (isAllowed(makeAt) && !isAsked(context, makeAt))
      await makeInPlace(context, resource, makeAt, `baseline/${makeAt.id}`);
    if (livingOf(session, resource).length === 0) return;
  }
  if (isAllowed(read) && read.path.includes('{') && !context.baselines.isServed(read))
    await sendFor(context, read, { probe: `baseline/${read.id}-own`, intent: 'ordinary' });
  for (const operation of [change, replace].filter(isAllowed)) {
    const path = knownPath(session, operation);
    const body = changeBody(context, resource, operation);
    if (isAsked(context, operation) || path === undefined || body === undefined) continue;
    const probe = `baseline/${operation.id}`;
    const reading = await sendToEntry(context, operation, path, { probe, intent: 'ordinary', ...body });
    keepList(context, operation, body, reading);
  }
  const refused = [change, replace].filter(isAllowed).filter((one) => isRefused(context, one));
  if (resource.kind === 'singleton') {
    for (const operation of refused) {
      const path = knownPath(session, operation);
      if (path !== undefined) await changeWithOthers(context, operation, path);
    }
    return;
  }
  if (!isAllowed(remove) && actions.length === 0 && refused.length === 0) return;
  const second = await makeSecond(context, resource);
  const [only] = [create, makeAt, replace].every((one) => one === undefined)
    ? livingOf(session, resource)
    : [];
  const victim = second ?? only?.path;
  if (victim === undefined) {
    // What can be made once alone is what there is to act on.
    const [first] = livingOf(session, resource);
    if (first !== undefined) await sendFirstActions(context, resource, first.path);
    return;
  }
  // What was done to the first one may be why: what is refused of it may be served of one that nobody touched.
  for (const operation of refused) {
    const body = changeBody(context, resource, operation);
    const probe = `baseline/${operation.id}-untouched`;
    if (body === undefined) continue;
    const reading = await sendToEntry(context, operation, victim, { probe, intent: 'ordinary', ...body });
    keepList(context, operation, body, reading);
  }
  for (const operation of refused.filter((one) => isRefused(context, one)))
    await changeWithOthers(context, operation, victim);
  await sendFirstActions(context, resource, victim);
  if (!isAllowed(remove)) return;
  await sendToEntry(context, remove, victim, { probe: `baseline/${remove.id}`, intent: 'ordinary' });
  if (isRefused(context, remove)) {
    const untouched = await makeEntry(context, resource, `baseline/third${name}`);
    const probe = `baseline/${remove.id}-untouched`;
    if (untouched !== undefined) await sendToEntry(context, remove, untouched, { probe, intent: 'ordinary' });
  }
  // The other one has to be there still: later requests are sent to it.
  const [other] = livingOf(session, resource);
  if (other !== undefined && isAllowed(read))
    await sendToEntry(context, read, other.path, { probe: `baseline/${read.id}-other`, intent: 'ordinary' });
  await sendActionsOnRemoved(context, resource);
}

/** Asks once for what makes entries of a resource at other places than its first creation does. */
async function sendOtherMakers(context: ProbeContext, resources: readonly Resource[]): Promise<void> {
  for (const resource of resources)
    for (const { operation } of resource.elsewhere?.makers.slice(1) ?? []) {
      if (!allowedIn(context)(operation) || isAsked(context, operation)) continue;
      await sendMaker(context, resource, operation, `baseline/${operation.id}`);
    }
}

/** What the body of a creation could name by now, as a text; empty where it names nothing that is known. */
function nameableBy({ session }: ProbeContext, { create }: Resource): string {
  const schema = create === undefined ? undefined : requestSchema(create);
  if (create === undefined || schema === undefined) return '';
  const names = [...referencesIn(session, create, schema)];
  return names.length === 0 ? '' : canonicalJson(Object.fromEntries(names));
}

/** So often what was refused is tried once more with what was made since. */
const MOST_ROUNDS = 2;

/**
 * The first lives of all resources, and again of those of which nothing could be made, once there is something else for them to name, or
 * what they are made inside of: documents describe what names others before these, and an answer that tells of no name leaves that to a
 * list.
 */
async function sendAllLives(context: ProbeContext, resources: readonly Resource[]): Promise<void> {
  const known = new Map<Resource, string>();
  for (const resource of resources) {
    await sendFirstLife(context, resource);
    known.set(resource, nameableBy(context, resource));
  }
  for (let round = 1; round <= MOST_ROUNDS; round += 1)
    for (const resource of resources) {
      const { create } = resource;
      if (create === undefined || livingOf(context.session, resource).length > 0) continue;
      const names = isRefused(context, create) ? nameableBy(context, resource) : '';
      // What it is made inside of may be there by now.
      const isOpen = create.path.includes('{') && !isAsked(context, create);
      if (!isOpen && (names === '' || names === known.get(resource))) continue;
      await sendFirstLife(context, resource);
      known.set(resource, nameableBy(context, resource));
    }
}

/** Asks once for every operation that changes or removes an entry, for entries that the run makes. */
export async function sendFirstLives(context: ProbeContext): Promise<void> {
  if (!mayChange(context)) return;
  const resources = resourcesOf(context.document);
  await sendAllLives(context, resources);
  await sendOtherMakers(context, resources);
  const without = resources.filter((resource) => livingOf(context.session, resource).length === 0);
  for (const resource of resources) await sendActionsAfterChildren(context, resource);
  for (const resource of resources) await makeOfSeveral(context, resource);
  for (const resource of resources) await makeOfOthers(context, resource);
  for (const resource of resources) await makeOfPrepared(context, resource);
  for (const resource of resources) await makeOfHeld(context, resource);
  // What was done to an entry may have made something elsewhere.
  for (const resource of without)
    if (livingOf(context.session, resource).length > 0) await sendFirstLife(context, resource);
}

/** Sends a valid request of an operation once more; what removes an entry gets one of its own for that. */
export async function sendAgain(
  context: ProbeContext,
  operation: Operation,
  probe: string,
  mode: Partial<SendMode>,
): Promise<Reading | undefined> {
  const found = partOf(context.document, operation);
  const recipe = recipeOf(context, operation);
  const acted = resourcesOf(context.document).find(({ actions }) => actions.includes(operation));
  if (recipe !== undefined && acted !== undefined) return actOnNew(context, acted, operation, probe, recipe);
  if (found?.part !== 'remove') {
    const body = found === undefined ? {} : changeBody(context, found.resource, operation);
    if (body === undefined) return undefined;
    const drawn = await sendFor(context, operation, { probe, intent: 'ordinary', ...body }, mode);
    const bytes = context.baselines.servedBody(operation);
    if (drawn === undefined || isBaseline(drawn) || bytes === undefined || !mayDependOnValues([drawn]))
      return drawn;
    // Other values may have been the reason: once more what was served.
    return sendFor(context, operation, { probe: `${probe}-same`, intent: 'ordinary', body: { bytes } }, mode);
  }
  const path = await makeEntry(context, found.resource, `${probe}-entry`);
  return path === undefined
    ? undefined
    : sendToEntry(context, operation, path, { probe, intent: 'ordinary' }, mode);
}
