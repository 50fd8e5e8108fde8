import type { HeaderLine } from '../../src/http/exchange.ts';
import type { Operation } from '../../src/interface/model.ts';
import { type Resource, resourcesOf } from '../../src/interface/resources/resources.ts';
import { COINED_TAG } from '../../src/checks/resources/validators/validators.ts';
import { DATE_MS, WEAK_TAG_MS } from '../../src/checks/resources/validators/versions.ts';
import { entryIn } from '../../src/checks/resources/deeds.ts';
import { isEqual } from '../../src/checks/resources/life/members/shown-values.ts';
import { isObject, type Json, memberOf } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { toldLocks } from '../../src/oracle/locks.ts';
import {
  actsOnTag,
  CONDITIONS,
  needsTag,
  refusesWhatIsThere,
  saysNotModified,
  showsDate,
  showsStatus,
  showsTag,
  takesDate,
  takesTag,
} from '../../src/oracle/conditions.ts';
import { expectation } from '../../src/oracle/expectation.ts';
import type { Reading } from '../../src/oracle/reading.ts';
import {
  allowedIn,
  isChangedByList,
  makeEntry,
  mayChange,
  memberToChange,
  sendToEntry,
} from '../../src/session/entries/entry-requests.ts';
import { makeForAction } from '../../src/session/entries/making/first-actions.ts';
import { recipeOf } from '../../src/session/entries/making/recipes.ts';
import { placeInside } from '../../src/session/entries/places/place-inside.ts';
import { ofEntryAt } from '../../src/session/entries/of-entry-at.ts';
import { ownershipOf } from '../../src/session/entries/own-things.ts';
import { encode, type Particular, type ProbeContext, requestFor, sendSpec } from '../../src/session/probe.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';
import type { SendSpec } from '../../src/session/pace/sending.ts';
import { changeOfOne, type Living, otherBody } from './bodies.ts';
import { changeable } from './changeable.ts';

/** Conditional requests to entries of the run. */

/** Sends a request as what the oracle takes it for. */
export async function sendRead(context: ProbeContext, spec: SendSpec): Promise<Reading | undefined> {
  const { contract } = context.session;
  const said = expectation(contract, { ...spec, target: `${contract.basePath}${spec.path}` });
  return sendSpec(context, { ...spec, intent: said.situation });
}

async function ask(
  { context, path, label }: Living,
  operation: Operation,
  particular: {
    readonly probe: string;
    readonly condition?: HeaderLine | undefined;
    readonly json?: Json | undefined;
    readonly body?: Particular['body'];
  },
): Promise<Reading | undefined> {
  const { condition, json } = particular;
  const given = json === undefined ? particular.body : { json };
  const body: Pick<Particular, 'body'> = given === undefined ? {} : { body: given };
  const probe = `${label}/${particular.probe}`;
  const spec = requestFor(context, operation, { probe, intent: 'ordinary', path, ...body });
  if (spec === undefined) return undefined;
  const rest = spec.headers.filter(([name]) => !CONDITIONS.includes(name.toLowerCase()));
  return sendRead(context, { ...spec, headers: condition === undefined ? rest : [...rest, condition] });
}

async function look(living: Living, when: string): Promise<string | undefined> {
  const { context, resource, path, label } = living;
  if (resource.read === undefined) return undefined;
  const probe = `${label}/read-${when}`;
  const reading = await sendToEntry(context, resource.read, path, { probe, intent: 'ordinary' });
  if (reading?.answer === undefined || reading.answer.status >= 300) return undefined;
  living.shown = entryIn(resource, reading);
  return reading.answer.header('etag')[0];
}

/** A body with new values for an update; `undefined` where none can be made. */
function newBody(living: Living, operation: Operation, when: string): Json | undefined {
  const text = memberToChange(living.resource);
  if (operation.method !== 'PATCH')
    return otherBody(living, operation, { optional: 'all', label: `${living.label}/${when}` });
  const [first] = isChangedByList(operation) ? [text] : changeable(living, operation);
  return first === undefined ? undefined : changeOfOne(living, operation, first, when);
}

/** A change, with the tag that it needs, so that what was read before is out of date. */
async function age(living: Living, operation: Operation): Promise<boolean> {
  const json = newBody(living, operation, 'age');
  if (json === undefined) return false;
  const { context, path, label } = living;
  const particular = { probe: `${label}/age`, intent: 'ordinary', body: { json } } as const;
  const reading = await sendToEntry(context, operation, path, particular);
  return reading?.answer !== undefined && reading.answer.status < 300;
}

async function sendConditions(context: ProbeContext, resource: Resource, at: number): Promise<void> {
  const isAllowed = allowedIn(context);
  const { read, change, replace, remove } = resource;
  if (!isAllowed(read)) return;
  const label = `resources/tags-${String(at + 1)}`;
  const path = await makeEntry(context, resource, `${label}/make`);
  if (path === undefined) return;
  const living: Living = { context, resource, path, label, shown: undefined };
  const old = await look(living, 'made');
  if (old === undefined) return;
  const again = (probe: string, tag: string): Promise<unknown> =>
    ask(living, read, { probe, condition: ['If-None-Match', tag] });
  const asksAgain = saysNotModified(read) || showsTag(read);
  if (asksAgain) await again('unchanged', old);
  const writers = [change, replace].filter(isAllowed);
  // A service that compares strongly takes no weak tag.
  const first = writers.find((operation) => !needsTag(operation)) ?? writers[0];
  if (first !== undefined && old.startsWith('W/'))
    await context.session.clock.sleep(WEAK_TAG_MS + 50, context.signal);
  if (first === undefined || !(await age(living, first))) return;
  if (asksAgain) await again('changed', old);
  const now = await look(living, 'aged');
  if (now === undefined || now === old) return;
  const [guarded] = writers.filter(takesTag);
  if (guarded !== undefined) {
    const json = newBody(living, guarded, 'unknown-tag');
    await ask(living, guarded, { probe: 'unknown-tag', condition: ['If-Match', COINED_TAG], json });
    await look(living, 'after-unknown-tag');
  }
  for (const operation of [...writers, ...[remove].filter(isAllowed)]) {
    const isRemoval = operation === remove;
    const name = operation.method.toLowerCase();
    const conditions: (readonly [string, HeaderLine | undefined])[] = [
      ...(showsStatus(operation, 428) ? [['without-tag', undefined] as const] : []),
      ...(takesTag(operation) || needsTag(operation)
        ? [['old-tag', ['If-Match', old] as const] as const]
        : []),
      ...(refusesWhatIsThere(operation) && !needsTag(operation)
        ? [['if-none', ['If-None-Match', '*'] as const] as const]
        : []),
    ];
    for (const [how, condition] of conditions) {
      const json = operation.requestBody === undefined ? undefined : newBody(living, operation, how);
      if (operation.requestBody !== undefined && json === undefined) continue;
      await ask(living, operation, { probe: `${name}-${how}`, condition, json });
      await look(living, `after-${name}-${how}`);
      if (isRemoval && ownershipOf(context.session).at(path)?.standing !== 'there') return;
    }
  }
  await sendToAbsent(living);
}

/** Removes the entry, and sends what would make it again on the condition that it is there. */
async function sendToAbsent(living: Living): Promise<void> {
  const { context, resource, path, label } = living;
  const isAllowed = allowedIn(context);
  const { replace, remove, create, makeAt } = resource;
  const makes = create === undefined && makeAt === undefined && isAllowed(replace) && takesTag(replace);
  if (!makes || !isAllowed(remove)) return;
  const json = newBody(living, replace, 'absent');
  await sendToEntry(context, remove, path, { probe: `${label}/remove`, intent: 'ordinary' });
  if (json === undefined || (await look(living, 'removed')) !== undefined) return;
  await ask(living, replace, { probe: 'match-absent', condition: ['If-Match', '*'], json });
  await look(living, 'after-match-absent');
}

/** Sends actions with the tag from before a change of the entry, each to a new one. */
async function sendActions(context: ProbeContext, resource: Resource): Promise<void> {
  const isAllowed = allowedIn(context);
  const { read, change, replace, actions } = resource;
  const [first] = [change, replace].filter(isAllowed);
  if (!isAllowed(read) || !showsTag(read) || first === undefined) return;
  for (const action of actions.filter(isAllowed).filter(actsOnTag).slice(0, MOST_ACTIONS)) {
    const recipe = recipeOf(context, action);
    const label = `resources/tags-${action.id}`;
    const path = recipe === undefined ? undefined : await makeForAction(context, resource, label, recipe);
    if (recipe === undefined || path === undefined) continue;
    const living: Living = { context, resource, path, label, shown: undefined };
    const old = await look(living, 'made');
    if (old?.startsWith('W/') === true) await context.session.clock.sleep(WEAK_TAG_MS + 50, context.signal);
    if (old === undefined || !(await age(living, first))) continue;
    const now = await look(living, 'aged');
    if (now === undefined || now === old) continue;
    const place = placeInside(context.session, path, action);
    await ask({ ...living, path: place }, action, {
      ...recipe.body,
      probe: 'old-tag',
      condition: ['If-Match', old],
    });
    await look(living, 'after-old-tag');
  }
}

/** Actions on the entries of one resource that are sent with an old tag. */
const MOST_ACTIONS = 6;

/** Sends updates that name the version from before another one in their body, where the document says that it has to be the newest. */
async function sendVersions(context: ProbeContext, resource: Resource, at: number): Promise<void> {
  const isAllowed = allowedIn(context);
  const { read, change, replace } = resource;
  const writers = [change, replace].filter(isAllowed);
  const guarded = writers.filter((operation) => toldLocks(resource, operation).length > 0);
  const [first] = guarded;
  if (first === undefined || !isAllowed(read)) return;
  const label = `resources/versions-${String(at + 1)}`;
  const path = await makeEntry(context, resource, `${label}/make`);
  if (path === undefined) return;
  const living: Living = { context, resource, path, label, shown: undefined };
  await look(living, 'made');
  const old = living.shown;
  if (old === undefined || !(await age(living, first))) return;
  await look(living, 'aged');
  for (const operation of guarded) {
    const body = newBody(living, operation, operation.method.toLowerCase());
    const own = body === undefined ? undefined : ofEntryAt(context.session, operation, path, body);
    const [name] = toldLocks(resource, operation);
    const [value, now] = [old, living.shown ?? old].map((shown) => memberOf(shown, name ?? ''));
    if (!isObject(own) || name === undefined || value === undefined || isEqual(value, now)) continue;
    const json = { ...own, [name]: value };
    if (validatorOf(requestSchema(operation) ?? false)(json).length > 0) continue;
    // As JSON it would name the newest one.
    const probe = `${label}/${operation.method.toLowerCase()}-old-version`;
    await sendToEntry(context, operation, path, { probe, intent: 'ordinary', body: { bytes: encode(json) } });
    await look(living, `after-${operation.method.toLowerCase()}`);
  }
}

/** Asks with dates in place of tags: with the one that a read showed, and with the same after a change two seconds later. */
async function sendDates(context: ProbeContext, resource: Resource, at: number): Promise<void> {
  const isAllowed = allowedIn(context);
  const { read, change, replace, remove } = resource;
  const [first] = [change, replace].filter(isAllowed);
  if (!isAllowed(read) || !showsDate(read) || first === undefined) return;
  const label = `resources/dates-${String(at + 1)}`;
  const path = await makeEntry(context, resource, `${label}/make`);
  if (path === undefined) return;
  const living: Living = { context, resource, path, label, shown: undefined };
  const old = await lookAtDate(living, 'made');
  if (old === undefined) return;
  if (takesDate(read))
    await ask(living, read, { probe: 'unmodified', condition: ['If-Modified-Since', old] });
  await context.session.clock.sleep(DATE_MS + 100, context.signal);
  if (!(await age(living, first))) return;
  const now = await lookAtDate(living, 'aged');
  if (now === undefined || now === old) return;
  if (takesDate(read)) await ask(living, read, { probe: 'modified', condition: ['If-Modified-Since', old] });
  const [guarded] = [change, replace, remove].filter(isAllowed).filter(takesDate);
  if (guarded === undefined) return;
  const json = guarded.requestBody === undefined ? undefined : newBody(living, guarded, 'old-date');
  await ask(living, guarded, { probe: 'old-date', condition: ['If-Unmodified-Since', old], json });
  await look(living, 'after-old-date');
}

async function lookAtDate(
  { context, resource, path, label }: Living,
  when: string,
): Promise<string | undefined> {
  if (resource.read === undefined) return undefined;
  const probe = `${label}/read-${when}`;
  const reading = await sendToEntry(context, resource.read, path, { probe, intent: 'ordinary' });
  return reading?.answer?.header('last-modified')[0];
}

/** True where the document has something to say of tags. */
function hasTags(resource: Resource): boolean {
  const { read, change, replace, remove } = resource;
  return (
    (read !== undefined && (showsTag(read) || saysNotModified(read) || showsDate(read))) ||
    [change, replace, remove, ...resource.actions].some(
      (operation) =>
        operation !== undefined &&
        (takesTag(operation) ||
          needsTag(operation) ||
          takesDate(operation) ||
          toldLocks(resource, operation).length > 0),
    )
  );
}

export const conditions: Probe = {
  id: 'resources.conditions',
  intends: ['conditional'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    if (!mayChange(context)) return;
    const own = resourcesOf(context.document).filter(
      (resource) => resource.kind === 'collection' && hasTags(resource),
    );
    for (const [at, resource] of own.entries()) {
      await sendConditions(context, resource, at);
      await sendDates(context, resource, at);
      await sendVersions(context, resource, at);
      await sendActions(context, resource);
    }
  },
};
