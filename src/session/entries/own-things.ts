import { isOfWhoAsks } from '../../interface/resources/words/own-account.ts';
import { namesInPlaceOfPath } from '../../interface/resources/words/named-deeds.ts';
import { Ownership } from '../../checks/resources/ownership/ownership.ts';
import type { OwnEntry } from '../../checks/resources/ownership/own-entries.ts';
import { isBelow, otherPlacesOf } from '../../checks/resources/ownership/own-entries.ts';
import { placeAskedBy } from '../../checks/resources/creations/creations.ts';
import {
  deedOf,
  entriesIn,
  entryIn,
  isSuccess,
  pathOfEntry,
  placesToldBy,
} from '../../checks/resources/deeds.ts';
import { SAFE_METHODS, type SentRequest } from '../../http/exchange.ts';
import { nameSent } from '../../interface/resources/places/name-sent.ts';
import type { Operation, Parameter } from '../../interface/model.ts';
import { leadsElsewhere, targetParts } from '../../http/target.ts';
import { type Json } from '../../json/value.ts';
import { writtenText } from '../../interface/parameters/parameter-style.ts';
import {
  encodedSegment,
  fillTemplate,
  operationsAt,
  operationsOfPlace,
  withSlashOf,
} from '../../interface/path-matching.ts';
import { partOf, type Resource, resourcesOf } from '../../interface/resources/resources.ts';
import {
  behindEntry,
  canonicalPath,
  pathAt,
  type Placed,
  placeAsked,
  templateOf,
} from '../../interface/resources/places/places.ts';
import { entryInState } from './making/entries-in-state.ts';
import type { Reading } from '../../oracle/reading.ts';
import { heldPath, listOfOwn } from './places/held-places.ts';
import { pathOfLinks } from './places/paths-of-links.ts';
import {
  pathOfAsker,
  pathOfInner,
  pathOfListed,
  pathOfMembers,
  pathOfWhatIsThere,
} from './places/paths-of-members.ts';
import { type Linked, linkedTo } from '../requests/linked.ts';
import { type RequestParts, shownValues, withParameter } from '../requests/valid-request.ts';
import { showsStatus } from '../../oracle/conditions.ts';
import { type Contract, saysWhenRefused, validatorOf } from '../../oracle/contract.ts';

/**
 * What a run may name in its requests: entries that it made itself, for whatever could change or remove something; entries that
 * lists show, for reading alone.
 */

/** The part of a session that says what was sent so far. */
export type Sent = {
  readonly contract: Contract;
  readonly readings: readonly Reading[];
  /** Who asks was registered for the run: what the document has of that account is the run's own. */
  readonly ownsAccount?: boolean;
};

type Kept = {
  readonly ownership: Ownership;
  readonly lent: Set<string>;
  /** Where something was made or put inside of an entry last, by the template of the path: others may have no room for it. */
  readonly served: Map<string, string>;
  noted: number;
};

const kept = new WeakMap<Sent, Kept>();

function keptOf(session: Sent): Kept {
  const known = kept.get(session) ?? {
    ownership: new Ownership(session.contract),
    lent: new Set(),
    served: new Map(),
    noted: 0,
  };
  kept.set(session, known);
  return known;
}

/** True for what makes something inside of an entry, or puts the one thing there that the place is for: a picture that can be read then. */
function putsInside({ method, path }: Operation): boolean {
  if (method === 'PUT') return /\}\/[^{}/]+\/?$/.test(path);
  return method === 'POST' && path.includes('}/');
}

/** What the run of a session made so far. */
export function ownershipOf(session: Sent): Ownership {
  const known = keptOf(session);
  for (const reading of session.readings.slice(known.noted)) {
    known.ownership.note(reading);
    const { operation } = reading.expectation;
    const isInside = operation !== undefined && putsInside(operation) && isSuccess(reading);
    const place = isInside ? placeAskedBy(session.contract, reading) : undefined;
    if (operation !== undefined && place !== undefined) known.served.set(operation.path, place);
  }
  known.noted = session.readings.length;
  return known.ownership;
}

/** Leaves out the readings of a session from a place on, and the entries that are gone by then. */
export function forgetFrom(session: Sent & { readonly forgetFrom: (at: number) => void }, at: number): void {
  const ownership = ownershipOf(session);
  ownership.forgetGone();
  session.forgetFrom(at);
  kept.set(session, { ...keptOf(session), ownership, noted: session.readings.length });
}

/** Why a request that could change or remove something must not go out: a server or a proxy may take its path for another place. */
export function namesAnotherPlace({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): string | undefined {
  if (SAFE_METHODS.has(method)) return undefined;
  const [bare = ''] = path.split('?', 1);
  const odd = bare.split('/').find(leadsElsewhere);
  return odd === undefined
    ? undefined
    : `${method} ${bare} may name another place: "${odd}" is no name to every server`;
}

/**
 * Why a request must not go out, with whatever key: it could change or remove what others made, since a service may take a bad
 * key, too. What the run made, and what is inside of it, is its own.
 */
export function touchesOthers(
  session: Sent,
  request: Pick<SentRequest, 'method' | 'headers' | 'body'> & { readonly path: string },
): string | undefined {
  const { method, path } = request;
  if (SAFE_METHODS.has(method)) return undefined;
  const [bare = ''] = path.split('?', 1);
  const { interface: document } = session.contract;
  const nameFor = (operation: Operation): string | undefined =>
    nameSent(operation, { ...request, target: path });
  if (ownershipOf(session).covers(placeAsked(document, method, bare, nameFor))) return undefined;
  const match = operationsAt(document, bare).find(({ operation }) => operation.method === method);
  if (session.ownsAccount === true && match !== undefined && isOfWhoAsks(match.operation, document))
    return undefined;
  // An update whose body has to say what it is about, and does not: there is nothing that it could change.
  if (match?.operation.namedBy?.in === 'body' && nameFor(match.operation) === undefined) return undefined;
  // What names one in its body is looked at by that.
  const isNamed = match !== undefined && namesInPlaceOfPath(document, match.operation);
  if (method !== 'POST' && (!isNamed || saysWhenRefused(document)))
    return `${method} ${bare} names nothing that the run made`;
  if (saysWhenRefused(document)) return undefined;
  if (match === undefined || !templateOf(match.operation).includes('{')) return undefined;
  if (keptOf(session).lent.has(canonicalPath(bare))) return undefined;
  return `${method} ${bare} is sent to something that the run did not make`;
}

function placeholders(template: string): number {
  return template.split('{').length - 1;
}

/** What a template has behind the place of a resource's entries; `undefined` where it leads to none of them. */
function behind({ itemPath }: Resource, template: string): string | undefined {
  return itemPath === undefined ? undefined : behindEntry(itemPath, template);
}

/** A resource whose entries may stand in a template: at their own place, or at `other`, with `rest` behind it. */
type Supplier = { readonly resource: Resource; readonly rest: string; readonly other?: string };

/** The resources whose entries may stand in a template with nothing left open behind them, the nearest first. */
function suppliersOf(session: Sent, template: string): readonly Supplier[] {
  return resourcesOf(session.contract.interface)
    .flatMap((resource): readonly Supplier[] => {
      const others = (resource.otherPlaces ?? []).flatMap(({ itemPath }) => {
        const rest = behindEntry(itemPath, template);
        return rest === undefined ? [] : [{ resource, rest, other: itemPath }];
      });
      const rest = behind(resource, template);
      const own = rest === undefined ? [] : [{ resource, rest }];
      return [...own, ...others].filter((one) => !one.rest.includes('{'));
    })
    .toSorted((a, b) => placeholders(b.resource.itemPath ?? '') - placeholders(a.resource.itemPath ?? ''));
}

/** The entries of a resource that the run made and that are there, the oldest first. */
export function livingOf(session: Sent, resource: Resource): readonly OwnEntry[] {
  return ownershipOf(session).entries.filter(
    (entry) => entry.resource === resource && entry.standing === 'there',
  );
}

/** A path of an operation that names what the run made; `undefined` where it made nothing of the kind. */
export function ownPath(session: Sent, operation: Placed): string | undefined {
  for (const { resource, rest, other } of suppliersOf(session, templateOf(operation))) {
    const living = livingOf(session, resource);
    const proven = keptOf(session).served.get(operation.path);
    const own =
      entryInState(session, resource, operation, living) ??
      living.find((entry) => proven !== undefined && isBelow(entry, proven)) ??
      living[0];
    const path = own === undefined || other === undefined ? own?.path : otherPath(session, own.path, other);
    if (path !== undefined) return pathAt(operation, `${path}${rest}`);
  }
  return undefined;
}

/** The place of what the run made that a request may be about whose body says which it is; `undefined` where there is nothing of the kind. */
export function placeNamed(session: Sent, operation: Operation): string | undefined {
  return ownPath(session, { path: templateOf(operation) });
}

function otherPath(session: Sent, path: string, other: string): string | undefined {
  const places = otherPlacesOf(ownershipOf(session).at(path));
  return places.find(({ itemPath }) => itemPath === other)?.path;
}

/** False for what the run knows to be there no more. */
function mayBeThere(session: Sent, path: string): boolean {
  const own = ownershipOf(session).at(path);
  return own === undefined || own.standing === 'there';
}

/** A path that names what an earlier creation answered with, or what a list showed, for reading. */
function shownPath(session: Sent, wanted: Placed): string | undefined {
  for (const { resource, rest, other } of suppliersOf(session, templateOf(wanted))) {
    if (other !== undefined) continue;
    const { create, list } = resource;
    for (const operation of [create, list]) {
      const answers = session.readings.filter(
        ({ expectation, answer }) =>
          operation !== undefined &&
          expectation.operation?.id === operation.id &&
          (answer?.status ?? 500) < 300,
      );
      for (const reading of answers.toReversed()) {
        const deed = deedOf(session.contract, reading);
        const [entry] =
          operation === create ? [entryIn(resource, reading)] : (entriesIn(resource, reading) ?? []);
        const path =
          deed === undefined || entry === undefined ? undefined : pathOfEntry(resource, deed.values, entry);
        if (path !== undefined && mayBeThere(session, path)) return pathAt(wanted, `${path}${rest}`);
      }
    }
  }
  return undefined;
}

/** A path of which the document shows each value: who wrote it down knows what is there. */
function writtenPath(session: Sent, operation: Operation): string | undefined {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const values = inPath.flatMap((parameter): (readonly [string, string])[] => {
    const [shown] = shownValues(parameter);
    return shown === undefined ? [] : [[parameter.name, writtenText(parameter, shown, encodedSegment)]];
  });
  if (values.length < inPath.length) return undefined;
  const path = fillTemplate(operation.path, new Map(values), (text) => text);
  return mayBeThere(session, path) ? path : undefined;
}

/** True for a path whose values whoever starts the run knows to be right at the service. */
function isGiven({ parameters }: Operation): boolean {
  return parameters.every(({ in: place, known }) => place !== 'path' || known !== undefined);
}

/** True for what makes something that the path names. */
function isMakeable({ create, replace }: Resource): boolean {
  return create !== undefined || (replace !== undefined && showsStatus(replace, 201));
}

/**
 * Where to make an entry inside of what is there already: whoever starts the run says so, or nobody can make it by this document, as a
 * tenant, an account, a calendar, and either the document shows the values of the path, or an answer shows the place and what is made
 * there can be taken away again.
 */
function lentPath(session: Sent, operation: Operation): string | undefined {
  const { interface: document } = session.contract;
  const found = partOf(document, operation);
  const above = operation.path.slice(0, operation.path.lastIndexOf('}') + 1);
  if (found?.part !== 'create' || above === '') return undefined;
  const holders = resourcesOf(document).filter((one) => behind(one, above) !== undefined);
  if (!isGiven(operation) && holders.some(isMakeable)) return undefined;
  const isShort = found.resource.remove !== undefined;
  const path =
    writtenPath(session, operation) ??
    (isShort ? (shownPath(session, operation) ?? pathOfWhatIsThere(session, operation)) : undefined);
  if (path !== undefined) keptOf(session).lent.add(canonicalPath(path));
  return path;
}

/** The same in a list that is called after something that the run made. */
function pathOfOwnList(session: Sent, operation: Operation): string | undefined {
  const path = listOfOwn(session, ownershipOf(session).entries, operation);
  if (path !== undefined) keptOf(session).lent.add(canonicalPath(path));
  return path;
}

/** Where the run may make an entry of a resource that is inside of something; `undefined` where there is no such place. */
export function placeToMake(session: Sent, create: Operation): string | undefined {
  return (
    ownPath(session, create) ??
    heldPath(session, ownershipOf(session).entries, create) ??
    pathOfOwnList(session, create) ??
    lentPath(session, create)
  );
}

/** A path that an answer of success named in a field, for reading: where to ask how something goes on. */
function toldPath({ contract, readings }: Sent, operation: Operation): string | undefined {
  for (const reading of readings.toReversed()) {
    if ((reading.answer?.status ?? 0) >= 300) continue;
    const path = placesToldBy(contract, reading).find((place) =>
      operationsOfPlace(contract.interface, place).some((match) => match.operation.id === operation.id),
    );
    if (path !== undefined) return withSlashOf(operation.path, path);
  }
  return undefined;
}

/** A path to which a link inside of an answer led, where that may be there. */
function linkPath(session: Sent, operation: Operation): string | undefined {
  const path = pathOfLinks(session, operation);
  return path !== undefined && mayBeThere(session, path) ? withSlashOf(operation.path, path) : undefined;
}

/** What links of earlier answers say of a request: a path that could change something names what the run made. */
export function linkedFor(session: Sent, operation: Operation): Linked | undefined {
  const isOpen = (path: string): boolean =>
    mayBeThere(session, path) &&
    (SAFE_METHODS.has(operation.method) ||
      !operation.path.includes('{') ||
      ownershipOf(session).covers(placeAsked(session.contract.interface, operation.method, path)));
  return linkedTo(session, operation, isOpen);
}

/** A path of an operation whose values are known: of what the run made, else of links, else, for a GET, of what answers show. */
export function knownPath(session: Sent, operation: Operation): string | undefined {
  if (!operation.path.includes('{') && operation.namedBy?.in !== 'query') return undefined;
  const isRead = SAFE_METHODS.has(operation.method);
  const found =
    ownPath(session, operation) ??
    heldPath(session, ownershipOf(session).entries, operation) ??
    pathOfOwnList(session, operation) ??
    linkedFor(session, operation)?.path ??
    (isRead
      ? (toldPath(session, operation) ??
        shownPath(session, operation) ??
        writtenPath(session, operation) ??
        pathOfMembers(session, ownershipOf(session).entries, operation) ??
        pathOfListed(session, operation) ??
        pathOfAsker(session, operation) ??
        pathOfInner(session, ownershipOf(session).entries, operation) ??
        linkPath(session, operation))
      : lentPath(session, operation));
  if (found === undefined) return undefined;
  const [match] = operationsAt(session.contract.interface, targetParts(found).path).filter(
    (one) => one.operation.method === operation.method,
  );
  if (match?.operation.id !== operation.id || !match.certain) return undefined;
  return operation.parameters.every((parameter) => isAllowed(parameter, match.pathValues.get(parameter.name)))
    ? found
    : undefined;
}

/** False for an identity that the parameter of a path does not allow: the answer that gave it is judged for that. */
function isAllowed({ in: place, schema }: Parameter, text: string | undefined): boolean {
  if (place !== 'path' || text === undefined) return true;
  const readings: readonly Json[] = /^-?\d+$/.test(text) ? [text, Number(text)] : [text];
  return readings.some((value) => validatorOf(schema)(value).length === 0);
}

/** True for PUT, PATCH and DELETE of something, and for POST where it makes that, that the document has as a resource. */
export function changesEntry(session: Pick<Sent, 'contract'>, operation: Operation): boolean {
  const part = partOf(session.contract.interface, operation)?.part;
  return part === 'makeAt' || part === 'replace' || part === 'change' || part === 'remove';
}

/** True for what makes something inside of an entry, or does something to one. */
export function worksInsideEntry(session: Pick<Sent, 'contract'>, operation: Operation): boolean {
  if (!operation.path.includes('{')) return false;
  return resourcesOf(session.contract.interface).some(
    ({ create, actions, parent }) =>
      actions.includes(operation) || (create === operation && parent !== undefined),
  );
}

/** Path and fields of a request with the values that links of earlier answers give parameters outside of the path. */
export function withLinked(
  session: Sent,
  operation: Operation,
  parts: Omit<RequestParts, 'body'> | undefined,
): Omit<RequestParts, 'body'> | undefined {
  if (parts === undefined) return undefined;
  const values = linkedFor(session, operation)?.values ?? [];
  return [...values].reduce((changed, [parameter, value]) => withParameter(changed, parameter, value), parts);
}
