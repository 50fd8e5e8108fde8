import { sentTo } from '../../src/checks/resources/life/entry-state.ts';
import type { Operation } from '../../src/interface/model.ts';
import { fromPointer, valueAt } from '../../src/json/pointer.ts';
import { schemaMembers } from '../../src/schema/members.ts';
import { isObject, type JsonObject, memberOf } from '../../src/json/value.ts';
import { allowedIn, sendToEntry } from '../../src/session/entries/entry-requests.ts';
import {
  bodyThere,
  changeableThere,
  changedThings,
  putBack,
  restoring,
  type ThingThere,
  thingsOf,
  writersOf,
} from '../../src/session/entries/things-there.ts';
import type { ProbeContext } from '../../src/session/probe.ts';
import { EVERY_PROFILE, type Probe } from '../../src/session/suite.ts';
import { type Living, otherBody } from './bodies.ts';
import { look } from './steps.ts';
import { refuse, sendChanges, sendReplacements } from './updates.ts';

/** The lives of things that are always there: they are read, changed, replaced and, where they are not the run's own, put back. */

/** New values for some members of a thing, in a body that the document has; `undefined` where none of them gets another one. */
async function giveOthers(
  living: Living,
  operation: Operation,
  names: readonly string[],
  when: string,
): Promise<void> {
  const { context, resource, path, shown, label } = living;
  const drawn = otherBody(living, operation, { optional: 'all', label: `${label}/${when}` });
  const inner = valueAt(drawn ?? {}, fromPointer(sentTo(operation, resource)?.pointer ?? ''));
  if (shown === undefined || !isObject(inner)) return;
  const members: JsonObject = Object.fromEntries(
    names.flatMap((name) => {
      const value = memberOf(inner, name);
      const isOther = JSON.stringify(value) !== JSON.stringify(memberOf(shown, name));
      return value === undefined || value === null || !isOther ? [] : [[name, value] as const];
    }),
  );
  const body = bodyThere(resource, operation, shown, members);
  if (Object.keys(members).length === 0 || body === undefined) return;
  await sendToEntry(context, operation, path, { probe: `${label}/${when}`, intent: 'ordinary', body });
  await look(living, `after-${when}`);
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
  // What a service takes although it must not can be put back as well.
  if (
    !isShort &&
    writersOf(context, resource).length ===
      [resource.change, resource.replace].filter(allowedIn(context)).length
  )
    await refuse(living);
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
    for (const changed of changedThings(context))
      if (changed.thing.resource === resource) await putBack(context, changed);
    return;
  }
  if (isAllowed(resource.change)) await sendChanges(living, resource.change, isShort);
  if (isAllowed(resource.replace)) await sendReplacements(living, resource.replace, isShort);
  if (!isShort) await refuse(living);
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
