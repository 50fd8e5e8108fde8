import { saysAbsent } from '../http/exchange.ts';
import { parameterNames } from '../interface/path-matching.ts';
import type { Operation } from '../interface/model.ts';
import { plainName } from '../interface/names.ts';
import { listerOf, partOf, resourcesOf } from '../interface/resources/resources.ts';
import type { Contract } from '../oracle/contract.ts';
import type { Reading } from '../oracle/reading.ts';
import { deedOf, entriesIn, entryIn, isSuccess, pathOfEntry } from '../checks/resources/deeds.ts';
import { placeAskedBy } from '../checks/resources/creations/creations.ts';
import { Ownership } from '../checks/resources/ownership/ownership.ts';
import { isGuessed } from '../checks/resources/ownership/told-places.ts';

/**
 * Which operations were refused of an entry that was there all the while, made by the run, and shown by what came before: nothing
 * that was missing kept these from being served.
 */

/** The parts of a resource that a refusal may say of: whether there is such an entry is for a read to say. */
const DONE: readonly string[] = ['replace', 'change', 'remove'];

/** How many segments of a path name the entry that an operation does something to; `undefined` where it does nothing to one. */
function depthOfEntry(contract: Contract, operation: Operation): number | undefined {
  const part = partOf(contract.interface, operation);
  const holder =
    part !== undefined && DONE.includes(part.part)
      ? part.resource
      : resourcesOf(contract.interface).find(({ actions }) => actions.includes(operation));
  const { itemPath } = holder ?? {};
  if (itemPath === undefined) return undefined;
  // Which of the things below an entry (`/notes/{id}/tags/{tag}`) is there, nothing tells.
  const isAlone = parameterNames(operation.path).length === parameterNames(itemPath).length;
  return isAlone ? itemPath.split('/').length : undefined;
}

function isAbsence({ answer }: Reading): boolean {
  return saysAbsent(answer?.status);
}

function isRefusal({ answer }: Reading): boolean {
  const status = answer?.status ?? 0;
  return answer?.limited !== true && status >= 400 && status < 500;
}

class Looks {
  readonly #contract: Contract;
  readonly #mayBeServed: (reading: Reading) => boolean;
  readonly #ownership: Ownership;
  /** Whether the last look at an entry showed it, by its path. */
  readonly #shown = new Map<string, boolean>();
  /** Operations that got 404 of an entry that was shown before: the next look tells. */
  readonly #open = new Map<string, Set<string>>();
  readonly refused = new Set<string>();

  constructor(contract: Contract, mayBeServed: (reading: Reading) => boolean) {
    this.#contract = contract;
    this.#mayBeServed = mayBeServed;
    this.#ownership = new Ownership(contract);
  }

  note(reading: Reading): void {
    const deed = deedOf(this.#contract, reading);
    this.#ownership.note(reading);
    if (deed?.part === 'read') {
      if (isSuccess(reading)) this.#see(deed.path);
      else if (isAbsence(reading)) this.#miss(deed.path);
    }
    // What was just made is there; only a look tells that it was there all the while.
    const isMade = deed?.part === 'create' && isSuccess(reading);
    const made = isMade ? this.#ownership.entries.find(({ madeBy }) => madeBy === reading) : undefined;
    if (made !== undefined) this.#shown.set(made.path, true);
    if (deed?.part === 'remove' && isSuccess(reading)) this.#miss(deed.path);
    this.#listed(reading);
    if (isRefusal(reading) && this.#mayBeServed(reading)) this.#refuse(reading);
  }

  #see(path: string): void {
    this.#shown.set(path, true);
    for (const id of this.#open.get(path) ?? []) this.refused.add(id);
    this.#open.delete(path);
  }

  #miss(path: string): void {
    this.#shown.set(path, false);
    this.#open.delete(path);
  }

  /** What lists and holders show, where no operation reads entries one by one. */
  #listed(reading: Reading): void {
    const { operation } = reading.expectation;
    const { values } = deedOf(this.#contract, reading) ?? {};
    if (operation === undefined || values === undefined || !isSuccess(reading)) return;
    for (const resource of resourcesOf(this.#contract.interface)) {
      if (resource.read !== undefined || listerOf(resource) !== operation || isGuessed(resource)) continue;
      for (const entry of entriesIn(resource, reading) ?? []) {
        const path = pathOfEntry(resource, values, entry);
        if (path !== undefined) this.#see(path);
      }
    }
  }

  #refuse(reading: Reading): void {
    const { operation } = reading.expectation;
    const place = placeAskedBy(this.#contract, reading);
    const depth = operation === undefined ? undefined : depthOfEntry(this.#contract, operation);
    if (operation === undefined || place === undefined || depth === undefined) return;
    const entry = place.split('/').slice(0, depth).join('/');
    if (this.#ownership.at(entry) === undefined || this.#shown.get(entry) !== true) return;
    // What stands below an entry may be missing although the entry is there: only something new is none of it.
    const isBelow = place !== entry && operation.method !== 'POST';
    if (!isAbsence(reading)) this.refused.add(operation.id);
    else if (!isBelow) this.#open.set(entry, (this.#open.get(entry) ?? new Set()).add(operation.id));
  }
}

/**
 * True for a read that never came although creations were answered with 201 and with the name of what they made, which is asked for
 * by it: where nothing took that away again, an answer does tell of something that is there.
 */
export function isOfWhatWasMade(
  contract: Contract,
  operation: Operation,
  readings: readonly Reading[],
): boolean {
  const found = partOf(contract.interface, operation);
  const { identity, parameter, elsewhere } = found?.resource ?? {};
  if (found?.part !== 'read' || identity === undefined || parameter === undefined) return false;
  if (elsewhere !== undefined || plainName(identity) !== plainName(parameter)) return false;
  const made = new Set<string>();
  for (const reading of readings) {
    const deed = deedOf(contract, reading);
    if (deed?.resource !== found.resource) continue;
    if (deed.part === 'create' && reading.answer?.status === 201) {
      const entry = entryIn(deed.resource, reading);
      const path = entry === undefined ? undefined : pathOfEntry(deed.resource, deed.values, entry);
      if (path !== undefined) made.add(path);
    }
    if (deed.part === 'remove' && isSuccess(reading)) made.delete(deed.path);
    if (deed.part === 'read' && made.has(deed.path) && isAbsence(reading)) return true;
  }
  return false;
}

/**
 * The ids of operations that were refused of an entry of the run although it was there, as looks at it showed. `mayBeServed`: whether
 * a request has nothing wrong in it.
 */
export function refusedOfWhatIsThere(
  contract: Contract,
  readings: readonly Reading[],
  mayBeServed: (reading: Reading) => boolean,
): ReadonlySet<string> {
  const looks = new Looks(contract, mayBeServed);
  for (const reading of readings) looks.note(reading);
  return looks.refused;
}
