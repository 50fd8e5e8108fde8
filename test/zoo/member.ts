import type { Traits } from './traits.ts';

/** Sections of the interface document, with the numbers of their items where they have some. */
type Clause =
  | '1'
  | '2 Category'
  | '2 Error'
  | '4'
  | '4.1'
  | '4.2'
  | '5.1'
  | '5.2'
  | '5.3'
  | '7.1'
  | '7.2'
  | '8 plans'
  | '8 headers'
  | '8.1'
  | '8.2';

export type Family =
  | 'authentication'
  | 'validation'
  | 'errors'
  | 'bodies'
  | 'collections'
  | 'rate-limit-headers'
  | 'rate-limit-enforcement'
  | 'robustness';

interface MemberBase {
  readonly name: string;
  readonly title: string;
  readonly traits: Partial<Traits>;
}

/** An implementation that uses one freedom which the document or HTTP leaves. */
export interface ConformingMember extends MemberBase {
  readonly kind: 'conforming';
  readonly family: string;
}

/** An implementation that breaks one clause in one way. */
export interface FaultyMember extends MemberBase {
  readonly kind: 'faulty';
  readonly family: Family;
  readonly clause: Clause;
  /** Shows only on one method, status, type or member, above a length, after some requests, by chance or in parallel. */
  readonly subtle?: true;
}

export type ZooMember = ConformingMember | FaultyMember;

export interface ConformingRow extends MemberBase {}

export interface FaultyRow extends MemberBase {
  readonly clause: Clause;
  readonly subtle?: true;
}

export function conforming(family: string, rows: readonly ConformingRow[]): readonly ConformingMember[] {
  return rows.map((row) => ({ ...row, kind: 'conforming', family }));
}

export function faulty(family: Family, rows: readonly FaultyRow[]): readonly FaultyMember[] {
  return rows.map((row) => ({ ...row, kind: 'faulty', family }));
}
