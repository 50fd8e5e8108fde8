import { isBroken, isSilent, optionFor, OUTCOME_KINDS } from '../../checks/outcome.ts';
import { stringify } from 'yaml';
import type { Interface } from '../../interface/model.ts';
import type { CheckResult, RunRecord } from '../../record/record.ts';
import { escapeTerminal } from '../escape.ts';
import { leadText, operationsText, summaryText } from '../model/finding-words.ts';
import { type Finding, findingsOf, withFollowing } from '../model/findings.ts';
import { unexcused } from '../model/known-failures.ts';
import { pasteLines } from '../model/replay-line.ts';
import { partialNote, runProblem, type RunProblem } from '../model/run-problem.ts';

const MAX_DESCRIPTION = 300;
const MAX_TEXT = 1000;
const MAX_ITEMS = 10;

type Details = { readonly [name: string]: unknown };

/** A test point. A directive says why a point counts neither for nor against. */
type Point = {
  readonly ok: boolean;
  readonly description: string;
  readonly directive: string | undefined;
  readonly details: Details;
};

/** Text on one line in which nothing is a directive (TAP 14, "Escaping"). */
function line(text: string): string {
  return escapeTerminal(text, MAX_DESCRIPTION).replaceAll(/[\\#]/g, String.raw`\$&`);
}

function shown(text: string): string {
  return escapeTerminal(text, MAX_TEXT).toWellFormed();
}

type Source = { readonly record: RunRecord; readonly recordFile: string | undefined };
type ByCheck = ReadonlyMap<CheckResult, readonly Finding[]>;

function findingDetails(finding: Finding, { record, recordFile }: Source): Details {
  const { example, others, excuse } = finding;
  const { operation, expected, actual, exchanges } = example.violation;
  const lead = leadText(finding);
  const { replay, curl } = pasteLines(example, record, recordFile);
  return {
    broken: shown(summaryText(finding)),
    operations: shown(operationsText(finding)),
    ...(lead === undefined ? {} : { lead: shown(lead) }),
    ...(excuse === undefined ? {} : { knownFailure: shown(excuse) }),
    example: {
      operation: operation === undefined ? null : shown(operation),
      expected: shown(expected),
      actual: shown(actual),
      exchanges: exchanges.slice(0, MAX_ITEMS).map(shown),
      ...(replay === undefined ? {} : { replay }),
      ...(curl === undefined ? {} : { curl }),
    },
    ...(others.length === 0 ? {} : { others: others.slice(0, MAX_ITEMS).map(({ id }) => shown(id)) }),
  };
}

function findingsDetails(findings: readonly Finding[], source: Source): Details {
  const hidden = findings.length - MAX_ITEMS;
  return {
    findings: findings.slice(0, MAX_ITEMS).map((finding) => findingDetails(finding, source)),
    ...(hidden > 0 ? { furtherFindings: hidden } : {}),
  };
}

type Standing = Omit<Point, 'description'>;

/** A directive for what breaks a check and fails no run. */
function todoFor(record: RunRecord, result: CheckResult): string | undefined {
  const { outcome } = result;
  if (!isBroken(outcome)) return undefined;
  if (outcome.violations.length > 0 && unexcused(record, result).length === 0)
    return 'TODO known failures, all excused by the baseline';
  return outcome.kind === 'fail' || record.header.settings.strict
    ? undefined
    : 'TODO a warning, which fails a strict run alone';
}

function standingOf(source: Source, result: CheckResult, byCheck: ByCheck): Standing {
  const { outcome } = result;
  const { record } = source;
  if (isSilent(outcome)) {
    if (OUTCOME_KINDS[outcome.kind].lacks === 'a part of assay')
      return { ok: false, directive: undefined, details: { harnessError: shown(outcome.reason) } };
    const option = optionFor(outcome);
    const why = option === undefined ? outcome.reason : `${outcome.reason} (allowed by ${option})`;
    return { ok: true, directive: `SKIP ${outcome.kind}: ${line(why)}`, details: {} };
  }
  switch (outcome.kind) {
    case 'pass': {
      const evidence = Object.entries(outcome.evidence).map(([operation, count]) => [
        shown(operation),
        count,
      ]);
      return { ok: true, directive: undefined, details: { evidence: Object.fromEntries(evidence) } };
    }
    case 'fail':
    case 'warn':
      return {
        ok: false,
        directive: todoFor(record, result),
        details: findingsDetails(byCheck.get(result) ?? [], source),
      };
    case 'observed': {
      const seen = outcome.observations.slice(0, MAX_ITEMS * 10);
      const observed = seen.map(({ name, value }) => ({ name: shown(name), value: shown(value) }));
      return { ok: true, directive: 'SKIP observed, nothing to prove', details: { observed } };
    }
  }
}

function checkPoint(source: Source, result: CheckResult, byCheck: ByCheck): Point {
  const { id, suite, title, level, clauses } = result;
  const { details, ...standing } = standingOf(source, result, byCheck);
  return {
    ...standing,
    description: `${id}: ${title}`,
    details: {
      suite: shown(suite),
      level,
      outcome: result.outcome.kind,
      clauses: clauses.slice(0, MAX_ITEMS * 10).map(shown),
      ...details,
    },
  };
}

function problemPoint({ kind, message }: RunProblem): Point {
  return {
    ok: false,
    description: 'the run did its job',
    directive: undefined,
    details: { reason: shown(message), kind },
  };
}

function pointLines({ ok, description, directive, details }: Point, number: number): readonly string[] {
  const yaml = stringify(details, {
    lineWidth: 0,
    blockQuote: false,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  });
  return [
    `${ok ? 'ok' : 'not ok'} ${String(number)} - ${line(description)}${directive === undefined ? '' : ` # ${directive}`}`,
    '  ---',
    ...yaml
      .trimEnd()
      .split('\n')
      .map((each) => `  ${each}`),
    '  ...',
  ];
}

/**
 * The report as TAP 14: a test point per check with a YAML block of what it came to. Warnings are TODO unless the run is
 * strict; what was not tested, and what can't fail, is SKIP. A run that could not do its job is one more point, not ok.
 */
export function tapReport(record: RunRecord, document?: Interface, recordFile?: string): string {
  const { header, footer, results } = record;
  const problem = runProblem(record);
  const tested = footer?.stop.kind === 'unusable-target' ? [] : results;
  const byCheck = Map.groupBy(findingsOf(record, document).flatMap(withFollowing), ({ result }) => result);
  const points = [
    ...tested.map((result) => checkPoint({ record, recordFile }, result, byCheck)),
    ...(problem === undefined ? [] : [problemPoint(problem)]),
  ];
  const note = partialNote(record);
  const about = `assay ${header.assayVersion}: ${header.interface.title} ${header.interface.version} at ${header.settings.url}`;
  return `${[
    'TAP version 14',
    `1..${String(points.length)}`,
    `# ${line(about)}`,
    ...(note === undefined ? [] : [`# ${line(note)}`]),
    ...points.flatMap((point, at) => pointLines(point, at + 1)),
  ].join('\n')}\n`.toWellFormed();
}
