/**
 * What judging came to as plain data that adds up: a ledger of one file, of several, or of all. Sums do not depend on the order of
 * what is added, nor on how it was put together before.
 */
import type { Check } from '../checks/check.ts';
import type { Exchange } from '../http/exchange.ts';
import { clausesOf } from '../interface/clauses.ts';
import type { Interface } from '../interface/model.ts';
import type { CheckResult, RecordHeader, TrafficSource, TrafficTally } from '../record/record.ts';
import type { TrafficSettings } from '../record/settings.ts';
import { counted } from '../system/counted.ts';
import { citedBy, type CheckTally, NOTHING_SEEN, outcomeOf, sumOfTallies } from './check-ledger.ts';
import {
  comparePlaces,
  compareTexts,
  type Counts,
  countsOf,
  firstTexts,
  type Place,
  type PlacedText,
} from './place.ts';

/** By what traffic was judged. Ledgers with different terms have nothing in common. */
export type LedgerTerms = {
  readonly assayVersion: string;
  readonly interface: RecordHeader['interface'];
  readonly settings: TrafficSettings;
  /** Base address of the service, where somebody named it. */
  readonly url: string | undefined;
  /** Nothing was taken out of the files. */
  readonly complete: boolean;
  /** Names of the security schemes of which a valid credential was known. */
  readonly credentials: readonly string[];
};

/** A file that was judged; `url`: the service that it is a record of. */
export type LedgerFile = {
  readonly name: string;
  readonly kind: TrafficSource['kind'];
  readonly url?: string | undefined;
};

/** An exchange that some outcome cites, without its credentials. */
export type CitedExchange = Place & { readonly exchange: Exchange };

/** What was counted, in whatever traffic. */
export type Ledger = {
  /** By name. */
  readonly files: readonly LedgerFile[];
  readonly judged: number;
  readonly withKey: number;
  /** Exchanges that say nothing about the interface, by reason. */
  readonly skipped: Counts;
  /** Whose exchanges were judged, the first few. */
  readonly origins: readonly PlacedText[];
  /** What could not be read, all of it, and the first few places. */
  readonly faults: number;
  readonly firstFaults: readonly PlacedText[];
  /** By the id of the check. Checks to which nothing came are missing. */
  readonly tallies: ReadonlyMap<string, CheckTally>;
  /** By place. */
  readonly cited: readonly CitedExchange[];
};

/** Faults whose places are told. */
export const MOST_FAULTS = 20;
/** Services that are named. */
export const MOST_ORIGINS = 5;

/** The same text for the same place. */
export function keyOf({ file, at }: Place): string {
  return `${String(at)} ${file}`;
}

/** The exchanges that the tallies cite. */
export function onlyCited(
  cited: Iterable<CitedExchange>,
  tallies: Iterable<CheckTally>,
): readonly CitedExchange[] {
  const wanted = new Set([...tallies].flatMap((tally) => citedBy(tally).map(keyOf)));
  return [...cited].filter((one) => wanted.has(keyOf(one))).toSorted(comparePlaces);
}

/** The sum of some ledgers, none of whose files is in another one. */
export function sumOfLedgers(ledgers: readonly Ledger[]): Ledger {
  const groups = Map.groupBy(
    ledgers.flatMap(({ tallies }) => [...tallies]),
    ([id]) => id,
  );
  const tallies = new Map(
    [...groups]
      .toSorted(([a], [b]) => compareTexts(a, b))
      .map(([id, group]) => [id, sumOfTallies(group.map(([, tally]) => tally))] as const),
  );
  const sum = (count: (ledger: Ledger) => number): number =>
    ledgers.reduce((total, ledger) => total + count(ledger), 0);
  return {
    files: ledgers.flatMap(({ files }) => files).toSorted((a, b) => compareTexts(a.name, b.name)),
    judged: sum(({ judged }) => judged),
    withKey: sum(({ withKey }) => withKey),
    skipped: countsOf(ledgers.flatMap(({ skipped }) => skipped)),
    origins: firstTexts(ledgers.flatMap(({ origins }) => origins)).slice(0, MOST_ORIGINS),
    faults: sum(({ faults }) => faults),
    firstFaults: ledgers
      .flatMap(({ firstFaults }) => firstFaults)
      .toSorted(comparePlaces)
      .slice(0, MOST_FAULTS),
    tallies,
    cited: onlyCited(
      ledgers.flatMap(({ cited }) => cited),
      tallies.values(),
    ),
  };
}

/** So many are put together at once: each sum goes through all that was kept. */
const AT_ONCE = 16;

/** Adds ledgers up as they come, in memory that does not grow with their number, but for the names of their files. */
export class LedgerSum {
  readonly #waiting: Ledger[] = [];
  /** Files that are in the sum, and what each came from. */
  readonly #files = new Map<string, { readonly file: LedgerFile; readonly from: string }>();
  #judged = 0;

  /** Exchanges judged in all that was added. */
  get judged(): number {
    return this.#judged;
  }

  /** Adds a ledger. Returns one line of text where one of its files is there already: it would count twice. */
  add(ledger: Ledger, from: string): string | undefined {
    const known = ledger.files.map(({ name }) => ({ name, before: this.#files.get(name) }));
    const twice = known.find(({ before }) => before !== undefined);
    if (twice?.before !== undefined) {
      const both = twice.before.from === from ? `twice in ${from}` : `in ${twice.before.from} and in ${from}`;
      return `the file ${JSON.stringify(twice.name)} is ${both}: its exchanges would count twice; give each file once`;
    }
    for (const file of ledger.files) this.#files.set(file.name, { file, from });
    this.#judged += ledger.judged;
    this.#waiting.push({ ...ledger, files: [] });
    if (this.#waiting.length >= AT_ONCE) this.#putTogether();
    return undefined;
  }

  #putTogether(): Ledger {
    const sum = sumOfLedgers(this.#waiting);
    this.#waiting.splice(0, this.#waiting.length, sum);
    return sum;
  }

  /** The sum of all that was added. */
  ledger(): Ledger {
    const files = [...this.#files.values()].map(({ file }) => file);
    return {
      ...this.#putTogether(),
      files: files.toSorted((a, b) => compareTexts(a.name, b.name)),
    };
  }
}

/** Names an exchange by the number of its file, from 1 in the order of names, and of its entry there; of one file by the entry alone. */
function namesIn(files: readonly LedgerFile[]): (place: Place) => string {
  const numbers = new Map(files.map(({ name }, at) => [name, String(at + 1)]));
  return files.length < 2
    ? ({ at }) => `x${String(at)}`
    : ({ file, at }) => `f${numbers.get(file) ?? '0'}-x${String(at)}`;
}

/** The exchanges that outcomes cite, by the ids that those have. */
export function citedExchanges({ files, cited }: Ledger): ReadonlyMap<string, Exchange> {
  const idOf = namesIn(files);
  return new Map(
    cited.map(({ exchange, ...place }) => {
      const id = idOf(place);
      return [id, { ...exchange, id }];
    }),
  );
}

/** What each of the checks came to. */
export function resultsOf(
  ledger: Ledger,
  checks: readonly Check[],
  document: Interface,
): readonly CheckResult[] {
  const idOf = namesIn(ledger.files);
  return checks.map((check) => ({
    id: check.id,
    suite: check.suite,
    title: check.title,
    level: check.level,
    clauses: clausesOf(document, check.id),
    outcome: outcomeOf(check, ledger.tallies.get(check.id) ?? NOTHING_SEEN, document, idOf),
    counterexamples: [],
  }));
}

/** A part of the traffic that is missing, and why, each in a few words. */
export type MissingParts = { readonly count: number; readonly notes: readonly string[] };

const NOTHING_MISSING: MissingParts = { count: 0, notes: [] };

/** What was read. A part that is missing is one that could not be read: with one of them nobody can tell. */
export function tallyOf(ledger: Ledger, missing: MissingParts = NOTHING_MISSING): TrafficTally {
  const { judged, firstFaults } = ledger;
  const moreFaults = ledger.faults - firstFaults.length;
  const origins = ledger.origins.map(({ text }) => text);
  const faults = ledger.faults + missing.count;
  return {
    judged,
    skipped: ledger.skipped.toSorted(([, a], [, b]) => b - a).map(([reason, count]) => ({ reason, count })),
    notes: [
      ...missing.notes,
      ...firstFaults.map(({ text }) => text),
      ...(moreFaults === 0 ? [] : [`and ${counted(moreFaults, 'more fault')}`]),
      ...(origins.length < 2
        ? []
        : [`several services were judged as one (${origins.join(', ')}); name one with --url`]),
    ],
    ...(faults === 0 ? {} : { faults }),
  };
}
