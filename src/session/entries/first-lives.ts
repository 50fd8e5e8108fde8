import { documentedJson } from '../../http/media-type.ts';
import type { Operation } from '../../interface/model.ts';
import { entrySchemaOf, partOf, type Resource, resourcesOf } from '../../interface/resources/resources.ts';
import { sentEntry } from '../../interface/resources/wrapping.ts';
import { isObject, type Json } from '../../json/value.ts';
import { needsTag } from '../../oracle/conditions.ts';
import { requestRepresentation, requestSchema, saysWhenRefused, validatorOf } from '../../oracle/contract.ts';
import type { Reading } from '../../oracle/reading.ts';
import { allowedOperations } from '../in-reach.ts';
import { knownPath, livingOf, ownershipOf, withFreshTag } from './own-things.ts';
import { type Baselines, isBaseline } from '../baseline.ts';
import { coinedPath } from './coined-path.ts';
import { freeTexts } from '../requests/free-text.ts';
import {
  exampleBody,
  leastBody,
  MOST_ROUNDS,
  mayDependOnValues,
  otherBody,
} from '../requests/other-bodies.ts';
import { markedWithin, type Particular, type ProbeContext, requestFor, sendFor, sendSpec } from '../probe.ts';
import type { SendMode } from '../pace/sending.ts';

/**
 * The first requests that change and remove something, each only to what the run made: they are the baselines of all later ones.
 */

/** True for an operation whose body assay can make, where it needs one. */
function canBeMade(operation: Operation): boolean {
  return operation.requestBody === undefined || requestRepresentation(operation) !== undefined;
}

/** The operations of a document that a run may send at all, as a test. */
export function allowedIn(
  context: ProbeContext,
): (operation: Operation | undefined) => operation is Operation {
  const allowed = new Set(allowedOperations(context));
  return (operation): operation is Operation =>
    operation !== undefined &&
    allowed.has(operation) &&
    operation.documentation === 'full' &&
    canBeMade(operation);
}

/** True where the run may change things and the document describes resources that it can. */
export function mayChange(context: ProbeContext): boolean {
  return !context.readOnly && !saysWhenRefused(context.document);
}

/** True for the media type of a list of changes (RFC 6902). */
export function isJsonPatch({ requestBody }: Operation): boolean {
  return documentedJson(requestBody?.representations ?? [])?.mediaType === 'application/json-patch+json';
}

/** A list of changes (RFC 6902) that gives one member of an entry a value; `undefined` where the schema allows none. */
export function jsonPatchBody(operation: Operation, member: string, value: Json): Json | undefined {
  const schema = requestSchema(operation);
  const body = [{ op: 'replace', path: `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`, value }];
  return schema === undefined || validatorOf(schema)(body).length > 0 ? undefined : body;
}

/** The member that a list of changes may well change: a text of the client's own words. */
export function memberToChange(resource: Resource): string | undefined {
  const maker = resource.create ?? resource.replace;
  const body = maker === undefined ? undefined : requestSchema(maker);
  const taken = body === undefined ? undefined : sentEntry(body, entrySchemaOf(resource) ?? true).schema;
  return taken === undefined ? undefined : freeTexts(taken)[0]?.path[0];
}

/** The body of a first change, where it is not simply a valid one. */
function changeBody(
  context: ProbeContext,
  resource: Resource,
  operation: Operation,
): Partial<Particular> | undefined {
  if (!isJsonPatch(operation)) return {};
  const member = memberToChange(resource);
  const json =
    member === undefined ? undefined : jsonPatchBody(operation, member, `${context.marker()} Other`);
  return json === undefined ? undefined : { body: { json } };
}

/** Reads an entry whose tag a request has to bring, where it is not known. */
async function learnTag(context: ProbeContext, operation: Operation, path: string): Promise<void> {
  if (!needsTag(operation) || ownershipOf(context.session).tagOf(path) !== undefined) return;
  const read = partOf(context.document, operation)?.resource.read;
  if (read === undefined || ownershipOf(context.session).at(path)?.standing !== 'there') return;
  await sendToEntry(context, read, path, { probe: `baseline/${read.id}-tag`, intent: 'ordinary' });
}

/** Sends a request to one entry of the run; `undefined` where it can't be made. */
export async function sendToEntry(
  context: ProbeContext,
  operation: Operation,
  path: string,
  particular: Omit<Particular, 'path'>,
  mode: Partial<SendMode> = {},
): Promise<Reading | undefined> {
  await learnTag(context, operation, path);
  const spec = requestFor(context, operation, { ...particular, path, withQuery: true });
  if (spec === undefined) return undefined;
  const headers = withFreshTag(context.session, operation, path, spec.headers);
  return sendSpec(context, { ...spec, headers }, mode);
}

/**
 * Makes an entry of a resource: by POST on its list, or by PUT where that is the only way and the place is empty: inside of what
 * the run made, or where a read finds nothing.
 * Returns its path; `undefined` where none was made.
 */
export async function makeEntry(
  context: ProbeContext,
  resource: Resource,
  probe: string,
  particular: Pick<Particular, 'body'> = {},
): Promise<string | undefined> {
  const isAllowed = allowedIn(context);
  const { session } = context;
  const before = new Set(ownershipOf(session).entries.map(({ path }) => path));
  const { create, replace, read } = resource;
  if (isAllowed(create)) {
    await sendFor(context, create, { probe, intent: 'ordinary', ...particular });
  } else if (isAllowed(replace)) {
    const path = coinedPath(context, resource);
    const isInside = path !== undefined && ownershipOf(session).covers(path);
    if (path === undefined || (!isInside && !isAllowed(read))) return undefined;
    const look = { probe: `${probe}-empty`, intent: 'ordinary' } as const;
    const found = isAllowed(read) ? await sendToEntry(context, read, path, look) : undefined;
    if (found?.answer?.status !== 404 && !isInside) return undefined;
    ownershipOf(session).coin(path);
    await sendToEntry(context, replace, path, { probe, intent: 'ordinary', ...particular });
  }
  return livingOf(session, resource).find(({ path }) => !before.has(path))?.path;
}

/** True for an operation that was asked and not served, for a reason that may lie in the entry or in the values. */
function isRefused(context: ProbeContext, operation: Operation): boolean {
  const own = context.session.readings.filter(
    ({ expectation }) => expectation.operation?.id === operation.id,
  );
  return !context.baselines.isServed(operation) && mayDependOnValues(own);
}

/** An action on an entry, and what has to be done to that entry before. */
type Recipe = {
  readonly before: Operation | undefined;
  readonly body: Pick<Particular, 'body'>;
};

/** How actions were served, for those that come later. */
const recipes = new WeakMap<Baselines, Map<string, Recipe>>();

/** How an action was served first: by itself, or on an entry to which another one was done before; `undefined` where none was. */
export function recipeOf({ baselines }: ProbeContext, action: Operation): Recipe | undefined {
  return recipes.get(baselines)?.get(action.id);
}

/** The path of an action on an entry. */
export function actionAt(action: Operation, entry: string): string {
  return `${entry}/${action.path.split('/').slice(entry.split('/').length).join('/')}`;
}

/** Sends an action to an entry, and notes how it was served. Returns what came. */
async function act(
  context: ProbeContext,
  action: Operation,
  entry: string,
  probe: string,
  recipe: Recipe,
): Promise<Reading | undefined> {
  const reading = await sendToEntry(context, action, actionAt(action, entry), {
    probe,
    intent: 'ordinary',
    ...recipe.body,
  });
  if (reading !== undefined && isBaseline(reading)) {
    const known = recipes.get(context.baselines) ?? new Map<string, Recipe>();
    recipes.set(context.baselines, known.set(action.id, recipe));
  }
  return reading;
}

/** Makes an entry of the least that a creation wants, or as the document shows one: as near to its defaults as can be. */
async function makePlain(
  context: ProbeContext,
  resource: Resource,
  probe: string,
): Promise<string | undefined> {
  const { create } = resource;
  if (create === undefined) return makeEntry(context, resource, probe);
  const bodies = [leastBody(context, create), exampleBody(create, 0)].flatMap((json) => json ?? []);
  for (const [at, body] of bodies.entries()) {
    const json = markedWithin(context, create, body);
    const made = await makeEntry(context, resource, `${probe}${at === 0 ? '' : '-as-shown'}`, {
      body: { json },
    });
    if (made !== undefined) return made;
  }
  return makeEntry(context, resource, `${probe}-drawn`);
}

/** Makes an entry in the state in which the document's defaults leave it, does to it what comes before, and sends the action. */
async function actOnNew(
  context: ProbeContext,
  resource: Resource,
  action: Operation,
  probe: string,
  recipe: Recipe,
): Promise<Reading | undefined> {
  const entry = await makePlain(context, resource, `${probe}-entry`);
  if (entry === undefined) return undefined;
  if (recipe.before !== undefined) {
    const isRemoval = recipe.before === resource.remove;
    const earlier = { probe: `${probe}-before`, intent: 'ordinary' } as const;
    const done = isRemoval
      ? await sendToEntry(context, recipe.before, entry, earlier)
      : await act(context, recipe.before, entry, earlier.probe, {
          before: undefined,
          body: servedOrModest(context, recipe.before),
        });
    if (done === undefined || !isBaseline(done)) return undefined;
  }
  return act(context, action, entry, probe, recipe);
}

/** What was served before, else little: what is done first is not what is asked. */
function servedOrModest(context: ProbeContext, before: Operation): Partial<Particular> {
  const bytes = context.baselines.servedBody(before);
  return bytes === undefined ? modestBody(context, before) : { body: { bytes } };
}

/** What an action is asked for with little: the least that its schema wants, with small numbers. */
function modestBody(context: ProbeContext, action: Operation): Pick<Particular, 'body'> {
  const schema = requestSchema(action);
  const least = leastBody(context, action);
  if (schema === undefined || !isObject(least)) return {};
  const small = Object.fromEntries(
    Object.entries(least).map(([name, value]): [string, Json] => {
      const lowered = { ...least, [name]: 1 };
      const isLower = typeof value === 'number' && value > 1 && validatorOf(schema)(lowered).length === 0;
      return [name, isLower ? 1 : value];
    }),
  );
  return { body: { json: small } };
}

/** Other actions that are tried before one that is refused by itself. */
const MOST_BEFORE = 3;

/**
 * Asks once for each action on an entry. One that is refused may need an entry in another state: as the defaults of the document
 * leave it, or one on which another action was done before.
 */
async function sendFirstActions(context: ProbeContext, resource: Resource, victim: string): Promise<void> {
  // What takes away comes after what it takes away.
  const actions = resource.actions
    .filter(allowedIn(context))
    .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  for (const action of actions)
    await act(context, action, victim, `baseline/${action.id}`, { before: undefined, body: {} });
  for (const action of actions.filter((one) => isRefused(context, one)))
    await actOnNew(context, resource, action, `baseline/${action.id}-new`, {
      before: undefined,
      body: modestBody(context, action),
    });
  const served = actions.filter((one) => context.baselines.isServed(one)).slice(0, MOST_BEFORE);
  for (const action of actions)
    for (const before of served)
      if (before !== action && isRefused(context, action))
        await actOnNew(context, resource, action, `baseline/${action.id}-after-${before.id}`, {
          before,
          body: modestBody(context, action),
        });
}

/** What is refused of an entry may be for one that has something inside: a cart without a line has nothing to pay for. */
async function sendActionsAfterChildren(context: ProbeContext, resource: Resource): Promise<void> {
  const isAllowed = allowedIn(context);
  const inside = resourcesOf(context.document)
    .filter(({ parent, create }) => parent === resource.path && isAllowed(create))
    .flatMap(({ create }) => create ?? [])
    .filter((create) => context.baselines.isServed(create))
    .slice(0, MOST_BEFORE);
  for (const action of resource.actions.filter(isAllowed))
    for (const before of inside)
      if (isRefused(context, action))
        await actOnNew(context, resource, action, `baseline/${action.id}-after-${before.id}`, {
          before,
          body: modestBody(context, action),
        });
}

/** What is refused of entries that are there may be for those that were removed. */
async function sendActionsOnRemoved(context: ProbeContext, resource: Resource): Promise<void> {
  const isAllowed = allowedIn(context);
  const { remove, actions } = resource;
  if (!isAllowed(remove) || !context.baselines.isServed(remove)) return;
  for (const action of actions.filter(isAllowed))
    if (isRefused(context, action))
      await actOnNew(context, resource, action, `baseline/${action.id}-after-${remove.id}`, {
        before: remove,
        body: modestBody(context, action),
      });
}

function isAsked(context: ProbeContext, operation: Operation): boolean {
  return context.session.readings.some(({ expectation }) => expectation.operation?.id === operation.id);
}

/** Makes the first entry of a resource, with other values where drawn ones are not taken. */
async function makeFirst(context: ProbeContext, resource: Resource): Promise<void> {
  const probe = `baseline/first${resource.path}`;
  const { session, baselines } = context;
  const made = await makeEntry(context, resource, probe);
  const { create } = resource;
  if (made !== undefined || create === undefined || baselines.isServed(create)) return;
  for (let round = 1; round < MOST_ROUNDS; round += 1) {
    const own = session.readings.filter(({ expectation }) => expectation.operation?.id === create.id);
    const json = otherBody(context, create, round);
    if (!mayDependOnValues(own) || json === undefined) continue;
    const body = { json };
    if ((await makeEntry(context, resource, `${probe}-again-${String(round)}`, { body })) === undefined)
      continue;
    baselines.keepBody(create, json);
    return;
  }
}

async function sendFirstLife(context: ProbeContext, resource: Resource): Promise<void> {
  const isAllowed = allowedIn(context);
  const { session } = context;
  const { create, read, change, replace, remove, actions } = resource;
  const name = resource.path;
  const wanted = [change, replace, remove, ...actions].filter(isAllowed);
  const isParent = resourcesOf(context.document).some(({ parent }) => parent === name);
  if (resource.kind === 'collection') {
    if (wanted.length === 0 && !isParent) {
      const isNested = create?.path.includes('{') === true;
      if (isNested && isAllowed(create) && !context.baselines.isServed(create))
        await makeFirst(context, resource);
      return;
    }
    if (livingOf(session, resource).length === 0) await makeFirst(context, resource);
    if (livingOf(session, resource).length === 0) return;
  }
  if (isAllowed(read) && read.path.includes('{') && !context.baselines.isServed(read))
    await sendFor(context, read, { probe: `baseline/${read.id}-own`, intent: 'ordinary' });
  for (const operation of [change, replace].filter(isAllowed)) {
    const path = knownPath(session, operation);
    const body = changeBody(context, resource, operation);
    if (isAsked(context, operation) || path === undefined || body === undefined) continue;
    await sendToEntry(context, operation, path, {
      probe: `baseline/${operation.id}`,
      intent: 'ordinary',
      ...body,
    });
  }
  if (resource.kind === 'singleton') return;
  const refused = [change, replace].filter(isAllowed).filter((one) => isRefused(context, one));
  if (!isAllowed(remove) && actions.length === 0 && refused.length === 0) return;
  const second = await makeEntry(context, resource, `baseline/second${name}`);
  const [only] = create === undefined && replace === undefined ? livingOf(session, resource) : [];
  const victim = second ?? only?.path;
  if (victim === undefined) return;
  // What was done to the first one may be why: what is refused of it may be served of one that nobody touched.
  for (const operation of refused) {
    const body = changeBody(context, resource, operation);
    const probe = `baseline/${operation.id}-untouched`;
    if (body !== undefined)
      await sendToEntry(context, operation, victim, { probe, intent: 'ordinary', ...body });
  }
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

/** Asks once for every operation that changes or removes an entry, for entries that the run makes. */
export async function sendFirstLives(context: ProbeContext): Promise<void> {
  if (!mayChange(context)) return;
  const resources = resourcesOf(context.document);
  for (const resource of resources) await sendFirstLife(context, resource);
  const without = resources.filter((resource) => livingOf(context.session, resource).length === 0);
  for (const resource of resources) await sendActionsAfterChildren(context, resource);
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
