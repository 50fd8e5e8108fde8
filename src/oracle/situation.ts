import type { Operation } from '../interface/model.ts';
import { coversStatus } from '../interface/documented-answers.ts';
import { matchesStatus } from './contract.ts';

/** What a request is, as far as the document has something to say about its answer. */
export type Situation =
  | 'undocumented'
  | 'named-without-credential'
  | 'named'
  | 'missing-credential'
  | 'other-scheme'
  | 'no-scheme'
  | 'unknown-key'
  | 'altered-key'
  | 'empty-token'
  | 'bad-key-and-bad-body'
  | 'scheme-case'
  | 'ordinary'
  | 'unusual-text'
  | 'missing-member'
  | 'wrong-type'
  | 'root-type'
  | 'constraint'
  | 'format'
  | 'malformed-json'
  | 'empty-body'
  | 'no-body'
  | 'invalid-parameter'
  | 'unknown-members'
  | 'assigned-member'
  | 'media-type-variant'
  | 'conditional'
  | 'other-user'
  | 'doubtful';

/**
 * Which answers a request may get. `conforming` statuses prove the clause; `tolerated` ones neither prove nor break
 * it; any other status breaks it when `otherwise` is `breaks` and is only observed when it is `open`. A refusal over the
 * limit is always tolerated, another 5xx never (both are judged by checks of their own). Patterns are codes (`201`) or classes (`4XX`).
 */
export type Expectation = {
  readonly situation: Situation;
  readonly operation: Operation | undefined;
  readonly conforming: readonly string[];
  readonly tolerated: readonly string[];
  readonly otherwise: 'breaks' | 'open';
  /** `certain` where the credential's validity is known, `credential-unknown` for traffic of others. */
  readonly certainty: 'certain' | 'credential-unknown';
  readonly because: string;
  /** What is expected where the answer is no success: servers may read the request in another way, and this one does then. */
  readonly unserved?: Pick<Expectation, 'situation' | 'conforming' | 'tolerated' | 'otherwise' | 'because'>;
  /** No valid request of the operation was served before this one, or after it where something odd came. */
  readonly hasNoBaseline?: true;
  /** What was expected of a request whose odd answer no valid request confirmed afterwards: nobody can tell what it shows. */
  readonly unconfirmed?: Expectation;
};

/**
 * True when the document shows what an answer of this status to this request looks like. Where nobody knows whether the
 * credential is valid, that goes for the documented 401 as well: whoever provokes it, it is the documented one.
 */
export function isShown(expectation: Expectation, status: number): boolean {
  const { certainty, operation, conforming, tolerated, otherwise } = expectation;
  if (otherwise === 'open') return false;
  if (matchesStatus(conforming, status)) return true;
  // Whether it had to come is open, but the document says what it looks like.
  const isDocumented =
    operation?.responses.some((response) => coversStatus(response.status, status)) === true;
  if (isDocumented && matchesStatus(tolerated, status)) return true;
  return certainty === 'credential-unknown' && status === 401 && operation?.credential !== undefined;
}

/** A row of the oracle's table: an expectation without the request's operation. */
export type Row = Pick<
  Expectation,
  'situation' | 'conforming' | 'tolerated' | 'otherwise' | 'because' | 'unserved'
>;

/** A row for requests on whose answers the document is silent. */
export function openRow(situation: Situation, because: string): Row {
  return { situation, conforming: [], tolerated: [], otherwise: 'open', because };
}
