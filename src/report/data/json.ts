import { gapIn } from '../model/gaps.ts';
import { isBroken, isSilent, optionFor, type Violation } from '../../checks/outcome.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Interface } from '../../interface/model.ts';
import { plainJson } from '../../json/value.ts';
import type { CheckResult, Leftover, RunRecord, Stop } from '../../record/record.ts';
import { cutText, exchangeExcerpt, type MessageExcerpt } from '../model/excerpt.ts';
import { leadText, summaryText } from '../model/finding-words.ts';
import { clausesById, type Finding, findingsOf } from '../model/findings.ts';
import { excuseFor } from '../model/known-failures.ts';
import { clauseStandings, rowsOutOfReach } from '../model/standings.ts';
import { verdict } from '../model/verdict.ts';

/** The last millisecond of the year 9999: RFC 3339 has four digits for a year, and the formats of the reports follow it. */
const LAST_MS = 253_402_300_799_999;

/** A time in RFC 3339, in UTC. A record that somebody else wrote may hold times that it has no words for: the nearest stands in. */
export function isoTime(ms: number): string {
  return new Date(Number.isNaN(ms) ? 0 : Math.max(0, Math.min(LAST_MS, ms))).toISOString();
}

/** Version of the shape that `schemas/report.schema.json` describes; members may be added without a new one. */
export const REPORT_VERSION = 1;

const MAX_TEXT = 4000;
/** Of a sequence that shows a violation. */
const SHOWN_OF_SEQUENCE = 12;
const SHOWN_PER_VIOLATION = 3;
const MOST_MISSING = 100;

type Members = { readonly [name: string]: unknown };

function stopMembers(stop: Stop | undefined): Members | null {
  if (stop === undefined) return null;
  switch (stop.kind) {
    case 'completed':
    case 'interrupted':
      return { kind: stop.kind, reason: null, advice: null };
    case 'budget':
    case 'harness-error':
      return { kind: stop.kind, reason: cutText(stop.reason, MAX_TEXT), advice: null };
    case 'unusable-target':
      return {
        kind: stop.kind,
        reason: cutText(stop.reason, MAX_TEXT),
        advice: cutText(stop.advice, MAX_TEXT),
      };
  }
}

function violationMembers(record: RunRecord, result: CheckResult, violation: Violation): Members {
  return {
    operation: violation.operation ?? null,
    expected: cutText(violation.expected, MAX_TEXT),
    actual: cutText(violation.actual, MAX_TEXT),
    deviation: violation.deviation === undefined ? null : cutText(violation.deviation, MAX_TEXT),
    exchanges: violation.exchanges,
    ...(violation.sequence === undefined ? {} : { sequence: violation.sequence }),
    excusedBy: excuseFor(record, result, violation)?.reason ?? null,
  };
}

const MOST_VALUES = 100;

/** A finding by reference: its answers are violations of the checks, by the ids that `assay replay` takes. */
function findingMembers(finding: Finding): Members {
  const { kind, result, example, others, values, operations } = finding;
  return {
    kind,
    check: result.id,
    title: result.title,
    summary: cutText(summaryText(finding), MAX_TEXT),
    deviation: finding.deviation === undefined ? null : cutText(finding.deviation, MAX_TEXT),
    answers: finding.count,
    judged: finding.judged,
    operations: operations.map((operation) => operation ?? null),
    values: values.slice(0, MOST_VALUES),
    clauses: finding.clauses.map(({ id }) => id),
    lead: leadText(finding) ?? null,
    excusedBy: finding.excuse ?? null,
    example: example.id,
    others: others.map(({ id }) => id),
    fingerprint: finding.fingerprint,
    follows: finding.follows.map(findingMembers),
  };
}

function outcomeMembers(record: RunRecord, result: CheckResult): Members {
  const { outcome } = result;
  const empty = { evidence: {}, violations: [], unlisted: {}, observations: [], reason: null, option: null };
  if (isSilent(outcome)) {
    const reason = cutText(outcome.reason, MAX_TEXT);
    return { ...empty, outcome: outcome.kind, reason, option: optionFor(outcome) ?? null };
  }
  switch (outcome.kind) {
    case 'pass':
      return { ...empty, outcome: outcome.kind, evidence: outcome.evidence };
    case 'fail':
    case 'warn':
      return {
        ...empty,
        outcome: outcome.kind,
        evidence: outcome.evidence,
        violations: outcome.violations.map((one) => violationMembers(record, result, one)),
        unlisted: outcome.unlisted ?? {},
      };
    case 'observed': {
      const observations = outcome.observations.map((seen) => ({
        ...seen,
        value: cutText(seen.value, MAX_TEXT),
      }));
      return { ...empty, outcome: outcome.kind, observations };
    }
  }
}

function checkMembers(record: RunRecord, result: CheckResult): Members {
  const { id, suite, title, level, clauses, counterexamples } = result;
  const smallest = counterexamples.map((each) => ({ ...each, value: cutText(each.value, MAX_TEXT) }));
  return {
    id,
    suite,
    title,
    level,
    clauses,
    ...outcomeMembers(record, result),
    counterexamples: smallest,
  };
}

function messageMembers({ line, headers, body }: MessageExcerpt): Members {
  return { line, headers: headers.map(([name, value]) => ({ name, value })), body: body ?? null };
}

function exchangeMembers(exchange: Exchange): Members {
  const { request, answer, failure } = exchangeExcerpt(exchange);
  return {
    probe: exchange.probe,
    sentAt: isoTime(exchange.sentAt),
    durationMs: Math.max(0, exchange.endMs - exchange.startMs),
    credential: exchange.request.credential.kind,
    repeats: exchange.repeats ?? null,
    request: messageMembers(request),
    status: exchange.result.kind === 'answer' ? exchange.result.answer.status : null,
    answer: answer === undefined ? null : messageMembers(answer),
    failure: failure ?? null,
  };
}

/** The first exchanges of every violation, each once. */
function shownExchanges({ results, exchanges }: RunRecord): Members {
  const ids = results.flatMap(({ outcome }) =>
    isBroken(outcome)
      ? outcome.violations.flatMap(({ exchanges: own, sequence }) => [
          ...own.slice(0, SHOWN_PER_VIOLATION),
          ...(sequence ?? []).slice(-SHOWN_OF_SEQUENCE),
        ])
      : [],
  );
  const shown = [...new Set(ids)].flatMap((id) => {
    const exchange = exchanges.get(id);
    return exchange === undefined ? [] : [[id, exchangeMembers(exchange)] as const];
  });
  return Object.fromEntries(shown);
}

function clauseMembers(record: RunRecord, document: Interface | undefined): readonly Members[] {
  const known = document === undefined ? undefined : clausesById(document);
  const named = new Map<string, string[]>();
  for (const { id: check, clauses } of record.results)
    for (const id of clauses) named.set(id, [...(named.get(id) ?? []), check]);
  const outOfReach = document === undefined ? [] : rowsOutOfReach(record, document);
  const reached = [...clauseStandings(record, document)].map(([id, standing]) => ({
    id,
    standing,
    reason: null,
  }));
  const others = [...outOfReach].map(([id, reason]) => ({
    id,
    standing: 'out-of-reach',
    reason: cutText(reason, MAX_TEXT),
  }));
  return [...reached, ...others].map(({ id, standing, reason }) => {
    const clause = known?.get(id);
    const checks = clause?.checks.map(({ check, operation }) =>
      operation === undefined ? check : `${check}@${operation}`,
    );
    return {
      id,
      standing,
      section: clause?.section ?? null,
      text: clause?.text ?? null,
      level: clause?.level ?? null,
      checks: checks ?? named.get(id) ?? [],
      ...(clause?.about === undefined
        ? {}
        : { derived: { ...clause.position, pointer: clause.pointer ?? '', outOfReach: reason } }),
    };
  });
}

function notTested({ results }: RunRecord): readonly Members[] {
  return results.flatMap(({ id, title, outcome }) => {
    if (!isSilent(outcome) || gapIn(outcome) === undefined) return [];
    const { kind, reason } = outcome;
    return [
      {
        check: id,
        title,
        outcome: kind,
        reason: cutText(reason, MAX_TEXT),
        option: optionFor(outcome) ?? null,
      },
    ];
  });
}

function leftoverMembers({ operation, name, identity }: Leftover): Members {
  return { operation, name: cutText(name, MAX_TEXT), identity: cutText(identity, MAX_TEXT) };
}

function runMembers({ header, footer, partial }: RunRecord): Members {
  return {
    id: header.runId,
    startedAt: header.startedAt,
    endedAt: footer?.endedAt ?? null,
    durationMs: footer?.durationMs ?? null,
    requests: footer?.requests ?? null,
    peakMemoryBytes: footer?.peakMemoryBytes ?? null,
    stop: stopMembers(footer?.stop),
    partial,
  };
}

function verdictMembers(record: RunRecord, document: Interface | undefined): Members {
  const { missing, faults, operations, advice, ...ruling } = verdict(record, document);
  return {
    ...ruling,
    operations: operations ?? null,
    missing: missing.slice(0, MOST_MISSING),
    faults: faults.slice(0, MOST_MISSING),
    advice: advice ?? null,
  };
}

/**
 * The report as JSON, in the shape of `schemas/report.schema.json`: verdict, clauses, checks with their violations,
 * bounded excerpts of the exchanges that prove them, and what was not tested. With the interface of the record, clauses
 * carry their text. What is unknown is `null`.
 */
export function jsonReport(record: RunRecord, document?: Interface): string {
  const { header, footer, results } = record;
  const { plan, url, ...settings } = header.settings;
  const report = {
    reportVersion: REPORT_VERSION,
    tool: { name: 'assay', version: header.assayVersion, node: header.nodeVersion },
    interface: header.interface,
    target: { url, ownMock: header.ownMock },
    source: header.source ?? null,
    traffic: footer?.traffic ?? null,
    settings: { ...settings, plan: plan ?? null },
    run: runMembers(record),
    verdict: verdictMembers(record, document),
    operations: footer?.coverage?.operations ?? [],
    clauses: clauseMembers(record, document),
    findings: findingsOf(record, document).map(findingMembers),
    checks: results.map((result) => checkMembers(record, result)),
    exchanges: shownExchanges(record),
    notTested: notTested(record),
    leftOut: (footer?.leftOut ?? []).map(({ probe, reason, cause }) => ({
      probe,
      cause: cause ?? null,
      reason: cutText(reason, MAX_TEXT),
    })),
    leftovers: (footer?.leftovers ?? []).map(leftoverMembers),
  };
  return `${plainJson(report, 2)}\n`;
}
