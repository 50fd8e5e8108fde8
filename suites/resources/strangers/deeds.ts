import { callingMembers } from '../../../src/checks/resources/strangers/called-entries.ts';
import type { Operation } from '../../../src/interface/model.ts';
import { bringsBack } from '../../../src/interface/resources/words/states/action-words.ts';
import { listInside, resourcesOf } from '../../../src/interface/resources/resources.ts';
import { numbersIn, parseJson, printJson } from '../../../src/json/lossless.ts';
import { isObject, type Json } from '../../../src/json/value.ts';
import { requestSchema, takesJson, validatorOf } from '../../../src/oracle/contract.ts';
import { makeForAction } from '../../../src/session/entries/making/first-actions.ts';
import { recipeOf } from '../../../src/session/entries/making/recipes.ts';
import { isChangedByList, makeEntry, memberToChange } from '../../../src/session/entries/entry-requests.ts';
import { identityIn } from '../../../src/session/entries/named-in-bodies.ts';
import { placeInside } from '../../../src/session/entries/places/place-inside.ts';
import { type Particular } from '../../../src/session/probe.ts';
import { mark } from '../../../src/session/requests/marked.ts';
import { leastBody } from '../../../src/session/requests/other-bodies.ts';
import { changeOfOne, type Living, otherBody } from '../bodies.ts';
import { changeable } from '../changeable.ts';
import { ask, FIRST, look, type Look, type MayAsk, OTHER } from './two-users.ts';

/** What another user does to an entry, and inside of it. Each change is looked at by the first user. */

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
export async function intrude(living: Living, mayAsk: MayAsk): Promise<void> {
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

/** So many actions are asked for by another user. */
const MOST_ACTIONS = 6;

/** Another user does something to the entry, which the first one has read twice by then: what differs is what it did. */
export async function actAsOther(living: Living, mayAsk: MayAsk): Promise<void> {
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
export async function callAsOther(living: Living, mayAsk: MayAsk): Promise<void> {
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

export async function changeAsOther(living: Living, mayAsk: MayAsk, see: Look): Promise<void> {
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

export async function removeAsOther(living: Living, mayAsk: MayAsk, see: Look): Promise<void> {
  const { resource, path } = living;
  if (!mayAsk(resource.remove)) return;
  await ask(living, resource.remove, OTHER, { probe: 'delete-of-other', path });
  await see(living, 'after-delete-of-other');
}

/** The first user removes the entry, and the other one brings it back. */
export async function bringBackAsOther(living: Living, mayAsk: MayAsk): Promise<void> {
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
