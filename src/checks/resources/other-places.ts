import { canonicalPath, filledInOrder } from '../../interface/resources/places.ts';
import { memberOf } from '../../json/value.ts';
import { entryIn, textOf } from './deeds.ts';
import type { OwnEntry } from './ownership.ts';

/** Places of what is inside of the run's entries, under other names of theirs (`/issues/{issue_id}/comments`). */

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
