import type { RequestSigner } from '../client/client.ts';
import type { Outcome, OutcomeKind } from '../checks/outcome.ts';
import type { Secrets } from '../credential/key-ring.ts';
import type { Exchange, HeaderLine } from '../http/exchange.ts';
import type { Level } from '../interface/model.ts';
import type { PROFILES, Settings } from './settings.ts';

/** A part of a run: which one of how many, counted from 1, and the ids of the checks that it judges. */
export type Shard = { readonly index: number; readonly total: number; readonly checks: readonly string[] };

/**
 * The record of a run: NDJSON, one entry a line, appended as things happen. Everything in it is already redacted.
 * A record without a footer comes from a run that was killed and is still readable.
 */
export const RECORD_VERSION = 1;

/** What the run was told, without secrets: the rows of `SETTINGS`. */
export type RunSettings = Settings;

export type Profile = (typeof PROFILES)[number];

/**
 * Where the exchanges of a record come from that assay did not send: files, or clients of its proxy. `cited`: only those
 * that some outcome names were kept.
 */
export type TrafficSource = {
  readonly kind: 'har' | 'record' | 'proxy';
  readonly files: readonly string[];
  readonly exchanges: 'all' | 'cited';
};

/** What was read of traffic that assay did not send. */
export type TrafficTally = {
  readonly judged: number;
  /** Exchanges that say nothing about the interface, by reason. */
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
  /** What could not be read and where, and what else a reader of the outcomes should know. */
  readonly notes: readonly string[];
  /** Parts that could not be read, all of them. Missing stands for none. */
  readonly faults?: number;
};

export type RecordHeader = {
  readonly type: 'header';
  readonly recordVersion: typeof RECORD_VERSION;
  readonly assayVersion: string;
  readonly nodeVersion: string;
  readonly interface: {
    readonly id: string;
    readonly title: string;
    readonly version: string;
    readonly digest: string;
  };
  /** Directory of the interface document as it was given, for `report` and `replay`. */
  readonly specDirectory: string;
  readonly settings: RunSettings;
  /** True when the target was assay's own mock, started for this run. */
  readonly ownMock: boolean;
  readonly runId: string;
  readonly startedAt: string;
  /** Missing where assay sent the requests itself. */
  readonly source?: TrafficSource;
  /** The runs that this one goes on with, the first one first, and the last exchange here of each. */
  readonly resumes?: readonly { readonly runId: string; readonly lastExchange: string }[];
};

/** A property that failed: how to find the same counterexample again. */
export type Counterexample = {
  readonly seed: number;
  readonly path: string;
  readonly shrinks: number;
  /** The shrunk input as text. */
  readonly value: string;
  /** The exchange that carries the shrunk input. */
  readonly exchange: string;
};

/** The outcome of one check, with what a report needs to print it without the program that made it. */
export type CheckResult = {
  readonly id: string;
  readonly suite: string;
  readonly title: string;
  readonly level: Level;
  readonly clauses: readonly string[];
  readonly outcome: Outcome;
  readonly counterexamples: readonly Counterexample[];
};

/** Why a run ended before its plan was done. */
export type Stop =
  | { readonly kind: 'completed' }
  | { readonly kind: 'interrupted' }
  /** The target could not be tested at all: what happened, and what to check. */
  | { readonly kind: 'unusable-target'; readonly reason: string; readonly advice: string }
  | { readonly kind: 'budget'; readonly reason: string }
  | { readonly kind: 'harness-error'; readonly reason: string };

/** What probes created and left behind: the service documents no way to delete it. */
export type Leftover = { readonly operation: string; readonly name: string; readonly identity: string };

/** Where an operation of the document stands after a run. Requests are counted. */
export type OperationStanding = {
  readonly id: string;
  /** Method and path template. */
  readonly name: string;
  /** What was declared that keeps the run from having it served; missing where the run had to. */
  readonly outOfReach?: string;
  /** For one that the document only names, and that is asked without a key all the same. */
  readonly askedWithoutKey?: true;
  /** Those that may get the documented success. */
  readonly asked: number;
  /** Those of them that got it. */
  readonly served: number;
  /** Those of them whose answer is there as a whole, so that it could be judged. */
  readonly judged: number;
  /** Answers of any kind whose documented body is too long to be read to its end. */
  readonly cut: number;
};

/** A `must` statement of the document with the checks that prove it, each for one operation or for all. */
export type ClauseDemand = {
  readonly clause: string;
  readonly checks: readonly { readonly check: string; readonly operation?: string }[];
};

/** What a run had to show, and what it saw of every operation: with the outcomes, all that a verdict is made of. */
export type Coverage = {
  readonly operations: readonly OperationStanding[];
  readonly clauses: readonly ClauseDemand[];
};

/** A part of assay that failed, which says nothing about the service: a probe, the generator, the oracle. */
export type AssayFault = { readonly part: string; readonly reason: string };

/**
 * A probe that did not run, or not to its end. `declared`: by what the caller chose or the document says. `went-wrong`: on
 * the way, such as a refusal over the limit or the end of the time.
 */
export type LeftOut = {
  readonly probe: string;
  readonly reason: string;
  readonly cause?: 'declared' | 'went-wrong';
};

/** What was drawn beside the planned requests. */
export type DrawnTally = {
  readonly cases: number;
  readonly rounds: number;
  /** Kinds of answers: status, code of the error, members. */
  readonly kinds: number;
  /** Exchanges that are not in the record, since they told nothing. */
  readonly forgotten: number;
  /** Missing where as many went out side by side as the run was told; else how many did in the end, and why. */
  readonly slowed?: Slowed;
};

/** Fewer requests go out side by side than before. */
export type Slowed = { readonly to: number; readonly because: string };

/** What became of the failed cases of earlier runs, which were sent before anything else. */
export type ReplayedTally = {
  /** Cases that were sent to their end. */
  readonly cases: number;
  /** Those that failed again: their violations are among those of the run. */
  readonly again: number;
  /** The first ones that did not, by check and operation. */
  readonly gone: readonly string[];
  /** Cases that were not sent, or not to their end. */
  readonly unsent: readonly { readonly reason: string; readonly count: number }[];
};

export type RecordFooter = {
  readonly type: 'footer';
  readonly stop: Stop;
  readonly endedAt: string;
  readonly durationMs: number;
  readonly requests: { readonly withKey: number; readonly withoutKey: number };
  readonly leftovers: readonly Leftover[];
  /** Probes that did not run, or not to their end, with the reason. */
  readonly leftOut: readonly LeftOut[];
  /** Missing where no cases were drawn. */
  readonly drawn?: DrawnTally;
  /** Missing where no failed cases were given. */
  readonly replayed?: ReplayedTally;
  /** Missing where no part of assay failed. The exceptions of checks are outcomes. */
  readonly faults?: readonly AssayFault[];
  /** Missing in records of traffic that assay did not send, and of older versions. */
  readonly coverage?: Coverage;
  readonly peakMemoryBytes: number;
  /** Only in records with a `source`. */
  readonly traffic?: TrafficTally;
};

export type RecordEntry =
  | RecordHeader
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  /** A probe that did all that it set out to do, with nothing left out. */
  | { readonly type: 'probe'; readonly id: string; readonly state: 'done' }
  | { readonly type: 'check'; readonly result: CheckResult }
  | RecordFooter;

/** Lines of a record that can't be read: how many, and which the first ones are, counted from 1. */
export type Damage = { readonly lines: number; readonly first: readonly number[] };

/** A record read back. `partial` is true when the footer is missing or a line could not be read. */
export type RunRecord = {
  readonly header: RecordHeader;
  readonly exchanges: ReadonlyMap<string, Exchange>;
  readonly results: readonly CheckResult[];
  readonly footer: RecordFooter | undefined;
  readonly partial: boolean;
  readonly damage?: Damage | undefined;
  /** Ids of the probes that did all that they set out to do. */
  readonly done?: readonly string[];
};

/** Counts per outcome kind. */
export type Tally = { readonly [kind in OutcomeKind]: number };

/** What happens during a run, as it happens. */
export type RunEvent =
  | {
      readonly kind: 'suite-started';
      readonly suite: string;
      readonly title: string;
      readonly checks: number;
    }
  | {
      readonly kind: 'exchange';
      readonly suite: string;
      /** Requests sent so far and the most that the plan sends, both on the key and without a valid one. */
      readonly withKey: number;
      readonly withoutKey: number;
      readonly most: number;
      /** Requests that the key has used of its window, as the last answer on it tells. */
      readonly window?: { readonly used: number; readonly limit: number };
    }
  | { readonly kind: 'check'; readonly suite: string; readonly id: string; readonly outcome: OutcomeKind }
  | { readonly kind: 'suite-ended'; readonly suite: string }
  /** Nothing is sent on a credential until `untilMs` (local wall clock, ms since the epoch). */
  | { readonly kind: 'resting'; readonly untilMs: number; readonly reason: string }
  /** Drawn cases go out so many side by side from now on, fewer than before: the target shows that it is too much. */
  | ({ readonly kind: 'slowed' } & Slowed)
  /** The file of the record takes no more, and keeps what it has. The run goes on: its record is in memory. */
  | { readonly kind: 'record-lost'; readonly file: string; readonly reason: string };

/** Everything that a run needs to know. `key` and those beside it are the only secrets in it. */
export type RunRequest = {
  readonly specDirectory: string;
  readonly key: string | undefined;
  /** The key of another user. */
  readonly otherKey?: string | undefined;
  /** Who asks was registered for this run: what the document has of that account is the run's own. */
  readonly accountIsOwn?: boolean | undefined;
  /** What was answered before the run began: the rest that it asked for still holds. */
  readonly heard?: readonly Exchange[] | undefined;
  /** The other user was registered for this run: only the document says what is kept from that user. */
  readonly otherIsRegistered?: boolean | undefined;
  /** In place of the key, where schemes have secrets of their own. */
  readonly secrets?: Secrets | undefined;
  readonly settings: RunSettings;
  readonly headers: readonly HeaderLine[];
  readonly tls: { readonly insecure: boolean; readonly ca: string | undefined };
  /** The environment's proxy settings (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY` in either case). */
  readonly proxy: { readonly [name: string]: string };
  readonly ownMock: boolean;
  /** Header lines for each request, such as a signature. */
  readonly beforeRequest?: RequestSigner | undefined;
  /** File that receives the record as it grows. */
  readonly recordFile?: string | undefined;
  /** The record of a run that was cut off, to go on with. */
  readonly earlier?: RunRecord | undefined;
  /** Records whose failed cases are sent first. */
  readonly replayFirst?: readonly RunRecord[] | undefined;
};
