import { isHolder, opened } from '../../src/interface/resources/lists/member-places.ts';
import { placeInside } from '../../src/session/entries/places/place-inside.ts';
import { isUnsettled } from '../../src/checks/resources/life/life-books.ts';
import { TELLING_LAG_MS } from '../../src/checks/resources/judges.ts';
import type { Operation } from '../../src/interface/model.ts';
import { type Resource, resourcesOf } from '../../src/interface/resources/resources.ts';
import { conditionTold, isState } from '../../src/interface/resources/words/states/told-states.ts';
import { setsFlag } from '../../src/interface/resources/words/states/told-after.ts';
import { toldLeftOut } from '../../src/interface/resources/words/states/told-members.ts';
import {
  bringsBack,
  flagTurned,
  refusesAgain,
  refusesToUndo,
  undoes,
} from '../../src/interface/resources/words/states/action-words.ts';
import { memberOf, isObject, type Json, type JsonObject } from '../../src/json/value.ts';
import { refusesWhatIsThere } from '../../src/interface/resources/words/states/told-removals.ts';
import { refusalTold } from '../../src/interface/resources/words/states/told-refusals.ts';
import { sentTo } from '../../src/checks/resources/life/members/entry-state.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { fromPointer, putAt, valueAt } from '../../src/json/pointer.ts';
import type { Reading } from '../../src/oracle/reading.ts';
import { isSuccess } from '../../src/checks/resources/deeds.ts';
import { allowedIn, isChangedByList, sendToEntry } from '../../src/session/entries/entry-requests.ts';
import { isLedTo, makeForAction } from '../../src/session/entries/making/first-actions.ts';
import { keepRecipe, otherRecipe, type Recipe, recipeOf } from '../../src/session/entries/making/recipes.ts';
import { isBaseline } from '../../src/session/baseline.ts';
import { mayDependOnValues } from '../../src/session/requests/other-bodies.ts';
import { judgedRun } from '../../src/session/judge-run.ts';
import type { ProbeContext } from '../../src/session/probe.ts';
import { type Living, otherBody } from './bodies.ts';
import { list, look, lookAtOthers, probeOfLives } from './steps.ts';
import { update } from './updates.ts';

/** What actions do to entries (`POST /bookings/7/cancel`): a new one is read, acted on, read, and acted on once more, also where the document refuses that. */

/** Actions on the entries of one resource that are looked at; others are asked for once. */
const MOST_ACTIONS = 6;

async function act(living: Living, action: Operation, name: string): Promise<Reading | undefined> {
  const { context, path } = living;
  const body = recipeOf(context, action)?.body ?? {};
  const particular = { probe: `${living.label}/${name}`, intent: 'ordinary', ...body } as const;
  return sendToEntry(context, action, placeInside(context.session, path, action), particular);
}

/** True for an action that the document refuses of an entry in the state in which it was last shown. */
function isRefusedIn({ resource, shown }: Living, action: Operation): boolean {
  const { member, values } = conditionTold(resource, action) ?? {};
  const now = member === undefined || shown === undefined ? undefined : memberOf(opened(shown), member);
  return values !== undefined && isState(now) && !values.includes(now);
}

/** Does to an entry what comes before an action, and looks at it. */
async function isLed(
  living: Living,
  before: Operation,
  name: string,
  prepared?: Operation,
): Promise<boolean> {
  const { context, resource, path, label } = living;
  const isServed = await isLedTo(context, resource, { before, prepared }, path, `${label}/${name}`);
  if (isServed) await look(living, `after-${name}`);
  return isServed;
}

/** So many others are asked for that the document refuses after an action. */
const MOST_REFUSED = 2;

/** Changes, replaces and removes an entry to which an action was done, and makes something inside of it, where the document refuses that in its state. */
async function writeAfter(living: Living): Promise<void> {
  const { context, resource, path, label } = living;
  const { change, replace, remove } = resource;
  const isRefused = (operation: Operation): boolean => {
    const { member = '', isRefusedIn: isRefusedThen } = refusalTold(resource, operation) ?? {};
    return (
      isRefusedThen?.(living.shown === undefined ? undefined : memberOf(opened(living.shown), member)) ===
      true
    );
  };
  const isAllowed = allowedIn(context);
  for (const writer of [change, replace].filter(isAllowed)) {
    if (isChangedByList(writer) || !isRefused(writer)) continue;
    const when = `${writer.id}-in-spite`;
    const body = otherBody(living, writer, { optional: 'all', label: `${label}/${when}` });
    await update(living, writer, when, withoutState(living, writer, ofShownAmounts(living, writer, body)));
  }
  const inside = resourcesOf(context.document).flatMap(({ create, parent }) =>
    parent === resource.path && isAllowed(create) ? [create] : [],
  );
  for (const create of inside.filter(isRefused).slice(0, MOST_REFUSED)) {
    const when = `${create.id}-in-spite`;
    const place = placeInside(context.session, path, create);
    await sendToEntry(context, create, place, { probe: `${label}/${when}`, intent: 'ordinary' });
    await look(living, `after-${when}`);
  }
  if (!isAllowed(remove) || !isRefused(remove)) return;
  await sendToEntry(context, remove, path, { probe: `${label}/remove-in-spite`, intent: 'ordinary' });
  await look(living, 'after-remove-in-spite');
}

/** Days and moments: one has to come behind another, and a drawn one may not. */
const TIME = /^\d{4}-\d\d-\d\d(?:$|T)/;

function isOneKept(value: Json | undefined, now: Json | undefined): boolean {
  if (typeof value === 'number') return typeof now === 'number';
  return typeof value === 'string' && typeof now === 'string' && TIME.test(value) && TIME.test(now);
}

/** The body with the amounts and times that the entry has: another one may be refused for itself, whatever the state. */
function ofShownAmounts({ shown }: Living, operation: Operation, body: Json | undefined): Json | undefined {
  if (!isObject(body) || shown === undefined) return body;
  const members = Object.entries(body).map(([name, value]): readonly [string, Json] => {
    const now = memberOf(shown, name);
    return [name, now !== undefined && isOneKept(value, now) ? now : value];
  });
  const kept = Object.fromEntries(members);
  return validatorOf(requestSchema(operation) ?? true)(kept).length === 0 ? kept : body;
}

/** The body without the state that the document speaks of: who names it leads the entry on. */
function withoutState({ resource }: Living, operation: Operation, body: Json | undefined): Json | undefined {
  const member = refusalTold(resource, operation)?.member;
  const [place, schema] = [fromPointer(sentTo(operation, resource)?.pointer ?? ''), requestSchema(operation)];
  const inner = body === undefined ? undefined : valueAt(body, place);
  if (body === undefined || schema === undefined || !isObject(inner) || member === undefined) return body;
  const without = (held: JsonObject): JsonObject => {
    const { [member]: _state, ...others } = held;
    return others;
  };
  const others = Object.entries(without(inner)).map(([name, value]): readonly [string, Json] => [
    name,
    isHolder(name) && isObject(value) ? without(value) : value,
  ]);
  const left = putAt(body, place, Object.fromEntries(others));
  return left !== undefined && validatorOf(schema)(left).length === 0 ? left : body;
}

/**
 * Asks for what the document refuses of an entry to which an action was done: the same once more, and others. Returns whether something
 * was served although its state is one in which it is refused.
 */
async function actAfter(living: Living, action: Operation): Promise<boolean> {
  const { context, resource } = living;
  let isServed = false;
  const send = async (one: Operation, name: string): Promise<void> => {
    const isRefused = isRefusedIn(living, one);
    const reading = await act(living, one, name);
    isServed ||= isRefused && reading !== undefined && isSuccess(reading);
    await look(living, `after-${name}`);
  };
  const isSet = setsFlag(resource, action);
  if (isSet || refusesAgain(action) !== undefined || isRefusedIn(living, action)) await send(action, 'twice');
  if (isSet) await lookAgain(living);
  const others = resource.actions.filter(allowedIn(context)).filter((other) => other !== action);
  for (const other of others.filter((one) => isRefusedIn(living, one)).slice(0, MOST_REFUSED))
    await send(other, other.id);
  await writeAfter(living);
  return isServed;
}

/** The action that another one undoes: what it did shows only where there was something to undo. */
function undoneBy(resource: Resource, action: Operation): Operation | undefined {
  const flag = flagTurned(resource, action);
  if (refusesToUndo(action) !== undefined) return resource.actions.find((other) => undoes(action, other));
  if (flag?.value !== false) return undefined;
  return resource.actions.find((other) => {
    const { member, value } = flagTurned(resource, other) ?? {};
    return member === flag.member && value === true;
  });
}

/** Removes an entry, brings it back, and looks for it. */
async function bringBack(context: ProbeContext, resource: Resource, action: Operation): Promise<void> {
  const { remove } = resource;
  const label = `resources/action-${action.id}`;
  if (!allowedIn(context)(remove)) return;
  const path = await makeForAction(context, resource, label, { before: undefined });
  if (path === undefined) return;
  const living: Living = { context, resource, label, path, shown: undefined };
  await look(living, 'before');
  await sendToEntry(context, remove, path, { probe: `${label}/remove`, intent: 'ordinary' });
  await look(living, 'after-removal');
  await act(living, action, 'back');
  await look(living, 'after');
  await lookAgain(living);
  await list(living, 'after', (entry) => entry === undefined);
  if (refusesWhatIsThere(action) === undefined) return;
  await act(living, action, 'there');
  await look(living, 'after-there');
}

/** Looks at an entry once more while the last look showed something that may lag. */
async function lookAgain(living: Living): Promise<void> {
  const { context, resource } = living;
  const { session, capabilities, signal } = context;
  if (!isUnsettled(judgedRun(session.contract, capabilities, session.readings), resource)) return;
  await session.clock.sleep(TELLING_LAG_MS + 100, signal);
  await look(living, 'after-again');
}

/** Lists where the document says that an entry in such a state is left out, and later once more if it is not. */
async function listAfter(living: Living): Promise<void> {
  const { resource, shown } = living;
  const told = toldLeftOut(resource);
  const state = told === undefined || shown === undefined ? undefined : memberOf(opened(shown), told.member);
  if (told?.isLeftOut(state) === true) await list(living, 'after', (entry) => entry !== undefined);
}

/** How an action may be served that was so of an entry which had something inside: after that is made in a new one, which has none. */
function filling(context: ProbeContext, resource: Resource, recipe: Recipe): Recipe | undefined {
  const isAllowed = allowedIn(context);
  const inside = resourcesOf(context.document)
    .filter(({ parent }) => parent === resource.path)
    .flatMap(({ create }) => (isAllowed(create) && context.baselines.isServed(create) ? [create] : []));
  const [before] = inside;
  return before === undefined || recipe.before !== undefined ? undefined : { before, body: recipe.body };
}

/** `isPatient`: the entry is left alone for a while before and after the action, so that it is known to stay in its state. */
async function live(
  context: ProbeContext,
  resource: Resource,
  action: Operation,
  isPatient = false,
): Promise<void> {
  const label = `resources/action-${action.id}${isPatient ? '-again' : ''}`;
  const recipe = recipeOf(context, action);
  if (recipe === undefined) return;
  if (bringsBack(action)) {
    await bringBack(context, resource, action);
    return;
  }
  if (recipe.before !== undefined && recipe.before === resource.remove) return;
  const path = await makeForAction(context, resource, label, { before: undefined });
  if (path === undefined) return;
  const living: Living = { context, resource, path, label, shown: undefined };
  await look(living, 'before');
  if (recipe.before !== undefined) {
    if (isRefusedIn(living, action)) {
      await act(living, action, 'too-early');
      await look(living, 'after-too-early');
    }
    if (!(await isLed(living, recipe.before, 'led', recipe.prepared))) return;
  }
  const undone = undoneBy(resource, action);
  if (undone !== undefined && recipe.before === undefined && context.baselines.isServed(undone))
    await isLed(living, undone, 'led-to-undo');
  const wait = async (name: string): Promise<void> => {
    if (!isPatient) return;
    await context.session.clock.sleep(TELLING_LAG_MS + 100, context.signal);
    await look(living, name);
  };
  await wait('before-a-while-later');
  const isEarly = isRefusedIn(living, action);
  const done = await act(living, action, 'once');
  const other =
    done === undefined || isBaseline(done) || !mayDependOnValues([done])
      ? undefined
      : (otherRecipe(context, action) ?? filling(context, resource, recipe));
  if (other?.before !== undefined && other.before !== resource.remove) {
    await look(living, 'after-refusal');
    const isReady = await isLed(living, other.before, 'led');
    const led = isReady ? await act(living, action, 'once-led') : undefined;
    if (led !== undefined && isBaseline(led)) keepRecipe(context, action, other);
  }
  await look(living, 'after');
  await lookAgain(living);
  await listAfter(living);
  await wait('after-a-while');
  const isServed = await actAfter(living, action);
  await lookAtOthers(living, 'action');
  const isServedEarly = isEarly && done !== undefined && isSuccess(done);
  if ((isServed || isServedEarly) && !isPatient) await live(context, resource, action, true);
}

export const actions = probeOfLives('resources.actions', async (context, isAllowed) => {
  for (const resource of resourcesOf(context.document)) {
    const { kind, create, replace, read } = resource;
    if (kind !== 'collection' || ![create, replace].some(isAllowed) || !isAllowed(read)) continue;
    for (const action of resource.actions.filter(isAllowed).slice(0, MOST_ACTIONS))
      await live(context, resource, action);
  }
});
