import { placeInside } from '../../src/session/entries/places/place-inside.ts';
import { sentTo } from '../../src/checks/resources/life/members/entry-state.ts';
import { isEqual } from '../../src/checks/resources/life/members/shown-values.ts';
import type { Operation } from '../../src/interface/model.ts';
import { fromPointer, valueAt } from '../../src/json/pointer.ts';
import { schemaMembers } from '../../src/schema/members.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../src/json/value.ts';
import {
  allowedIn,
  isChangedByList,
  makeEntry,
  sendToEntry,
} from '../../src/session/entries/entry-requests.ts';
import { TELLING_LAG_MS } from '../../src/checks/resources/judges.ts';
import {
  bodyThere,
  inBytes,
  partsThere,
  changeableThere,
  putAllBack,
  restoring,
  type ThingThere,
  thingsOf,
  writersOf,
} from '../../src/session/entries/things-there.ts';
import { type ProbeContext, requestFor } from '../../src/session/probe.ts';
import { BAD_BODIES } from '../../src/checks/check.ts';
import { EVERY_PROFILE, type Probe } from '../../src/session/suite.ts';
import { brokenBody, type Living, otherBody } from './bodies.ts';
import { holderOf, look, sendAs } from './steps.ts';
import { refuse, sendChanges, sendReplacements, update } from './updates.ts';

/** The lives of things that are always there: they are read, changed, replaced and, where they are not the run's own, put back. */

/** The members among these to which a body gives other values than are there. */
function othersIn(
  { resource, shown }: Living,
  operation: Operation,
  body: Json | undefined,
  names: readonly string[],
): JsonObject {
  const inner = valueAt(body ?? {}, fromPointer(sentTo(operation, resource)?.pointer ?? ''));
  if (shown === undefined || !isObject(inner)) return {};
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = memberOf(inner, name);
      const isOther = !isEqual(value, memberOf(shown, name));
      return value === undefined || !isOther ? [] : [[name, value] as const];
    }),
  );
}

/** New values for some members of a thing; `undefined` where none of them gets another one. */
function drawnBody(
  living: Living,
  operation: Operation,
  names: readonly string[],
  when: string,
): { readonly bytes: Uint8Array } | undefined {
  const { resource, shown, label } = living;
  const drawn = otherBody(living, operation, { optional: 'all', label: `${label}/${when}` });
  const members = othersIn(living, operation, drawn, names);
  const telling = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
  return shown === undefined || Object.keys(telling).length === 0
    ? undefined
    : bodyThere(resource, operation, shown, telling);
}

async function giveOthers(
  living: Living,
  operation: Operation,
  names: readonly string[],
  when: string,
): Promise<void> {
  const { context, path, label } = living;
  const body = drawnBody(living, operation, names, when);
  if (body === undefined) return;
  await sendToEntry(context, operation, path, { probe: `${label}/${when}`, intent: 'ordinary', body });
  await look(living, `after-${when}`);
}

/** Sends what has to be refused, for its body or its key; what a service takes of it can be put back as well. */
async function refuseOfOthers(living: Living, operation: Operation, names: readonly string[]): Promise<void> {
  const { context, resource, path, shown, label } = living;
  if (shown === undefined) return;
  const broken = othersIn(living, operation, brokenBody(living, operation), names);
  const members = partsThere(resource, operation, shown, broken);
  const wrong = requestFor(context, operation, {
    probe: `${label}/refused-${operation.id}`,
    intent: 'ordinary',
    path,
    body: inBytes(members),
  });
  if (wrong !== undefined) await sendAs(context, wrong, BAD_BODIES);
  const credential = { kind: 'unknown' } as const;
  const body = drawnBody(living, operation, names, 'stranger');
  if (body === undefined || !context.sendable(credential, operation)) return;
  const probe = `${label}/stranger-${operation.id}`;
  const spec = requestFor(context, operation, { probe, intent: 'ordinary', path, body });
  if (spec !== undefined) await sendAs(context, { ...spec, credential }, ['unknown-key']);
}

/** Replaces a thing by what has to be there: what is left out has had a value of the run. */
async function leaveOut(living: Living, operation: Operation, names: readonly string[]): Promise<void> {
  const { context, resource, path, shown, label } = living;
  const schema = sentTo(operation, resource)?.schema;
  const required = schema === undefined ? new Set(names) : schemaMembers(schema).required;
  const leftOut = names.filter((name) => !required.has(name));
  const body =
    shown === undefined || leftOut.length === 0
      ? undefined
      : bodyThere(resource, operation, shown, {}, leftOut);
  if (body === undefined) return;
  await sendToEntry(context, operation, path, { probe: `${label}/leave-out`, intent: 'ordinary', body });
  await look(living, 'after-leave-out');
}

/** Changes what others use, in what neither lets anybody in nor stops anything, and puts it back. */
async function changeOfOthers(living: Living, isShort: boolean): Promise<void> {
  const { context, resource, shown } = living;
  if (shown === undefined || restoring(context, resource, shown) === undefined) return;
  for (const operation of writersOf(context, resource).toReversed()) {
    const names = changeableThere(resource, operation, shown);
    const isChange = operation.method === 'PATCH';
    await giveOthers(living, operation, isChange ? names.slice(0, 1) : names, `give-${operation.id}`);
    if (!isChange && !isShort) await leaveOut(living, operation, names);
    if (isChange && !isShort) await giveOthers(living, operation, names.slice(1), `rest-${operation.id}`);
  }
  if (isShort) return;
  for (const operation of writersOf(context, resource))
    await refuseOfOthers(living, operation, changeableThere(resource, operation, shown));
  await look(living, 'after-refusals');
}

async function liveOn(context: ProbeContext, thing: ThingThere, at: number): Promise<void> {
  const { resource, path, isOwn } = thing;
  const isAllowed = allowedIn(context);
  const isShort = context.profile === 'quick';
  const label = `resources/thing-${String(at + 1)}`;
  const living: Living = { context, resource, path, label, shown: undefined };
  await look(living, 'first');
  if (!isOwn) {
    await changeOfOthers(living, isShort);
    await putAllBack(context, resource);
    return;
  }
  if (isAllowed(resource.change)) await sendChanges(living, resource.change, isShort);
  if (isAllowed(resource.replace)) await sendReplacements(living, resource.replace, isShort);
  if (isShort) return;
  await refuse(living);
  await removeOne(context, thing, label);
}

/** Gives one inside of a new entry values, removes it, and looks at what is left; once more later where that is all of it. */
async function removeOne(
  context: ProbeContext,
  { resource, read }: ThingThere,
  label: string,
): Promise<void> {
  const isAllowed = allowedIn(context);
  const { remove, replace, change } = resource;
  const [writer] = [replace, change].filter(isAllowed);
  const holder = holderOf(context, read);
  if (!isAllowed(remove) || remove.requestBody !== undefined) return;
  if (holder === undefined || writer === undefined || isChangedByList(writer)) return;
  const entry = await makeEntry(context, holder, `${label}/make-holder`);
  if (entry === undefined) return;
  const path = placeInside(context.session, entry, read);
  const living: Living = { context, resource, path, label, shown: undefined };
  await look(living, 'to-remove');
  const body = otherBody(living, writer, { optional: 'all', label: `${label}/to-remove` });
  await update(living, writer, 'give-to-remove', body);
  const before = living.shown;
  const probe = `${label}/remove`;
  const removed = await sendToEntry(context, remove, path, { probe, intent: 'ordinary' });
  if (before === undefined || removed?.answer === undefined || removed.answer.status >= 300) return;
  living.shown = undefined;
  await look(living, 'after-removal');
  if (living.shown === undefined || !isEqual(before, living.shown)) return;
  await context.session.clock.sleep(TELLING_LAG_MS + 100, context.signal);
  await look(living, 'after-removal-again');
}

export const thingsThere: Probe = {
  id: 'resources.things-there',
  intends: ['life'],
  profiles: EVERY_PROFILE,
  creates: true,
  run: async (context) => {
    for (const [at, thing] of thingsOf(context).entries()) await liveOn(context, thing, at);
  },
};
