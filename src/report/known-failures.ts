import type { Violation } from '../checks/outcome.ts';
import type { KnownFailure } from '../run/baseline.ts';
import type { CheckResult, RunRecord } from '../run/record.ts';
import { memberOf } from '../json/member.ts';

/**
 * What became of a known failure. `excuses`: it is still there, so many times. `passes`: it is gone, and its entry has
 * to go too. `expired`: its last day was before the run, and it does not pass. `not-reached`: the run says neither.
 */
export type KnownFailureState =
  | { readonly kind: 'excuses'; readonly violations: number }
  | { readonly kind: 'passes' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'not-reached'; readonly reason: string };

export type KnownFailureStanding = { readonly entry: KnownFailure; readonly state: KnownFailureState };

function isExpired({ expires }: KnownFailure, { header }: RunRecord): boolean {
  return expires !== undefined && header.startedAt.slice(0, 10) > expires;
}

function covers(entry: KnownFailure, result: CheckResult, violation: Violation): boolean {
  if (entry.check !== result.id) return false;
  return entry.operation === undefined || entry.operation === violation.operation;
}

/** The known failure that excuses a violation of a check, or `undefined` when it counts. Warnings are excused alike. */
export function excuseFor(
  record: RunRecord,
  result: CheckResult,
  violation: Violation,
): KnownFailure | undefined {
  const entries = record.header.settings.baseline?.failures ?? [];
  return entries.find((entry) => !isExpired(entry, record) && covers(entry, result, violation));
}

/** The violations of a failed or warned check that no known failure excuses. */
export function unexcused(record: RunRecord, result: CheckResult): readonly Violation[] {
  const { outcome } = result;
  if (outcome.kind !== 'fail' && outcome.kind !== 'warn') return [];
  return outcome.violations.filter((violation) => excuseFor(record, result, violation) === undefined);
}

function gone(record: RunRecord): KnownFailureState {
  return record.header.settings.shard === undefined
    ? { kind: 'passes' }
    : { kind: 'not-reached', reason: 'the merged record tells' };
}

function stateIn(record: RunRecord, entry: KnownFailure, { outcome }: CheckResult): KnownFailureState {
  const { operation } = entry;
  const notSeen: KnownFailureState = { kind: 'not-reached', reason: `nothing was shown for ${operation}` };
  switch (outcome.kind) {
    case 'fail':
    case 'warn': {
      const same = outcome.violations.filter((one) => operation === undefined || one.operation === operation);
      if (same.length > 0) return { kind: 'excuses', violations: same.length };
      return operation !== undefined && (memberOf(outcome.evidence, operation) ?? 0) > 0
        ? gone(record)
        : notSeen;
    }
    case 'pass':
      return operation === undefined || (memberOf(outcome.evidence, operation) ?? 0) > 0
        ? gone(record)
        : notSeen;
    case 'observed':
      return { kind: 'not-reached', reason: 'the check only observes' };
    case 'not-applicable':
    case 'not-testable':
    case 'blocked':
    case 'inconclusive':
    case 'harness-error':
      return { kind: 'not-reached', reason: outcome.reason };
  }
}

function stateOf(record: RunRecord, entry: KnownFailure): KnownFailureState {
  const result = record.results.find(({ id }) => id === entry.check);
  const state: KnownFailureState =
    result === undefined
      ? { kind: 'not-reached', reason: 'this run did not judge the check' }
      : stateIn(record, entry, result);
  return state.kind !== 'passes' && isExpired(entry, record) ? { kind: 'expired' } : state;
}

/** Every entry of the run's baseline with what became of it, in the order of the file. */
export function knownFailures(record: RunRecord): readonly KnownFailureStanding[] {
  const entries = record.header.settings.baseline?.failures ?? [];
  return entries.map((entry) => ({ entry, state: stateOf(record, entry) }));
}

/** `check`, or `check for operation`, as people call a known failure. */
export function nameOfKnownFailure({ check, operation }: KnownFailure): string {
  return operation === undefined ? check : `${check} for ${operation}`;
}

/** What the caller has to do about an entry, or `undefined` when it is as it should be. */
export function adviceOn(record: RunRecord, { entry, state }: KnownFailureStanding): string | undefined {
  const file = record.header.settings.baseline?.file ?? 'the baseline';
  switch (state.kind) {
    case 'passes':
      return `passes now: remove it from ${file}, or let --update-baseline do it`;
    case 'expired':
      return `expired on ${entry.expires}: correct the service and remove it from ${file}, or give it a later date`;
    case 'excuses':
    case 'not-reached':
      return undefined;
  }
}
