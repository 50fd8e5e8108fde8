import type { Interface } from '../../interface/model.ts';
import type { RunRecord } from '../../record/record.ts';
import { escapeTerminal } from '../escape.ts';
import { documentPath, followsText, leadText, operationsText, summaryText } from '../model/finding-words.ts';
import { type Finding, findingsOf } from '../model/findings.ts';
import { isShellText, pasteLines } from '../model/replay-line.ts';
import { partialNote, runProblem } from '../model/run-problem.ts';
import { runCounts } from '../model/standings.ts';
import { verdict } from '../model/verdict.ts';

/** GitHub shows no more of each kind for one step. */
const MOST_ANNOTATIONS = 10;
const MAX_TEXT = 300;

type Source = { readonly record: RunRecord; readonly recordFile: string | undefined };

type Properties = { readonly [name: string]: string | number | undefined };

/** What GitHub's runner decodes again in the text of a command. */
function encoded(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function encodedProperty(text: string): string {
  return encoded(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A workflow command of GitHub Actions. Its texts may come from anywhere. */
export function githubCommand(
  name: 'error' | 'warning' | 'notice',
  properties: Properties,
  lines: readonly string[],
): string {
  const list = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encodedProperty(escapeTerminal(String(value), MAX_TEXT))}`);
  const text = lines
    .map((line) => (isShellText(line) ? line : escapeTerminal(line, 2 * MAX_TEXT)))
    .join('\n');
  return `::${name} ${list.join(',')}::${encoded(text)}`.toWellFormed();
}

function annotation(name: 'error' | 'warning', finding: Finding, { record, recordFile }: Source): string {
  const { result, example, clauses, position, count } = finding;
  const { violation } = example;
  const { replay, curl } = pasteLines(example, record, recordFile);
  const properties = {
    file: position === undefined ? undefined : documentPath(position),
    line: position?.line,
    title: `${result.id}: ${result.title}`,
  };
  const operation = violation.operation === undefined ? '' : `${violation.operation}: `;
  const lead = leadText(finding);
  const follows = followsText(finding);
  return githubCommand(name, properties, [
    `${operation}expected ${violation.expected}, got ${violation.actual}`,
    ...(count === 1 ? [] : [`${summaryText(finding)}, in ${operationsText(finding)}`]),
    ...(lead === undefined ? [] : [lead]),
    ...(follows === undefined ? [] : [`most likely of the same cause: ${follows}`]),
    ...clauses.slice(0, 3).map((clause) => `${clause.id}: ${clause.text}`),
    ...(replay === undefined ? [] : [replay]),
    ...(curl === undefined ? [] : [curl]),
  ]);
}

function problemAnnotations(record: RunRecord): readonly string[] {
  const problem = runProblem(record);
  if (problem === undefined) return [];
  return [githubCommand('error', { title: 'assay could not do its job' }, [problem.message])];
}

/** The first of a kind, and a line for those that GitHub would not show. */
type Shown = { readonly commands: readonly string[]; readonly hidden: readonly string[] };

function bounded(commands: readonly string[], noun: string): Shown {
  const more = commands.length - MOST_ANNOTATIONS;
  return {
    commands: commands.slice(0, MOST_ANNOTATIONS),
    hidden:
      more <= 0
        ? []
        : [`${String(more)} more ${noun} are not annotated: GitHub shows ${String(MOST_ANNOTATIONS)}`],
  };
}

/**
 * The report as workflow commands of GitHub Actions: at most 10 errors and 10 warnings at the lines of their clauses in
 * the interface document, and a notice with verdict and counts. To be printed by a step of a workflow. What is excused
 * is only counted.
 */
export function githubReport(record: RunRecord, document?: Interface, recordFile?: string): string {
  const ruling = verdict(record, document);
  const findings = findingsOf(record, document);
  const annotations = (wanted: Finding['kind'], name: 'error' | 'warning'): readonly string[] =>
    findings
      .filter(({ kind }) => kind === wanted)
      .map((finding) => annotation(name, finding, { record, recordFile }));
  const errors = bounded([...problemAnnotations(record), ...annotations('violation', 'error')], 'errors');
  const warned = bounded(annotations('warning', 'warning'), 'warnings');
  const note = partialNote(record);
  const summary = [
    `${ruling.text} – ${runCounts(record, ruling)}`,
    ...(note === undefined ? [] : [note]),
    ...errors.hidden,
    ...warned.hidden,
  ];
  return `${[...errors.commands, ...warned.commands, githubCommand('notice', { title: 'assay' }, summary)].join('\n')}\n`;
}
