import { percentDecoded, queryParameters, targetParts } from '../../../http/target.ts';
import {
  type ListOfHolder,
  listOfHolder,
  listsOfHolders,
} from '../../../interface/resources/lists/lists-of-holders.ts';
import { SAFE_METHODS } from '../../../http/exchange.ts';
import { wordsOfName } from '../../../interface/names.ts';
import { plainText } from '../../../json/lossless.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import {
  isList,
  isName,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  objectsIn,
} from '../../../json/value.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import type { Check, JudgedRun } from '../../check.ts';
import { openTribunal, saysNothing, type Tribunal } from '../../judge-each.ts';
import type { Outcome } from '../../outcome.ts';
import { isOfRun, placeAskedBy } from '../creations/creations.ts';
import { deedOf, entriesIn, entryIn, isSuccess, pathOfEntry } from '../deeds.ts';
import { TELLING_LAG_MS } from '../judges.ts';
import type { OwnEntry } from '../ownership/own-entries.ts';
import { Ownership } from '../ownership/ownership.ts';
import { isWhole } from '../promises.ts';

/** Whether the list of an entry has what names that entry, and nothing that names another one. */

/** The entries of such a list as an answer shows them, and the text that names their holder in its path. */
type Shown = { readonly holder: string; readonly entries: readonly JsonObject[]; readonly count: number };

function lastNameIn(path: string): string {
  const segment = path.slice(path.lastIndexOf('/') + 1);
  return percentDecoded(segment) ?? segment;
}

function shownBy({ pointer }: ListOfHolder, { exchange, answer }: Reading): Shown | undefined {
  const json = answer?.json;
  if (answer?.status !== 200 || json?.kind !== 'json') return undefined;
  const all = valueAt(json.value, fromPointer(pointer));
  const [path = ''] = exchange.request.target.split('?', 1);
  const [above = ''] = /^.*(?=\/[^/]+\/*$)/.exec(path) ?? [];
  const holder = lastNameIn(above);
  return isList(all) ? { holder, entries: objectsIn(all), count: all.length } : undefined;
}

/** True for a request whose query has nothing that could be left out: what is may leave entries out, or show those of others too. */
function asksForNothingElse({ list }: ListOfHolder, { exchange }: Reading): boolean {
  const { query } = targetParts(exchange.request.target);
  return [...queryParameters(query).keys()].every((name) =>
    list.parameters.some((one) => one.in === 'query' && one.required && one.name === name),
  );
}

function isSameName(one: string, other: string): boolean {
  return (
    one.toLowerCase() === other.toLowerCase() || (/^\d+$/.test(one + other) && Number(one) === Number(other))
  );
}

/** Words of members that say whether an entry is for everybody to see: a list may have those alone. */
const OF_STANDING: ReadonlySet<string> = new Set(
  `active approved archived available closed deleted disabled draft enabled expired hidden inactive open private public published removed
   stage state status verified visibility visible`.split(/\s+/),
);

function isOfStanding(name: string): boolean {
  return wordsOfName(name).some((word) => OF_STANDING.has(word));
}

/** True for a day or a time that the request gave: a list may have what is yet to come alone. */
function isOfDay({ madeBy }: OwnEntry, value: Json): boolean {
  const sent = sentValue(madeBy);
  const isGiven = isObject(sent) && Object.values(sent).includes(value);
  return isGiven && typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
}

class HolderListBook {
  readonly #run: JudgedRun;
  readonly #tribunal: Tribunal;
  readonly #ownership: Ownership;
  /** Places that something was done to, and those above them. */
  readonly #touched = new Set<string>();
  /** Paths of entries that their own list shows. */
  readonly #listed = new Set<string>();
  /** What such lists lacked when they were asked for before, by the path of the entry. */
  readonly #missed = new Map<string, Reading>();

  constructor(run: JudgedRun, tribunal: Tribunal) {
    this.#run = run;
    this.#tribunal = tribunal;
    this.#ownership = new Ownership(run.contract, run.foreign);
  }

  note(reading: Reading): void {
    const { operation } = reading.expectation;
    const one = listOfHolder(this.#run.contract.interface, operation);
    const isAsked = one !== undefined && isOfRun(reading) && asksForNothingElse(one, reading);
    const shown = isAsked ? shownBy(one, reading) : undefined;
    if (one !== undefined && shown !== undefined && reading.expectation.situation === 'ordinary')
      this.#judge(one, shown, reading);
    this.#follow(reading);
    this.#ownership.note(reading);
  }

  /** Follows what is done to entries, and which of them lists show. */
  #follow(reading: Reading): void {
    const deed = deedOf(this.#run.contract, reading);
    if (SAFE_METHODS.has(reading.exchange.request.method)) {
      if (deed?.part !== 'list' || !isSuccess(reading)) return;
      for (const entry of entriesIn(deed.resource, reading) ?? []) {
        const path = pathOfEntry(deed.resource, deed.values, entry);
        if (path !== undefined) this.#listed.add(path);
      }
      return;
    }
    let place = deed?.path ?? placeAskedBy(this.#run.contract, reading) ?? '';
    for (; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) this.#touched.add(place);
  }

  #judge(one: ListOfHolder, shown: Shown, reading: Reading): void {
    const { by, list, child } = one;
    const { holder, entries } = shown;
    const naming = entries.flatMap((entry) => {
      const value = memberOf(entry, by);
      // What was just put elsewhere may be shown for a while.
      const isMoved = this.#touched.has(pathOfEntry(child, [], entry) ?? '');
      return isName(value) && !isMoved ? [{ entry, value: plainText(value) }] : [];
    });
    const other = naming.find(({ value }) => !isSameName(value, holder));
    if (other === undefined) {
      if (naming.length > 0) this.#tribunal.proves(list.id);
    } else {
      const identity = memberOf(other.entry, child.identity ?? '') ?? null;
      this.#tribunal.breaks({
        exchanges: [reading.exchange.id],
        operation: list.id,
        expected: `entries whose ${by} is ${holder}: the list is the one of ${holder}`,
        actual: `${child.identity ?? ''} ${plainText(identity)}, whose ${by} is ${other.value}`,
        deviation: 'the list of an entry shows what names another one',
      });
    }
    this.#judgeMissing(one, shown, reading);
  }

  /** Entries of the run that name the holder and are not in its list, long enough after they were made, and twice. */
  #judgeMissing(one: ListOfHolder, { holder, entries, count }: Shown, reading: Reading): void {
    const { list, pointer, entry: entrySchema, child, by } = one;
    const collection = { list, entriesPointer: pointer, entrySchema };
    // A query that it can't do without may leave entries out as well.
    const isPart = targetParts(reading.exchange.request.target).query !== '';
    if (isPart || !isWhole(this.#run, { collection, reading, count })) return;
    const there = new Set(
      entries.flatMap((entry) => {
        const name = memberOf(entry, child.identity ?? '');
        return isName(name) ? [plainText(name)] : [];
      }),
    );
    const isOwed = (own: OwnEntry): boolean => {
      const made = own.resource === child ? entryIn(child, own.madeBy) : undefined;
      const value = made === undefined ? undefined : memberOf(made, by);
      const isKnown = child.list === undefined || this.#listed.has(own.path);
      return (
        own.standing === 'there' &&
        isKnown &&
        !this.#touched.has(own.path) &&
        !Object.entries(made ?? {}).some(([name, shownAs]) => isOfStanding(name) || isOfDay(own, shownAs)) &&
        isName(value) &&
        isSameName(plainText(value), holder)
      );
    };
    for (const own of this.#ownership.entries.filter(isOwed)) {
      const made = entryIn(child, own.madeBy) ?? {};
      const name = memberOf(made, child.identity ?? '');
      if (!isName(name) || there.has(plainText(name))) continue;
      const before = this.#missed.get(own.path);
      if (before === undefined) this.#missed.set(own.path, reading);
      else if (reading.exchange.startMs - own.madeBy.exchange.endMs >= TELLING_LAG_MS)
        this.#tribunal.breaks({
          exchanges: [reading.exchange.id, own.madeBy.exchange.id],
          operation: list.id,
          expected: `${child.identity ?? ''} ${plainText(name)} in the list: the run made it with the ${by} ${holder}`,
          actual: `not there among ${String(count)}, read twice`,
          deviation: 'what names an entry is not in the list of that',
        });
    }
  }
}

function judgeHolderLists(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const book = new HolderListBook(run, tribunal);
  for (const reading of run.readings) book.note(reading);
  return tribunal.outcome();
}

export const holderListChecks: readonly Check[] = [
  {
    id: 'resources.holder-lists',
    suite: 'resources',
    level: 'must',
    needs: ['life'],
    title: 'the list of an entry has what names that entry, and nothing else',
    explanation:
      'Makes an entry that names another one in its body (`{"shelf_id": 7}`), and asks for the list that the document has below that (`/shelves/7/books`), and for the one below another entry: each entry in it names the one in the path, and what the run made is there. What is missing is looked for once more, a moment later. Entries that may be below others of their kind, may belong to several, or have several parts for people are left out.',
    notApplicable: (document) =>
      listsOfHolders(document).length > 0
        ? undefined
        : 'the document has no list below an entry of what is made elsewhere and names that entry',
    judge: judgeHolderLists,
    foreign: saysNothing(
      'others may have changed what entries name in between, by requests that are not part of this traffic',
    ),
    sharpens: true,
  },
];
