import { printJson } from '../json/lossless.ts';
import type { LosslessJson } from '../json/value.ts';
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

export type Outcome =
  | { readonly kind: 'pass'; readonly evidence: Evidence }
  | ({ readonly kind: 'fail' } & Broken)
  | ({ readonly kind: 'warn' } & Broken)
  | { readonly kind: 'observed'; readonly observations: readonly Observation[] }
  | { readonly kind: 'not-applicable'; readonly reason: string }
  /** A capability is missing; `option` is the command line option that would allow the check. */
  | { readonly kind: 'not-testable'; readonly reason: string; readonly option: string }
  | { readonly kind: 'blocked'; readonly reason: string }
  | { readonly kind: 'inconclusive'; readonly reason: string }
  | { readonly kind: 'harness-error'; readonly reason: string };

export type OutcomeKind = Outcome['kind'];

/** How many violations there are besides those that are listed. */
export function unlistedCount(outcome: Outcome): number {
  if (outcome.kind !== 'fail' && outcome.kind !== 'warn') return 0;
  return Object.values(outcome.unlisted ?? {}).reduce((sum, count) => sum + count, 0);
}

const LONGEST: number = bound('quoteCharacters');

/** Text from a body, bounded, for the expected and actual lines of a finding. Escaping is the reporters' task. */
export function excerpt(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length} characters)`;
}

/** A JSON value in one bounded line. Integers beyond the safe range keep their digits. */
export function excerptJson(value: LosslessJson | undefined): string {
  return excerpt(value === undefined ? 'nothing' : printJson(value));
}

/** Bytes of a body as text, invalid sequences replaced. */
export function excerptBytes(bytes: Uint8Array): string {
  return bytes.length === 0
    ? 'an empty body'
    : excerpt(new TextDecoder().decode(bytes.subarray(0, 4 * LONGEST)));
}
