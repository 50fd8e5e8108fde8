import { isMap, isSeq, parseDocument } from 'yaml';
import { isBroken, isSilent, type Violation } from '../../checks/outcome.ts';
import { memberOf } from '../../json/value.ts';
import type { KnownFailure } from '../../record/baseline.ts';
import type { CheckResult, RunRecord } from '../../record/record.ts';

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
  if (!isBroken(outcome)) return [];
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
  if (isSilent(outcome)) return { kind: 'not-reached', reason: outcome.reason };
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

/** The reason of an entry that nobody has given one yet. */
export const NO_REASON_YET = 'TODO - say why this failure is borne with';

/** The text of a baseline brought up to date, what it excuses, and what is new and gone in it. */
export type UpdatedBaseline = {
  readonly text: string;
  readonly failures: readonly KnownFailure[];
  readonly added: readonly KnownFailure[];
  readonly removed: readonly KnownFailure[];
};

/** What would have to be excused: each operation of a failed check, or the check where a violation is of no operation. */
function failuresOf({ results, header }: RunRecord): readonly KnownFailure[] {
  return results.flatMap(({ id, outcome }) => {
    if (outcome.kind !== 'fail' && !(outcome.kind === 'warn' && header.settings.strict)) return [];
    const operations = outcome.violations.map(({ operation }) => operation);
    const named = operations.filter((operation) => operation !== undefined);
    if (named.length === 0 || named.length < operations.length) return [{ check: id, reason: NO_REASON_YET }];
    return [...new Set(named)].map((operation) => ({ check: id, operation, reason: NO_REASON_YET }));
  });
}

function isCovered({ check, operation }: KnownFailure, kept: readonly KnownFailure[]): boolean {
  return kept.some(
    (entry) => entry.check === check && (entry.operation === undefined || entry.operation === operation),
  );
}

function opening({ header }: RunRecord): string {
  const title = header.interface.title.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return `# Failures of "${title}" that are known: "assay test --baseline" excuses them.\n# A \`reason\` is for whoever reads a report; with \`expires: 2030-12-31\` an entry is good until that day.\nfailures: []\n`;
}

/** The same file with some items gone and others at its end; comments stay with what they are about. */
function editYaml(text: string, keep: (at: number) => boolean, added: readonly KnownFailure[]): string {
  const document = parseDocument(text, { stringKeys: true });
  const list = document.get('failures');
  if (!isSeq(list)) throw new Error('the baseline was read, but holds no list of failures');
  list.items = list.items.filter((_item, at) => keep(at));
  for (const entry of added) list.add(document.createNode(entry));
  list.flow = list.items.length === 0;
  if (isMap(document.contents)) document.contents.flow = false;
  return document.toString({ lineWidth: 0 });
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function editJson(text: string, failures: readonly KnownFailure[]): string {
  const before: unknown = JSON.parse(text);
  return `${JSON.stringify({ ...(before as object), failures }, undefined, 2)}\n`;
}

/**
 * Brings a baseline up to date with a run that was judged with it: what passes goes, what is still there or was not
 * reached stays as it is, with reason and date, and what is new gets a reason to be filled in. `text` is the file as it
 * was, `undefined` where there is none.
 */
export function updateBaseline(record: RunRecord, file: string, text: string | undefined): UpdatedBaseline {
  const standings = knownFailures(record);
  const keep = (at: number): boolean => standings[at]?.state.kind !== 'passes';
  const kept = standings.filter((_standing, at) => keep(at)).map(({ entry }) => entry);
  const removed = standings.filter((_standing, at) => !keep(at)).map(({ entry }) => entry);
  const added = failuresOf(record).filter((entry) => !isCovered(entry, kept));
  const failures = [...kept, ...added];
  const isJson = text === undefined ? file.endsWith('.json') : isJsonText(text);
  const edited = isJson ? editJson(text ?? '{}', failures) : editYaml(text ?? opening(record), keep, added);
  const changed = added.length + removed.length > 0 || text === undefined;
  return { text: changed ? edited : text, failures, added, removed };
}
