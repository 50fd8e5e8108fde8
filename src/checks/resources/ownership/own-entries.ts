import type { Resource } from '../../../interface/resources/resources.ts';
import type { AnswerReading, Reading } from '../../../oracle/reading.ts';
import {
  canonicalPath,
  filledInOrder,
  placeOf,
  templateOf,
} from '../../../interface/resources/places/places.ts';
import { listOf, memberOf, objectsIn } from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import { markersOf, sentMarkers } from '../creations/creations.ts';
import {
  type Deed,
  entryIn,
  isSuccess,
  locationOf,
  pathOfEntry,
  pathsMadeAtOnce,
  tellsOfNew,
  textOf,
} from '../deeds.ts';

/** Entries that the run made, and where they stand: what is inside of them may stand under other names of theirs (`/issues/{issue_id}/comments`). */

/** Whether an entry is there: `unknown` after a request that may or may not have removed it. */
type Standing = 'there' | 'gone' | 'unknown';

/** An entry that the run made. */
export type OwnEntry = {
  readonly resource: Resource;
  /** Its path relative to the base address, each segment encoded in one way. */
  readonly path: string;
  /** The path of the list that it was made in: mostly what stands before its name in its own path. */
  readonly place: string;
  /** The request that made it, with its answer. */
  readonly madeBy: Reading;
  standing: Standing;
};

/** The places of an entry under other names of it, as the answer that made it has them. */
export function otherPlacesOf(
  entry: Pick<OwnEntry, 'resource' | 'madeBy'> | undefined,
): readonly { readonly path: string; readonly itemPath: string }[] {
  const places = entry?.resource.otherPlaces ?? [];
  const shown =
    entry === undefined || places.length === 0 ? undefined : entryIn(entry.resource, entry.madeBy);
  return places.flatMap(({ itemPath, identity }) => {
    const text = shown === undefined ? undefined : textOf(memberOf(shown, identity));
    return text === undefined ? [] : [{ path: canonicalPath(filledInOrder(itemPath, [text])), itemPath }];
  });
}

/** True for a path below an entry of the run, by whichever name. */
export function isBelow(entry: Pick<OwnEntry, 'resource' | 'madeBy' | 'path'>, path: string): boolean {
  return [entry, ...otherPlacesOf(entry)].some((one) => `${path}/`.startsWith(`${one.path}/`));
}

/** The entries of the run by such places. */
export class OtherPlaces {
  readonly #entries = new Map<string, OwnEntry>();

  at(path: string): OwnEntry | undefined {
    return this.#entries.get(path);
  }

  note(entry: OwnEntry, isForeign: (path: string) => boolean): void {
    for (const { path } of otherPlacesOf(entry)) if (!isForeign(path)) this.#entries.set(path, entry);
  }

  forgetGone(): void {
    for (const [path, { standing }] of this.#entries) if (standing === 'gone') this.#entries.delete(path);
  }
}

/** The entity tags that the last answers about entries had (RFC 9110 §8.8.3), by their paths. */
export class EntityTags {
  readonly #tags = new Map<string, string>();

  at(path: string): string | undefined {
    return this.#tags.get(path);
  }

  /** Takes note of an answer about an entry. */
  note({ part, path }: Pick<Deed, 'part' | 'path'>, answer: AnswerReading | undefined): void {
    if (answer === undefined || answer.status >= 300 || part === 'list' || part === 'create') return;
    const [tag] = answer.header('etag');
    if (tag === undefined) this.#tags.delete(path);
    else this.#tags.set(path, tag);
  }

  forget(path: string): void {
    this.#tags.delete(path);
  }

  keepThose(isKept: (path: string) => boolean): void {
    for (const path of this.#tags.keys()) if (!isKept(path)) this.#tags.delete(path);
  }
}

/** True for entries that are made at another place than what stands before their names in their paths. */
export function isApart({ create, itemPath }: Resource): boolean {
  if (create === undefined || itemPath === undefined) return false;
  return placeOf(itemPath.slice(0, itemPath.lastIndexOf('/'))) !== placeOf(templateOf(create));
}

/** True for an entry inside of the one at a path: by its own path, or by the place that it was made in. `all`: the entries by their paths. */
export function isInside(
  { path, place }: Pick<OwnEntry, 'path' | 'place'>,
  holder: string,
  all: ReadonlyMap<string, Pick<OwnEntry, 'path' | 'place'>>,
): boolean {
  if (path.startsWith(`${holder}/`) || place.startsWith(`${holder}/`)) return true;
  const between = all.get(place.slice(0, place.lastIndexOf('/')));
  return between !== undefined && between.path !== path && isInside(between, holder, all);
}

/**
 * The place of what a PUT sent to a list made: its body named something that is gone, and its answer shows the text of that request under
 * another name. A 201 tells of it in `Location` as well.
 */
export function placePutInList(
  contract: Contract,
  { resource, values }: Pick<Deed, 'resource' | 'values'>,
  reading: Reading,
): string | undefined {
  if (reading.answer?.status === 201) return locationOf(contract, resource, reading);
  const shown =
    reading.expectation.operation?.namedBy?.in === 'body' ? entryIn(resource, reading) : undefined;
  if (shown === undefined || !isSuccess(reading)) return undefined;
  const sent = sentMarkers(reading);
  return markersOf(shown).some((marker) => sent.includes(marker))
    ? pathOfEntry(resource, values, shown)
    : undefined;
}

/**
 * Paths of the entries that a creation made whose answer is a list. What stands inside of an entry of the run is the run's, whatever it
 * shows of the request (the files that were uploaded); anything else may have been there before.
 */
export function severalMade(
  resource: Resource,
  values: readonly string[],
  reading: Reading,
  {
    place,
    ownership,
  }: {
    /** Where the creation was sent. */
    readonly place: string;
    readonly ownership: {
      covers: (path: string) => boolean;
      at: (path: string) => OwnEntry | undefined;
    };
  },
): readonly string[] {
  const isNew = tellsOfNew(reading);
  const named = isNew || ownership.covers(place) ? pathsMadeAtOnce(resource, values, reading) : [];
  const { answer } = reading;
  const listed =
    !isNew || answer?.json.kind !== 'json' || answer.answer.truncated ? [] : listOf(answer.json.value);
  const inside = objectsIn(listed)
    .flatMap((entry) => pathOfEntry(resource, values, entry) ?? [])
    .filter((path) => ownership.covers(path) && ownership.at(path) === undefined);
  return [...new Set([...named, ...inside])];
}
