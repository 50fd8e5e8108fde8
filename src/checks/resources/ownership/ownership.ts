import { SAFE_METHODS, saysAbsent } from '../../../http/exchange.ts';
import { percentDecoded } from '../../../http/target.ts';
import { type Operation } from '../../../interface/model.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import { listPlaceOf } from '../../../interface/resources/places/listed-elsewhere.ts';
import { canonicalPath } from '../../../interface/resources/places/places.ts';
import { type Contract, servesBy } from '../../../oracle/contract.ts';
import { findsNothing, type Reading } from '../../../oracle/reading.ts';
import { ClaimedPlaces } from './claimed-places.ts';
import { aboutNamed } from '../creations/named-in-body.ts';
import { markersIn, markersOf, placeAskedBy } from '../creations/creations.ts';
import { replacedBy } from './held-inside.ts';
import { madeElsewhere } from './made-elsewhere.ts';
import {
  EntityTags,
  isApart,
  isBelow,
  isInside,
  OtherPlaces,
  otherPlacesOf,
  type OwnEntry,
  placePutInList,
  severalMade,
} from './own-entries.ts';
import { SilentCreations } from './silent-creations.ts';
import { MOST_STRANGERS, Strangers } from './strangers.ts';
import { isGuessed, isNameSent, linkedPlaces, placeLocated, placesTold, placeToRead } from './told-places.ts';
import {
  type Deed,
  deedOf,
  entriesIn,
  entryIn,
  heldIn,
  isSuccess,
  pathInWhole,
  pathOfEntry,
  pathSent,
  pathsNamedIn,
  placeAfterChange,
  tellsOfNew,
} from '../deeds.ts';

/**
 * What a run made itself, and what became of it. Only that may be changed or removed: an entry that some answer showed before the
 * run asked for it to be made is somebody else's, whatever the service says.
 */

/** Keeps what the run made while its exchanges come in. */
export class Ownership {
  readonly #contract: Contract;
  readonly #own = new Map<string, OwnEntry>();
  /** Paths that the run thought of, for entries that a PUT makes. */
  readonly #coined = new Set<string>();
  readonly #otherPlaces = new OtherPlaces();
  /** Those that may be gone: their holder was removed, or their own removal found nothing. Another look tells. */
  readonly #doubted = new Set<OwnEntry>();
  /** Places where a read found nothing, and nothing was made since: what is put there is the run's. */
  readonly #empty = new Set<string>();
  /** What answers say to be made at other places. */
  readonly #claims = new ClaimedPlaces((path) => this.#strangers.has(path));
  /** Creations of which a list alone can tell what they made. */
  readonly silent = new SilentCreations();
  readonly #strangers: Strangers;
  #known: { readonly by: Reading; readonly made: readonly Reading[] } | undefined;
  readonly #tags = new EntityTags();
  /** Requests that made what was gone before something else was made in its place. */
  readonly #makersOfReplaced = new Set<Reading>();

  /** `foreign`: the paths of what was there before, and others made. */
  constructor(contract: Contract, foreign: ReadonlySet<string> = new Set()) {
    this.#contract = contract;
    this.#strangers = new Strangers(foreign);
  }

  /** The paths of what others made, as far as they are known. */
  get foreign(): ReadonlySet<string> {
    return this.#strangers.paths;
  }

  /** What the run made, in the order of making. */
  get entries(): readonly OwnEntry[] {
    return [...this.#own.values()];
  }

  /** What creations most likely made, and nothing proves: it is left as it is. */
  get untouched(): readonly { readonly path: string; readonly madeBy: Reading }[] {
    const unread = this.#claims.unread.filter(({ madeBy }) => madeBy.answer?.status === 201);
    return [...this.#claims.untouched, ...unread];
  }

  /** The requests that made what is gone, also where something else has its place by now. */
  get makersOfGone(): ReadonlySet<Reading> {
    const gone = this.entries.filter(({ standing }) => standing === 'gone');
    return new Set([...this.#makersOfReplaced, ...gone.map(({ madeBy }) => madeBy)]);
  }

  /** Places that only a read can say of whether what stands there is the run's, with what reads them. */
  get claims(): readonly { readonly path: string; readonly resource: Resource }[] {
    return this.#claims.open;
  }

  /** True for a place of which only reads can say whether what stands there is the run's. */
  isClaimed(path: string): boolean {
    return this.#claims.isOpen(path);
  }

  /** True for an entry of the run that is inside of the one at a path. */
  isInside(entry: Pick<OwnEntry, 'path' | 'place'>, holder: string): boolean {
    const others = otherPlacesOf(this.#own.get(holder)).map(({ path }) => path);
    return [holder, ...others].some((one) => isInside(entry, one, this.#own));
  }

  /** The entry at a path, or with another name of it there, where the run made it. */
  at(path: string): OwnEntry | undefined {
    return this.#own.get(canonicalPath(path)) ?? this.#otherPlaces.at(canonicalPath(path));
  }

  /**
   * True for a path of an entry that the run made, and for whatever is inside of one: nobody else can have put it there without
   * knowing it.
   */
  covers(path: string): boolean {
    const canonical = canonicalPath(path);
    for (let end = canonical.length; end > 0; end = canonical.lastIndexOf('/', end - 1)) {
      const part = canonical.slice(0, end);
      if (this.#own.has(part) || this.#coined.has(part) || this.#otherPlaces.at(part) !== undefined)
        return true;
    }
    return false;
  }

  /** The paths of entries that the body of a call names. */
  namedIn(reading: Reading): readonly string[] {
    return pathsNamedIn(this.#contract, reading);
  }

  /** Takes a path for the run's own that it thought of by chance, and that a read found empty. */
  coin(path: string): void {
    const canonical = canonicalPath(path);
    if (!this.#strangers.has(canonical)) this.#coined.add(canonical);
  }

  /** The entity tag that the last answer about a path had (RFC 9110 §8.8.3). */
  tagOf(path: string): string | undefined {
    return this.#tags.at(canonicalPath(path));
  }

  /** False once so many entries of others were seen that nothing more is taken for the run's own. */
  get hasRoom(): boolean {
    return !this.#strangers.isFull;
  }

  /** Leaves out what is gone: an identity that comes again is a new one, and what a list shows then is somebody else's. */
  forgetGone(): void {
    for (const [path, { standing }] of this.#own) {
      if (standing !== 'gone') continue;
      this.#own.delete(path);
      this.#coined.delete(path);
    }
    this.#otherPlaces.forgetGone();
    this.#tags.keepThose((path) => this.#own.has(path));
  }

  /** Takes note of an exchange. */
  note(reading: Reading): void {
    const deed = deedOf(this.#contract, reading);
    if (deed === undefined) {
      this.#acted(reading);
      return;
    }
    const { answer, exchange } = reading;
    if (answer?.limited === true) return;
    if (exchange.request.credential.kind === 'other-key') return this.#touched(deed, reading);
    this.#tags.note(deed, answer);
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
      case 'makeAt':
        this.#replaced(deed, reading);
        this.#writtenInside(deed, reading);
        this.#moved(deed, reading);
        return;
      case 'change':
        this.#writtenInside(deed, reading);
        this.#seen(deed.path, reading);
        this.#moved(deed, reading);
        return;
      case 'read':
        this.#confirmed(deed.path, reading);
        this.#seen(deed.path, reading);
        return;
      case 'removeAll':
    }
  }

  /** An action that is served of what was removed may bring it back. */
  #acted(reading: Reading): void {
    const place = placeAskedBy(this.#contract, reading);
    if (SAFE_METHODS.has(reading.exchange.request.method) || place === undefined || !isSuccess(reading))
      return;
    for (const named of pathsNamedIn(this.#contract, reading)) {
      const own = this.#own.get(named);
      if (own?.standing === 'there') own.standing = 'unknown';
    }
    for (const { path, resource } of madeElsewhere(this.#contract, reading, this.covers(place)))
      this.#made(path, resource, reading);
    for (const own of this.#own.values()) {
      if (!isBelow(own, place)) continue;
      if (own.standing === 'gone') own.standing = 'unknown';
      this.#tags.forget(own.path);
    }
  }

  /** What another user removed may be gone, or is said to be: it is taken away again in the end. */
  #touched({ part, path }: Deed, { answer }: Reading): void {
    const entry = this.#own.get(path);
    if (part === 'remove' && entry?.standing === 'there' && (answer?.status ?? 0) < 400)
      entry.standing = 'unknown';
  }

  /** What is shown is there, and not the run's where it did not make it. */
  #seen(path: string, reading: Reading): void {
    const own = this.#own.get(path);
    const status = reading.answer?.status ?? 500;
    const isAbsent = findsNothing(reading);
    if (saysAbsent(status) && own === undefined && this.#empty.size < MOST_STRANGERS) this.#empty.add(path);
    if (own !== undefined && isAbsent && this.#isDoubted(own)) own.standing = 'gone';
    if (isAbsent || status >= 300) return;
    this.#empty.delete(path);
    if (own === undefined && !this.#claims.has(path) && !this.silent.has(path)) this.#strangers.add(path);
    if (own === undefined) return;
    this.#doubted.delete(own);
    if (own.standing === 'unknown') own.standing = 'there';
  }

  /** True for what may have gone with what it was inside of, or was not there once: the next read that finds nothing tells. */
  #isDoubted(entry: OwnEntry): boolean {
    return entry.standing === 'unknown' && this.#doubted.has(entry);
  }

  #listed({ resource, values, path: place }: Deed, reading: Reading): void {
    const listed = resource.itemPath === undefined ? undefined : entriesIn(resource, reading);
    if (listed === undefined) return;
    const unseen = listed.flatMap((entry) => {
      const path = pathOfEntry(resource, values, entry);
      if (path === undefined || this.#strangers.has(path)) return [];
      return this.#own.has(path) && !this.silent.has(path) ? [] : [{ path, entry }];
    });
    const silent = this.silent.listed(place, { unseen, by: reading }, (path) => this.covers(path));
    for (const shown of silent) this.#made(shown.path, shown.resource, shown.reading, shown.place);
    if (silent.length > 0) this.#known = { by: reading, made: silent.map((shown) => shown.reading) };
    for (const { path, entry } of unseen) {
      if (this.#strangers.isFull) return;
      if (this.#own.has(path) || this.#strangers.has(path)) continue;
      const claim = this.#claims.listed(path, entry);
      if (claim !== undefined) this.#made(path, claim.resource, claim.madeBy, claim.place);
      // What carries a text of this run may be its own, from a request whose answer is still to come.
      if (markersOf(entry).length === 0 && !this.silent.has(path)) this.#strangers.add(path);
    }
  }

  /** A read of a place that an answer named may show what that creation made. */
  #confirmed(path: string, reading: Reading): void {
    if (reading.answer === undefined) return;
    const proven = this.#claims.look(path, reading, (place) => this.covers(place));
    if (proven === 'changed') {
      this.#strangers.add(path);
      return;
    }
    for (const [own, { resource, madeBy, place }] of proven) this.#made(own, resource, madeBy, place);
    if (proven.length > 0) this.#known = { by: reading, made: proven.map(([, { madeBy }]) => madeBy) };
  }

  /** True where a creation by an operation was shown, and another one has to be before either is the run's. */
  needsAnother(operation: Operation): boolean {
    return this.#claims.needsAnother(operation);
  }

  /** The requests of which an exchange tells that they made something: mostly that exchange itself. */
  makersShownBy(reading: Reading): readonly Reading[] {
    return this.#known?.by === reading ? this.#known.made : [reading];
  }

  #created({ resource, values, path: made }: Deed, reading: Reading): void {
    const { answer, expectation } = reading;
    if (answer === undefined || answer.status >= 300 || expectation.operation === undefined) return;
    // What a success tells of was made, whether the document knows of its status or not: 202 alone may be done later (RFC 9110 section
    // 15.3.3).
    if (answer.status === 202 && !servesBy(expectation.operation, answer.status)) return;
    if (resource.elsewhere !== undefined) {
      for (const path of placesTold(this.#contract, resource, values, reading))
        if (tellsOfNew(reading) || !isNameSent(path, reading)) this.#claim(path, resource, reading, made);
      return;
    }
    if (resource.inHolder !== undefined) {
      const living = this.entries.filter(({ standing }) => standing === 'there');
      const isOfOwn = aboutNamed(living, reading);
      for (const entry of heldIn(resource, reading)) {
        const path = pathOfEntry(resource, values, entry);
        const known = path === undefined ? undefined : this.#own.get(path);
        // What was removed, and is about what this request names, is there again.
        const isNew = known === undefined || (known.standing !== 'there' && isOfOwn(entry));
        if (path !== undefined && isNew && (this.covers(path) || isOfOwn(entry)))
          this.#made(path, resource, reading);
      }
      return;
    }
    for (const path of severalMade(resource, values, reading, { place: made, ownership: this }))
      this.#made(path, resource, reading, made);
    const shown = entryIn(resource, reading);
    const named = shown === undefined ? undefined : pathOfEntry(resource, values, shown);
    const location = placeLocated(this.#contract, resource, reading);
    // A Location that names another entry than the answer tells of may name one of somebody else.
    const [linked] = linkedPlaces(this.#contract, resource, reading);
    const told = (isGuessed(resource) ? (location ?? named) : (named ?? location)) ?? linked;
    // An answer that is one word may say anything: a read tells whether it is a name.
    const whole = told === undefined ? pathInWhole(resource, values, reading) : undefined;
    this.#claim(placeToRead(reading, { whole, told }), resource, reading, made);
    const path = told ?? pathSent(resource, values, reading);
    if (path === undefined && whole === undefined)
      this.silent.add({ resource, reading, place: listPlaceOf(resource, made) });
    // Of what was told with nothing, a read at the name that was sent tells.
    if (path === undefined) return;
    if (!tellsOfNew(reading) && answer.json.kind === 'json') {
      // Of what has no place for a text, the list tells whether it was there before.
      if (path === named && this.#isOpen(path))
        this.silent.addNamed({ resource, reading, place: listPlaceOf(resource, made), path }, this.entries);
      return;
    }
    const isNamed = told !== undefined || this.#isOwnName(path);
    if (isNamed && tellsOfNew(reading)) this.#made(path, resource, reading, made);
    else this.#claim(path, resource, reading, made);
  }

  /**
   * True for a name that nobody else can have given: one with a text of the run, or of a place where there was nothing. A service that
   * counts its entries itself makes nothing of another name that it is sent, and somebody else's entry may have that.
   */
  #isOwnName(path: string): boolean {
    const name = percentDecoded(path.slice(path.lastIndexOf('/') + 1)) ?? '';
    return (
      markersIn(name).length > 0 || this.#empty.has(path) || this.#coined.has(path) || this.#own.has(path)
    );
  }

  /** True for a path of nobody, as far as it is known. */
  #isOpen(path: string): boolean {
    return (this.#own.get(path)?.standing ?? 'gone') === 'gone' && !this.#strangers.has(path);
  }

  /** A read has to tell whether what stands there is what this request made. */
  #claim(path: string | undefined, resource: Resource, madeBy: Reading, place: string): void {
    if (path !== undefined && this.#isOpen(path)) this.#claims.add(path, resource, madeBy, place);
  }

  #replaced(deed: Deed, reading: Reading): void {
    const { path, part, resource, values } = deed;
    const status = reading.answer?.status ?? 0;
    const isServed = status >= 200 && status < 300;
    // Who names its entries itself may make what it is sent at a place of its own (RFC 9110 section 15.3.2).
    const location = part === 'replace' ? placePutInList(this.#contract, deed, reading) : undefined;
    const isFree = (this.#own.get(path)?.standing ?? 'gone') === 'gone';
    if (location !== undefined && location !== path && isFree) return this.#made(location, resource, reading);
    // What is put inside of an entry of the run, nobody else can have put there.
    const isEntry = resource.kind === 'collection';
    const isWithin = isServed && isEntry && !this.#own.has(path) && this.covers(path);
    const isNew = isServed && (this.#coined.has(path) || this.#empty.has(path));
    const isMade = status === 201 || isWithin || isNew;
    // A POST that says 200 may have done anything: a read tells whether something is there now.
    const isSure = part === 'replace' && (isWithin || this.#coined.has(path));
    const shown = part === 'makeAt' ? entryIn(resource, reading) : undefined;
    const named = shown === undefined ? undefined : pathOfEntry(resource, values, shown);
    // One whose answer names another place may have made a copy of what it was sent to.
    const isElsewhere = named !== undefined && named !== path;
    const isOpen = isElsewhere || (status !== 201 && !isSure);
    if (isMade && isOpen && this.#own.has(path)) return;
    if (isMade) this.#made(path, resource, reading);
    const made = isMade && isOpen ? this.#own.get(path) : undefined;
    if (made !== undefined) made.standing = 'unknown';
    if (!isMade && isServed && !this.#own.has(path)) this.#strangers.add(path);
  }

  /** What a request puts inside of an entry of the run takes the place of what was there. */
  #writtenInside(deed: Deed, reading: Reading): void {
    const isReplaced = replacedBy(this.#contract, deed, reading);
    for (const own of this.#own.has(deed.path) ? this.#own.values() : [])
      if (isReplaced(own) && own.standing === 'there' && this.isInside(own, deed.path))
        own.standing = 'unknown';
  }

  /** A change may give an entry of the run another name, and so another place; another look tells what is at the old one. */
  #moved({ path, resource }: Deed, reading: Reading): void {
    const own = this.#own.get(path);
    const now = own === undefined ? undefined : placeAfterChange(this.#contract, reading);
    if (own === undefined || now === undefined) return;
    for (const left of this.#own.values())
      if (left === own || (left.standing === 'there' && this.isInside(left, path))) {
        left.standing = 'unknown';
        this.#doubted.add(left);
      }
    if (now.isGiven) this.#made(now.path, resource, own.madeBy, own.place);
  }

  #made(path: string, resource: Resource, madeBy: Reading, made?: string): void {
    if (this.#strangers.has(path) || this.#strangers.isFull) return;
    const known = this.#own.get(path);
    const own = listPlaceOf(resource, path.slice(0, path.lastIndexOf('/')));
    const place = made !== undefined && isApart(resource) ? made : own;
    if (known === undefined || known.standing === 'gone') {
      if (known !== undefined) this.#makersOfReplaced.add(known.madeBy);
      // What comes again is made last.
      this.#own.delete(path);
      const entry: OwnEntry = { resource, path, place, madeBy, standing: 'there' };
      this.#own.set(path, entry);
      this.#otherPlaces.note(entry, (other) => this.#strangers.has(other));
    } else known.standing = 'there';
  }

  #removed({ path }: Deed, { answer }: Reading): void {
    const entry = this.#own.get(path);
    if (entry === undefined || entry.standing === 'gone') return;
    const status = answer?.status ?? 0;
    if (status >= 200 && status < 300) {
      for (const own of this.#own.values())
        if (own.path === path || own.path.startsWith(`${path}/`)) own.standing = 'gone';
        // What has a place of its own may stay there.
        else if (own.standing === 'there' && this.isInside(own, path)) {
          own.standing = 'unknown';
          this.#doubted.add(own);
        }
    } else if (this.#isDoubted(entry) && saysAbsent(status)) entry.standing = 'gone';
    else if (status === 0 || status >= 500 || saysAbsent(status)) entry.standing = 'unknown';
    if (entry.standing === 'unknown' && saysAbsent(status)) this.#doubted.add(entry);
  }
}
