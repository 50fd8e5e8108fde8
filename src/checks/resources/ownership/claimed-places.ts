import { type Operation } from '../../../interface/model.ts';
import { type Resource } from '../../../interface/resources/resources.ts';
import { type Reading } from '../../../oracle/reading.ts';
import type { JsonObject } from '../../../json/value.ts';
import { markersOf, sentMarkers } from '../creations/creations.ts';
import { isSuccess } from '../deeds.ts';
import { showsWhatWasMade } from './told-places.ts';

/**
 * What answers claim that a run made at another place, until reads prove it. A creation may have changed or renamed what was there
 * before (`POST /user` and `/users/{login}`), and its answer looks the same: two that both stand after both were made are two entries.
 */

/** What a creation may have made at a place. `madeAt`: when, as what was noted since the run began. */
export type Claim = {
  readonly resource: Resource;
  readonly madeBy: Reading;
  readonly madeAt: number;
  /** The place that it was made in. */
  readonly place: string;
};

/** One that a read showed to be there. `shownAt`: when the last read did. */
type ShownClaim = Claim & { readonly shownAt: number };

/** Paths with what was claimed of them, and is proven. */
export type Proven = readonly (readonly [path: string, claim: Claim])[];

/** How many places are kept that a read has to tell of. */
const MOST_CLAIMS = 200;

function makerOf({ madeBy }: Pick<Claim, 'madeBy'>): Operation | undefined {
  return madeBy.expectation.operation;
}

/** Keeps what is claimed while answers come in. */
export class ClaimedPlaces {
  readonly #isForeign: (path: string) => boolean;
  /** Where an answer may say that something of the run is, until a read tells. */
  readonly #told = new Map<string, Claim>();
  /** What a read showed, and that may have been there before. */
  readonly #shown = new Map<string, ShownClaim>();
  /** Operations of which two creations stood side by side. */
  readonly #makers = new Set<Operation>();
  /** Operations that took from one place what they put at another: what they do is no creation. */
  readonly #movers = new Set<Operation>();
  readonly #untouched = new Map<string, Claim>();
  #now = 0;

  /** `isForeign`: whether a path is somebody else's. */
  constructor(isForeign: (path: string) => boolean) {
    this.#isForeign = isForeign;
  }

  /** Places that only a read can say of whether what stands there is the run's, with what reads them. */
  get open(): readonly { readonly path: string; readonly resource: Resource }[] {
    const all = [...this.#told.values(), ...this.#shown.values()];
    const isOld = (shown: ShownClaim): boolean =>
      all.some((one) => makerOf(one) === makerOf(shown) && one.madeAt > shown.shownAt);
    const again = [...this.#shown].filter(([path, shown]) => isOld(shown) && !this.#told.has(path));
    return [...this.#told, ...again].map(([path, { resource }]) => ({ path, resource }));
  }

  /** What creations most likely made, and nothing proves. */
  get untouched(): readonly { readonly path: string; readonly madeBy: Reading }[] {
    return [...this.#untouched].map(([path, { madeBy }]) => ({ path, madeBy }));
  }

  /** What was said to be made, and nobody has read since. */
  get unread(): readonly { readonly path: string; readonly madeBy: Reading }[] {
    return [...this.#told].map(([path, { madeBy }]) => ({ path, madeBy }));
  }

  /** Takes what a list shows at a place, with the text of the request that was said to make it, for proven. */
  listed(path: string, entry: JsonObject): Claim | undefined {
    const claim = this.#told.get(path);
    if (claim === undefined || claim.resource.elsewhere !== undefined) return undefined;
    const own = sentMarkers(claim.madeBy);
    if (claim.madeBy.answer?.status !== 201 || !markersOf(entry).some((marker) => own.includes(marker)))
      return undefined;
    this.#told.delete(path);
    return claim;
  }

  /** True for a place of which it is open whose it is. */
  has(path: string): boolean {
    return this.#shown.has(path);
  }

  /** True for a place that a read has to tell of, or another one after it. */
  isOpen(path: string): boolean {
    return this.#told.has(path) || this.#shown.has(path);
  }

  /** True where a creation by an operation was shown, and another one has to be before either is the run's. */
  needsAnother(operation: Operation): boolean {
    return (
      !this.#movers.has(operation) &&
      [...this.#shown].some(([path, claim]) => makerOf(claim) === operation && !this.#isForeign(path))
    );
  }

  /** Takes note of a place that an answer names. */
  add(path: string, resource: Resource, madeBy: Reading, place: string): void {
    const maker = makerOf({ madeBy });
    if (maker === undefined || this.#movers.has(maker) || this.#told.size >= MOST_CLAIMS) return;
    this.#told.set(path, { resource, madeBy, madeAt: (this.#now += 1), place });
  }

  /**
   * Takes note of an answered read of a place, and returns what it proves to be the run's; `changed` where the place had been shown
   * already when something was said to be made there. `isWithin`: whether a place is inside of what the run made.
   */
  look(path: string, reading: Reading, isWithin: (place: string) => boolean): Proven | 'changed' {
    const told = this.#told.get(path);
    const claim = told ?? this.#shown.get(path);
    if (claim === undefined) return [];
    const isOwnPlace = isWithin(claim.place);
    const isThere = showsWhatWasMade(claim.resource, claim.madeBy, reading, isOwnPlace);
    this.#told.delete(path);
    if (told === undefined) return this.#lookedAgain(path, claim, reading, isThere);
    const maker = makerOf(claim);
    if (!isThere) {
      // What makes something new each time has made this, too, but without a text of the run nothing is touched.
      if (maker !== undefined && this.#makers.has(maker) && isSuccess(reading))
        this.#untouched.set(path, claim);
      return [];
    }
    for (const [other, { madeBy }] of this.#told) if (madeBy === claim.madeBy) this.#told.delete(other);
    if (isOwnPlace || (maker !== undefined && this.#makers.has(maker))) return [[path, claim]];
    if (this.#shown.delete(path)) return 'changed';
    return this.#stands(path, claim);
  }

  /** What was shown before is looked at again behind another creation: whatever is renamed is not there any more. */
  #lookedAgain(path: string, claim: Claim, { answer }: Reading, isThere: boolean): Proven {
    if (isThere) return this.#stands(path, claim);
    if (answer === undefined || answer.limited || answer.status >= 500) return [];
    this.#shown.delete(path);
    const maker = makerOf(claim);
    if (maker !== undefined) this.#movers.add(maker);
    return [];
  }

  #stands(path: string, claim: Claim): Proven {
    this.#shown.set(path, { ...claim, shownAt: (this.#now += 1) });
    const maker = makerOf(claim);
    const all = [...this.#shown].filter(([shown, one]) => makerOf(one) === maker && !this.#isForeign(shown));
    const lastMade = Math.max(...all.map(([, { madeAt }]) => madeAt));
    const beside = all.filter(([, { shownAt }]) => shownAt > lastMade);
    if (maker === undefined || beside.length < 2) return [];
    this.#makers.add(maker);
    for (const [shown] of all) this.#shown.delete(shown);
    return beside;
  }
}
