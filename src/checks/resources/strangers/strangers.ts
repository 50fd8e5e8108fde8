import { isOfRegistered } from '../../../http/credential-use.ts';
import { saysAbsent } from '../../../http/exchange.ts';
import { isListedAlone, type Resource } from '../../../interface/resources/resources.ts';
import { isObject, type JsonObject } from '../../../json/value.ts';
import { forbidsKnownUser } from '../../../oracle/known-users.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { JudgedRun } from '../../check.ts';
import type { Violation } from '../../outcome.ts';
import { statusText } from '../../statuses.ts';
import { placeAskedBy } from '../creations/creations.ts';
import { showsAbsence } from '../life/life.ts';
import { type Act, DEVIATIONS, isDone, type Known } from './acts-of-other.ts';
import type { OwnEntry } from '../ownership/own-entries.ts';
import { Ownership } from '../ownership/ownership.ts';
import { BelowEntries } from './below-entries.ts';
import { namedEntries } from '../life/list-looks.ts';
import { calledBy } from './called-entries.ts';
import { InnerLists } from './inner-lists.ts';
import { isShared } from './kept-from-others.ts';
import { type Deed, deedOf, entriesIn, entryIn } from '../deeds.ts';
import { OpenEntries } from './open-entries.ts';
import { ShownElsewhere } from './shown-elsewhere.ts';
import { isSame, SightsOfOther, statesIn } from './sights-of-other.ts';

/**
 * What another user gets at of the entries that a run made with its key (OWASP API1:2023, broken object level authorization). A
 * change or a removal counts when the first user sees it; an answer that only says so changes nothing.
 */

/** What another user must not do with what the first one made. */
export type StrangerLaw = 'read' | 'listed' | 'changed' | 'removed';

/** What came to light about one law. */
export type StrangerFindings = {
  readonly violations: readonly Violation[];
  /** Where the service openly shows its entries to every user, in the list and one by one: nobody can tell that it must not. */
  readonly warnings: readonly Violation[];
  /** Ids of operations that kept the other user out. */
  readonly proofs: readonly string[];
  /** The other user asked for what everybody may see by its own word. */
  readonly isOfOpen: boolean;
};

/** True for an entry that nobody had to have a credential for: whose it is the service does not know. */
function isNobodys({ madeBy }: OwnEntry): boolean {
  return madeBy.expectation.operation?.credential === undefined;
}

/** Something that another user was told to have made inside of an entry of the first, until the first one lists. */
type Intrusion = { readonly reading: Reading; readonly list: string };

class StrangerBook {
  readonly #run: JudgedRun;
  readonly #ownership: Ownership;
  readonly #open: OpenEntries;
  readonly #known = new Map<string, Known>();
  readonly #sights = new SightsOfOther();
  /** Paths of entries in the newest list of the first user, by the target that was asked for. */
  readonly #lists = new Map<string, ReadonlySet<string>>();
  readonly #violations = new Map<StrangerLaw, Violation[]>();
  readonly #proofs = new Map<StrangerLaw, string[]>();
  #intrusions: Intrusion[] = [];
  readonly #intruded: { readonly violation: Violation; readonly holder: Resource | undefined }[] = [];
  readonly #inside = new InnerLists();
  readonly #below = new BelowEntries();
  readonly #elsewhere = new ShownElsewhere();
  #isTaken = false;

  constructor(run: JudgedRun) {
    this.#run = run;
    this.#ownership = new Ownership(run.contract, run.foreign);
    this.#open = new OpenEntries(this.#ownership);
    this.#isTaken = forbidsKnownUser(run.readings);
    for (const reading of run.readings) this.#note(reading);
  }

  #note(reading: Reading): void {
    const deed = deedOf(this.#run.contract, reading);
    const { kind } = reading.exchange.request.credential;
    if (deed !== undefined && reading.answer !== undefined && !reading.answer.limited) {
      if (kind === 'valid') this.#first(deed, reading);
      if (kind === 'other-key') this.#other(deed, reading);
    }
    if (deed === undefined && reading.answer?.limited === false) {
      this.#acted(reading);
      if (kind === 'other-key' && !this.#isShared(reading)) this.#found(reading);
    }
    if (deed?.part !== 'list' && reading.answer?.limited === false) this.#readBelow(reading);
    this.#ownership.note(reading);
    if (deed !== undefined && kind === 'valid') this.#open.note(deed, reading);
  }

  #holding(place: string): OwnEntry | undefined {
    return this.#ownership.entries.findLast(({ path }) => `${place}/`.startsWith(`${path}/`));
  }

  /** A POST below an entry that is no list of its own: the first user's may change anything, the other's must not. */
  #acted(reading: Reading): void {
    const { credential, method } = reading.exchange.request;
    const place = placeAskedBy(this.#run.contract, reading);
    if (method !== 'POST' || place === undefined) return;
    const own = this.#holding(place);
    if (own === undefined) {
      this.#called(reading);
      return;
    }
    if (credential.kind === 'valid') this.#known.delete(own.path);
    const { operation } = reading.expectation;
    const isAction = own.resource.actions.some(({ id }) => id === operation?.id);
    if (credential.kind === 'other-key' && isAction && !isNobodys(own) && !this.#isShared(reading))
      this.#knownAt(own.path).acts.push({ reading, part: 'action' });
  }

  /** A call that names entries in its body does something to them, as an action does. */
  #called(reading: Reading): void {
    const { interface: document } = this.#run.contract;
    const { kind } = reading.exchange.request.credential;
    for (const own of calledBy(document, this.#ownership.entries, reading)) {
      if (kind === 'valid') this.#known.delete(own.path);
      if (kind === 'other-key' && !isNobodys(own) && !this.#isShared(reading))
        this.#knownAt(own.path).acts.push({ reading, part: 'action' });
    }
  }

  /** A GET below an entry that is none of a list, and of no other entry. */
  #readBelow(reading: Reading): void {
    const { credential, method } = reading.exchange.request;
    const place = placeAskedBy(this.#run.contract, reading);
    if (method !== 'GET' || place === undefined || this.#ownership.at(place) !== undefined) return;
    const holder = this.#ownership.at(place.slice(0, place.lastIndexOf('/')));
    if (holder === undefined || this.#open.has(holder.path)) return;
    if (credential.kind === 'valid') this.#below.shown(reading);
    if (credential.kind !== 'other-key' || this.#isShared(reading)) return;
    if (this.#below.isKept(holder, this.#known.get(holder.path)?.shown, reading))
      this.#proves('read', reading);
  }

  /** What another user finds elsewhere than in the list of the entries. */
  #found(reading: Reading): void {
    const own = this.#ownership.entries.filter((one) => !this.#open.has(one.path) && !isNobodys(one));
    const { contract } = this.#run;
    this.#elsewhere.note(contract, reading, own, ({ path }) => this.#known.get(path)?.shown);
  }

  #knownAt(path: string): Known {
    const known = this.#known.get(path) ?? { shown: undefined, earlier: undefined, isGone: false, acts: [] };
    this.#known.set(path, known);
    return known;
  }

  #isShared({ expectation: { operation }, exchange }: Reading): boolean {
    const { contract, capabilities } = this.#run;
    return (
      operation === undefined ||
      isShared(operation, contract.interface, {
        ...capabilities,
        ...(isOfRegistered(exchange.request.credential) ? { otherKey: 'registered' } : {}),
      })
    );
  }

  #proves(law: StrangerLaw, { expectation }: Reading): void {
    this.#proofs.set(law, [...(this.#proofs.get(law) ?? []), expectation.operation?.id ?? '*']);
  }

  #breaks(law: StrangerLaw, violation: Violation): void {
    this.#violations.set(law, [...(this.#violations.get(law) ?? []), violation]);
  }

  /** What the first user sees: it settles what the other one did. */
  #first(deed: Deed, reading: Reading): void {
    const { part, path, resource } = deed;
    const status = reading.answer?.status ?? 0;
    if (part === 'list') {
      const entries = entriesIn(resource, reading);
      if (entries === undefined) return;
      const { shown } = namedEntries(deed, entries);
      if (isListedAlone(resource)) this.#firstInList(resource, reading, shown);
      this.#lists.set(reading.exchange.request.target, new Set(shown.keys()));
      this.#lookForIntrusions(path, entries, reading);
      return;
    }
    if (part === 'create' && resource.itemPath === undefined && status < 300)
      this.#inside.made(path, reading);
    const own = this.#ownership.at(path);
    if (part === 'change' || part === 'replace' || part === 'remove') this.#known.delete(path);
    if (part !== 'read' || own === undefined || status >= 500) return;
    const known = this.#knownAt(path);
    const now = status < 300 ? entryIn(resource, reading) : undefined;
    const isGone = saysAbsent(status);
    for (const act of known.acts) this.#settle(act, { reading, now, isGone, known, resource, path });
    known.earlier = known.acts.length === 0 ? known.shown : undefined;
    known.acts = [];
    known.shown = now;
    known.isGone = isGone;
  }

  /**
   * The same of entries that are seen in their list alone: one is gone where the same list shows nothing new, and all that it showed
   * before but what the other user was told to have removed.
   */
  #firstInList(resource: Resource, reading: Reading, shown: ReadonlyMap<string, JsonObject>): void {
    const before = this.#lists.get(reading.exchange.request.target) ?? new Set();
    const isRemoved = (path: string): boolean =>
      this.#known.get(path)?.acts.some(({ part }) => part === 'remove') === true;
    const isSteady =
      [...shown.keys()].every((path) => before.has(path)) &&
      [...before].every((path) => shown.has(path) || isRemoved(path));
    for (const { path } of this.#ownership.entries.filter((one) => one.resource === resource)) {
      const now = shown.get(path);
      const isGone = now === undefined && isSteady && before.has(path);
      if (now === undefined && !isGone) continue;
      const known = this.#knownAt(path);
      for (const act of known.acts) this.#settle(act, { reading, now, isGone, known, resource, path });
      known.acts = [];
      known.shown = now;
    }
  }

  #settle(
    { reading: done, part }: Act,
    sight: {
      readonly reading: Reading;
      readonly now: JsonObject | undefined;
      readonly isGone: boolean;
      readonly known: Known;
      readonly resource: Resource;
      readonly path: string;
    },
  ): void {
    const { reading, now, isGone, known, resource, path } = sight;
    const law = part === 'remove' ? 'removed' : 'changed';
    const isServed = (done.answer?.status ?? 0) < 300;
    const isThere = now !== undefined;
    const wasDone = isDone({ reading: done, part }, resource, known, { now, isGone });
    // Whoever may read an entry may like it, or answer to it: what comes of an action tells where reading is refused.
    if (part === 'action' && !this.#sights.isKeptOut(resource)) return;
    const blame = (sees: string, deviation: string): void => {
      const madeBy = this.#ownership.at(path)?.madeBy;
      const shownBy = [reading, done, ...(madeBy === undefined ? [] : [madeBy])];
      this.#breaks(law, {
        exchanges: shownBy.map(({ exchange }) => exchange.id),
        operation: done.expectation.operation?.id,
        expected: '403 or 404: the entry was made with the key of another user',
        actual: `${done.answer === undefined ? '' : statusText(done.answer)}, and ${sees}`,
        deviation,
      });
    };
    const isLost = 'the entry is gone for the user who made it';
    if (part !== 'remove' && isServed && isGone && known.shown !== undefined) {
      blame(isLost, 'another user takes the entry over');
      return;
    }
    if (!wasDone && isThere) this.#proves(law, done);
    // A refusal that does it all the same is one for another check.
    if (!wasDone || !isServed) return;
    const seen = `the user who made it sees ${part === 'action' ? 'what it did' : 'the new values'}`;
    blame(part === 'remove' ? isLost : seen, DEVIATIONS[part]);
  }

  /** What the other user is told. */
  #other(deed: Deed, reading: Reading): void {
    const { part, path, resource } = deed;
    const status = reading.answer?.status ?? 0;
    if (status < 300) this.#isTaken = true;
    if (status >= 500 || status === 401 || this.#isShared(reading)) return;
    const entry = this.#ownership.at(path);
    const own = entry === undefined || isNobodys(entry) ? undefined : entry;
    switch (part) {
      case 'read':
        if (own !== undefined && !this.#open.has(path)) this.#lookedAt(deed, reading, own.madeBy);
        return;
      case 'list':
        this.#listed(deed, reading);
        if (!this.#open.has(path) && this.#inside.isKept(deed, this.#ownership, reading))
          this.#proves('listed', reading);
        return;
      case 'change':
      case 'replace':
      case 'remove':
        if (own === undefined) return;
        if (status === 404) this.#sights.of(resource).isDenied = true;
        if (resource.read !== undefined || isListedAlone(resource))
          this.#knownAt(path).acts.push({ reading, part });
        return;
      case 'create':
        // Where everybody comes in, everybody may have a say.
        if (this.#ownership.covers(path) && !this.#open.has(path))
          this.#intrusions.push({ reading, list: path });
        return;
      case 'makeAt':
      case 'removeAll':
    }
  }

  /** Whether what another user made inside of an entry of the first is there for the first. */
  #lookForIntrusions(path: string, entries: readonly JsonObject[], reading: Reading): void {
    const { resource: holder } = this.#holding(path) ?? {};
    const own = this.#intrusions.filter(({ list }) => list === path);
    this.#intrusions = this.#intrusions.filter(({ list }) => list !== path);
    for (const { reading: made } of own) {
      const isThere = entries.some((entry) => isSame(entry, made, undefined));
      const status = made.answer?.status ?? 0;
      if (!isThere && status >= 400) this.#proves('changed', made);
      if (!isThere || status >= 300) continue;
      const violation = {
        exchanges: [reading.exchange.id, made.exchange.id],
        operation: made.expectation.operation?.id,
        expected: '403 or 404: what it would be inside of was made with the key of another user',
        actual: `${made.answer === undefined ? '' : statusText(made.answer)}, and the user who made the outer entry sees it there`,
        deviation: 'another user makes something inside of the entry',
      };
      this.#intruded.push({ violation, holder });
    }
  }

  #lookedAt({ resource, path }: Deed, reading: Reading, madeBy: Reading): void {
    const { answer, expectation } = reading;
    const sights = this.#sights.of(resource);
    const entry = (answer?.status ?? 0) < 300 ? entryIn(resource, reading) : undefined;
    const isShown = entry !== undefined && isSame(entry, madeBy, this.#known.get(path)?.shown);
    if (isShown) {
      sights.read.push({ reading, madeBy, state: statesIn(resource, entry) });
      return;
    }
    const isRefused = (answer?.status ?? 0) >= 400;
    if (!isRefused && entry === undefined) return;
    sights.isKeptOut = true;
    sights.isReadRefused ||= isRefused;
    const known = this.#known.get(path)?.shown;
    if (isRefused && known !== undefined) sights.refused.push(statesIn(resource, known));
    if (!isRefused || showsAbsence(expectation.operation) || answer?.status === 403 || answer?.status === 404)
      this.#proves('read', reading);
  }

  #listed(deed: Deed, reading: Reading): void {
    const entries = entriesIn(deed.resource, reading);
    const mine = this.#lists.get(reading.exchange.request.target);
    if (entries === undefined) return;
    const sights = this.#sights.of(deed.resource);
    const { shown } = namedEntries(deed, entries);
    const own = this.#ownership.entries.filter(
      (one) => one.resource === deed.resource && !this.#open.has(one.path) && !isNobodys(one),
    );
    const found = own.flatMap(({ path, madeBy }) => {
      const entry = shown.get(path);
      const isFound = isObject(entry) && isSame(entry, madeBy, this.#known.get(path)?.shown);
      return isFound ? [{ reading, madeBy, state: statesIn(deed.resource, entry) }] : [];
    });
    sights.listed.push(...found);
    // That it is not there tells only where the first user sees it at the same place.
    const isHidden = own.some(({ path }) => mine?.has(path) === true && !shown.has(path));
    if (found.length > 0 || !isHidden) return;
    sights.isKeptOut = true;
    this.#proves('listed', reading);
  }

  findings(law: StrangerLaw): StrangerFindings {
    // Who is refused everywhere is kept out of nothing.
    const proofs = this.#isTaken ? (this.#proofs.get(law) ?? []) : [];
    const isOfOpen = this.#open.isMet;
    if (law === 'read' || law === 'listed') {
      const isKeptOut = (resource: Resource): boolean => this.#sights.isKeptOut(resource);
      const inside = { violations: this.#inside.seen(isKeptOut), warnings: [] };
      const beside =
        law === 'read' ? [this.#below.seen(isKeptOut)] : [inside, this.#elsewhere.seen(isKeptOut)];
      const all = [this.#sights.seen(law), ...beside];
      const [violations, warnings] = [
        all.flatMap((one) => one.violations),
        all.flatMap((one) => one.warnings),
      ];
      return { violations, warnings, proofs, isOfOpen };
    }
    // Whoever may read an entry may as well say something in it: what is made inside tells where reading is refused.
    const inside = this.#intruded.filter(
      ({ holder }) => law === 'changed' && (holder === undefined || !this.#sights.isShown(holder)),
    );
    const violations = [...(this.#violations.get(law) ?? []), ...inside.map(({ violation }) => violation)];
    return { violations, warnings: [], proofs, isOfOpen };
  }
}

const bookOf = onceFor((run: JudgedRun) => new StrangerBook(run));

/** What a run tells about one law, where requests of it went out with the key of another user. */
export function strangerFindings(run: JudgedRun, law: StrangerLaw): StrangerFindings {
  return bookOf(run).findings(law);
}
