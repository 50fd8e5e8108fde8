import type { CredentialUse } from '../http/credential-use.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Interface, Level, Plan } from '../interface/model.ts';
import { memberOf } from '../json/value.ts';
import type { Contract } from '../oracle/contract.ts';
import type { Reading } from '../oracle/reading.ts';
import type { Situation } from '../oracle/situation.ts';
import { onceForBoth } from '../system/once-for.ts';
import type { Verdict } from './judge-each.ts';
import type { Outcome } from './outcome.ts';

/** What is particular about a suite among the others. */
type SuiteTraits = {
  /**
   * Judges the traffic of whole windows: of a run in parts each part for itself, and in one shard alone.
   */
  readonly judgesWindows?: true;
  /** Uses the window up on purpose, and is refused: it comes last, and what it shows can't be shown by single requests. */
  readonly usesWindowUp?: true;
  /** What a run has for requests without a valid key is for this suite: what it leaves of it is free for others. */
  readonly asksWithoutKey?: true;
  /** The part of what is left on the key that it leaves to those behind it, where no documented limit makes a run choose. */
  readonly leaves?: number;
};

/** Names of the suites, in the order in which they run. */
export type SuiteName =
  | 'authentication'
  | 'validation'
  | 'robustness'
  | 'versioning'
  | 'resources'
  | 'collections'
  | 'errors'
  | 'rate-limit-headers'
  | 'rate-limit-enforcement';

const SUITE_TRAITS: { readonly [suite in SuiteName]: SuiteTraits } = {
  authentication: { asksWithoutKey: true },
  validation: { leaves: 0.25 },
  robustness: { leaves: 0.3 },
  versioning: {},
  resources: {},
  collections: {},
  errors: {},
  'rate-limit-headers': { judgesWindows: true },
  'rate-limit-enforcement': { judgesWindows: true, usesWindowUp: true },
};

/** What is particular about a suite; nothing where nobody knows it. */
export function suiteTraits(suite: string): SuiteTraits {
  return memberOf<SuiteTraits>(SUITE_TRAITS, suite) ?? {};
}

/**
 * What a probe brings about for checks to see: a situation of the oracle, or what an ordinary request shows of the state of the
 * service.
 */
export type Sight =
  | Situation
  | 'other-media-type'
  | 'creation'
  | 'parallel-creation'
  | 'read-back'
  | 'absent-entry'
  | 'last-list'
  | 'life'
  | 'repeated'
  | 'pages'
  | 'over-limit';

/** What probes are called that ask for what is nowhere by a name that the run thought of. */
export const ABSENT_PROBE = 'resources/absent/';

/** True for a request of such a probe. */
export function asksForAbsent({ probe }: Pick<Exchange, 'probe'>): boolean {
  return probe.startsWith(ABSENT_PROBE);
}

/** The needs of a check that reads whatever was sent for others. */
export const WHATEVER_WAS_SENT: readonly Sight[] = [];

/** Requests with a credential that has to be refused. */
export const BAD_CREDENTIALS: readonly Sight[] = [
  'missing-credential',
  'other-scheme',
  'no-scheme',
  'unknown-key',
  'altered-key',
  'empty-token',
];

/** Requests whose body has to be refused. */
export const BAD_BODIES: readonly Sight[] = [
  'missing-member',
  'wrong-type',
  'root-type',
  'constraint',
  'format',
  'malformed-json',
  'empty-body',
  'no-body',
];

/** What was declared about the target and allowed by the caller. */
export type Capabilities = {
  /** The plan of the key, where it was declared. */
  readonly plan: Plan | undefined;
  /** Nobody else uses the key. */
  readonly exclusive: boolean;
  /** The limit may be used up on purpose. */
  readonly exhaust: boolean;
  /** Nothing may be created. */
  readonly readOnly: boolean;
  /** What all users of the service share, as filters name operations. Default: nothing. */
  readonly shared?: readonly string[] | undefined;
  /** The account of who asks was registered for the run. Default: it was not. */
  readonly ownAccount?: boolean | undefined;
  /** There is a key of another user, who was given to the run or registered for it. Default: none. */
  readonly otherKey?: 'given' | 'registered' | undefined;
};

/** The credential of the other user, which tells who that is. */
export function otherUse({ otherKey }: Pick<Capabilities, 'otherKey'>): CredentialUse {
  return { kind: 'other-key', ...(otherKey === 'registered' ? { registered: true } : {}) };
}

/** What holds for all exchanges that are judged together. */
export type Circumstances = { readonly contract: Contract; readonly capabilities: Capabilities };

/** Everything a check may look at. Checks never send anything. */
export type JudgedRun = Circumstances & {
  /** All exchanges in the order of sending, without those that a later one repeats after a fault of the transport. */
  readonly readings: readonly Reading[];
  /** Those that were repeated: a 5xx or a lost connection, confirmed or not by their repetition. */
  readonly superseded: readonly Reading[];
  /** What was served before these exchanges, and may still be shown: nothing, where they are all there is. */
  readonly before?: readonly Reading[];
  /** The paths of entries that were there before these exchanges, and others made: none that are known, by default. */
  readonly foreign?: ReadonlySet<string>;
};

/** A value that an exchange shows where the document is silent. */
export type Seen = readonly [name: string, value: string, reading: Reading];

/**
 * How a check judges traffic that assay did not send: it may be incomplete, parallel, and of several callers. Exchanges
 * are judged one at a time, as they stream by.
 */
export type ForeignJudgement =
  /** One exchange tells on its own. Fewer than `fewestToFail` of them that break it only warn. */
  | {
      readonly kind: 'each';
      /** `alone`: a run of this exchange and no other. */
      readonly judge: (reading: Reading, alone: JudgedRun) => Verdict;
      readonly fewestToFail: number;
    }
  | {
      readonly kind: 'observes';
      readonly look: (alone: JudgedRun) => readonly Seen[];
    }
  /** Only requests that assay planned can tell. */
  | { readonly kind: 'says-nothing'; readonly reason: string };

/**
 * A check is a value: a pure judgement over recorded exchanges. `level` is that of the statement it proves; clauses
 * refer to checks by id.
 */
export type Check = {
  readonly id: string;
  /** One of assay's own (`SuiteName`), or of whoever runs it. */
  readonly suite: string;
  readonly level: Level;
  /** What it needs to see: the probes that bring one of these about are sent for it. */
  readonly needs: readonly Sight[];
  readonly title: string;
  /** What is sent, what is asked of the answer, and what is left open, for `assay explain`. */
  readonly explanation: string;
  /** Why the check says nothing about an interface; `undefined` when it applies. */
  readonly notApplicable: (document: Interface) => string | undefined;
  readonly judge: (run: JudgedRun) => Outcome;
  readonly foreign: ForeignJudgement;
  /**
   * Set where it sharpens what the other checks of its clauses prove, and takes a service or a window of a kind that a
   * run need not meet: where it can't tell, it does not apply.
   */
  readonly sharpens?: true;
};

/** The same as the check says of the document, which is asked for each exchange and each probe, and answered once. */
export const whyNotApplicable: (document: Interface, check: Check) => string | undefined = onceForBoth(
  (document: Interface, check: Check) => check.notApplicable(document),
);
