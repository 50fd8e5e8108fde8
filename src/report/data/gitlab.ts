import { createHash } from 'node:crypto';
import type { Interface } from '../../interface/model.ts';
import { plainJson } from '../../json/value.ts';
import type { RunRecord } from '../../record/record.ts';
import { escapeTerminal } from '../escape.ts';
import { documentPath, extentText, leadText } from '../model/finding-words.ts';
import { type Finding, findingsOf } from '../model/findings.ts';
import { pasteLines } from '../model/replay-line.ts';
import { runProblem } from '../model/run-problem.ts';

const MAX_TEXT = 300;
const MAX_FINDINGS = 1000;

/** An entry of GitLab's code quality report, as far as GitLab reads it. */
type Issue = {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
};

const SEVERITIES: { readonly [kind in Finding['kind']]: Issue['severity'] } = {
  violation: 'major',
  warning: 'minor',
  excused: 'info',
};

type Place = Issue['location'];

/** GitLab wants a place for everything. Without the document the interface's name stands for it. */
function placeOf(finding: Finding | undefined, record: RunRecord, document: Interface | undefined): Place {
  const position = finding?.position ?? document?.operations[0]?.position;
  const path = position === undefined ? record.header.interface.id : documentPath(position);
  return {
    path: escapeTerminal(path === '' ? 'interface' : path),
    lines: { begin: finding?.position?.line ?? 1 },
  };
}

function issueOf(
  finding: Finding,
  record: RunRecord,
  document: Interface | undefined,
  recordFile: string | undefined,
): Issue {
  const { result, kind, fingerprint, count, follows } = finding;
  const { violation } = finding.example;
  const where = violation.operation === undefined ? '' : `${escapeTerminal(violation.operation, 100)}: `;
  const expected = escapeTerminal(violation.expected, MAX_TEXT);
  const actual = escapeTerminal(violation.actual, MAX_TEXT);
  const title = escapeTerminal(result.title, MAX_TEXT);
  const excused = finding.excuse === undefined ? '' : `; known: ${escapeTerminal(finding.excuse, MAX_TEXT)}`;
  const times = count === 1 ? '' : `; ${extentText(finding)}`;
  const also = follows.length === 0 ? '' : `; ${String(follows.length)} more of the same cause`;
  const lead = leadText(finding);
  const { replay } = pasteLines(finding.example, record, recordFile);
  const again = replay === undefined ? '' : ` – ${replay}`;
  const guess = lead === undefined ? '' : `; ${escapeTerminal(lead, MAX_TEXT)}`;
  return {
    description: `${where}expected ${expected}, got ${actual} (${title}${times}${also}${guess}${excused})${again}`,
    check_name: escapeTerminal(result.id, MAX_TEXT),
    fingerprint,
    severity: SEVERITIES[kind],
    location: placeOf(finding, record, document),
  };
}

/** A run without a verdict is an entry of its own, so that no empty report is taken for a good one. */
function problemIssues(record: RunRecord, document: Interface | undefined): readonly Issue[] {
  const problem = runProblem(record);
  if (problem === undefined) return [];
  const name = `run.${problem.kind}`;
  return [
    {
      description: `The conformance run could not do its job: ${escapeTerminal(problem.message, MAX_TEXT)}`,
      check_name: name,
      fingerprint: createHash('sha256').update(`${record.header.interface.id} ${name}`).digest('hex'),
      severity: 'blocker',
      location: placeOf(undefined, record, document),
    },
  ];
}

/** Says how many findings did not fit. */
function furtherIssues(hidden: number, record: RunRecord, document: Interface | undefined): readonly Issue[] {
  if (hidden <= 0) return [];
  return [
    {
      description: `${String(hidden)} more findings are left out here; "assay report --format json" has them all.`,
      check_name: 'run.left-out',
      fingerprint: createHash('sha256').update(`${record.header.interface.id} left-out`).digest('hex'),
      severity: 'info',
      location: placeOf(undefined, record, document),
    },
  ];
}

/**
 * The report as GitLab's code quality JSON: an entry per finding, at the line of the clause in the
 * interface document, with a fingerprint that stays the same from run to run.
 */
export function gitlabReport(record: RunRecord, document?: Interface, recordFile?: string): string {
  const findings = findingsOf(record, document);
  const issues = [
    ...problemIssues(record, document),
    ...findings.slice(0, MAX_FINDINGS).map((finding) => issueOf(finding, record, document, recordFile)),
    ...furtherIssues(findings.length - MAX_FINDINGS, record, document),
  ];
  return `${plainJson(issues, 2)}\n`;
}
