import { sentTo } from '../../../src/checks/resources/life/members/entry-state.ts';
import { showsToOthers } from '../../../src/interface/open-to-all.ts';
import type { Operation } from '../../../src/interface/model.ts';
import { opensToOthers } from '../../../src/interface/resources/words/states/action-words.ts';
import { saysForOwners } from '../../../src/interface/resources/words/told-owners.ts';
import { fromPointer, putAt, valueAt } from '../../../src/json/pointer.ts';
import { isObject, type Json, memberOf } from '../../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../../src/oracle/contract.ts';
import { allowedTypes, fixedValues } from '../../../src/schema/keywords.ts';
import { schemaMembers } from '../../../src/schema/members.ts';
import { scalarKeywords } from '../../../src/schema/scalar.ts';
import { isLedTo } from '../../../src/session/entries/making/first-actions.ts';
import { recipeOf } from '../../../src/session/entries/making/recipes.ts';
import { allowedIn, isChangedByList } from '../../../src/session/entries/entry-requests.ts';
import { placeInside } from '../../../src/session/entries/places/place-inside.ts';
import { changeOfOne, type Living, otherBody } from '../bodies.ts';
import { changeAsOther, removeAsOther } from './deeds.ts';
import { ask, FIRST, look, type MayAsk } from './two-users.ts';

/**
 * What the first user opens to others. A new entry may be a draft, and be refused to others as one: who may change it only shows
 * once they see it.
 */

/** The values of a member that open what has it, and that it does not have. */
function openingValues({ resource, shown }: Living, operation: Operation): ReadonlyMap<string, Json> {
  const place = sentTo(operation, resource);
  if (place === undefined || shown === undefined || isChangedByList(operation)) return new Map();
  const values = [...schemaMembers(place.schema).properties].flatMap(([name, member]): [string, Json][] => {
    const keywords = scalarKeywords(member, place.schema);
    const isFlag = [...allowedTypes(keywords)].join() === 'boolean';
    const there = memberOf(shown, name);
    const listed = fixedValues(keywords) ?? (isFlag ? [true, false] : []);
    const opening = listed.find((value) => showsToOthers(name, value));
    return opening === undefined || there === undefined || showsToOthers(name, there)
      ? []
      : [[name, opening]];
  });
  return new Map(values);
}

/** A change that opens the entry, by the first member that does so. */
function openingChange(
  living: Living,
  mayChange: MayAsk,
): { readonly operation: Operation; readonly json: Json } | undefined {
  const { resource, label } = living;
  for (const operation of [resource.change, resource.replace]) {
    if (!mayChange(operation)) continue;
    const [place, schema] = [sentTo(operation, resource), requestSchema(operation)];
    for (const [name, value] of openingValues(living, operation)) {
      const body =
        operation.method === 'PATCH'
          ? changeOfOne(living, operation, name, 'open')
          : otherBody(living, operation, { optional: 'all', label: `${label}/open` });
      const at = fromPointer(place?.pointer ?? '');
      const inner = body === undefined ? undefined : valueAt(body, at);
      const json =
        body === undefined || !isObject(inner) ? undefined : putAt(body, at, { ...inner, [name]: value });
      if (json !== undefined && schema !== undefined && validatorOf(schema)(json).length === 0)
        return { operation, json };
    }
  }
  return undefined;
}

/** Opens the entry, by an action or by a change. Returns whether that was served. */
async function isOpened(living: Living): Promise<boolean> {
  const { context, resource, path, label } = living;
  const allowed = allowedIn(context);
  const action = resource.actions.find(
    (one) => allowed(one) && opensToOthers(one) && context.baselines.isServed(one),
  );
  if (action !== undefined) {
    const { before, prepared, body } = recipeOf(context, action) ?? { before: undefined, body: {} };
    if (before === resource.remove) return false;
    const steps = before === undefined ? undefined : { before, prepared };
    if (steps !== undefined && !(await isLedTo(context, resource, steps, path, `${label}/led`))) return false;
    const where = placeInside(context.session, path, action);
    const done = await ask(living, action, FIRST, { probe: action.id, path: where, ...body });
    return (done?.answer?.status ?? 500) < 300;
  }
  const change = openingChange(living, allowed);
  if (change === undefined) return false;
  const done = await ask(living, change.operation, FIRST, {
    probe: 'open',
    path,
    body: { json: change.json },
  });
  return (done?.answer?.status ?? 500) < 300;
}

/** The first user opens the entry, and another one changes and removes it, where the document says that it is for whoever made it. */
export async function changeOpened(living: Living, mayAsk: MayAsk): Promise<void> {
  const { resource, label, shown } = living;
  const isToldOf: MayAsk = (operation): operation is Operation =>
    mayAsk(operation) && saysForOwners(operation);
  if (shown === undefined || ![resource.change, resource.replace, resource.remove].some(isToldOf)) return;
  const opened: Living = { ...living, label: `${label}/opened` };
  if (!(await isOpened(opened))) return;
  await look(opened, 'opened');
  await changeAsOther(opened, isToldOf, look);
  await removeAsOther(opened, isToldOf, look);
}
