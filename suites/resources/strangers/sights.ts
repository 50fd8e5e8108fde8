import type { Operation } from '../../../src/interface/model.ts';
import { shownAt } from '../../../src/interface/resources/lists/member-places.ts';
import { listModelOf } from '../../../src/interface/resources/lists/pages.ts';
import { behindEntry } from '../../../src/interface/resources/places/places.ts';
import { isName } from '../../../src/json/value.ts';
import { ownershipOf } from '../../../src/session/entries/own-things.ts';
import { placeInside } from '../../../src/session/entries/places/place-inside.ts';
import { type Particular, requestFor } from '../../../src/session/probe.ts';
import { withParameter } from '../../../src/session/requests/valid-request.ts';
import { type Living } from '../bodies.ts';
import { longQuery } from '../steps.ts';
import { ask, FIRST, type MayAsk, OTHER } from './two-users.ts';

/** What two users see of one entry: in lists, and in what stands below it. */

/** Both users list, the one right after the other. */
export async function list(living: Living, mayAsk: MayAsk): Promise<void> {
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

/** So many reads below an entry are asked for by another user. */
const MOST_BELOW = 3;

/** Both users read what stands below the entry and is no list of entries (`GET /parcels/{id}/label`). */
export async function readBelow(living: Living, mayAsk: MayAsk): Promise<void> {
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
