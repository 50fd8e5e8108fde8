import { SAFE_METHODS } from '../../http/exchange.ts';
import { percentDecoded, targetParts } from '../../http/target.ts';
import { operationsAt, operationsOfPlace, splitTarget } from '../../interface/path-matching.ts';
import {
  canonicalPath,
  filledInOrder,
  partOf,
  type Resource,
  type ResourcePart,
  resourcesOf,
  withoutEndSlashes,
} from '../../interface/resources/resources.ts';
import { namedDeedOf, namingMembersOf } from '../../interface/resources/named-deeds.ts';
import { plainText } from '../../json/lossless.ts';
import { fromPointer, valueAt } from '../../json/pointer.ts';
import { isList, isObject, type JsonObject, memberOf, objectsIn } from '../../json/value.ts';
import { type Contract, servesBy } from '../../oracle/contract.ts';
import { type AnswerReading, type Reading, sentValue } from '../../oracle/reading.ts';
import { bound } from '../../system/bounds.ts';
import { onceForBoth } from '../../system/once-for.ts';
import { markersIn, sentMarkers } from './creations.ts';

/**
 * What a run made itself, and what became of it. Only that may be changed or removed: an entry that some answer showed before the
 * run asked for it to be made is somebody else's, whatever the service says.
 */

/** Whether an entry is there: `unknown` after a request that may or may not have removed it. */
type Standing = 'there' | 'gone' | 'unknown';

/** An entry that the run made. */
export type OwnEntry = {
  readonly resource: Resource;
  /** Its path relative to the base address, each segment encoded in one way. */
  readonly path: string;
  /** The request that made it, with its answer. */
  readonly madeBy: Reading;
  standing: Standing;
};

/** What a request does, as the document has it: to which resource, and at which place. */
export type Deed = {
  readonly resource: Resource;
  readonly part: ResourcePart;
  /** Canonical path relative to the base address. */
  readonly path: string;
  readonly query: string;
  /** Values of the parameters of the path, in their order, decoded. */
  readonly values: readonly string[];
};

function deedIn(
  { interface: document, basePath }: Contract,
  { exchange, expectation }: Reading,
): Deed | undefined {
  const { operation } = expectation;
  const found = operation === undefined ? undefined : partOf(document, operation);
  if (operation === undefined || found === undefined) return undefined;
  const { path, query } = splitTarget(basePath, exchange.request.target);
  if (path === undefined) return undefined;
  const match = operationsAt(document, path).find((one) => one.operation.id === operation.id);
  if (match === undefined) return undefined;
  return { ...found, path: canonicalPath(path), query, values: [...match.pathValues.values()] };
}

/** What a request asks of which resource; `undefined` for one to no resource. */
export const deedOf: (contract: Contract, reading: Reading) => Deed | undefined = onceForBoth(deedIn);

/** The path of an entry that an answer names, by its identity. */
export function pathOfEntry(
  { itemPath, identity }: Resource,
  above: readonly string[],
  entry: JsonObject,
): string | undefined {
  if (itemPath === undefined || identity === undefined) return undefined;
  const value = memberOf(entry, identity);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  const text = plainText(value);
  return text === '' ? undefined : canonicalPath(filledInOrder(itemPath, [...above, text]));
}

function placeToldIn({ interface: document, basePath }: Contract, reading: Reading): string | undefined {
  const [location] = reading.answer?.header('location') ?? [];
  if (location === undefined || location.length > bound('quoteCharacters') * 4) return undefined;
  let target: string;
  try {
    const { pathname } = new URL(location, `http://own${reading.exchange.request.target}`);
    target = targetParts(pathname).path;
  } catch {
    return undefined;
  }
  const inside = [target, `${basePath}${target}`]
    .map((path) => splitTarget(basePath, path).path)
    .find((path) => path !== undefined && operationsAt(document, path).length > 0);
  return inside === undefined ? undefined : canonicalPath(inside);
}

/** The place below the base address that `Location` names, in one way of writing; `undefined` where it names none of the document's. */
export const placeToldBy: (contract: Contract, reading: Reading) => string | undefined =
  onceForBoth(placeToldIn);

/** Templates of the place that `Location` names. */
const templatesTold = onceForBoth((contract: Contract, reading: Reading): readonly string[] => {
  const place = placeToldBy(contract, reading);
  if (place === undefined) return [];
  return operationsOfPlace(contract.interface, place).map(({ operation }) => operation.path);
});

/** Where `Location` says that what was made is; `undefined` where it leads to no entry of the resource. */
export function locationOf(contract: Contract, resource: Resource, reading: Reading): string | undefined {
  const isItem = templatesTold(contract, reading).some((template) => isItemOf(resource, template));
  return isItem ? placeToldBy(contract, reading) : undefined;
}

function isItemOf({ itemPath }: Resource, template: string): boolean {
  return itemPath === withoutEndSlashes(template);
}

/** The JSON object of an answer, where it is one. */
function objectIn(reading: Reading): JsonObject | undefined {
  const { answer } = reading;
  if (answer === undefined || answer.answer.truncated || answer.json.kind === 'invalid') return undefined;
  const { value } = answer.json;
  return isObject(value) ? value : undefined;
}

/** The entries that an answer shows inside of what holds them, where that comes in their place. */
function heldIn({ inHolder }: Pick<Resource, 'inHolder'>, reading: Reading): readonly JsonObject[] {
  const whole = inHolder === undefined ? undefined : objectIn(reading);
  const held = whole === undefined ? undefined : memberOf(whole, inHolder ?? '');
  return isList(held) ? objectsIn(held) : [];
}

/**
 * The object that tells of an entry in an answer: itself, or the one member that holds it (`data`). Where the answer shows what
 * holds the entries, it is the one of them that the path names, and none where the path names none.
 */
export function entryIn(
  resource: { readonly identity: string | undefined; readonly inHolder?: string },
  reading: Reading,
): JsonObject | undefined {
  if (resource.inHolder !== undefined) {
    const [path = ''] = reading.exchange.request.target.split('?', 1);
    const named = percentDecoded(withoutEndSlashes(path).split('/').at(-1) ?? '');
    return heldIn(resource, reading).find((entry) => {
      const value = memberOf(entry, resource.identity ?? '');
      return value !== undefined && plainText(value) === named;
    });
  }
  const whole = objectIn(reading);
  if (whole === undefined || resource.identity === undefined || Object.hasOwn(whole, resource.identity))
    return whole;
  const inner = Object.values(whole).filter(
    (value): value is JsonObject => isObject(value) && Object.hasOwn(value, resource.identity ?? ''),
  );
  return inner.length === 1 ? inner[0] : whole;
}

/** The entries that the answer to a list shows; `undefined` where it is no list. */
export function entriesIn({ entries }: Resource, { answer }: Reading): readonly JsonObject[] | undefined {
  if (entries === undefined || answer === undefined || answer.status >= 300) return undefined;
  if (answer.answer.truncated || answer.json.kind === 'invalid') return undefined;
  const found = valueAt(answer.json.value, fromPointer(entries.pointer));
  return isList(found) ? objectsIn(found) : undefined;
}

/** How many entries of others are remembered: a list may be long, and one that is not remembered is never taken for the run's. */
const MOST_FOREIGN = 20_000;

/** The path of an entry that the body of its creation names: the answer shows what it is inside of, or nothing. */
function pathSent(resource: Resource, values: readonly string[], reading: Reading): string | undefined {
  const sent = sentValue(reading);
  return isObject(sent) ? pathOfEntry(resource, values, sent) : undefined;
}

/**
 * The paths of entries that the body of a call names (`POST /removeUser {userId}`): by its words it does something to them, and no
 * document says what.
 */
export function pathsNamedIn({ interface: document }: Contract, reading: Reading): readonly string[] {
  const { operation } = reading.expectation;
  const does = operation === undefined ? undefined : namedDeedOf(document, operation)?.does;
  if (operation === undefined || does === undefined || does === 'reads' || does === 'makes') return [];
  const members = namingMembersOf(document, operation);
  const sent = members.length === 0 ? undefined : sentValue(reading);
  if (!isObject(sent)) return [];
  const named = members.flatMap(({ name }) => [memberOf(sent, name) ?? []].flat());
  const texts = named.flatMap((value) =>
    value === null || typeof value === 'object' ? [] : plainText(value),
  );
  return resourcesOf(document).flatMap(({ itemPath }) =>
    itemPath === undefined || itemPath.split('{').length !== 2
      ? []
      : texts.map((text) => canonicalPath(filledInOrder(itemPath, [text]))),
  );
}

/** Keeps what the run made while its exchanges come in. */
export class Ownership {
  readonly #contract: Contract;
  readonly #own = new Map<string, OwnEntry>();
  readonly #foreign = new Set<string>();
  /** Paths that the run thought of, for entries that a PUT makes. */
  readonly #coined = new Set<string>();
  readonly #tags = new Map<string, string>();
  #isFull = false;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** What the run made, in the order of making. */
  get entries(): readonly OwnEntry[] {
    return [...this.#own.values()];
  }

  /** The entry at a path, where the run made it. */
  at(path: string): OwnEntry | undefined {
    return this.#own.get(canonicalPath(path));
  }

  /**
   * True for a path of an entry that the run made, and for whatever is inside of one: nobody else can have put it there without
   * knowing it.
   */
  covers(path: string): boolean {
    const canonical = canonicalPath(path);
    const own = [...this.#own.keys(), ...this.#coined];
    return own.some((known) => canonical === known || canonical.startsWith(`${known}/`));
  }

  /** The paths of entries that the body of a call names. */
  namedIn(reading: Reading): readonly string[] {
    return pathsNamedIn(this.#contract, reading);
  }

  /** Takes a path for the run's own that it thought of by chance, and that a read found empty. */
  coin(path: string): void {
    const canonical = canonicalPath(path);
    if (!this.#foreign.has(canonical)) this.#coined.add(canonical);
  }

  /** The entity tag that the last answer about a path had (RFC 9110 §8.8.3). */
  tagOf(path: string): string | undefined {
    return this.#tags.get(canonicalPath(path));
  }

  /** False once so many entries of others were seen that nothing more is taken for the run's own. */
  get hasRoom(): boolean {
    return !this.#isFull;
  }

  /** Leaves out what is gone: an identity that comes again is a new one, and what a list shows then is somebody else's. */
  forgetGone(): void {
    for (const [path, { standing }] of this.#own) {
      if (standing !== 'gone') continue;
      this.#own.delete(path);
      this.#coined.delete(path);
    }
    for (const path of this.#tags.keys()) if (!this.#own.has(path)) this.#tags.delete(path);
  }

  /** Takes note of an exchange. */
  note(reading: Reading): void {
    const deed = deedOf(this.#contract, reading);
    if (deed === undefined) {
      this.#acted(reading);
      return;
    }
    const { answer } = reading;
    if (answer?.limited === true) return;
    if (reading.exchange.request.credential.kind === 'other-key') {
      this.#touched(deed, reading);
      return;
    }
    this.#tagged(deed, answer);
    switch (deed.part) {
      case 'list':
        this.#listed(deed, reading);
        return;
      case 'create':
        this.#created(deed, reading);
        return;
      case 'remove':
        this.#removed(deed, reading);
        return;
      case 'replace':
        this.#replaced(deed, reading);
        return;
      case 'read':
      case 'change':
        if (answer !== undefined && answer.status < 300 && !this.#own.has(deed.path))
          this.#stranger(deed.path);
        return;
      case 'removeAll':
    }
  }

  /** An action that is served of what was removed may bring it back. */
  #acted(reading: Reading): void {
    const { method, target } = reading.exchange.request;
    const { path } = splitTarget(this.#contract.basePath, target);
    if (SAFE_METHODS.has(method) || path === undefined || !isSuccess(reading)) return;
    for (const named of pathsNamedIn(this.#contract, reading)) {
      const own = this.#own.get(named);
      if (own?.standing === 'there') own.standing = 'unknown';
    }
    const canonical = canonicalPath(path);
    this.#madeElsewhere(canonical, reading);
    for (const own of this.#own.values())
      if (own.standing === 'gone' && canonical.startsWith(`${own.path}/`)) own.standing = 'unknown';
  }

  /** What was done to an entry of the run may make something in another place: `Location` says where. */
  #madeElsewhere(path: string, reading: Reading): void {
    if (reading.answer?.status !== 201 || !this.covers(path)) return;
    for (const resource of resourcesOf(this.#contract.interface)) {
      const place = locationOf(this.#contract, resource, reading);
      if (place !== undefined) this.#made(place, resource, reading);
    }
  }

  /** What another user removed may be gone, or is said to be: it is taken away again in the end. */
  #touched({ part, path }: Deed, { answer }: Reading): void {
    const entry = this.#own.get(path);
    if (part === 'remove' && entry?.standing === 'there' && (answer?.status ?? 0) < 400)
      entry.standing = 'unknown';
  }

  #tagged({ part, path }: Deed, answer: AnswerReading | undefined): void {
    if (answer === undefined || answer.status >= 300 || part === 'list' || part === 'create') return;
    const [tag] = answer.header('etag');
    if (tag === undefined) this.#tags.delete(path);
    else this.#tags.set(path, tag);
  }

  #stranger(path: string): void {
    if (this.#foreign.size < MOST_FOREIGN) this.#foreign.add(path);
    else this.#isFull = true;
  }

  #listed({ resource, values }: Deed, reading: Reading): void {
    if (resource.itemPath === undefined) return;
    for (const entry of entriesIn(resource, reading) ?? []) {
      const path = pathOfEntry(resource, values, entry);
      // What carries a text of this run may be its own, from a request whose answer is still to come.
      if (
        path !== undefined &&
        !this.#own.has(path) &&
        markersIn(JSON.stringify(Object.values(entry).filter((value) => typeof value === 'string')))
          .length === 0
      )
        this.#stranger(path);
    }
  }

  #created({ resource, values }: Deed, reading: Reading): void {
    const { answer, expectation } = reading;
    if (answer === undefined || answer.status >= 300 || expectation.operation === undefined) return;
    if (!servesBy(expectation.operation, answer.status)) return;
    if (resource.inHolder !== undefined) {
      for (const entry of heldIn(resource, reading)) {
        const path = pathOfEntry(resource, values, entry);
        if (path !== undefined && this.covers(path) && !this.#own.has(path))
          this.#made(path, resource, reading);
      }
      return;
    }
    const shown = entryIn(resource, reading);
    const named = shown === undefined ? undefined : pathOfEntry(resource, values, shown);
    const location = locationOf(this.#contract, resource, reading);
    // A Location that names another entry than the answer tells of may name one of somebody else.
    const told = isGuessed(resource) ? (location ?? named) : (named ?? location);
    const path = told ?? pathSent(resource, values, reading);
    // An answer that shows neither a new status nor the text of the request may tell of what was there before.
    if (path !== undefined && tellsOfNew(reading)) this.#made(path, resource, reading);
  }

  #replaced({ path, resource }: Deed, reading: Reading): void {
    const status = reading.answer?.status ?? 0;
    const isMade = status === 201 || (this.#coined.has(path) && status >= 200 && status < 300);
    if (isMade) this.#made(path, resource, reading);
    else if (status >= 200 && status < 300 && !this.#own.has(path)) this.#stranger(path);
  }

  #made(path: string, resource: Resource, madeBy: Reading): void {
    if (this.#foreign.has(path) || this.#isFull) return;
    const known = this.#own.get(path);
    if (known === undefined) this.#own.set(path, { resource, path, madeBy, standing: 'there' });
    else known.standing = 'there';
  }

  #removed({ path }: Deed, { answer }: Reading): void {
    const entry = this.#own.get(path);
    if (entry === undefined || entry.standing === 'gone') return;
    const status = answer?.status ?? 0;
    if (status >= 200 && status < 300) {
      for (const own of this.#own.values())
        if (own.path === path || own.path.startsWith(`${path}/`)) own.standing = 'gone';
    } else if (status === 0 || status >= 500 || status === 404 || status === 410) entry.standing = 'unknown';
  }
}

/** True where a name alone tells which member of an entry stands in its path. */
function isGuessed({ findings }: Resource): boolean {
  return findings.some(({ part, ground }) => part.startsWith('identity ') && ground === 'names');
}

/** True for an answer of success, whichever it is. */
export function isSuccess({ answer }: Reading): boolean {
  const status = answer?.status ?? 0;
  return status >= 200 && status < 300;
}

/** True for an answer of success that tells of something new: by its status, or by a text of the request. */
export function tellsOfNew(reading: Reading): boolean {
  return reading.answer?.status === 201 || hasOwnText(reading);
}

function hasOwnText(reading: Reading): boolean {
  const own = sentMarkers(reading);
  const { result } = reading.exchange;
  if (own.length === 0 || result.kind !== 'answer') return false;
  const shown = new Set(markersIn(new TextDecoder().decode(result.answer.body)));
  return own.some((marker) => shown.has(marker));
}
