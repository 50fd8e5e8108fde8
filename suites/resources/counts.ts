import { opened } from '../../src/interface/resources/lists/member-places.ts';
import { type Counting, toldCountsOf } from '../../src/interface/resources/words/members/told-counts.ts';
import { isListedAlone, type Resource, resourcesOf } from '../../src/interface/resources/resources.ts';
import { isObject, type Json, memberOf } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { bodyIn } from '../../src/session/requests/spec-bodies.ts';
import { thingMade } from '../../src/session/requests/names/referenced.ts';
import { TELLING_LAG_MS } from '../../src/checks/resources/judges.ts';
import { allowedIn, makeEntry, sendToEntry } from '../../src/session/entries/entry-requests.ts';
import { requestFor, type ProbeContext } from '../../src/session/probe.ts';
import type { Living } from './bodies.ts';
import { makeInside } from './families.ts';
import { look, lookInList, probeOfLives } from './steps.ts';

/** Looks at numbers that count what is inside of an entry, before and after something is put there and taken away. */

/** Looks at an entry, and once more a moment later where a number of it has not grown, or fallen: it may lag. */
async function lookAgain(living: Living, names: readonly string[], when: string, way: 1 | -1): Promise<void> {
  const now = (): readonly (number | undefined)[] =>
    names.map((name) => {
      const value = living.shown === undefined ? undefined : memberOf(opened(living.shown), name);
      return typeof value === 'number' ? value * way : undefined;
    });
  const before = now();
  await look(living, when);
  const after = now();
  const isSame = before.some((value, at) => value !== undefined && value >= (after[at] ?? Infinity));
  if (!isSame) return;
  await living.context.session.clock.sleep(TELLING_LAG_MS + 100, living.context.signal);
  await look(living, `${when}-again`);
}

/** Puts something inside of the entry, by its path or by its body. Returns where it is. */
export async function putInside(
  living: Living,
  { child, by }: Pick<Counting, 'child' | 'by'>,
): Promise<string | undefined> {
  const { context, resource, path, label, shown } = living;
  if (by === undefined) return makeInside({ context, parent: resource, child, label }, child, path, 'put');
  const { create } = child;
  const [thing] = thingMade(resource, shown);
  const probe = `${label}/put`;
  const spec = create === undefined ? undefined : requestFor(context, create, { probe, intent: 'ordinary' });
  const usual = spec === undefined || create === undefined ? undefined : bodyIn(create, spec);
  if (create === undefined || thing === undefined || !isObject(usual)) return undefined;
  const json: Json = { ...usual, [by]: thing.value };
  if (validatorOf(requestSchema(create) ?? true)(json).length > 0) return undefined;
  return makeEntry(context, child, probe, { body: { json } });
}

async function count(context: ProbeContext, resource: Resource, told: readonly Counting[]): Promise<void> {
  const [first, names] = [told[0], told.map(({ name }) => name)];
  if (first === undefined) return;
  const { child } = first;
  const label = `resources/counts-${child.create?.id ?? ''}`;
  const path = await makeEntry(context, resource, `${label}/make`);
  if (path === undefined) return;
  const living: Living = { context, resource, path, label, shown: undefined };
  await look(living, 'before');
  const inner = await putInside(living, first);
  if (inner === undefined) return;
  await lookAgain(living, names, 'after-put', 1);
  const isAllowed = allowedIn(context);
  const isListed = !isAllowed(child.read) && isListedAlone(child);
  if (!isAllowed(child.remove) || !(isAllowed(child.read) || isListed)) return;
  await sendToEntry(context, child.remove, inner, { probe: `${label}/take-away`, intent: 'ordinary' });
  const probe = `${label}/look-for-it`;
  if (isAllowed(child.read)) await sendToEntry(context, child.read, inner, { probe, intent: 'ordinary' });
  else await lookInList(context, child, inner, probe);
  await lookAgain(living, names, 'after-taking-away', -1);
}

export const counts = probeOfLives('resources.counts', async (context, isAllowed) => {
  for (const resource of resourcesOf(context.document)) {
    const told = toldCountsOf(context.document, resource).flatMap((one) =>
      one.of === 'entries' ? [one] : [],
    );
    for (const [child, ofOne] of Map.groupBy(told, (one) => one.child))
      if (isAllowed(resource.read) && isAllowed(child.create)) await count(context, resource, ofOne);
  }
});
