import { isMarked } from '../../src/schema/direction.ts';
import { BAD_BODIES } from '../../src/checks/check.ts';
import { mayBeUnique } from '../../src/checks/resources/life/made/creation-claims.ts';
import { ownInside } from '../../src/checks/resources/life/members/claims.ts';
import { sentTo } from '../../src/checks/resources/life/members/entry-state.ts';
import { isSameValue } from '../../src/checks/resources/life/members/shown-values.ts';
import { surelyFixedIn } from '../../src/checks/resources/life/members/fixed-members.ts';
import type { Operation } from '../../src/interface/model.ts';
import { entrySchemaOf, type Resource, resourcesOf } from '../../src/interface/resources/resources.ts';
import { startTold } from '../../src/interface/resources/words/states/told-starts.ts';
import { fromPointer, putAt, valueAt } from '../../src/json/pointer.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../src/json/value.ts';
import { sample } from '../../src/schema/generate/sample.ts';
import { fixedValues, type Schema } from '../../src/schema/keywords.ts';
import { requestSchema } from '../../src/oracle/contract.ts';
import { mergedKeywords } from '../../src/schema/merge.ts';
import { schemaMembers } from '../../src/schema/members.ts';
import { subschema } from '../../src/schema/resolve.ts';
import { allowedIn, isChangedByList, makeEntry } from '../../src/session/entries/entry-requests.ts';
import { livingOf } from '../../src/session/entries/own-things.ts';
import { makeWhatIsNamed, requestFor, type ProbeContext } from '../../src/session/probe.ts';
import { mayDependOnValues } from '../../src/session/requests/other-bodies.ts';
import { markedBody, markedWithin } from '../../src/session/requests/marked.ts';
import type { SendSpec } from '../../src/session/pace/sending.ts';
import { type Living, otherBody, otherThan } from './bodies.ts';
import { makeHollow } from './hollow.ts';
import { followLocation, isSeen, look, sendAs, specFor, probeOfLives } from './steps.ts';

/** Requests that bring values for members that are the service's own: of an entry that is there, and of a new one. */

type Own = readonly (readonly [name: string, member: Schema])[];

/** The members of an entry that are the service's own, and that it shows; what names it has a check of its own. */
function ownMembers(resource: Resource, shown: JsonObject): Own {
  const entry = entrySchemaOf(resource) ?? true;
  return [...schemaMembers(entry).properties].filter(
    ([name]) => isMarked(entry, name, 'readOnly') && name !== resource.identity && Object.hasOwn(shown, name),
  );
}

/** The member that says in which state an entry begins, where the document says which that is, and no creation takes it. */
function startOf(resource: Resource, sent: Schema, shown: JsonObject): Own {
  const entry = entrySchemaOf(resource) ?? true;
  const told = startTold(resource)?.member ?? '';
  const member = schemaMembers(entry).properties.get(told);
  const isTaken = schemaMembers(sent).properties.has(told) || isMarked(entry, told, 'readOnly');
  return member === undefined || isTaken || !Object.hasOwn(shown, told) ? [] : [[told, member]];
}

/** Other values than those that are there, where there are any. */
function otherValues(resource: Resource, own: Own, shown: JsonObject): { readonly [name: string]: Json } {
  const entry = entrySchemaOf(resource) ?? true;
  const claimed = own.flatMap(([name, member]): readonly [string, Json][] => {
    const there = memberOf(shown, name);
    const others = fixedValues(mergedKeywords(member, entry))?.filter((value) => value !== there);
    const other = others?.[0] ?? otherThan(there, sample(subschema(entry, member)));
    return isSameValue(other, there) ? [] : [[name, other]];
  });
  return Object.fromEntries(claimed);
}

/** The body of an entry with other values for the service's own members inside of its objects, and without them where it has none. */
function claimingInside(
  { resource, shown }: Pick<Living, 'resource' | 'shown'>,
  operation: Operation,
  inner: JsonObject,
): JsonObject {
  return ownInside(operation, resource).reduce<JsonObject>((body, { member, name, schema, root }) => {
    const [sent, held] = [memberOf(body, member), memberOf(shown ?? {}, member)];
    if (!isObject(sent) || !isObject(held) || !Object.hasOwn(held, name)) return body;
    const fixed = fixedValues(mergedKeywords(schema, root));
    const there = memberOf(held, name);
    const other =
      fixed?.find((value) => value !== there) ?? otherThan(there, sample(subschema(root, schema)));
    return { ...body, [member]: { ...sent, [name]: other } };
  }, inner);
}

/** Updates that bring values for members that are the service's own, and others for those that are set for good. */
export async function claim(living: Living): Promise<void> {
  const { context, resource } = living;
  for (const operation of [resource.replace, resource.change].filter(allowedIn(context))) {
    await claimBy(living, operation);
    await claimFixed(living, operation);
  }
}

/** The members of what another creation would send. */
function membersOfNew({ context, resource, label }: Living, create: Operation): JsonObject {
  const body = markedBody(context, create, { optional: 'all', label: `${label}/other-${create.id}` });
  const inner =
    body === undefined ? undefined : valueAt(body, fromPointer(sentTo(create, resource)?.pointer ?? ''));
  return isObject(inner) ? inner : {};
}

/** An update that brings other values for what a creation sets for good: a refusal conforms, and so does leaving them as they are. */
async function claimFixed(living: Living, operation: Operation): Promise<void> {
  const { context, resource, label, shown } = living;
  const place = sentTo(operation, resource);
  const probe = `${label}/fixed-${operation.id}`;
  if (place === undefined || shown === undefined || isChangedByList(operation)) return;
  const body = otherBody(living, operation, { optional: 'all', label: probe });
  const inner = body === undefined ? undefined : valueAt(body, fromPointer(place.pointer));
  if (body === undefined || !isObject(inner)) return;
  const own = [...surelyFixedIn(operation, resource)].filter(
    ([name]) => name !== resource.identity && Object.hasOwn(shown, name),
  );
  const fresh = resource.create === undefined ? {} : membersOfNew(living, resource.create);
  const others = Object.fromEntries(
    own.flatMap(([name, [member, root]]) => {
      const there = memberOf(shown, name);
      const one = [memberOf(inner, name), memberOf(fresh, name), sample(subschema(root, member))].find(
        (value) => value !== undefined && !isSameValue(value, there),
      );
      return one === undefined ? [] : [[name, one] as const];
    }),
  );
  if (Object.keys(others).length === 0) return;
  const json = putAt(body, fromPointer(place.pointer), { ...inner, ...others });
  // A form is written for what it is meant to be alone.
  const spec =
    specFor(living, operation, probe, json, 'assigned-member') ??
    specFor(living, operation, probe, json, 'unknown-members');
  const situations = ['ordinary', 'unknown-members', ...BAD_BODIES];
  if (spec !== undefined && (await sendAs(context, spec, situations)) !== undefined)
    await look(living, `after-fixed-${operation.id}`);
}

async function claimBy(living: Living, operation: Operation): Promise<void> {
  const { context, resource, label, shown } = living;
  const place = sentTo(operation, resource);
  if (place === undefined || shown === undefined || isChangedByList(operation)) return;
  const own = ownMembers(resource, shown);
  const body = otherBody(living, operation, { optional: 'all', label: `${label}/claim-${operation.id}` });
  const inner = body === undefined ? undefined : valueAt(body, fromPointer(place.pointer));
  if (body === undefined || !isObject(inner)) return;
  const claimed = claimingInside(living, operation, inner);
  if (own.length === 0 && claimed === inner) return;
  const more = putAt(body, fromPointer(place.pointer), { ...claimed, ...otherValues(resource, own, shown) });
  const probe = `${label}/claim-${operation.id}`;
  const spec =
    specFor(living, operation, probe, more) ??
    specFor(living, operation, probe, more, 'assigned-member') ??
    specFor(living, operation, probe, more, 'unknown-members');
  const situations = ['ordinary', 'assigned-member', 'unknown-members', ...BAD_BODIES];
  if (spec !== undefined && (await sendAs(context, spec, situations)) !== undefined)
    await look(living, `after-claim-${operation.id}`);
}

/** Of what the service computes from other members nobody can tell whose it is: two creations that are the same but for the claims. */
async function claimNew(context: ProbeContext, resource: Resource, create: Operation): Promise<void> {
  const { session } = context;
  const label = `resources/claim-${create.id}`;
  const place = sentTo(create, resource);
  const body = markedBody(context, create, { optional: 'none', label });
  if (place === undefined || body === undefined) return;
  const path = await makeEntry(context, resource, `${label}-plain`, { body: { json: body } });
  await followLocation(context, resource);
  if (path === undefined) return;
  const living: Living = { context, resource, path, label, shown: undefined };
  await look(living, 'plain');
  const { shown } = living;
  const own =
    shown === undefined ? [] : [...ownMembers(resource, shown), ...startOf(resource, place.schema, shown)];
  const again = markedWithin(context, create, body);
  const inner = valueAt(again, fromPointer(place.pointer));
  const claimed = isObject(inner) ? claimingInside({ resource, shown }, create, inner) : undefined;
  const isAny = own.length > 0 || (claimed !== undefined && claimed !== inner);
  if (!isAny) await makeEntry(context, resource, `${label}-again`, { body: { json: again } });
  if (shown === undefined || !isAny || !isObject(inner)) return;
  const claims = otherValues(resource, own, shown);
  const json = putAt(again, fromPointer(place.pointer), { ...inner, ...claimed, ...claims });
  const claimSpec = async (probe: string, brought: Json): Promise<SendSpec | undefined> => {
    const particular = { probe, intent: 'assigned-member', body: { json: brought } } as const;
    await makeWhatIsNamed(context, create, particular);
    return requestFor(context, create, particular);
  };
  const spec = json === undefined ? undefined : await claimSpec(label, json);
  const known = new Set(livingOf(session, resource).map((entry) => entry.path));
  const situations = ['ordinary', 'assigned-member', 'unknown-members'];
  const reading = spec === undefined ? undefined : await sendAs(context, spec, situations);
  if (reading === undefined) return;
  // What has to be unique can't be sent twice.
  const isSpent = mayDependOnValues([reading]) && json !== undefined;
  const other = isSpent ? withOtherNames(context, resource, create, json) : undefined;
  const renewed = other === undefined ? undefined : await claimSpec(`${label}-renewed`, other);
  const last = renewed === undefined ? undefined : await sendAs(context, renewed, situations);
  // What may be there once alone, at its time and place, is another one: that the document says where entries begin is enough.
  const fresh = markedBody(context, create, { optional: 'none', label: `${label}-fresh` });
  const drawn = fresh === undefined ? undefined : valueAt(fresh, fromPointer(place.pointer));
  const told = startTold(resource)?.member;
  if (last !== undefined && mayDependOnValues([last]) && told !== undefined && isObject(drawn)) {
    const begins = memberOf(claims, told);
    const apart =
      fresh === undefined || begins === undefined
        ? undefined
        : putAt(fresh, fromPointer(place.pointer), { ...drawn, [told]: begins });
    const later = apart === undefined ? undefined : await claimSpec(`${label}-apart`, apart);
    if (later !== undefined) await sendAs(context, later, situations);
  }
  const made = livingOf(session, resource).find((entry) => !known.has(entry.path));
  if (made !== undefined) await look({ ...living, path: made.path }, 'claimed');
}

/** The body with other texts in place of those that may have to be unique. */
function withOtherNames(
  context: ProbeContext,
  resource: Resource,
  create: Operation,
  body: Json,
): Json | undefined {
  const [place, schema] = [sentTo(create, resource), requestSchema(create)];
  const drawn = markedBody(context, create, { optional: 'none', label: `resources/renewed-${create.id}` });
  if (place === undefined || schema === undefined || drawn === undefined) return undefined;
  const at = fromPointer(place.pointer);
  const [inner, others] = [valueAt(body, at), valueAt(drawn, at)];
  if (!isObject(inner) || !isObject(others)) return undefined;
  const renewed = Object.entries(inner).map(([name, value]): readonly [string, Json] => [
    name,
    mayBeUnique(place.schema, name) ? (memberOf(others, name) ?? value) : value,
  ]);
  return putAt(body, at, Object.fromEntries(renewed));
}

export const claims = probeOfLives('resources.claims', async (context, isAllowed) => {
  for (const resource of resourcesOf(context.document)) {
    const { kind, create } = resource;
    if (kind !== 'collection' || !isSeen(context, resource)) continue;
    if (isAllowed(create)) await claimNew(context, resource, create);
    await makeHollow(context, resource);
  }
});
