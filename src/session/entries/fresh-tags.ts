import { isBelow } from '../../checks/resources/ownership/own-entries.ts';
import type { HeaderLine } from '../../http/exchange.ts';
import type { Operation } from '../../interface/model.ts';
import { placeAsked } from '../../interface/resources/places/places.ts';
import { partOf, type Resource, resourcesOf } from '../../interface/resources/resources.ts';
import { needsTag } from '../../oracle/conditions.ts';
import { ownershipOf, type Sent } from './own-things.ts';

/** The entity tags that requests to entries of the run bring (`If-Match`): those that answers showed last. */

/** The resource whose entries an action is done to. */
function actedOn({ contract }: Pick<Sent, 'contract'>, action: Operation): Resource | undefined {
  return resourcesOf(contract.interface).find(({ actions }) => actions.includes(action));
}

/**
 * What reads the tag that a request has to bring, and where: of what its path names, and of an action of the entry that it is done to.
 * `undefined` where nothing does.
 */
export function taggedBy(
  session: Sent,
  operation: Operation,
  path: string,
): { readonly read: Operation; readonly path: string } | undefined {
  const [bare = ''] = path.split('?', 1);
  const { interface: document } = session.contract;
  const acted = actedOn(session, operation);
  const { read } = acted ?? partOf(document, operation)?.resource ?? {};
  const place = placeAsked(document, operation.method, path);
  const ownership = ownershipOf(session);
  const own =
    acted === undefined
      ? ownership.at(operation.namedBy === undefined ? bare : place)
      : ownership.entries.find((one) => one.resource === acted && isBelow(one, place));
  return read === undefined || own?.standing !== 'there' ? undefined : { read, path: own.path };
}

/** Header lines with the entity tag of what the path names now, where they carry one or the operation asks for it. */
export function withFreshTag(
  session: Sent,
  operation: Operation,
  path: string,
  headers: readonly HeaderLine[],
): readonly HeaderLine[] {
  const ownership = ownershipOf(session);
  const isAction = actedOn(session, operation) !== undefined;
  const entry = isAction ? taggedBy(session, operation, path)?.path : undefined;
  const [bare = ''] = path.split('?', 1);
  const own =
    operation.namedBy === undefined ? bare : placeAsked(session.contract.interface, operation.method, path);
  const tag = ownership.tagOf(own) ?? ownership.tagOf(entry ?? '');
  if (tag === undefined) return headers;
  const isThere = headers.some(([name]) => name.toLowerCase() === 'if-match');
  if (!isThere && needsTag(operation)) return [...headers, ['If-Match', tag]];
  return headers.map(([name, value]) => [name, name.toLowerCase() === 'if-match' ? tag : value]);
}
