import { isMarked } from '../../schema/direction.ts';
import { sentTo } from '../../checks/resources/life/members/entry-state.ts';
import { isHidden } from '../../checks/resources/life/life.ts';
import type { Operation } from '../../interface/model.ts';
import { entrySchemaOf, type Resource, resourcesOf } from '../../interface/resources/resources.ts';
import { printJson } from '../../json/lossless.ts';
import { fromPointer, putAt } from '../../json/pointer.ts';
import { type JsonObject, type Json, memberOf } from '../../json/value.ts';
import { requestSchema, validatorOf } from '../../oracle/contract.ts';
import { schemaMembers } from '../../schema/members.ts';
import type { ProbeContext } from '../probe.ts';
import { leftChanged, PUT_BACK } from './left-changed.ts';
import { allowedIn, isChangedByList, mayChange, sendToEntry } from './entry-requests.ts';
import { ownPath } from './own-things.ts';
import { isOfWhoAsks } from '../../interface/resources/words/own-account.ts';

/**
 * Things that are always there (`/me`, `/settings`, `/orders/{id}/address`). One inside of an entry of the run is the run's own. Any
 * other belongs to whoever uses the service: it is changed with --allow-writes alone, or where it is of a user whom the run registered, and only where what was there
 * can be put back.
 */

/** A thing that the run may change. */
export type ThingThere = {
  readonly resource: Resource;
  readonly read: Operation;
  readonly path: string;
  /** Inside of an entry that the run made. */
  readonly isOwn: boolean;
};

/** The things that the run may change and read, as far as it made what they are inside of. */
export function thingsOf(context: ProbeContext): readonly ThingThere[] {
  if (!mayChange(context)) return [];
  const isAllowed = allowedIn(context);
  return resourcesOf(context.document).flatMap((resource): readonly ThingThere[] => {
    const { kind, read, change, replace } = resource;
    if (kind !== 'singleton' || !isAllowed(read) || ![change, replace].some(isAllowed)) return [];
    const isOwn = read.path.includes('{');
    const isOfRun = context.session.ownsAccount && isOfWhoAsks(read, context.document);
    if (!isOwn) return context.allowWrites || isOfRun ? [{ resource, read, path: read.path, isOwn }] : [];
    const path = ownPath(context.session, read);
    return path === undefined ? [] : [{ resource, read, path, isOwn }];
  });
}

/** Members that decide who may come in and where messages go, and what stops a service: they keep what they have. */
const LEFT_ALONE =
  /mail|phone|login|user_?name|pass|secret|token|key|otp|mfa|role|scope|permission|admin|owner|active|enabled|disabled|status|state|lock|maintenance|read_?only|url|uri|host|port|address|origin|cors/i;

/**
 * False for a PUT that may lose something: a member that no answer describes, or a secret, which is mostly shown as a mask, can't be sent
 * as it was.
 */
function keepsAll(resource: Resource, operation: Operation): boolean {
  const [sent, shown] = [sentTo(operation, resource)?.schema, entrySchemaOf(resource)];
  if (operation.method !== 'PUT') return true;
  if (sent === undefined || shown === undefined) return false;
  const described = schemaMembers(shown).properties;
  return [...schemaMembers(sent).properties.keys()].every(
    (name) => isMarked(sent, name, 'readOnly') || (described.has(name) && !isHidden(name, true)),
  );
}

/** The operations by which the run may change a thing of others. */
export function writersOf(context: ProbeContext, resource: Resource): readonly Operation[] {
  return [resource.replace, resource.change]
    .filter(allowedIn(context))
    .filter((operation) => !isChangedByList(operation) && keepsAll(resource, operation));
}

/**
 * The members of a thing that a request may give values, with those that are shown: sent so, they are what was there. A change names
 * only such as it may have alone.
 */
function givable(resource: Resource, operation: Operation, shown: JsonObject): JsonObject {
  const [place, schema] = [sentTo(operation, resource), requestSchema(operation)];
  if (place === undefined || schema === undefined) return {};
  const at = fromPointer(place.pointer);
  return Object.fromEntries(
    [...schemaMembers(place.schema).properties.keys()].flatMap((name) => {
      const value = memberOf(shown, name);
      if (value === undefined || isMarked(place.schema, name, 'readOnly') || isHidden(name, true)) return [];
      const isFine =
        operation.method === 'PUT' || validatorOf(schema)(putAt({}, at, { [name]: value })).length === 0;
      return isFine ? [[name, value] as const] : [];
    }),
  );
}

/** Members that the run may change in a thing of others. */
export function changeableThere(
  resource: Resource,
  operation: Operation,
  shown: JsonObject,
): readonly string[] {
  return Object.keys(givable(resource, operation, shown)).filter((name) => !LEFT_ALONE.test(name));
}

/** A body with some members of a thing, and in a PUT with the others as they are, but for those that are left out. */
export function partsThere(
  resource: Resource,
  operation: Operation,
  shown: JsonObject,
  members: JsonObject,
  leftOut: readonly string[] = [],
): Json {
  const kept = operation.method === 'PUT' ? givable(resource, operation, shown) : {};
  const all = Object.entries({ ...kept, ...members }).filter(([name]) => !leftOut.includes(name));
  return putAt({}, fromPointer(sentTo(operation, resource)?.pointer ?? ''), Object.fromEntries(all));
}

/** A body as it is sent: whole numbers of any length go as they were shown. */
export function inBytes(body: Json): { readonly bytes: Uint8Array } {
  return { bytes: new TextEncoder().encode(printJson(body)) };
}

/** The same body as it is sent; `undefined` where the document has no such one. */
export function bodyThere(
  ...parts: Parameters<typeof partsThere>
): { readonly bytes: Uint8Array } | undefined {
  const schema = requestSchema(parts[1]);
  const body = partsThere(...parts);
  return schema === undefined || validatorOf(schema)(body).length > 0 ? undefined : inBytes(body);
}

/** What puts a thing back as it was: a PUT of all of it, else a PATCH of what it showed; `undefined` where nothing can. */
export function restoring(
  context: ProbeContext,
  resource: Resource,
  shown: JsonObject,
): { readonly operation: Operation; readonly body: { readonly bytes: Uint8Array } } | undefined {
  for (const operation of writersOf(context, resource)) {
    const members = givable(resource, operation, shown);
    const body = bodyThere(resource, operation, shown, members);
    if (Object.keys(members).length > 0 && body !== undefined) return { operation, body };
  }
  return undefined;
}

/** A thing of others that the run changed, and how it was when the run first read it. */
export type ChangedThing = { readonly thing: ThingThere; readonly shown: JsonObject };

/** The things of others that the run changed since they were last put back. */
export function changedThings(context: ProbeContext): readonly ChangedThing[] {
  const changed = leftChanged(context.session);
  return thingsOf(context).flatMap((thing): readonly ChangedThing[] => {
    const shown = thing.isOwn ? undefined : changed.get(thing.resource);
    return shown === undefined ? [] : [{ thing, shown }];
  });
}

/** Puts a thing back, and reads it. Throws `Halt` when the session can't go on. */
async function putBack(context: ProbeContext, { thing, shown }: ChangedThing): Promise<void> {
  const { resource, read, path } = thing;
  const back = restoring(context, resource, shown);
  if (back === undefined) return;
  const { operation, body } = back;
  await sendToEntry(context, operation, path, {
    probe: `${PUT_BACK}/${operation.id}`,
    intent: 'ordinary',
    body,
  });
  await sendToEntry(context, read, path, { probe: `${PUT_BACK}/${read.id}`, intent: 'ordinary' });
}

/** Puts back every thing of others that is not as it was, or those of one resource. Throws `Halt` when the session can't go on. */
export async function putAllBack(context: ProbeContext, resource?: Resource): Promise<void> {
  for (const changed of changedThings(context))
    if (resource === undefined || changed.thing.resource === resource) await putBack(context, changed);
}
