import type { Traits } from './traits.ts';

export type Family =
  | 'authentication'
  | 'validation'
  | 'errors'
  | 'bodies'
  | 'collections'
  | 'rate-limit-headers'
  | 'rate-limit-enforcement'
  | 'robustness'
  | 'operations'
  | 'standards';

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

/** Ids of statements in `spec/pet-catalogue/clauses.yaml`, the most telling first. */
export type Clauses = readonly [string, ...string[]];

/** An implementation that breaks the document in one way. */
export interface FaultyMember extends MemberBase {
  readonly kind: 'faulty';
  readonly family: Family;
  /** The statements that the fault contradicts. */
  readonly clauses: Clauses;
  /** Shows only on one method, status, type or member, above a length, after some requests, by chance or in parallel. */
  readonly subtle?: true;
  /** `warning`: breaks a standard and not the document. A failure is expected where it is left out. */
  readonly shows?: 'warning';
  /** The check that finds it, where no other does. */
  readonly onlyBy?: string;
  /** Why only a thorough run can see it; any run can where it is left out. */
  readonly thoroughOnly?: string;
}

export type ZooMember = ConformingMember | FaultyMember;

export interface ConformingRow extends MemberBase {}

export interface FaultyRow extends MemberBase {
  readonly clauses: Clauses;
  readonly subtle?: true;
  readonly shows?: 'warning';
  readonly onlyBy?: string;
  readonly thoroughOnly?: string;
}

export function conforming(family: string, rows: readonly ConformingRow[]): readonly ConformingMember[] {
  return rows.map((row) => ({ ...row, kind: 'conforming', family }));
}

export function faulty(family: Family, rows: readonly FaultyRow[]): readonly FaultyMember[] {
  return rows.map((row) => ({ ...row, kind: 'faulty', family }));
}
