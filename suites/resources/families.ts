import type { Operation } from '../../src/interface/model.ts';
import {
  isListedAlone,
  listerOf,
  listInside,
  type Resource,
  resourcesOf,
} from '../../src/interface/resources/resources.ts';
import {
  allowedIn,
  isChangedByList,
  makeEntry,
  makeInPlace,
  memberToChange,
  sendToEntry,
} from '../../src/session/entries/entry-requests.ts';
import { livingOf, ownershipOf } from '../../src/session/entries/own-things.ts';
import { placeInside } from '../../src/session/entries/places/place-inside.ts';
import type { ProbeContext } from '../../src/session/probe.ts';
import { changeOfOne, type Living, otherBody } from './bodies.ts';
import { lookInList, placeNow, probeOfLives } from './steps.ts';

/** What is inside of entries: it stays when they are changed, goes when they go, and is inside of no other one. */

/** A kind of entries, and what is inside of them. */
export type Family = {
  readonly context: ProbeContext;
  readonly parent: Resource;
  readonly child: Resource;
  readonly label: string;
};

async function ask(
  { context, label }: Family,
  operation: Operation | undefined,
  path: string,
  name: string,
): Promise<void> {
  if (!allowedIn(context)(operation)) return;
  await sendToEntry(context, operation, path, { probe: `${label}/${name}`, intent: 'ordinary' });
}

/** Makes something inside of an entry. Returns its path. */
export async function makeInside(
  family: Family,
  resource: Resource,
  above: string,
  name: string,
): Promise<string | undefined> {
  const { create, replace } = resource;
  if (create === undefined)
    return replace === undefined
      ? undefined
      : makeInPlace(family.context, resource, replace, `${family.label}/${name}`, { holder: above });
  await ask(family, create, placeInside(family.context.session, above, create), name);
  const { session } = family.context;
  const ownership = ownershipOf(session);
  return livingOf(session, resource).find((entry) => ownership.isInside(entry, above))?.path;
}

/** The ways in which a run may write an entry anew: a change, and a replacement. */
function updatesOf({ context, parent }: Family): readonly Operation[] {
  return [parent.change, parent.replace].filter(allowedIn(context));
}

/** Writes an entry anew, so that what is inside of it can be looked at afterwards. Returns where it is then; `undefined` where nothing is sent. */
async function update(family: Family, path: string, operation?: Operation): Promise<string | undefined> {
  const { context, parent: resource, label } = family;
  if (operation === undefined) return undefined;
  const living: Living = { context, resource, path, label, shown: undefined };
  const text = memberToChange(resource);
  const isChange = operation.method === 'PATCH' && text !== undefined;
  if (isChangedByList(operation) && text === undefined) return undefined;
  const name = operation === updatesOf(family)[0] ? 'update-parent' : 'replace-parent';
  const json = isChange
    ? changeOfOne(living, operation, text, name)
    : otherBody(living, operation, { optional: 'all', label: `${label}/${name}` });
  if (json === undefined) return undefined;
  const particular = { probe: `${label}/${name}`, intent: 'ordinary', body: { json } } as const;
  const reading = await sendToEntry(context, operation, path, particular);
  return reading === undefined ? undefined : (placeNow(context, reading) ?? path);
}

/** Looks for something that is inside of an entry in another one. */
async function lookInOther(
  family: Family,
  { above, own, other }: { readonly above: string; readonly own: string; readonly other: string },
): Promise<void> {
  const { context, child } = family;
  const listing = listInside(child);
  if (other.split('/').length !== above.split('/').length) return;
  if (listing !== undefined)
    await ask(family, listing, placeInside(context.session, other, listing), 'list-of-other-parent');
  if (own.startsWith(`${above}/`))
    await ask(family, child.read, `${other}${own.slice(above.length)}`, 'read-in-other-parent');
}

/** The same of what can't be taken away, and is not made for that alone: entries of the run that are there, and what is inside of one. */
async function liveOn(family: Family): Promise<void> {
  const { context, parent, child, label } = family;
  const ownership = ownershipOf(context.session);
  const holders = livingOf(context.session, parent);
  const inside = livingOf(context.session, child).flatMap((own) => {
    const above = holders.find(({ path }) => ownership.isInside(own, path));
    return above === undefined ? [] : [{ own: own.path, above: above.path }];
  });
  const [found] = inside;
  if (found === undefined) return;
  const empty = holders.find(({ path }) => inside.every(({ above }) => above !== path));
  const other = empty?.path ?? (await makeEntry(context, parent, `${label}/other-parent`));
  if (other !== undefined && other !== found.above) await lookInOther(family, { ...found, other });
}

/** Two entries, and something inside of one: how it is found in the one and the other, and what becomes of it with its own. */
async function live(family: Family): Promise<void> {
  const { context, parent, child, label } = family;
  const isAllowed = allowedIn(context);
  if (parent.read === undefined || !isAllowed(parent.remove)) return;
  const listing = listInside(child);
  const other = await makeEntry(context, parent, `${label}/other-parent`);
  let above = await makeEntry(context, parent, `${label}/parent`);
  if (above === undefined) return;
  const first = await makeInside(family, child, above, 'child');
  if (first === undefined) return;
  let own = first;
  if (other !== undefined) await lookInOther(family, { above, own, other });
  const isListed = isListedAlone(child);
  if (isListed) await lookInList(context, child, own, `${label}/list-of-parent`);
  for (const operation of updatesOf(family)) {
    const updated = await update(family, above, operation);
    if (updated === undefined) continue;
    above = updated;
    await ask(family, child.read, own, 'read-after-update-of-parent');
    if (isListed) await lookInList(context, child, own, `${label}/list-after-update-of-parent`);
    // What holds its children in its own body has put others in their place.
    if (ownershipOf(context.session).at(own)?.standing !== 'there')
      own = (await makeInside(family, child, above, 'child-again')) ?? own;
  }
  const inner = resourcesOf(context.document).find(
    ({ parent: holder, create, read }) => holder === child.path && isAllowed(create) && isAllowed(read),
  );
  const grandchild = inner === undefined ? undefined : await makeInside(family, inner, own, 'grandchild');
  await ask(family, parent.remove, above, 'remove-parent');
  await ask(family, parent.read, above, 'read-parent');
  await ask(family, child.read, own, 'read-child');
  if (grandchild !== undefined) await ask(family, inner?.read, grandchild, 'read-grandchild');
  if (isListed) await lookInList(context, child, own, `${label}/list-children`);
  else if (listing !== undefined)
    await ask(family, listing, placeInside(family.context.session, above, listing), 'list-children');
  if (child.create !== undefined)
    await ask(
      family,
      child.create,
      placeInside(family.context.session, above, child.create),
      'another-child',
    );
}

/**
 * Two entries, and another one that is put into the list of the first by its name: it is in no other list, and stays when the first is
 * changed.
 */
async function linkInside({ context, parent, child, label }: Family, put: Operation): Promise<void> {
  const family = { context, parent, child, label };
  const listing = listInside(child);
  const other = await makeEntry(context, parent, `${label}/other-parent`);
  const above = await makeEntry(context, parent, `${label}/parent`);
  if (other === undefined || above === undefined || listing === undefined) return;
  await ask(family, listing, placeInside(family.context.session, other, listing), 'list-of-other-parent');
  const own = await makeInPlace(context, child, put, `${label}/put`, { holder: above });
  if (own === undefined) return;
  await ask(family, listing, placeInside(family.context.session, other, listing), 'list-of-other-after-put');
  await lookInList(context, child, own, `${label}/list-of-parent`);
  if ((await update(family, above, updatesOf(family)[0])) !== undefined)
    await lookInList(context, child, own, `${label}/list-after-update-of-parent`);
}

export const families = probeOfLives('resources.families', async (context, isAllowed) => {
  const all = resourcesOf(context.document);
  // What is inside need not be changed or removed by itself.
  const children = all.filter(
    (one) =>
      one.kind === 'collection' && (isAllowed(one.read) || (isListedAlone(one) && isAllowed(listerOf(one)))),
  );
  for (const [at, child] of children.entries()) {
    const parent = all.find(({ path }) => path === child.parent);
    if (parent === undefined) continue;
    const family = { context, parent, child, label: `resources/family-${String(at + 1)}` };
    const { create, replace } = child;
    if (!isAllowed(parent.remove)) await liveOn(family);
    else if (isAllowed(create)) await live(family);
    else if (isAllowed(replace))
      await (replace.requestBody === undefined ? linkInside(family, replace) : live(family));
  }
});
