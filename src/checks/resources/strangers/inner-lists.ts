import type { Resource } from '../../../interface/resources/resources.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { Violation } from '../../outcome.ts';
import { statusText } from '../../statuses.ts';
import { markersOf, sentMarkers } from '../creations/creations.ts';
import { type Deed, entriesIn } from '../deeds.ts';
import type { Ownership } from '../ownership/ownership.ts';
import type { OwnEntry } from '../ownership/own-entries.ts';

type Sight = { readonly reading: Reading; readonly madeBy: Reading; readonly holder: OwnEntry };

/** What one user made inside of its entries, and another one is shown in lists: of what has a place of its own that tells by itself. */
export class InnerLists {
  readonly #made = new Map<string, Reading[]>();
  readonly #sights: Sight[] = [];

  /** Takes note of what the first user made in a list. */
  made(path: string, reading: Reading): void {
    this.#made.set(path, [...(this.#made.get(path) ?? []), reading]);
  }

  /** Takes note of what another user was told of a list; true where that one was refused. */
  isKept({ resource, path }: Deed, ownership: Ownership, reading: Reading): boolean {
    const holder = ownership.at(path.slice(0, path.lastIndexOf('/')));
    const made = holder === undefined ? [] : (this.#made.get(path) ?? []);
    const entries = entriesIn(resource, reading) ?? [];
    const madeBy = made.find((one) =>
      entries.some((entry) => sentMarkers(one).some((marker) => markersOf(entry).includes(marker))),
    );
    if (madeBy !== undefined && holder !== undefined) this.#sights.push({ reading, madeBy, holder });
    return made.length > 0 && (reading.answer?.status ?? 0) >= 400;
  }

  /** What was shown of entries that the other user may not read: whoever may read one may well see what is inside of it. */
  seen(isKeptOut: (resource: Resource) => boolean): readonly Violation[] {
    return this.#sights
      .filter(({ holder }) => isKeptOut(holder.resource))
      .map(({ reading, madeBy, holder }) => ({
        exchanges: [reading, madeBy, holder.madeBy].map(({ exchange }) => exchange.id),
        operation: reading.expectation.operation?.id,
        expected:
          '403 or 404: what it is inside of was made with the key of another user, and is not shown to this one',
        actual: `${reading.answer === undefined ? '' : statusText(reading.answer)}, with what the user made there whose entry it is`,
        deviation: 'another user sees what is inside of the entry',
      }));
  }
}
