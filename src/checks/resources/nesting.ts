import { saysAbsent } from '../../http/exchange.ts';
import { percentDecoded } from '../../http/target.ts';
import { plainName } from '../../interface/names.ts';
import { encodedSegment } from '../../interface/path-matching.ts';
import { canonicalJson } from '../../json/canonical.ts';
import { plainText, printJson } from '../../json/lossless.ts';
import { isName, type JsonObject, memberOf } from '../../json/value.ts';
import { onceFor } from '../../system/once-for.ts';
import { isCalled, thingAt } from '../../interface/resources/names/called.ts';
import { type Resource, resourcesOf } from '../../interface/resources/resources.ts';
import type { Check, JudgedRun } from '../check.ts';
import { openTribunal, saysNothing } from '../judge-each.ts';
import type { Violation } from '../outcome.ts';
import { statusText } from '../statuses.ts';
import type { Reading } from '../../oracle/reading.ts';
import { markersIn, markersOf, sentMarkers } from './creations/creations.ts';
import { showsAbsence } from './life/life.ts';
import { Ownership } from './ownership/ownership.ts';
import type { OwnEntry } from './ownership/own-entries.ts';
import { type Deed, deedOf, entriesIn, entryIn, isSuccess, textOf } from './deeds.ts';

/**
 * Where entries are inside of others: what was made inside of one is in the list of no other one, and is not found there. Only
 * entries of the run count, and only where the other one was there before: a copy may have what it was made of.
 */

/** What a nested path promises. `listed`: no other list shows it. `found`: it is read at one place alone. */
type NestingLaw = 'listed' | 'found';

type NestingFindings = {
  readonly violations: readonly Violation[];
  readonly proofs: readonly string[];
};

function holderOf(path: string): string {
  return path.split('/').slice(0, -2).join('/');
}

/** So many members that are the same, the identity among them, are no chance. */
const TELLING_MEMBERS = 3;

/** True for an entry that shows what the creation of another one did, each member that both show. */
function isSameEntry({ resource, madeBy }: OwnEntry, entry: JsonObject): boolean {
  const made = entryIn(resource, madeBy) ?? {};
  const shared = Object.keys(made).filter((name) => Object.hasOwn(entry, name));
  const isSame = (name: string): boolean =>
    canonicalJson(memberOf(made, name)) === canonicalJson(memberOf(entry, name));
  return shared.length >= TELLING_MEMBERS && shared.every(isSame);
}

/** The member by which an entry names what it is inside of: `note_id`, of what was made at `/notes/7/shares`. */
function holderMember({ resource, place, madeBy }: OwnEntry): string | undefined {
  const [holder, list] = [percentDecoded(place.split('/').at(-2) ?? ''), resource.parent];
  if (holder === undefined || list === undefined) return undefined;
  const named = { thing: thingAt(list), identity: 'id', value: holder, place: list };
  return Object.entries(entryIn(resource, madeBy) ?? {}).find(
    ([name, value]) => isName(value) && plainText(value) === holder && isCalled(plainName(name), named),
  )?.[0];
}

/** What tells a request from others: the texts of its own, else all that it sent. */
function signsOf(reading: Reading): readonly string[] {
  const { body } = reading.exchange.request;
  const own = sentMarkers(reading);
  return own.length > 0 || body === undefined ? own : [new TextDecoder().decode(body)];
}

/**
 * True for an entry with a text of the request that made another one: its own, or, where it has the other's identity, one that is
 * deeper in it. Where the request had no text of its own, it is the same in all that both show.
 */
function isShownAs(own: OwnEntry, entry: JsonObject): boolean {
  const { path, resource, madeBy } = own;
  const identity = resource.identity === undefined ? undefined : memberOf(entry, resource.identity);
  const isNamed =
    identity !== undefined && identity !== null && typeof identity !== 'object'
      ? path.split('/').at(-1) === encodedSegment(plainText(identity))
      : false;
  const markers = sentMarkers(madeBy);
  if (markers.length === 0) return isNamed && isSameEntry(own, entry);
  const shown = isNamed ? markersIn(printJson(entry)) : markersOf(entry);
  return markers.some((marker) => shown.includes(marker));
}

/** True for entries of another kind that a PUT without a body puts into a list by their names. */
function isLinked({ replace, create }: Resource): boolean {
  return create === undefined && replace !== undefined && replace.requestBody === undefined;
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

class NestingBook {
  readonly #ownership: Ownership;
  readonly #violations = new Map<NestingLaw, Violation[]>();
  readonly #proofs = new Map<NestingLaw, string[]>();

  /** What each list showed when it was last asked for, by its path. */
  readonly #lists = new Map<string, { readonly names: ReadonlySet<string>; readonly endMs: number }>();

  /** Where each sign went to so far: a sequence sends what it repeats to another place. */
  readonly #targets = new Map<string, Set<string>>();

  constructor(run: JudgedRun) {
    this.#ownership = new Ownership(run.contract, run.foreign);
    for (const reading of run.readings) {
      this.#send(reading);
      const deed = deedOf(run.contract, reading);
      const isOwn = reading.exchange.request.credential.kind === 'valid';
      if (
        deed !== undefined &&
        deed.resource.parent !== undefined &&
        isOwn &&
        reading.answer?.limited === false
      )
        this.#note(deed, reading);
      this.#ownership.note(reading);
    }
  }

  findings(law: NestingLaw): NestingFindings {
    return { violations: this.#violations.get(law) ?? [], proofs: this.#proofs.get(law) ?? [] };
  }

  /** Notes where signs go; what was refused made nothing that is alike. */
  #send(reading: Reading): void {
    for (const sign of isSuccess(reading) ? signsOf(reading) : []) {
      const known = this.#targets.get(sign);
      const { target } = reading.exchange.request;
      if (known === undefined) this.#targets.set(sign, new Set([target]));
      else known.add(target);
    }
  }

  /** False where the same went to several places: what was made there is alike, and tells nothing of one of them. */
  #isOfOnePlace({ madeBy }: OwnEntry): boolean {
    return signsOf(madeBy).every((sign) => this.#targets.get(sign)?.size === 1);
  }

  /** The same entry, which the request that made it tells from all others, or which names what it is inside of. */
  #isShownAs(own: OwnEntry, entry: JsonObject): boolean {
    const names = this.#isOfOnePlace(own) ? undefined : holderMember(own);
    return isShownAs(own, entry) && (names === undefined || Object.hasOwn(entry, names));
  }

  /** Entries of the kind inside of others than the one that a request names, which was there before they were made. */
  #elsewhere({ resource }: Deed, holder: string): readonly OwnEntry[] {
    const named = this.#ownership.at(holder);
    if (named?.standing !== 'there') return [];
    return this.#ownership.entries.filter(
      (entry) =>
        entry.resource === resource &&
        entry.standing === 'there' &&
        holderOf(`${entry.place}/`) !== holder &&
        (this.#isOfOnePlace(entry) ||
          (sentMarkers(entry.madeBy).length === 0 && holderMember(entry) !== undefined)) &&
        named.madeBy.exchange.endMs <= entry.madeBy.exchange.startMs,
    );
  }

  #note(deed: Deed, reading: Reading): void {
    if (deed.part === 'list') this.#listed(deed, reading);
    if (deed.part === 'read') this.#read(deed, reading);
  }

  /**
   * What a PUT put into one list by its name, and another one shows that had not shown it before. It was put there by nobody: what has a
   * list of all by itself would have shown others.
   */
  #linked(deed: Deed, reading: Reading, shown: readonly JsonObject[]): void {
    const { identity = '' } = deed.resource;
    const all = shown.flatMap((entry) => textOf(memberOf(entry, identity)) ?? []).map(encodedSegment);
    const names = new Set(all);
    const twice = all.find((name, at) => all.indexOf(name) < at);
    const repeated = twice === undefined ? undefined : this.#ownership.at(`${deed.path}/${twice}`);
    if (repeated !== undefined)
      this.#breaks('listed', reading, repeated, {
        expected: `${repeated.path} once: it was put there by its name`,
        actual: 'it is there twice',
        deviation: 'a list shows twice what is inside of it',
      });
    const before = this.#lists.get(deed.path);
    this.#lists.set(deed.path, { names, endMs: reading.exchange.endMs });
    const holder = this.#ownership.at(deed.path.split('/').slice(0, -1).join('/'));
    if (before === undefined || holder?.standing !== 'there') return;
    const own = this.#ownership.entries.filter(
      ({ resource, standing, path, madeBy }) =>
        resource === deed.resource &&
        standing === 'there' &&
        !path.startsWith(`${deed.path}/`) &&
        madeBy.exchange.startMs >= before.endMs &&
        !before.names.has(lastOf(path)) &&
        this.#ownership.at(`${deed.path}/${lastOf(path)}`) === undefined,
    );
    const strayed = own.find(({ path }) => names.has(lastOf(path)));
    if (strayed === undefined && own.length > 0) this.#proves('listed', reading);
    if (strayed !== undefined) this.#strayed(reading, strayed);
  }

  #strayed(reading: Reading, strayed: OwnEntry): void {
    this.#breaks('listed', reading, strayed, {
      expected: `what is inside of ${holderOf(`${strayed.path}/x`)} alone`,
      actual: `the list shows ${strayed.path}`,
      deviation: 'a list shows what is inside of another entry',
    });
  }

  #listed(deed: Deed, reading: Reading): void {
    const shown = entriesIn(deed.resource, reading);
    if (shown !== undefined && isLinked(deed.resource)) this.#linked(deed, reading, shown);
    const others = this.#elsewhere(deed, deed.path.split('/').slice(0, -1).join('/'));
    if (shown === undefined || others.length === 0) return;
    const strayed = others.find((other) => shown.some((entry) => this.#isShownAs(other, entry)));
    if (strayed === undefined) this.#proves('listed', reading);
    else
      this.#breaks('listed', reading, strayed, {
        expected: `what is inside of ${holderOf(`${deed.path}/`)} alone`,
        actual: `the list shows ${strayed.path}`,
        deviation: 'a list shows what is inside of another entry',
      });
  }

  #read(deed: Deed, reading: Reading): void {
    const identity = deed.path.split('/').at(-1);
    const others = this.#elsewhere(deed, holderOf(deed.path));
    const other = others.find(({ path }) => path.split('/').at(-1) === identity);
    if (other === undefined || !showsAbsence(reading.expectation.operation)) return;
    const status = reading.answer?.status ?? 0;
    const shown = status < 300 ? entryIn(deed.resource, reading) : undefined;
    if (saysAbsent(status)) this.#proves('found', reading);
    if (shown === undefined || !this.#isShownAs(other, shown)) return;
    this.#breaks('found', reading, other, {
      expected: `404 or 410: the entry was made as ${other.path}`,
      actual: reading.answer === undefined ? '' : statusText(reading.answer),
      deviation: 'an entry is found inside of another one',
    });
  }

  #proves(law: NestingLaw, { expectation }: Reading): void {
    this.#proofs.set(law, [...(this.#proofs.get(law) ?? []), expectation.operation?.id ?? '*']);
  }

  #breaks(
    law: NestingLaw,
    reading: Reading,
    { madeBy }: OwnEntry,
    words: Pick<Violation, 'expected' | 'actual' | 'deviation'>,
  ): void {
    const exchanges = [reading.exchange.id, madeBy.exchange.id];
    const violation = { exchanges, operation: reading.expectation.operation?.id, ...words };
    this.#violations.set(law, [...(this.#violations.get(law) ?? []), violation]);
  }
}

const bookOf = onceFor((run: JudgedRun) => new NestingBook(run));

const OTHERS_MOVE =
  'others may have put entries somewhere else in between, by requests that are not part of this traffic';

function nestingCheck(
  law: NestingLaw,
  name: string,
  level: Check['level'],
  title: string,
  explanation: string,
): Check {
  return {
    id: `resources.${name}`,
    suite: 'resources',
    level,
    needs: ['life'],
    title,
    explanation,
    notApplicable: (document) =>
      resourcesOf(document).some((resource) => {
        const { kind, parent, create, replace, list, read } = resource;
        const isMade = create !== undefined || replace?.requestBody !== undefined;
        return (
          kind === 'collection' &&
          parent !== undefined &&
          (isMade || (law === 'listed' && isLinked(resource))) &&
          (law === 'found' ? showsAbsence(read) : list !== undefined)
        );
      })
        ? undefined
        : 'the document has no entries inside of others that a run can make and look for',
    judge: (run) => {
      const tribunal = openTribunal(level);
      const { violations, proofs } = bookOf(run).findings(law);
      for (const operation of proofs) tribunal.proves(operation);
      for (const violation of violations) tribunal.breaks(violation);
      return tribunal.outcome();
    },
    foreign: saysNothing(OTHERS_MOVE),
    // Whether the run comes to have two entries that could hold something is the service's as well.
    sharpens: true,
  };
}

/** The checks of entries inside of others. */
export const nestingChecks: readonly Check[] = [
  nestingCheck(
    'listed',
    'inside-one-alone',
    'must',
    'what is inside of one entry is in the list of no other',
    'Makes two entries, then something inside of the second one, and lists what is inside of the first: the new entry is not there. What is put into a list by its name is in it once.',
  ),
  nestingCheck(
    'found',
    'found-in-one-place',
    'should',
    'what is inside of one entry is not found in another',
    'Asks for an entry under the path of another one than it was made in, where the document shows 404 or 410: it does not come. A warning, since some services take no notice of what an entry is inside of; whoever checks the outer entry alone lets others in there.',
  ),
];
