import { createHash } from 'node:crypto';
import { isBroken, type Outcome, type Violation } from '../../checks/outcome.ts';
import type { Position } from '../../document/source.ts';
import { hasStatements } from '../../interface/clauses.ts';
import type { Clause, Interface } from '../../interface/model.ts';
import type { CheckResult, RunRecord } from '../../record/record.ts';
import { onceFor, onceForEither } from '../../system/once-for.ts';
import { gatherCauses } from './causes.ts';
import { rowsBrokenBy } from './derived-rows.ts';
import { excuseFor } from './known-failures.ts';
import { leadOf } from './leads/leads.ts';

/**
 * In which way something deviates, apart from the values: two answers that deviate alike are the same finding. Numbers and
 * quoted texts in `expected` and `actual` are values; a check that says its deviation itself is taken at its word.
 */

/** Texts of checks are bounded; those of a record that somebody else wrote need not be. */
const LONGEST = 2_000;
const LONGEST_VALUE = 60;
const MOST_SLOTS = 3;
/** One alternative begins where no other can, and none of them goes back: linear on any text. */
const VALUE = /"[^"\n]*"|“[^“”\n]*”|0x[\da-f]+|(?<![\w-])-?\d+(?:[-.:]\d+)*(?:T\d+(?::\d+)*(?:\.\d+)?Z?)?/gi;

function cut(text: string): string {
  return text.length <= LONGEST ? text : text.slice(0, LONGEST);
}

function template(text: string): string {
  return cut(text).replaceAll(VALUE, '#');
}

function slots(text: string): readonly string[] {
  return cut(text).match(VALUE) ?? [];
}

/** The same for two violations of one check that deviate alike. */
export function deviationKey({ deviation, expected, actual }: Violation): string {
  return deviation ?? `${template(expected)} → ${template(actual)}`;
}

/** Values that differ within one finding: `401 → 500`, and how often. */
type DeviatingValue = { readonly text: string; readonly count: number };

function pairOf({ expected, actual }: Violation): string | undefined {
  const [wanted, got] = [slots(expected), slots(actual)];
  const fits = wanted.length > 0 && got.length > 0 && Math.max(wanted.length, got.length) <= MOST_SLOTS;
  return fits ? `${wanted.join(', ')} → ${got.join(', ')}` : undefined;
}

/** What was expected is told with what came only where it is not always the same. */
function valuesIn(violations: readonly Violation[]): readonly string[] {
  const [first] = violations;
  const differ = violations.some(({ expected }) => expected !== first?.expected);
  const paired = differ && violations.every(({ deviation }) => deviation === undefined);
  return violations.map((violation) => (paired ? pairOf(violation) : undefined) ?? violation.actual);
}

/**
 * The values in which violations that deviate alike differ, the most frequent first. None where all are the same, or too
 * long to stand in a line.
 */
export function deviatingValues(violations: readonly Violation[]): readonly DeviatingValue[] {
  const counts = new Map<string, number>();
  for (const text of valuesIn(violations)) {
    if (text.length > LONGEST_VALUE) return [];
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  if (counts.size < 2) return [];
  return [...counts].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count);
}

/**
 * What a run found, as a person wants to read it: all answers that break one check in the same way are one finding, with
 * the simplest of them as its example. Every format of the report is made of this.
 */

/** An answer that breaks a check. */
export type BrokenAnswer = {
  readonly violation: Violation;
  /** `<check>/<n>`, what `assay replay` takes. */
  readonly id: string;
};

/**
 * A violation or a warning, however many answers show it. In a strict run warnings are violations. `excused`: it is a
 * known failure.
 */
export type Finding = {
  readonly kind: 'violation' | 'warning' | 'excused';
  /** Why it is excused. */
  readonly excuse: string | undefined;
  readonly result: CheckResult;
  /** The simplest answer that shows it. */
  readonly example: BrokenAnswer;
  /** The other answers that are listed, in the order of the record. */
  readonly others: readonly BrokenAnswer[];
  /** All answers that show it, those that the record counts and does not list too. */
  readonly count: number;
  /** All answers that the check had something to say of. */
  readonly judged: number;
  /** Ids of the operations, `undefined` for requests to no documented one. */
  readonly operations: readonly (string | undefined)[];
  /** How it deviates, where the check says it. */
  readonly deviation: string | undefined;
  readonly values: readonly DeviatingValue[];
  /** The clauses that it breaks, where the document is at hand. */
  readonly clauses: readonly Clause[];
  /** The line of the document that it breaks: of the first clause, or of the operation where clauses are derived. */
  readonly position: Position | undefined;
  /** The same in every run that finds the same: SHA-256 in hex over interface, check and deviation. */
  readonly fingerprint: string;
  /** What the implementer may have done: a guess. */
  readonly lead: string | undefined;
  /** What most likely has the same cause. */
  readonly follows: readonly Finding[];
};

const NOTHING_SAID: Violation = {
  exchanges: [],
  operation: undefined,
  expected: 'what the check asks for',
  actual: 'something else',
};

/** Clauses of a check that violations touch: a clause narrowed to another operation is not broken. */
export function brokenClauses(
  record: RunRecord,
  document: Interface | undefined,
  result: CheckResult,
  violations: readonly Violation[],
): readonly string[] {
  if (document !== undefined && document.clauses.length > 0 && !hasStatements(document)) {
    const rows = rowsBrokenBy(record, document, result.id, violations);
    return rows.length > 0 ? rows.map(({ id }) => id) : result.clauses;
  }
  const clauses = document === undefined ? undefined : clausesById(document);
  const operations = new Set(violations.map(({ operation }) => operation));
  return result.clauses.filter((id) => {
    const references = clauses?.get(id)?.checks.filter(({ check }) => check === result.id) ?? [];
    if (references.length === 0) return true;
    return references.some(({ operation }) => operation === undefined || operations.has(operation));
  });
}

/** The clauses of a document by their ids. */
export const clausesById = onceFor(
  ({ clauses }: Interface): ReadonlyMap<string, Clause> =>
    new Map(clauses.map((clause) => [clause.id, clause])),
);

/** A derived clause has the id of its check and no line of its own. */
function positionOf(
  { operation }: Violation,
  clause: Clause | undefined,
  { id }: CheckResult,
  document: Interface | undefined,
): Position | undefined {
  if (clause !== undefined && clause.id !== id) return clause.position;
  return document?.operations.find((candidate) => candidate.id === operation)?.position ?? clause?.position;
}

function sumOf(counts: { readonly [name: string]: number } | undefined): number {
  return Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
}

/** Bytes of the request that shows it: the fewer, the simpler. Where the record does not hold it, it is no example. */
function sizeOf(record: RunRecord, { exchanges: [id = ''] }: Violation): number {
  const request = record.exchanges.get(id)?.request;
  if (request === undefined) return Infinity;
  const fields = request.headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  return request.method.length + request.target.length + fields + (request.body?.length ?? 0);
}

function simplest(record: RunRecord, answers: readonly [BrokenAnswer, ...BrokenAnswer[]]): BrokenAnswer {
  // A sequence that was made shorter is told first.
  const sequence = answers.find(({ violation }) => violation.sequence !== undefined);
  if (sequence !== undefined) return sequence;
  let [best] = answers;
  let least = sizeOf(record, best.violation);
  for (const answer of answers) {
    const size = sizeOf(record, answer.violation);
    if (size < least) [best, least] = [answer, size];
  }
  return best;
}

type Broken = Extract<Outcome, { kind: 'fail' | 'warn' }>;
/** Answers that are one finding; `unlisted` counts those that the record does not list. */
type Group = {
  readonly kind: Finding['kind'];
  readonly excuse: string | undefined;
  readonly key: string;
  readonly answers: BrokenAnswer[];
  unlisted: number;
};

function groupsOf(record: RunRecord, result: CheckResult, outcome: Broken): readonly Group[] {
  const broken = outcome.kind === 'warn' && !record.header.settings.strict ? 'warning' : 'violation';
  const violations = outcome.violations.length === 0 ? [NOTHING_SAID] : outcome.violations;
  const unlisted = new Map(Object.entries(outcome.unlisted ?? {}));
  const groups = new Map<string, Group>();
  for (const [at, violation] of violations.entries()) {
    const excuse = excuseFor(record, result, violation)?.reason;
    const key = deviationKey(violation);
    const place = JSON.stringify([excuse ?? null, key]);
    const kind = excuse === undefined ? broken : 'excused';
    const group = groups.get(place) ?? { kind, excuse, key, answers: [], unlisted: 0 };
    groups.set(place, group);
    group.answers.push({ violation, id: `${result.id}/${String(at + 1)}` });
    // Nobody knows how those deviate that were only counted: they stand with the first of their operation.
    const name = violation.operation ?? '*';
    group.unlisted += unlisted.get(name) ?? 0;
    unlisted.delete(name);
  }
  const [first] = groups.values();
  if (first !== undefined) first.unlisted += sumOf(Object.fromEntries(unlisted));
  return [...groups.values()];
}

type Known = ReadonlyMap<string, Clause>;
type Draft = { readonly finding: Finding; readonly print: readonly string[] };

function draftOf(
  record: RunRecord,
  {
    result,
    outcome,
    document,
    known,
  }: { result: CheckResult; outcome: Broken; document: Interface | undefined; known: Known },
  { kind, excuse, key, answers, unlisted }: Group,
): readonly Draft[] {
  const [first, ...rest] = answers;
  if (first === undefined) return [];
  const example = simplest(record, [first, ...rest]);
  const violations = answers.map(({ violation }) => violation);
  const told = [example.violation, ...violations];
  const clauses = brokenClauses(record, document, result, told).flatMap((id) => known.get(id) ?? []);
  const clause = clauses[0] ?? known.get(result.clauses[0] ?? '');
  const finding: Finding = {
    kind,
    excuse,
    result,
    example,
    others: answers.filter((answer) => answer !== example),
    count: answers.length + unlisted,
    judged: Math.max(1, outcome.violations.length) + sumOf(outcome.unlisted) + sumOf(outcome.evidence),
    operations: [...new Set(violations.map(({ operation }) => operation))],
    deviation: example.violation.deviation,
    values: deviatingValues(violations),
    clauses,
    position: positionOf(example.violation, clause, result, document),
    fingerprint: '',
    lead: undefined,
    follows: [],
  };
  return [{ finding, print: [record.header.interface.id, result.id, key] }];
}

function fingerprintOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** A known failure and what it does not cover may deviate alike: each has a print of its own. */
function withPrints(drafts: readonly Draft[]): readonly Finding[] {
  const seen = new Map<string, number>();
  return drafts.map(({ finding, print }) => {
    const place = JSON.stringify(print);
    const before = seen.get(place) ?? 0;
    seen.set(place, before + 1);
    return { ...finding, fingerprint: fingerprintOf([...print, String(before)]) };
  });
}

function withLead(record: RunRecord, finding: Finding): Finding {
  const follows = finding.follows.map((one) => withLead(record, one));
  return { ...finding, follows, lead: leadOf(record, { ...finding, follows }) };
}

function compute(record: RunRecord, document: Interface | undefined): readonly Finding[] {
  const known: Known = document === undefined ? new Map() : clausesById(document);
  const drafts = record.results.flatMap((result) => {
    const { outcome } = result;
    if (!isBroken(outcome)) return [];
    return groupsOf(record, result, outcome).flatMap((group) =>
      draftOf(record, { result, outcome, document, known }, group),
    );
  });
  return gatherCauses(record, withPrints(drafts)).map((finding) => withLead(record, finding));
}

const computed = onceForEither(compute);

/**
 * What a run found, in the order of the record. What most likely has the cause of another finding stands with that one
 * (`follows`). A pure function of record and document, worked out once for both.
 */
export function findingsOf(record: RunRecord, document: Interface | undefined): readonly Finding[] {
  return computed(record, document);
}

/** A finding and all that follows from it, each once. */
export function withFollowing(finding: Finding): readonly Finding[] {
  return [finding, ...finding.follows.flatMap(withFollowing)];
}
