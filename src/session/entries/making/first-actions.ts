/** The first actions on entries, and what has to be done to an entry before one is served. */
import { saysAbsent } from '../../../http/exchange.ts';
import { lookAt, readWhatWasPut } from '../looks-behind.ts';
import { placeInside } from '../places/place-inside.ts';
import { type Operation } from '../../../interface/model.ts';
import { type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { parseJson } from '../../../json/lossless.ts';
import { isObject, type Json, memberOf } from '../../../json/value.ts';
import { requestSchema, validatorOf } from '../../../oracle/contract.ts';
import { showsStatus } from '../../../oracle/conditions.ts';
import { type Reading } from '../../../oracle/reading.ts';
import { allowedTypes, fixedValues } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import { isBaseline } from '../../baseline.ts';
import { otherFiles } from '../../requests/other-files.ts';
import {
  exampleBody,
  leastBody,
  mayDependOnValues,
  namingBodies,
  shownBodies,
  withSmallAmounts,
} from '../../requests/other-bodies.ts';
import { type Particular, type ProbeContext } from '../../probe.ts';
import { mark, markedWithin } from '../../requests/marked.ts';
import { allowedIn, sendToEntry, makeEntry } from '../entry-requests.ts';
import { chainTo, keepRecipe, otherRecipe, type Recipe, recipeOf } from './recipes.ts';

/** True for an operation that was asked and not served, for a reason that may lie in the entry or in the values. */
export function isRefused(context: ProbeContext, operation: Operation): boolean {
  const own = context.session.readings.filter(
    ({ expectation }) => expectation.operation?.id === operation.id,
  );
  return !context.baselines.isServed(operation) && mayDependOnValues(own);
}

/** Sends an action to an entry, and notes how it was served. Returns what came. */
async function act(
  context: ProbeContext,
  action: Operation,
  entry: string,
  probe: string,
  recipe: Recipe,
): Promise<Reading | undefined> {
  const reading = await sendToEntry(context, action, placeInside(context.session, entry, action), {
    probe,
    intent: 'ordinary',
    ...recipe.body,
  });
  if (reading !== undefined && isBaseline(reading)) {
    keepRecipe(context, action, recipe);
  }
  return reading;
}

/** Makes an entry of the least that a creation wants, or as the document shows one: as near to its defaults as can be. */
async function makePlain(
  context: ProbeContext,
  resource: Resource,
  probe: string,
  told: Json | undefined,
): Promise<string | undefined> {
  const { create } = resource;
  if (create === undefined) return makeEntry(context, resource, probe);
  const plain = [leastBody(context, create), exampleBody(create, 0)].flatMap((json) => json ?? []);
  const bodies = told === undefined ? plain : [told];
  for (const [at, body] of bodies.entries()) {
    // Where no 201 says that it is new, a text of the run in it does.
    const json = showsStatus(create, 201) ? markedWithin(context, create, body) : mark(context, create, body);
    const made = await makeEntry(context, resource, `${probe}${at === 0 ? '' : '-as-shown'}`, {
      body: { json },
    });
    if (made !== undefined) return made;
  }
  return makeEntry(context, resource, `${probe}-drawn`);
}

/**
 * Makes an entry in the state in which the document's defaults leave it, and does to it what comes before an action. Returns its
 * path.
 */
export async function makeForAction(
  context: ProbeContext,
  resource: Resource,
  probe: string,
  { before, prepared, made }: Pick<Recipe, 'before' | 'prepared' | 'made'>,
): Promise<string | undefined> {
  const entry = await makePlain(context, resource, `${probe}-entry`, made);
  if (entry === undefined || before === undefined) return entry;
  const steps = { before, prepared };
  return (await isLedTo(context, resource, steps, entry, `${probe}-before`)) ? entry : undefined;
}

/** Does to an entry what comes before an action, and what comes before that. Returns whether all of it was served. */
export async function isLedTo(
  context: ProbeContext,
  resource: Resource,
  steps: Pick<Recipe, 'prepared'> & { readonly before: Operation },
  entry: string,
  probe: string,
): Promise<boolean> {
  for (const [at, earlier] of chainTo(context, steps).entries()) {
    const name = `${probe}${at === 0 ? '' : `-${String(at + 1)}`}`;
    if (!(await isDoneTo(context, resource, earlier, entry, name))) return false;
  }
  return true;
}

async function isDoneTo(
  context: ProbeContext,
  resource: Resource,
  operation: Operation,
  entry: string,
  probe: string,
): Promise<boolean> {
  const done =
    operation === resource.remove
      ? await sendToEntry(context, operation, entry, { probe, intent: 'ordinary' })
      : await act(context, operation, entry, probe, {
          ...recipeOf(context, operation),
          before: recipeOf(context, operation)?.before,
          body: servedOrModest(context, operation),
        });
  return done !== undefined && isBaseline(done);
}

/** Makes an entry for an action, and sends it. */
export async function actOnNew(
  context: ProbeContext,
  resource: Resource,
  action: Operation,
  probe: string,
  recipe: Recipe,
): Promise<Reading | undefined> {
  const entry = await makeForAction(context, resource, probe, recipe);
  const { before, prepared, body, made } = recipe;
  const own = { before, prepared, body, ...(made === undefined ? {} : { made }) };
  const reading = entry === undefined ? undefined : await act(context, action, entry, probe, own);
  if (reading === undefined || isBaseline(reading) || !mayDependOnValues([reading])) return reading;
  const other = otherRecipe(context, action);
  return other === undefined ? reading : actOnNew(context, resource, action, `${probe}-after`, other);
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
export async function sendFirstActions(
  context: ProbeContext,
  resource: Resource,
  victim: string,
): Promise<void> {
  // What takes away comes after what it takes away.
  const actions = resource.actions
    .filter(allowedIn(context))
    .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  let last: Operation | undefined;
  for (const action of actions) {
    const plain = { before: undefined, body: {}, ...(last === undefined ? {} : { perhaps: last }) };
    const done = await act(context, action, victim, `baseline/${action.id}`, plain);
    // Whether it is there, and whether it was the one that something was done to, a look tells.
    const isDenied = saysAbsent(done?.answer?.status);
    const isDone = done !== undefined && isBaseline(done);
    if (isDone) last = action;
    if (isDone) await readWhatWasPut(context, action, victim);
    if ((isDenied || isDone) && allowedIn(context)(resource.read))
      await lookAt(context, resource, victim, `baseline/${action.id}-look`);
  }
  for (const action of actions.filter((one) => isRefused(context, one)))
    await actWithNames(context, resource, action);
  for (const action of actions.filter((one) => isRefused(context, one)))
    await actWithExamples(context, resource, action);
  for (const action of actions.filter((one) => isRefused(context, one)))
    await actWithFiles(context, action, victim);
  for (const action of actions.filter((one) => isRefused(context, one)))
    await actOnNew(context, resource, action, `baseline/${action.id}-new`, {
      before: undefined,
      body: modestBody(context, action),
    });
  for (const action of actions.filter((one) => isRefused(context, one)))
    await actWithDrawn(context, resource, action);
  await sendAfterOthers(context, resource, actions);
  for (const action of actions.filter((one) => isRefused(context, one)))
    await actOnOthers(context, resource, action);
}

/** So many entries that begin otherwise are made for an action that no other is served of. */
const MOST_OTHERS = 3;

/**
 * What makes an entry with one of its flags turned, or with another of its listed values: it may begin in another state, or be of another
 * kind. One that may be left out and has no default says nothing of how entries are where it is.
 */
function otherwiseMade(context: ProbeContext, create: Operation): readonly Json[] {
  const [schema, least] = [requestSchema(create), leastBody(context, create)];
  if (schema === undefined || !isObject(least)) return [];
  const bodies = [...schemaMembers(schema).properties].flatMap(([name, member]): readonly Json[] => {
    const keywords = scalarKeywords(member, schema);
    const [usual, types] = [memberOf(keywords, 'default'), allowedTypes(keywords)];
    const listed = types.has('boolean') ? [true, false] : (fixedValues(keywords) ?? []);
    const given = memberOf(least, name);
    const others = listed.filter((value) => value !== usual && value !== given);
    return usual === undefined && given === undefined
      ? []
      : others.map((value) => ({ ...least, [name]: value }));
  });
  return bodies.filter((body) => validatorOf(schema)(body).length === 0).slice(0, MOST_OTHERS);
}

/** The least that makes an entry, with small amounts: there may not be more of what it is made of. */
function ofLittle(context: ProbeContext, create: Operation): readonly Json[] {
  const [schema, least] = [requestSchema(create), leastBody(context, create)];
  if (schema === undefined || least === undefined) return [];
  const small = withSmallAmounts(least);
  const isOther = canonicalJson(small) !== canonicalJson(least);
  return isOther && validatorOf(schema)(small).length === 0 ? [small] : [];
}

/** Asks for what no entry was served that began as its defaults have it: a payment that is captured at once is never voided. */
async function actOnOthers(context: ProbeContext, resource: Resource, action: Operation): Promise<void> {
  const { create } = resource;
  const bodies =
    create === undefined ? [] : [...ofLittle(context, create), ...otherwiseMade(context, create)];
  const body = modestBody(context, action);
  const served = resource.actions.filter((one) => one !== action && context.baselines.isServed(one));
  // What is held back at first is captured once it is confirmed.
  for (const before of [undefined, ...served.slice(0, MOST_BEFORE)])
    for (const [at, made] of bodies.entries()) {
      const after = before === undefined ? '' : `-after-${before.id}`;
      const probe = `baseline/${action.id}-other-${String(at + 1)}${after}`;
      if (isRefused(context, action))
        await actOnNew(context, resource, action, probe, { before, body, made });
    }
}

/** Asks for what may have been refused for what its body names (`labels: [{ id }]`) with the names of what is there. */
async function actWithNames(context: ProbeContext, resource: Resource, action: Operation): Promise<void> {
  for (const [at, json] of namingBodies(context, action).entries()) {
    const recipe = { before: undefined, body: { body: { json } } };
    const probe = `baseline/${action.id}-named${at === 0 ? '' : `-${String(at + 1)}`}`;
    const reading = await actOnNew(context, resource, action, probe, recipe);
    if (reading === undefined || !isBaseline(reading)) continue;
    context.baselines.keepBody(action, json);
    return;
  }
}

/** Asks for what may have been refused for its drawn values with what the document shows of them. */
async function actWithExamples(context: ProbeContext, resource: Resource, action: Operation): Promise<void> {
  for (const [at, json] of shownBodies(context, action).entries()) {
    const recipe = { before: undefined, body: { body: { json } } };
    const probe = `baseline/${action.id}-as-shown${at === 0 ? '' : `-${String(at + 1)}`}`;
    const reading = await actOnNew(context, resource, action, probe, recipe);
    if (reading === undefined || !isBaseline(reading)) continue;
    context.baselines.keepBody(action, json);
    return;
  }
}

/** Bodies that are drawn for an action that was refused: one of its values may have been why, as a card that is declined. */
const MOST_DRAWN = 3;

/** Asks new entries for what was refused, with other drawn values of what may be left out. */
async function actWithDrawn(context: ProbeContext, resource: Resource, action: Operation): Promise<void> {
  if (requestSchema(action) === undefined) return;
  for (let at = 1; at <= MOST_DRAWN && isRefused(context, action); at += 1)
    await actOnNew(context, resource, action, `baseline/${action.id}-drawn-${String(at)}`, {
      before: undefined,
      body: {},
    });
}

/** Asks for what may have been refused for its file, which was none of the kind that the service takes. */
async function actWithFiles(context: ProbeContext, action: Operation, victim: string): Promise<void> {
  for (const [at, json] of otherFiles(context, action).entries()) {
    const recipe = { before: undefined, body: { body: { json } } };
    const reading = await act(
      context,
      action,
      victim,
      `baseline/${action.id}-file-${String(at + 1)}`,
      recipe,
    );
    if (reading === undefined || !isBaseline(reading)) continue;
    context.baselines.keepBody(action, json);
    return;
  }
}

/** Those that were served, as many as are tried before another one. */
function servedOf({ baselines }: ProbeContext, actions: readonly Operation[]): readonly Operation[] {
  return actions.filter((one) => baselines.isServed(one)).slice(0, MOST_BEFORE);
}

/** Asks for what is refused by itself after each of the actions that are served. */
async function sendAfterOthers(
  context: ProbeContext,
  resource: Resource,
  actions: readonly Operation[],
  served: readonly Operation[] = servedOf(context, actions),
): Promise<void> {
  for (const action of actions)
    for (const before of served)
      if (before !== action && isRefused(context, action))
        await actOnNew(context, resource, action, `baseline/${action.id}-after-${before.id}`, {
          before,
          body: takingBack(context, action, before) ?? modestBody(context, action),
        });
}

/** What was put at a path, for what takes it away there (`POST` and `DELETE /issues/{id}/tags` of `{tag}`). */
function takingBack(
  { baselines }: ProbeContext,
  action: Operation,
  before: Operation,
): Pick<Particular, 'body'> | undefined {
  const schema = before.path === action.path ? requestSchema(action) : undefined;
  if (action.method !== 'DELETE' || schema === undefined) return undefined;
  const put = parseJson(baselines.servedBody(before) ?? new Uint8Array());
  const isTaken = put.kind === 'json' && validatorOf(schema)(put.value).length === 0;
  return isTaken ? { body: { json: put.value } } : undefined;
}

/** What is refused of an entry may be for one that has something inside: a cart without a line has nothing to pay for. */
export async function sendActionsAfterChildren(context: ProbeContext, resource: Resource): Promise<void> {
  const isAllowed = allowedIn(context);
  const inside = resourcesOf(context.document)
    .filter(({ parent, create }) => parent === resource.path && isAllowed(create))
    .flatMap(({ create }) => create ?? [])
    .filter((create) => context.baselines.isServed(create))
    .slice(0, MOST_BEFORE);
  const actions = resource.actions.filter(isAllowed);
  const refused = actions.filter((one) => isRefused(context, one));
  for (const action of refused)
    for (const before of inside)
      if (isRefused(context, action))
        await actOnNew(context, resource, action, `baseline/${action.id}-after-${before.id}`, {
          before,
          body: modestBody(context, action),
        });
  // What is served now may be what others were waiting for, and these in turn.
  for (let waiting = refused; waiting.length > 0;) {
    const fresh = servedOf(context, waiting);
    waiting = waiting.filter((one) => !context.baselines.isServed(one));
    if (fresh.length > 0) {
      await sendAfterOthers(context, resource, actions, fresh);
      if (waiting.every((one) => isRefused(context, one)))
        await sendPrepared(context, resource, waiting, { fresh, inside });
    }
    if (fresh.length === 0 || waiting.every((one) => isRefused(context, one))) break;
  }
}

/** So many pairs of others are tried before one that is refused after each of them alone. */
const MOST_PAIRS = 6;

/**
 * Asks for what is refused after what was served in its turn once more, after two of them: the entry may have to name something as
 * well, or have something inside (`409 unless it is booked and has a vehicle`).
 */
async function sendPrepared(
  context: ProbeContext,
  resource: Resource,
  waiting: readonly Operation[],
  { fresh, inside }: { readonly fresh: readonly Operation[]; readonly inside: readonly Operation[] },
): Promise<void> {
  const naming = resource.actions
    .filter((one) => context.baselines.isServed(one) && context.baselines.servedBody(one) !== undefined)
    .toSorted((a, b) => Number(b.method === 'PUT') - Number(a.method === 'PUT'));
  const pairs = fresh.flatMap((before) =>
    [...naming, ...inside]
      .filter((prepared) => !chainTo(context, { before }).includes(prepared))
      .map((prepared) => ({ before, prepared })),
  );
  for (const action of waiting)
    for (const [at, pair] of pairs.slice(0, MOST_PAIRS).entries())
      if (action !== pair.prepared && isRefused(context, action))
        await actOnNew(context, resource, action, `baseline/${action.id}-prepared-${String(at + 1)}`, {
          ...pair,
          body: modestBody(context, action),
        });
}

/** What is refused of entries that are there may be for those that were removed. */
export async function sendActionsOnRemoved(context: ProbeContext, resource: Resource): Promise<void> {
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
