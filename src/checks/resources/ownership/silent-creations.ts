import type { Operation } from '../../../interface/model.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { markersOf, sentMarkers } from '../creations/creations.ts';

/**
 * Creations whose answers do not say what they made (204, or 201 without a body): their list shows it, with a text of the request that nobody
 * else can have written. One alone may have changed what was there before; two that stand side by side are two entries, and what is
 * shown inside of what the run made is the run's in any case. So it is with creations of numbers and listed values alone that are answered with
 * 200: what such an answer names was made where the list did not show it before, and does afterwards.
 */

/**
 * A creation of which no answer told. `place`: the list that it was sent to. `path`: what an answer names in which no text of the
 * request can stand.
 */
export type SilentCreation = {
  readonly resource: Resource;
  readonly reading: Reading;
  readonly place: string;
  readonly path?: string;
};

/** What a list shows of a silent creation. */
export type ShownCreation = SilentCreation & { readonly path: string };

/** What a list shows that nobody has seen before, with the request for it. */
type Shown = {
  readonly unseen: readonly { readonly path: string; readonly entry: JsonObject }[];
  readonly by: Reading;
};

/** How many are kept that no list showed yet. */
const MOST_SILENT = 200;

/** Keeps them until a list shows what they made. */
export class SilentCreations {
  readonly #open = new Set<SilentCreation>();
  /** Operations of which two were shown side by side. */
  readonly #makers = new Set<Operation | undefined>();
  /** Lists that were seen whole. */
  readonly #lists = new Set<string>();

  /** Takes note of a creation that was served and told of no place. */
  add(creation: SilentCreation): void {
    if (this.#open.size < MOST_SILENT && sentMarkers(creation.reading).length > 0) this.#open.add(creation);
  }

  /** Takes note of one that told of a place in which no text of the run can stand. `own`: what the run made until now. */
  addNamed(creation: ShownCreation, own: readonly { readonly madeBy: Reading }[]): void {
    const { place, reading } = creation;
    if (sentMarkers(reading).length > 0 || !this.#lists.has(place) || this.#open.size >= MOST_SILENT) return;
    const { operation } = reading.expectation;
    if (own.some(({ madeBy }) => madeBy.expectation.operation === operation)) this.#makers.add(operation);
    this.#open.add(creation);
  }

  /** True for what an answer names of which a list may still tell whether it is new. */
  has(path: string): boolean {
    return [...this.#open].some((one) => one.path === path);
  }

  /** The lists that may tell what was made, each with what it is a list of. */
  get places(): ReadonlyMap<string, Resource> {
    return new Map([...this.#open].map(({ place, resource }) => [place, resource]));
  }

  /** True where a list may tell what a request made. */
  isOpen(reading: Reading): boolean {
    return [...this.#open].some((one) => one.reading === reading);
  }

  /** True where a list that shows what one request made has to show that of another one, too. */
  needsAnother({ expectation: { operation } }: Reading): boolean {
    return !this.#makers.has(operation);
  }

  /**
   * What a list shows of them, as the run's: `isWithin`: whether a path is inside of what the run made.
   */
  listed(
    place: string,
    { unseen, by }: Shown,
    isWithin: (path: string) => boolean,
  ): readonly ShownCreation[] {
    // Two answers of a list of which nothing was asked can be compared.
    const isWhole = !by.exchange.request.target.includes('?');
    if (isWhole) this.#lists.add(place);
    const own = [...this.#open].filter((one) => one.place === place);
    const shown = own.flatMap((creation): readonly ShownCreation[] => {
      const sent = new Set(sentMarkers(creation.reading));
      const found = unseen.filter(({ path, entry }) =>
        creation.path === undefined
          ? markersOf(entry).some((marker) => sent.has(marker))
          : isWhole && path === creation.path,
      );
      const [only, ...others] = found;
      return only === undefined || others.length > 0 ? [] : [{ ...creation, path: only.path }];
    });
    const apart = Map.groupBy(shown, ({ reading }) => reading.expectation.operation);
    for (const [operation, all] of apart)
      if (new Set(all.map(({ path }) => path)).size > 1) this.#makers.add(operation);
    const proven = shown.filter(
      ({ path, reading }) => this.#makers.has(reading.expectation.operation) || isWithin(path),
    );
    for (const creation of this.#open)
      if (proven.some(({ reading }) => reading === creation.reading)) this.#open.delete(creation);
    return proven;
  }
}
