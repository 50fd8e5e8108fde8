import { deedOf, entryIn, isSuccess, textOf } from '../../../checks/resources/deeds.ts';
import { type OwnEntry } from '../../../checks/resources/ownership/own-entries.ts';
import { placeAskedBy } from '../../../checks/resources/creations/creations.ts';
import { SAFE_METHODS } from '../../../http/exchange.ts';
import type { Operation } from '../../../interface/model.ts';
import { plainName, singularOf } from '../../../interface/names.ts';
import { encodedSegment, fillTemplate, parameterNames } from '../../../interface/path-matching.ts';
import { isCalled, thingAt } from '../../../interface/resources/names/called.ts';
import { behindEntry, withoutEndSlashes } from '../../../interface/resources/places/places.ts';
import { partOf } from '../../../interface/resources/resources.ts';
import { type JsonObject, memberOf, objectsIn } from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';

/**
 * Places inside of an entry of the run behind something that the entry holds and that has no operations of its own: the `instances` of
 * an application, on the way to `/applications/{id}/instances/{instance}/users`.
 */

type Told = { readonly contract: Contract; readonly readings: readonly Reading[] };

/** What answers showed of an entry last: a read of it, else the answer that made it. */
function shownLast({ contract, readings }: Told, own: OwnEntry): JsonObject | undefined {
  const read = readings.findLast((reading) => {
    const deed = isSuccess(reading) ? deedOf(contract, reading) : undefined;
    return (
      deed?.part === 'read' && deed.resource === own.resource && placeAskedBy(contract, reading) === own.path
    );
  });
  return (read === undefined ? undefined : entryIn(own.resource, read)) ?? entryIn(own.resource, own.madeBy);
}

/** What names a held thing: a member that is called as the parameter of its place, its `id`, or the `id` with the word for it. */
function nameOf(held: JsonObject, word: string, parameter: string): string | undefined {
  const thing = singularOf(plainName(word));
  const names = [plainName(parameter), 'id', 'uuid', `${thing}id`, `${thing}uuid`];
  return names
    .flatMap((name) => Object.keys(held).filter((key) => plainName(key) === name))
    .map((key) => textOf(memberOf(held, key)))
    .find((text) => text !== undefined);
}

/**
 * What a template has behind the place of an entry, with the names of what the entry holds; `undefined` where it holds no such thing.
 */
export function withHeldNames(session: Told, own: OwnEntry, rest: string): string | undefined {
  let holder = shownLast(session, own);
  const parts = rest.split('/');
  const filled: string[] = [];
  for (const [at, part] of parts.entries()) {
    const parameter = /^\{([^{}]+)\}$/.exec(part)?.[1];
    if (parameter === undefined) {
      filled.push(part);
      continue;
    }
    const word = parts[at - 1] ?? '';
    const member = Object.keys(holder ?? {}).find((name) => plainName(name) === plainName(word));
    const [held] = objectsIn(memberOf(holder ?? {}, member ?? '') ?? []);
    const name = held === undefined ? undefined : nameOf(held, word, parameter);
    if (name === undefined) return undefined;
    holder = held;
    filled.push(encodedSegment(name));
  }
  const path = filled.join('/');
  return path.includes('{') ? undefined : path;
}

/**
 * True for what reads, and for what makes or changes something behind a held thing: the thing itself is not the run's to end, nor to be
 * dealt with.
 */
function mayLead({ contract }: Told, operation: Operation): boolean {
  if (SAFE_METHODS.has(operation.method)) return true;
  const found = partOf(contract.interface, operation);
  if (found?.part === 'create') return true;
  return found?.resource.kind === 'singleton' && (found.part === 'replace' || found.part === 'change');
}

/** A path of an operation that leads through something that an entry of the run holds. */
export function heldPath(session: Told, own: readonly OwnEntry[], operation: Operation): string | undefined {
  if (!mayLead(session, operation)) return undefined;
  const tried = new Set<OwnEntry['resource']>();
  for (const entry of own) {
    if (entry.standing !== 'there' || tried.has(entry.resource)) continue;
    // Entries of one kind hold the same things.
    tried.add(entry.resource);
    const rest = behindEntry(entry.resource.itemPath ?? '', operation.path);
    const path = rest?.includes('{') === true ? withHeldNames(session, entry, rest) : undefined;
    if (path !== undefined) return `${entry.path}${path}`;
  }
  return undefined;
}

/**
 * The path of a list whose one parameter says whose it is, for what the run made elsewhere (`/comments/{task_id}`, of what `/tasks` has),
 * for reading it and for making something in it.
 */
export function listOfOwn(
  { contract }: Told,
  own: readonly OwnEntry[],
  operation: Operation,
): string | undefined {
  const { part, resource } = partOf(contract.interface, operation) ?? {};
  const [name, ...others] = parameterNames(operation.path);
  if ((part !== 'create' && part !== 'list') || name === undefined || others.length > 0) return undefined;
  if (resource?.parent !== undefined || !withoutEndSlashes(operation.path).endsWith('}')) return undefined;
  const holder = own.find(({ standing, resource: { path } }) => {
    const named = { thing: thingAt(path), identity: 'id', value: null, place: path };
    return standing === 'there' && isCalled(plainName(name), named);
  });
  return holder === undefined
    ? undefined
    : fillTemplate(operation.path, new Map([[name, lastSegmentOf(holder.path)]]), (text) => text);
}

function lastSegmentOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
