import { isBelow } from '../ownership/own-entries.ts';
import { SAFE_METHODS, saysAbsent } from '../../../http/exchange.ts';
import { isListedAlone, type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import { findsNothing, type Reading } from '../../../oracle/reading.ts';
import type { JudgedRun } from '../../check.ts';
import {
  choosesAlone,
  isMissed,
  mayBeAnother,
  Listings,
  namedEntries,
  proveGone,
  showsAll,
  showsAllAndRemoved,
  takeForReading,
} from './list-looks.ts';
import {
  endWithInside,
  judgeListedAsRead,
  judgeListedWhenGone,
  judgeMissing,
  judgeReadOfRemoved,
  judgeReadWhenGone,
  judgeRemovedAgain,
} from './gone/life-end.ts';
import { isTurnedAway, judgeAct, judgeBeside, judgeDone, movedBy, type OnOne } from './states/actions.ts';
import {
  changedInSpite,
  judgeInSpite,
  judgeRemovedFull,
  judgeRemovedInSpite,
  noteMadeInside,
} from './states/in-spite.ts';
import type { CountedNumbers } from './made/counted.ts';
import {
  asksForRemovedAlone,
  judgeBackUnlisted,
  judgeBroughtBack,
  judgeListWithRemoved,
  forgetActed,
} from './gone/brought-back.ts';
import { saysItFailed, shownOf, tellingOf, tellsOfLife } from './members/shown-entry.ts';
import { leaveOutClaims } from './made/creation-claims.ts';
import { judgeAllMade, judgeMade, judgeUnseen, makingOf } from './made/made.ts';
import { EmptyPlaces, judgePlace, judgeReplaced } from './made/made-place.ts';
import { judgeHidden, judgeHiddenOfNew } from './members/hidden-members.ts';
import { judgeActedAway } from './gone/acted-away.ts';
import { judgeServedWhenGone, judgeServedWhenKept } from './gone/served-when-gone.ts';
import { isOwedByList } from './owed-by-list.ts';
import { judgeTested } from './change-lists.ts';
import { giveMembers, judgeMembers, noteRefused, takeTold } from './members/life-members.ts';
import { type Act, asksNothingCertain, begun, forget, type Life, LifeCourt, wasRead } from './life.ts';
import { asksForWhole, isDoneOtherwise } from '../lists/asked-in-query.ts';
import { placeAskedBy } from '../creations/creations.ts';
import { ThingsThere } from './things-there.ts';
import { replacedBy } from '../ownership/held-inside.ts';
import { Ownership } from '../ownership/ownership.ts';
import { type Deed, deedOf, entriesIn, isSuccess, tellsOfSeveral } from '../deeds.ts';
import { forgetInThings, judgeAllHeld, type WholeReading, wholeReading } from './held-in-things.ts';
import { ActsElsewhere, forgetMadeAnew, loosenNamed, loosenOthers } from './gone/acts-elsewhere.ts';
import { renamed } from './states/renamed.ts';

/**
 * The lives of the entries that a run made: which state each must be in after every request, and what a later answer shows of it.
 * One pass over the exchanges in the order of sending; whatever a request may have done without saying so is open until it is
 * read again.
 */

/** Takes note of the exchanges of a run. `counted` has to know them by then. */
export class LifeBook {
  readonly contract: Contract;
  readonly #ownership: Ownership;
  readonly #lives = new Map<string, Life>();
  readonly #elsewhere = new ActsElsewhere();
  readonly #listings = new Listings();
  readonly #deeds: OnOne[] = [];
  readonly #things = new ThingsThere(this.#lives);
  readonly #empty = new EmptyPlaces();
  /** Kinds of which an entry was not found although nothing was done. */
  readonly #lost = new Set<Resource>();
  /** The last read of each place of which it is open whether the run made what stands there. */
  readonly #readBefore = new Map<string, Reading>();
  readonly court = new LifeCourt();

  /** Members whose numbers are the service's. */
  readonly #counted: CountedNumbers;

  constructor({ contract, foreign }: JudgedRun, counted: CountedNumbers) {
    this.contract = contract;
    this.#ownership = new Ownership(contract, foreign);
    this.#counted = counted;
  }

  get lives(): readonly Life[] {
    return [...this.#lives.values()];
  }

  note(reading: Reading): void {
    const deed = deedOf(this.contract, reading);
    if (reading.answer?.limited === true) return;
    this.#things.note(deed, reading, this.court);
    this.#empty.note(deed, reading, deed !== undefined && this.#lives.has(deed.path));
    const isOfOther = reading.exchange.request.credential.kind === 'other-key';
    if (deed !== undefined && isOfOther) this.#touched(deed, reading);
    else if (deed !== undefined) this.#judge(deed, reading);
    else if (!SAFE_METHODS.has(reading.exchange.request.method)) this.#acted(reading);
    else this.#shownInside(wholeReading(this.contract, reading), reading);
    forgetInThings(this.lives, deed, reading);
    if (deed !== undefined && !isOfOther) {
      loosenOthers(this.lives, reading, deed.path, this.#ownership);
      if (deed.part !== 'read') this.#readBefore.delete(deed.path);
      else if (this.#ownership.isClaimed(deed.path)) this.#readBefore.set(deed.path, reading);
    }
    this.#ownership.note(reading);
    // What a read shows to be the run's was made before.
    for (const by of this.#ownership.makersShownBy(reading)) {
      const taken = deedOf(this.contract, by);
      if (taken !== undefined) this.#taken(taken, by);
    }
  }

  #look(life: Life, reading: Reading, shown: JsonObject, isReading: boolean): void {
    const others = this.#elsewhere.onFellows(life);
    const tells = tellingOf(life, reading, shown, isReading);
    const counted = this.#counted.of(life.resource);
    judgeMembers({ court: this.court, life, reading, shown, isReading, tells, counted, others });
  }

  #judge(deed: Deed, reading: Reading): void {
    const life = this.#lives.get(deed.path) ?? this.#things.metBy(deed, reading, this.#elsewhere.count);
    switch (deed.part) {
      case 'read':
        if (life !== undefined) this.#read(life, reading);
        this.#shownInside(deed, reading);
        return;
      case 'list':
        if (choosesAlone(this.contract, deed, reading)) this.#listed(deed, reading);
        else if (asksForRemovedAlone(deed.resource, deed.query))
          judgeListWithRemoved(this.court, this.lives, { deed, reading, listings: this.#listings }, (count) =>
            showsAllAndRemoved(this.contract, deed, reading, count),
          );
        return;
      case 'change':
      case 'replace':
        // What is put inside of an entry takes the place of what was there, of what was removed as well.
        for (const inner of this.lives.filter(replacedBy(this.contract, deed, reading)))
          if (this.#ownership.isInside(inner, deed.path)) forget(inner, 'unknown');
        if (life !== undefined) this.#written(life, deed.part, reading);
        return;
      case 'remove':
        if (life !== undefined && !this.#things.isLeft(life, 'remove', reading)) this.#removed(life, reading);
        return;
      case 'create':
        judgePlace(this.court, this.#lives, deed, reading);
        noteMadeInside(this.#lives.values(), reading, deed.path);
        return;
      case 'makeAt':
        if (life !== undefined && isSuccess(reading)) forget(life, 'unknown');
        return;
      case 'removeAll':
    }
  }

  /** What another user was told to have done is for other checks: the entry is whatever the next answer shows. */
  #touched(deed: Deed, reading: Reading): void {
    const { part, path } = deed;
    const life = this.#lives.get(path);
    if (life === undefined || part === 'read' || part === 'list') return;
    if ((reading.answer?.status ?? 0) < 400) forget(life);
    else this.#judge(deed, reading);
  }

  /**
   * An action on an entry may have changed anything about it; one that is served of a removed entry may bring it back. One that was
   * turned away at the door changes nothing.
   */
  #acted(reading: Reading): void {
    const named = this.#ownership.namedIn(reading);
    for (const life of this.lives) if (named.includes(life.path)) forget(life);
    const place = placeAskedBy(this.contract, reading) ?? '';
    // The innermost first: what is forgotten of what is around it tells nothing of it.
    const around = [...this.lives].filter((life) => isBelow(life, place));
    forgetMadeAnew(this.lives, reading, around.length === 0 ? place : undefined);
    for (const life of around.toSorted((a, b) => b.path.length - a.path.length))
      if (isTurnedAway(reading))
        life.acts.push({ reading, part: 'action', isServed: false, values: new Map() });
      else {
        const isBack = (life.standing === 'gone' || life.isKeptAsRemoved) && isSuccess(reading);
        const { done, moved } = judgeAct(this.court, life, reading);
        forgetActed(life, reading, isBack);
        Object.assign(life, { done, moved });
        if (done !== undefined) this.#deeds.push({ life, by: reading, operation: done.operation });
        loosenNamed(this.lives, reading, life.path, this.#ownership);
        // It may have been about what is inside as well: a cart that is ordered is empty.
        for (const inner of this.#inside(life.path)) if (!around.includes(inner)) forget(inner);
        // A body may name others.
        const isAlone = reading.expectation.operation?.requestBody === undefined;
        if (isSuccess(reading) && isAlone)
          this.#elsewhere.add({ life, act: { reading, part: 'action', isServed: true, values: new Map() } });
      }
  }

  /** Takes note of what the request made, once it is known whose it is. */
  #taken(deed: Deed, reading: Reading): void {
    const { part, resource } = deed;
    if (part !== 'create' && part !== 'makeAt' && part !== 'replace') return;
    // A creation may give the place of what was removed to something new, however its answer names that place.
    const isFree = (path: string): boolean => {
      const standing = this.#lives.get(path)?.standing;
      return standing === undefined || (part === 'create' && standing === 'gone');
    };
    const made = this.#ownership.entries.filter(({ madeBy, path }) => madeBy === reading && isFree(path));
    const [first] = made;
    if (first === undefined) return;
    if (part === 'create' && tellsOfSeveral(reading)) {
      // What the request says of several at once may be about each of them, or about none.
      for (const { path, place } of made)
        this.#begin(begun({ resource, path, place, making: undefined, shown: undefined }, reading));
      return;
    }
    const { path, place, standing } = first;
    const shown = shownOf({ resource, path }, reading);
    const making = makingOf(resource, reading, shown);
    const isOpen = isDoneOtherwise(reading);
    const life = begun({ resource, path, place, making, shown }, reading, isOpen ? 'unknown' : standing);
    this.#begin(life);
    if (!isOpen) giveMembers(life, part === 'makeAt' ? 'create' : part, reading);
    takeTold(life, shown);
    if (shown !== undefined) judgeHiddenOfNew({ court: this.court, life, reading, shown });
    const readBefore = this.#readBefore.get(path);
    if (readBefore !== undefined) this.#read(life, readBefore);
    this.#readBefore.delete(path);
  }

  #begin(life: Life): void {
    life.looked = this.#elsewhere.count;
    this.#lives.set(life.path, life);
  }

  close(): void {
    judgeAllMade(this.court, this.lives);
    this.court.states.judge(this.court);
  }

  #inside(path: string): readonly Life[] {
    return this.lives.filter((one) => one.path !== path && this.#ownership.isInside(one, path));
  }

  #written(life: Life, part: 'change' | 'replace', reading: Reading): void {
    const [status, { operation }] = [reading.answer?.status ?? 0, reading.expectation];
    if (operation === undefined) return;
    if (status >= 400 && status < 500) {
      noteRefused(life, part, reading);
      return;
    }
    if (status === 0 || status >= 300 || status === 202 || saysItFailed(life, reading)) {
      forget(life);
      return;
    }
    judgeServedWhenKept(this.court, this.contract.interface, life, reading);
    if (life.standing === 'gone') return judgeServedWhenGone(this.court, life, part, reading);
    if (asksNothingCertain(reading) || judgeTested(this.court, life, reading)) {
      forget(life);
      return;
    }
    const inSpite = changedInSpite(this.court, life, reading);
    const moved = renamed(this.contract, this.#lives, this.#ownership, { life, part, reading });
    if (moved !== undefined) this.#begin(moved);
    judgeReplaced(this.court, life, reading);
    life.doneBy.clear();
    life.done = undefined;
    const act: Act = { reading, part, isServed: true, values: giveMembers(life, part, reading) };
    life.moved = movedBy(life, act);
    // What was removed and is kept may be back.
    Object.assign(life, { inSpite, isFresh: false, isKeptAsRemoved: false });
    life.acts.push(act);
    life.changedMs = reading.exchange.endMs;
    this.#elsewhere.add({ life, act });
    const shown = shownOf(life, reading);
    if (shown !== undefined && tellsOfLife(life, operation)) this.#look(life, reading, shown, false);
  }

  #removed(life: Life, reading: Reading): void {
    const status = reading.answer?.status ?? 0;
    if (life.standing === 'gone' || life.isKeptAsRemoved) return judgeRemovedAgain(this.court, life, reading);
    const inside = this.#inside(life.path);
    judgeRemovedFull(this.court, life, reading, { book: this, inside });
    if (status >= 400 && status < 500) {
      life.acts.push({ reading, part: 'remove', isServed: false, values: new Map() });
      return;
    }
    const isOpen = isDoneOtherwise(reading) || saysItFailed(life, reading);
    if (status < 200 || status >= 300 || status === 202 || isOpen) {
      for (const one of [life, ...inside]) forget(one);
      if (status === 202) life.removedBy = reading;
      return;
    }
    judgeRemovedInSpite(this.court, life, reading);
    this.#elsewhere.add({ life, act: { reading, part: 'remove', isServed: true, values: new Map() } });
    endWithInside(life, reading, inside);
  }

  #read(life: Life, reading: Reading): void {
    const { answer, expectation, exchange } = reading;
    if (answer === undefined || exchange.request.credential.kind !== 'valid' || answer.status >= 500) return;
    const isAbsent = saysAbsent(answer.status);
    const isGone = life.standing === 'gone';
    if ((isGone && judgeReadOfRemoved(this.court, life, reading, isAbsent)) || !asksForWhole(reading)) return;
    const isNothing = findsNothing(reading);
    if (isGone) return judgeReadWhenGone(this.court, life, reading, isNothing);
    // What was shown before has more than nothing to show.
    if (isAbsent || (isNothing && life.isRead && answer.status !== 204)) {
      judgeBroughtBack(this.court, life, reading, undefined);
      if (!this.#things.isLeft(life, 'read', reading)) this.#missing(life, reading);
      return;
    }
    if (answer.status >= 300) return;
    const shown = shownOf(life, reading);
    if (life.standing === 'unknown') life.standing = 'there';
    if (shown === undefined || !tellsOfLife(life, expectation.operation)) return;
    this.#empty.judge(this.court, life, reading);
    judgeBroughtBack(this.court, life, reading, shown);
    const isAwaited = life.broughtBack?.isShown === false;
    for (const { part, isServed, reading: refused } of life.acts)
      if (!isServed && part === 'remove') this.court.proves('refused-changes-nothing', refused);
    if (!life.isRead && life.isFresh && life.changedMs === life.madeBy.exchange.endMs)
      judgeMade(this, life, reading, shown);
    leaveOutClaims(this.lives, life, shown);
    judgeBeside(this.court, life, reading, { shown, deeds: this.#deeds });
    judgeInSpite(this.court, life, reading, shown);
    life.isUnsettled = judgeDone(this.court, life, reading, shown) || isAwaited;
    this.#look(life, reading, shown, true);
    wasRead(life, reading, this.#elsewhere.count);
  }

  #missing(life: Life, reading: Reading, told?: string): void {
    const { other, above, isBeside } = this.#elsewhere.whyMissing(life, this.#ownership);
    if ((told ?? other ?? above) === undefined && !isBeside) judgeActedAway(this.court, life, reading);
    if (life.standing !== 'there') return;
    life.standing = 'unknown';
    // Where entries are not found although nothing was done, nobody knows what became of the others.
    if ([told, other, above, ...life.acts].every((one) => one === undefined)) this.#lost.add(life.resource);
    if (life.mayBeElsewhere || (told === undefined && this.#lost.has(life.resource))) return;
    judgeMissing(this.court, life, reading, { other, above, told, isBeside });
  }

  /** What the reading of a holder shows of the entries inside of it, where nothing else does. */
  #shownInside(holder: WholeReading | undefined, reading: Reading): void {
    if (holder === undefined || reading.exchange.request.credential.kind !== 'valid') return;
    for (const resource of resourcesOf(this.contract.interface)) {
      const { seenIn } = resource;
      if (seenIn === undefined || seenIn !== reading.expectation.operation) continue;
      const path = `${holder.path}${resource.path.slice(resource.path.lastIndexOf('/'))}`;
      const deed: Deed = { ...holder, resource, part: 'list', path };
      this.#listed(deed, reading);
      judgeAllHeld(this.court, this.contract, this.lives, { deed, reading });
    }
  }

  #listed(deed: Deed, reading: Reading): void {
    const entries = this.#lives.size === 0 ? undefined : entriesIn(deed.resource, reading);
    if (entries === undefined) return;
    const { shown, unclear, areAllNamed } = namedEntries(deed, entries);
    for (const life of this.#lives.values()) {
      const entry = unclear.has(life.path) ? undefined : shown.get(life.path);
      if (life.resource !== deed.resource || entry === undefined || mayBeAnother(life, entry)) continue;
      judgeHidden({ court: this.court, life, reading, shown: entry });
      const listed = { reading, entry, listings: this.#listings };
      const isAway = life.standing === 'gone' || life.isKeptAsRemoved;
      life.isUnsettled = isAway && !this.#listings.isSettled(life, reading);
      if (isAway) judgeListedWhenGone(this.court, life, listed);
      else if (isListedAlone(life.resource)) {
        const others = this.#elsewhere.onFellows(life);
        if (!life.isRead && life.changedMs === life.madeBy.exchange.endMs)
          judgeMade(this, life, reading, entry);
        leaveOutClaims(this.lives, life, entry);
        if (takeForReading(this.court, life, { ...listed, others })) life.looked = this.#elsewhere.count;
      } else if (life.standing === 'there') judgeListedAsRead(this.court, life, listed);
    }
    if (areAllNamed) proveGone(this.court, this.lives, deed, this.contract, { reading, shown });
    this.#listings.note(reading);
    if (!areAllNamed || !showsAll(this.contract, deed, reading, entries.length)) return;
    for (const life of this.#lives.values())
      if (life.place === deed.path && life.resource === deed.resource && !shown.has(life.path))
        if (life.broughtBack !== undefined)
          judgeBackUnlisted(this.court, life, reading, this.#listings.isSettled(life, reading));
        else if (isMissed(life, this.lives, reading))
          this.#missing(life, reading, 'the list shows it no longer');
        else if (isOwedByList(this.contract, life, this.lives, shown))
          judgeUnseen(this.court, life, reading, this.#listings.isSettled(life, reading));
  }
}
