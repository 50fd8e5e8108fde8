import { sentTo } from '../../src/checks/resources/life/members/entry-state.ts';
import type { Operation } from '../../src/interface/model.ts';
import { namesParent } from '../../src/interface/resources/names/called.ts';
import { isListedAlone, type Resource, resourcesOf } from '../../src/interface/resources/resources.ts';
import { fromPointer, putAt, valueAt } from '../../src/json/pointer.ts';
import { numbersIn } from '../../src/json/lossless.ts';
import { isObject, type Json } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { schemaMembers } from '../../src/schema/members.ts';
import { makeEntry, sendToEntry } from '../../src/session/entries/entry-requests.ts';
import { identityIn } from '../../src/session/entries/named-in-bodies.ts';
import type { ProbeContext } from '../../src/session/probe.ts';
import { markedWithin } from '../../src/session/requests/marked.ts';
import { leastBody } from '../../src/session/requests/other-bodies.ts';
import { lookInList, probeOfLives } from './steps.ts';

/** Entries below another one of their kind (`parentId` of a folder, `parent_comment_id` of an answer): drawn values name none. */

/** The member by which a creation puts an entry below another one of its kind, where it may be left out. */
function parentMember(resource: Resource, create: Operation): string | undefined {
  const place = sentTo(create, resource);
  if (place === undefined) return undefined;
  const { properties, required } = schemaMembers(place.schema);
  return [...properties.keys()].find((name) => !required.has(name) && namesParent(name, resource.path));
}

/** The least body of a creation below the entry that is named. */
function bodyBelow(
  context: ProbeContext,
  resource: Resource,
  create: Operation,
  { member, above }: { readonly member: string; readonly above: string },
): Json | undefined {
  const least = leastBody(context, create);
  const place = fromPointer(sentTo(create, resource)?.pointer ?? '');
  const inner = least === undefined ? undefined : valueAt(least, place);
  if (least === undefined || !isObject(inner)) return undefined;
  const fits = validatorOf(requestSchema(create) ?? true);
  const name = identityIn(above);
  const body = [name, ...numbersIn(name)]
    .map((value) => putAt(least, place, { ...inner, [member]: value }))
    .find((one) => fits(one).length === 0);
  return body === undefined ? undefined : markedWithin(context, create, body);
}

async function makeBelow(
  context: ProbeContext,
  resource: Resource,
  create: Operation,
  { member, label }: { readonly member: string; readonly label: string },
): Promise<void> {
  const above = await makeEntry(context, resource, `${label}/above`);
  const json = above === undefined ? undefined : bodyBelow(context, resource, create, { member, above });
  if (above === undefined || json === undefined) return;
  const below = await makeEntry(context, resource, `${label}/below`, { body: { json } });
  if (below === undefined) return;
  const { read, remove } = resource;
  if (isListedAlone(resource)) await lookInList(context, resource, below, `${label}/list-below`);
  else if (read !== undefined)
    await sendToEntry(context, read, below, { probe: `${label}/read-below`, intent: 'ordinary' });
  // What stands below goes first: it may go with what it is below of.
  if (remove === undefined) return;
  for (const path of [below, above])
    await sendToEntry(context, remove, path, { probe: `${label}/remove`, intent: 'ordinary' });
}

export const parents = probeOfLives('resources.parents', async (context, isAllowed) => {
  const made = resourcesOf(context.document).filter(({ kind }) => kind === 'collection');
  for (const [at, resource] of made.entries()) {
    const { create, remove } = resource;
    if (!isAllowed(create) || !context.baselines.isServed(create)) continue;
    if (remove !== undefined && !isAllowed(remove)) continue;
    const member = parentMember(resource, create);
    const label = `resources/parent-${String(at + 1)}`;
    if (member !== undefined) await makeBelow(context, resource, create, { member, label });
  }
});
