import { otherUse } from '../../src/checks/check.ts';
import { isShared, mayBeKept } from '../../src/checks/resources/strangers/kept-from-others.ts';
import { callingMembers } from '../../src/checks/resources/strangers/called-entries.ts';
import { entryIn } from '../../src/checks/resources/deeds.ts';
import type { Operation } from '../../src/interface/model.ts';
import { shownAt } from '../../src/interface/resources/lists/member-places.ts';
import { listModelOf } from '../../src/interface/resources/lists/pages.ts';
import { bringsBack } from '../../src/interface/resources/words/states/action-words.ts';
import { behindEntry } from '../../src/interface/resources/places/places.ts';
import {
  isListedAlone,
  listerOf,
  listInside,
  type Resource,
  resourcesOf,
} from '../../src/interface/resources/resources.ts';
import { numbersIn, parseJson, printJson } from '../../src/json/lossless.ts';
import { isName, isObject, type Json } from '../../src/json/value.ts';
import { showsStatus } from '../../src/oracle/conditions.ts';
import { requestSchema, takesJson, validatorOf } from '../../src/oracle/contract.ts';
import type { Reading } from '../../src/oracle/reading.ts';
import { makeForAction } from '../../src/session/entries/making/first-actions.ts';
import { recipeOf } from '../../src/session/entries/making/recipes.ts';
import {
  allowedIn,
  isChangedByList,
  makeEntry,
  mayChange,
  memberToChange,
} from '../../src/session/entries/entry-requests.ts';
import { withFreshTag } from '../../src/session/entries/fresh-tags.ts';
import { ownershipOf } from '../../src/session/entries/own-things.ts';
import { identityIn } from '../../src/session/entries/named-in-bodies.ts';
import { placeInside } from '../../src/session/entries/places/place-inside.ts';
import { type Particular, type ProbeContext, requestFor, sendSpec } from '../../src/session/probe.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';
import { mark } from '../../src/session/requests/marked.ts';
import { leastBody } from '../../src/session/requests/other-bodies.ts';
import { withParameter } from '../../src/session/requests/valid-request.ts';
import { changeOfOne, type Living, otherBody } from './bodies.ts';
import { changeable } from './changeable.ts';
import { searchesFor } from './found-by-others.ts';
import { longQuery, lookInList } from './steps.ts';

/** Requests of another user for what the run made with its own key. Each change is looked at with the first key. */

const FIRST = { kind: 'valid' } as const;
const OTHER = { kind: 'other-key' } as const;

async function ask(
  { context, path, label }: Living,
  operation: Operation,
  who: typeof FIRST | typeof OTHER,
  particular: Pick<Particular, 'probe' | 'body' | 'path' | 'parts'>,
): Promise<Reading | undefined> {
  const probe = `${label}/${particular.probe}`;
  const spec = requestFor(context, operation, { ...particular, probe, intent: 'ordinary' });
  if (spec === undefined) return undefined;
  const headers = withFreshTag(context.session, operation, particular.path ?? path, spec.headers);
  const intent = who === OTHER ? ('other-user' as const) : ('ordinary' as const);
  const credential = who === OTHER ? otherUse(context.capabilities) : who;
  return sendSpec(context, { ...spec, headers, credential, intent });
}

async function look(living: Living, when: string): Promise<Reading | undefined> {
  const { resource, path } = living;
  if (resource.read === undefined) return undefined;
  const reading = await ask(living, resource.read, FIRST, { probe: `read-${when}`, path });
  if (reading?.answer !== undefined && reading.answer.status < 300) living.shown = entryIn(resource, reading);
  return reading;
}

/** Both users list, the one right after the other. */
async function list(
  living: Living,
  mayAsk: (operation: Operation | undefined) => operation is Operation,
): Promise<void> {
  const operation = living.resource.list;
  if (!mayAsk(operation)) return;
  const above =
    ownershipOf(living.context.session).at(living.path)?.place ??
    living.path.slice(0, living.path.lastIndexOf('/'));
  const where = operation.path.includes('{') ? { path: above } : {};
  // In a short page one of many is mostly not.
  const query = longQuery(living.context, operation);
  const long = query === '' ? where : { path: `${above}${operation.path.endsWith('/') ? '/' : ''}${query}` };
  await ask(living, operation, FIRST, { probe: 'list', ...long });
  await ask(living, operation, OTHER, { probe: 'list-of-other', ...long });
  await listChosen(living, operation, where);
}

/** The same with a filter that the entry fits, and with its identity where a list is chosen from by that: a choice is no way around whose it is. */
async function listChosen(
  living: Living,
  operation: Operation,
  where: Pick<Particular, 'path'>,
): Promise<void> {
  const { context, shown } = living;
  const model = listModelOf(context.document, operation);
  const filters = model?.filters ?? [];
  const named = filters.find(({ member, kind }) => kind === 'exact' && member === model?.identity);
  const [first] = filters.filter((filter) => filter !== named);
  for (const filter of [first, named]) {
    const value = filter === undefined || shown === undefined ? undefined : shownAt(shown, filter);
    if (filter === undefined || filter.kind !== 'exact') continue;
    const isPlain = !filter.isList && (typeof value === 'string' || typeof value === 'boolean');
    if (value === undefined || !(filter === named ? isName(value) : isPlain)) continue;
    const plain = requestFor(context, operation, { probe: living.label, intent: 'ordinary', ...where });
    if (plain === undefined) continue;
    const { path, headers } = plain;
    const parts = withParameter({ path, headers }, filter.parameter, filter.isList ? [value] : value);
    const probe = filter === named ? 'list-named' : 'list-chosen';
    await ask(living, operation, FIRST, { probe, parts });
    await ask(living, operation, OTHER, { probe: `${probe}-of-other`, parts });
  }
}

/** A body that was served before, with a text of its own: one that is drawn may be refused for its values. */
function servedAnew({ context }: Living, operation: Operation): Pick<Particular, 'body'> {
  const bytes = context.baselines.servedBody(operation);
  const served = bytes === undefined || !takesJson(operation) ? undefined : parseJson(bytes);
  if (served?.kind !== 'json') return {};
  return { body: { json: mark(context, operation, served.value) } };
}

/** So many kinds of what is inside of an entry are asked for by another user. */
const MOST_INSIDE = 3;

/**
 * Another user makes something inside of the entry, and the first one looks whether it is there; then the first one does, and the other
 * one looks.
 */
async function intrude(
  living: Living,
  mayAsk: (operation: Operation | undefined) => operation is Operation,
): Promise<void> {
  const { context, resource, path } = living;
  const inside = resourcesOf(context.document).filter(
    (one) => one.parent === resource.path && mayAsk(one.create) && mayAsk(listInside(one)),
  );
  for (const { create, list: operation, itemPath } of inside.slice(0, MOST_INSIDE)) {
    if (create === undefined || operation === undefined) continue;
    const above = placeInside(context.session, path, create);
    await ask(living, create, OTHER, {
      probe: 'make-inside-of-other',
      path: above,
      ...servedAnew(living, create),
    });
    await ask(living, operation, FIRST, { probe: 'list-inside', path: above });
    // What has a place of its own is seen by its own visit.
    if (itemPath !== undefined) continue;
    await ask(living, create, FIRST, { probe: 'make-inside', path: above, ...servedAnew(living, create) });
    await ask(living, operation, OTHER, { probe: 'list-inside-of-other', path: above });
  }
}

/** So many reads below an entry are asked for by another user. */
const MOST_BELOW = 3;

/** Both users read what stands below the entry and is no list of entries (`GET /parcels/{id}/label`). */
async function readBelow(
  living: Living,
  mayAsk: (operation: Operation | undefined) => operation is Operation,
): Promise<void> {
  const { context, resource, path } = living;
  const { itemPath } = resource;
  const below = context.document.operations.filter((operation) => {
    const rest = itemPath === undefined ? undefined : behindEntry(itemPath, operation.path);
    const isBelow = operation.method === 'GET' && rest !== undefined && /^\/[^/{}]+$/.test(rest);
    return (
      isBelow &&
      mayAsk(operation) &&
      context.baselines.isServed(operation) &&
      listModelOf(context.document, operation) === undefined
    );
  });
  for (const operation of below.slice(0, MOST_BELOW)) {
    const place = placeInside(context.session, path, operation);
    await ask(living, operation, FIRST, { probe: `${operation.id}-own`, path: place });
    await ask(living, operation, OTHER, { probe: `${operation.id}-of-other`, path: place });
  }
}

/** So many actions are asked for by another user. */
const MOST_ACTIONS = 6;

/** Another user does something to the entry, which the first one has read twice by then: what differs is what it did. */
async function actAsOther(
  living: Living,
  mayAsk: (operation: Operation | undefined) => operation is Operation,
): Promise<void> {
  const { context, resource, path, label } = living;
  const served = resource.actions.filter((action) => mayAsk(action) && context.baselines.isServed(action));
  for (const action of served.slice(0, MOST_ACTIONS)) {
    const recipe = recipeOf(context, action);
    const before = recipe?.before;
    if (before !== undefined && (before === resource.remove || !mayAsk(before))) continue;
    // What was done to one entry for another action may be why this one is refused of it.
    const prepared =
      before === undefined
        ? path
        : await makeForAction(context, resource, `${label}/${action.id}`, { ...recipe, before });
    if (prepared === undefined) continue;
    const acted: Living = { ...living, path: prepared };
    if (before !== undefined) await look(acted, `after-${before.id}`);
    await look(acted, `before-${action.id}-of-other`);
    const where = placeInside(context.session, prepared, action);
    await ask(acted, action, OTHER, { probe: `${action.id}-of-other`, path: where, ...recipe?.body });
    await look(acted, `after-${action.id}-of-other`);
  }
}

/** Another user names a new entry in the body of a call that changes or removes what it names, after the first one has read it twice. */
async function callAsOther(
  living: Living,
  mayAsk: (operation: Operation | undefined) => operation is Operation,
): Promise<void> {
  const { context, resource, label } = living;
  const { document } = context;
  const calls = document.operations.flatMap((operation) => {
    const [member] = callingMembers(document, operation, resource);
    return member !== undefined && mayAsk(operation) ? [{ operation, name: member.name }] : [];
  });
  for (const { operation, name } of calls.slice(0, MOST_ACTIONS)) {
    const served = servedAnew(living, operation).body;
    const schema = requestSchema(operation);
    const isServed = served !== undefined && served !== 'none' && 'json' in served;
    const json = isServed ? served.json : leastBody(context, operation);
    const path = await makeEntry(context, resource, `${label}/make-for-${operation.id}`);
    if (path === undefined || schema === undefined || !isObject(json)) continue;
    const text = identityIn(path);
    const ways: readonly Json[] = [text, ...numbersIn(text)].flatMap((one): readonly Json[] => [one, [one]]);
    const body = ways
      .map((way) => ({ ...json, [name]: way }))
      .find((one) => validatorOf(schema)(one).length === 0);
    if (body === undefined) continue;
    const called: Living = { ...living, path };
    await look(called, `made-for-${operation.id}`);
    await look(called, `before-${operation.id}-of-other`);
    // As bytes: what else it would be about is not this entry.
    const bytes = new TextEncoder().encode(printJson(body));
    await ask(called, operation, OTHER, { probe: `${operation.id}-of-other`, body: { bytes } });
    await look(called, `after-${operation.id}-of-other`);
  }
}

function changed(living: Living, operation: Operation): Particular['body'] {
  const text = memberToChange(living.resource);
  const [first] = isChangedByList(operation) ? [text] : changeable(living, operation);
  const json =
    operation.method === 'PATCH'
      ? first === undefined
        ? undefined
        : changeOfOne(living, operation, first, 'change-of-other')
      : otherBody(living, operation, { optional: 'all', label: `${living.label}/replace-of-other` });
  return json === undefined ? undefined : { json };
}

async function visit(context: ProbeContext, resource: Resource, at: number): Promise<void> {
  const label = `resources/stranger-${String(at + 1)}`;
  if (!mayBeKept(resource, context.document, context.capabilities)) return;
  const path = await makeEntry(context, resource, `${label}/make`);
  const unseen = {
    cause: 'declared',
    reason: `no entry of ${resource.path} was made that can be named and read`,
  } as const;
  if (path === undefined) {
    context.leaveOut(label, unseen);
    return;
  }
  const living: Living = { context, resource, path, label, shown: undefined };
  const allowed = allowedIn(context);
  const mayAsk = (operation: Operation | undefined): operation is Operation =>
    allowed(operation) && !isShared(operation, context.document, context.capabilities);
  const seen = await look(living, 'made');
  if (seen?.answer === undefined || seen.answer.status >= 300) {
    context.leaveOut(label, unseen);
    return;
  }
  if (mayAsk(resource.read)) await ask(living, resource.read, OTHER, { probe: 'read-of-other', path });
  await list(living, mayAsk);
  for (const [number, { operation, asked }] of searchesFor(living, mayAsk).entries())
    await ask(living, operation, OTHER, { probe: `found-by-other-${String(number + 1)}`, ...asked });
  await intrude(living, mayAsk);
  await readBelow(living, mayAsk);
  // Where a PUT makes what is not there, the other user has one of its own under this name afterwards, and would remove that.
  if (mayAsk(resource.remove) && mayAsk(resource.replace) && showsStatus(resource.replace, 201)) {
    await ask(living, resource.remove, OTHER, { probe: 'delete-of-other-before', path });
    const left = await look(living, 'after-delete-of-other-before');
    if ((left?.answer?.status ?? 400) >= 400) return;
  }
  await changeAsOther(living, mayAsk, look);
  await actAsOther(living, mayAsk);
  await callAsOther(living, mayAsk);
  await removeAsOther(living, mayAsk, look);
  await bringBackAsOther(living, mayAsk);
}

type MayAsk = (operation: Operation | undefined) => operation is Operation;
type Look = (living: Living, when: string) => Promise<unknown>;

async function changeAsOther(living: Living, mayAsk: MayAsk, see: Look): Promise<void> {
  const { resource, path } = living;
  for (const operation of [resource.change, resource.replace]) {
    if (!mayAsk(operation)) continue;
    const body = operation.requestBody === undefined ? undefined : changed(living, operation);

    if (operation.requestBody !== undefined && body === undefined) continue;
    const probe = `${operation.method.toLowerCase()}-of-other`;
    await ask(living, operation, OTHER, { probe, path, ...(body === undefined ? {} : { body }) });
    await see(living, `after-${probe}`);
  }
}

async function removeAsOther(living: Living, mayAsk: MayAsk, see: Look): Promise<void> {
  const { resource, path } = living;
  if (!mayAsk(resource.remove)) return;
  await ask(living, resource.remove, OTHER, { probe: 'delete-of-other', path });
  await see(living, 'after-delete-of-other');
}

/** The first user removes the entry, and the other one brings it back. */
async function bringBackAsOther(living: Living, mayAsk: MayAsk): Promise<void> {
  const { context, resource, path } = living;
  const action = resource.actions.find(
    (one) => mayAsk(one) && bringsBack(one) && context.baselines.isServed(one),
  );
  if (action === undefined || !mayAsk(resource.remove)) return;
  await ask(living, resource.remove, FIRST, { probe: `remove-before-${action.id}`, path });
  await look(living, `before-${action.id}-of-other`);
  const where = placeInside(context.session, path, action);
  const body = recipeOf(context, action)?.body;
  await ask(living, action, OTHER, { probe: `${action.id}-of-other`, path: where, ...body });
  await look(living, `after-${action.id}-of-other`);
}

async function lookAtList(living: Living, when: string): Promise<void> {
  const { context, resource, path, label } = living;
  const shown = await lookInList(context, resource, path, `${label}/list-${when}`);
  if (shown !== undefined) living.shown = shown;
}

/** What lists alone show: who may see a list of what is inside of an entry is nothing that anything tells. */
async function visitListed(context: ProbeContext, resource: Resource, label: string): Promise<void> {
  const allowed = allowedIn(context);
  const mayAsk = (operation: Operation | undefined): operation is Operation =>
    allowed(operation) && !isShared(operation, context.document, context.capabilities);
  if (![resource.change, resource.replace, resource.remove].some(mayAsk)) return;
  const path = await makeEntry(context, resource, `${label}/make`);
  if (path === undefined) return;
  const living: Living = { context, resource, path, label, shown: undefined };
  await lookAtList(living, 'made');
  if (living.shown === undefined) return;
  await changeAsOther(living, mayAsk, lookAtList);
  await removeAsOther(living, mayAsk, lookAtList);
  // Who is told that the entry is not there has it in no list.
  if (resource.parent === undefined && !resource.path.includes('{')) await list(living, mayAsk);
}

/** Something that the other user is served as well: who is refused everywhere is kept out of nothing. */
async function introduce(context: ProbeContext): Promise<void> {
  const asked = allowedIn(context);
  const [open] = context.document.operations.filter(
    (operation) =>
      operation.method === 'GET' &&
      !operation.path.includes('{') &&
      operation.credential !== undefined &&
      asked(operation) &&
      context.baselines.isServed(operation),
  );
  const spec =
    open === undefined
      ? undefined
      : requestFor(context, open, { probe: 'resources/stranger-first', intent: 'ordinary' });
  if (spec !== undefined)
    await sendSpec(context, { ...spec, credential: otherUse(context.capabilities), intent: 'other-user' });
}

/** What the run makes with its key, and what another user gets at of it. */
export const strangers: Probe = {
  id: 'resources.strangers',
  intends: ['other-user'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    if (context.capabilities.otherKey === undefined || !mayChange(context)) return;
    const allowed = allowedIn(context);
    const made = resourcesOf(context.document).filter(
      ({ kind, create, replace }) => kind === 'collection' && [create, replace].some(allowed),
    );
    const kept = made.filter(({ read }) => allowed(read));
    const listed = made.filter((one) => isListedAlone(one) && allowed(listerOf(one)));
    await introduce(context);
    for (const [at, resource] of kept.entries()) await visit(context, resource, at);
    for (const [at, resource] of listed.entries())
      await visitListed(context, resource, `resources/listed-stranger-${String(at + 1)}`);
  },
};
