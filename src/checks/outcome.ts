import { printJson } from '../json/lossless.ts';
import type { Json } from '../json/value.ts';
import { bound } from '../system/bounds.ts';

/** What a check says after a run. Reporters alone choose symbols and colours. */

/** A clause that a service broke: where, what the document asks for, what came instead. */
export type Violation = {
  /** Ids of the exchanges that prove it, the telling one first. */
  readonly exchanges: readonly string[];
  /** Operation id, or `undefined` for requests to no documented operation. */
  readonly operation: string | undefined;
  readonly expected: string;
  readonly actual: string;
  /**
   * How it deviates, in words that are the same for all that deviate in the same way: reports make one finding of them.
   * Where a check leaves it out, `expected` and `actual` tell, but for their numbers and quoted values.
   */
  readonly deviation?: string | undefined;
  /**
   * Ids of the exchanges of the shortest sequence that shows it, in the order of sending, where one request alone shows nothing.
   * The last one tells.
   */
  readonly sequence?: readonly string[] | undefined;
};

/** A value seen where the document is silent. */
export type Observation = {
  readonly name: string;
  readonly value: string;
  readonly exchanges: readonly string[];
};

/** Exchanges that prove a check, per operation id (`*` where there is no operation). */
export type Evidence = { readonly [operation: string]: number };

/** What broke a check. `unlisted` counts further violations per operation id, where they are too many to list. */
export type Broken = {
  readonly violations: readonly Violation[];
  readonly evidence: Evidence;
  readonly unlisted?: Evidence;
};

/** What an outcome has to say. */
type Said = {
  readonly proofs: { readonly evidence: Evidence };
  readonly violations: Broken;
  readonly observations: { readonly observations: readonly Observation[] };
  readonly 'a reason': { readonly reason: string };
  /** A capability is missing; `option` is the command line option that would allow the check. */
  readonly 'an option': { readonly reason: string; readonly option: string };
};

/** What there is to know of a kind of outcome. */
type KindTraits = {
  /** What it is called where outcomes are counted. */
  readonly name: string;
  /** What it says: proofs, what broke, what was seen, or why there is nothing of all that. */
  readonly says: keyof Said;
  /**
   * What a run lacks because of it: nothing, what was declared to be out of reach, the proof of a clause, or the work of a
   * part of assay that failed.
   */
  readonly lacks: 'nothing' | 'by declaration' | 'a proof' | 'a part of assay';
};

const KINDS = {
  pass: { name: 'passed', says: 'proofs', lacks: 'nothing' },
  fail: { name: 'failed', says: 'violations', lacks: 'nothing' },
  warn: { name: 'warned', says: 'violations', lacks: 'nothing' },
  observed: { name: 'observed', says: 'observations', lacks: 'nothing' },
  'not-applicable': { name: 'not applicable', says: 'a reason', lacks: 'nothing' },
  'not-testable': { name: 'not testable', says: 'an option', lacks: 'by declaration' },
  blocked: { name: 'blocked', says: 'a reason', lacks: 'a proof' },
  inconclusive: { name: 'inconclusive', says: 'a reason', lacks: 'a proof' },
  'harness-error': { name: 'harness errors', says: 'a reason', lacks: 'a part of assay' },
} as const satisfies { readonly [kind: string]: KindTraits };

export type OutcomeKind = keyof typeof KINDS;

/** What a check came to: of each kind, with what that kind has to say. */
export type Outcome = {
  readonly [kind in OutcomeKind]: { readonly kind: kind } & Said[(typeof KINDS)[kind]['says']];
}[OutcomeKind];

/**
 * The kinds of outcomes, in the order of the counts. A kind is its row here, with a mark in the HTML report: its type and its
 * form in the published schemas follow from what it says.
 */
export const OUTCOME_KINDS: { readonly [kind in OutcomeKind]: KindTraits } = KINDS;

/** What broke, with the proofs besides. */
export type BrokenOutcome = Extract<Outcome, Broken>;
/** Nothing was shown, for a reason. */
export type SilentOutcome = Extract<Outcome, { readonly reason: string }>;

/** True for an outcome that lists violations. */
export function isBroken(outcome: Outcome): outcome is BrokenOutcome {
  return OUTCOME_KINDS[outcome.kind].says === 'violations';
}

/** True for an outcome that shows nothing and says why. */
export function isSilent(outcome: Outcome): outcome is SilentOutcome {
  const { says } = OUTCOME_KINDS[outcome.kind];
  return says === 'a reason' || says === 'an option';
}

/** The command line option that would let a check say something, where a choice of the caller keeps it from that. */
export function optionFor(outcome: SilentOutcome): string | undefined {
  return 'option' in outcome ? outcome.option : undefined;
}

/** How many violations there are besides those that are listed. */
export function unlistedCount(outcome: Outcome): number {
  if (!isBroken(outcome)) return 0;
  return Object.values(outcome.unlisted ?? {}).reduce((sum, count) => sum + count, 0);
}

const LONGEST: number = bound('quoteCharacters');

/** Text from a body, bounded, for the expected and actual lines of a finding. Escaping is the reporters' task. */
export function excerpt(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length} characters)`;
}

/** A JSON value in one bounded line. Integers beyond the safe range keep their digits. */
export function excerptJson(value: Json | undefined): string {
  return excerpt(value === undefined ? 'nothing' : printJson(value));
}

/** Bytes of a body as text, invalid sequences replaced. */
export function excerptBytes(bytes: Uint8Array): string {
  return bytes.length === 0
    ? 'an empty body'
    : excerpt(new TextDecoder().decode(bytes.subarray(0, 4 * LONGEST)));
}
