/** A run as the results of tests, for the test runner of somebody else: one a check, one an operation, one for the run. */
import { counted } from '../system/counted.ts';
import type { OperationStanding, RunRecord } from '../record/record.ts';
import { escapeTerminal } from './escape.ts';
import { headlineText, summaryText } from './model/finding-words.ts';
import { type BrokenAnswer, type Finding, findingsOf } from './model/findings.ts';
import { runProblem } from './model/run-problem.ts';
import { checkGaps, missingOperation, verdict } from './model/verdict.ts';
import type { TerminalContext } from './text/context.ts';
import { exampleLines, findingBody } from './text/findings.ts';
import { runLines, verdictLine } from './text/terminal.ts';

/** What a test came to. `notes` are told beside; a text is safe to print, its first line stands for all of it. */
export type TestResult =
  | { readonly kind: 'passed'; readonly notes: readonly TestNote[] }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'skipped'; readonly reason: string };

type TestNote = { readonly kind: 'warning' | 'notice'; readonly text: string };

const MOST_FINDINGS = 10;
const MOST_OBSERVED = 20;
const MAX_LINE = 600;

function line(text: string): string {
  return escapeTerminal(text, MAX_LINE);
}

function passed(...notes: readonly TestNote[]): TestResult {
  return { kind: 'passed', notes };
}

function skipped(reason: string): TestResult {
  return { kind: 'skipped', reason: line(reason) };
}

function couldNotTell(reason: string): TestResult {
  return { kind: 'failed', text: `could not tell: ${line(reason)}` };
}

function ofAssay(reason: string): TestResult {
  return {
    kind: 'failed',
    text: `assay itself failed, which says nothing about the service: ${line(reason)}`,
  };
}

/** A finding, and the one that most likely has the same cause, where it stands with it. */
type Told = { readonly finding: Finding; readonly cause: Finding | undefined };

function withFollowing(finding: Finding, cause: Finding | undefined): readonly Told[] {
  return [{ finding, cause }, ...finding.follows.flatMap((each) => withFollowing(each, finding))];
}

function everyFinding({ record, document }: TerminalContext): readonly Told[] {
  return findingsOf(record, document).flatMap((finding) => withFollowing(finding, undefined));
}

function causeLines(cause: Finding | undefined): readonly string[] {
  return cause === undefined ? [] : [line(`   Most likely of the same cause as ${cause.result.id}.`)];
}

function moreLines(hidden: number): readonly string[] {
  return hidden > 0 ? ['', `   and ${counted(hidden, 'finding')} more, in the record`] : [];
}

function failedBy(context: TerminalContext, told: readonly [Told, ...(readonly Told[])]): TestResult {
  const bodies = told
    .slice(0, MOST_FINDINGS)
    .flatMap(({ finding, cause }) => ['', ...findingBody(context, finding), ...causeLines(cause)]);
  const text = [line(headlineText(told[0].finding)), ...bodies, ...moreLines(told.length - MOST_FINDINGS)];
  return { kind: 'failed', text: text.join('\n') };
}

function notesOn(told: readonly Told[]): readonly TestNote[] {
  return told.slice(0, MOST_FINDINGS).map(({ finding }): TestNote => {
    const text = headlineText(finding);
    return finding.kind === 'excused'
      ? { kind: 'notice', text: line(`known failure (${finding.excuse ?? ''}): ${text}`) }
      : { kind: 'warning', text: line(text) };
  });
}

/** Findings that fail a test, and those that it tells of: warnings, and what a baseline excuses. */
function judged(context: TerminalContext, told: readonly Told[]): TestResult {
  const [first, ...rest] = told.filter(({ finding }) => finding.kind === 'violation');
  return first === undefined ? passed(...notesOn(told)) : failedBy(context, [first, ...rest]);
}

/** What a check did not show of clauses that it has to prove. */
function gapText(record: RunRecord, id: string): string | undefined {
  const gaps = checkGaps(record).filter(({ check }) => check === id);
  if (gaps.length === 0) return undefined;
  const clauses = [...new Set(gaps.map(({ clause }) => clause))];
  const reasons = [...new Set(gaps.map(({ why }) => why))];
  return `${counted(clauses.length, 'clause')} not proven (${clauses.join(', ')}): ${reasons.join('; ')}`;
}

/** A test that would pass, where something that it has to show is missing. */
function unlessMissing(record: RunRecord, why: string | undefined, result: TestResult): TestResult {
  if (why === undefined || result.kind === 'failed') return result;
  if (record.header.settings.allowIncomplete !== true) return couldNotTell(why);
  return result.kind === 'skipped'
    ? result
    : passed(...result.notes, { kind: 'warning', text: line(`not all was shown: ${why}`) });
}

/** What is wrong with the run as a whole, and not with what one test has to show. */
function wholeProblem(record: RunRecord): string | undefined {
  const { header } = record;
  const lenient = { ...header, settings: { ...header.settings, allowIncomplete: true } };
  return runProblem({ ...record, header: lenient })?.message;
}

/**
 * The test of a check. A violation fails it, and so does whatever keeps a check from telling what it has to tell. Warnings and
 * known failures pass and are told; what does not apply, or takes something that was not allowed, is skipped.
 */
export function checkResult(context: TerminalContext, id: string): TestResult {
  const { record } = context;
  const outcome = record.results.find((result) => result.id === id)?.outcome;
  const missing = (result: TestResult): TestResult => unlessMissing(record, gapText(record, id), result);
  switch (outcome?.kind) {
    case undefined:
      return couldNotTell(runProblem(record)?.message ?? 'the check did not run');
    case 'pass':
      return missing(passed());
    case 'fail':
    case 'warn':
      return missing(
        judged(
          context,
          everyFinding(context).filter(({ finding }) => finding.result.id === id),
        ),
      );
    case 'observed':
      return passed(
        ...outcome.observations
          .slice(0, MOST_OBSERVED)
          .map(({ name, value }): TestNote => ({ kind: 'notice', text: line(`observed ${name}: ${value}`) })),
      );
    case 'not-applicable':
      return skipped(`does not apply: ${outcome.reason}`);
    case 'not-testable':
      return skipped(`not testable: ${outcome.reason} (allow it with ${outcome.option})`);
    case 'blocked': {
      const problem = wholeProblem(record);
      return problem === undefined ? missing(skipped(`blocked: ${outcome.reason}`)) : couldNotTell(problem);
    }
    case 'inconclusive':
      return missing(skipped(`inconclusive: ${outcome.reason}`));
    case 'harness-error':
      return ofAssay(outcome.reason);
  }
}

/** The simplest of the answers of a finding that an operation gave. */
function answerOf({ example, others }: Finding, operation: string): BrokenAnswer | undefined {
  return [example, ...others].find(({ violation }) => violation.operation === operation);
}

/** One answer of each finding: the test of the check has the others. */
function operationFailed(
  context: TerminalContext,
  operation: string,
  told: readonly [Told, ...(readonly Told[])],
): TestResult {
  const blocks = told.slice(0, MOST_FINDINGS).flatMap(({ finding, cause }) => {
    const answer = answerOf(finding, operation);
    return [
      '',
      line(`✖  ${finding.result.id}  ${finding.result.title}`),
      line(`   ${summaryText(finding)}`),
      ...(answer === undefined ? [] : exampleLines(context, finding.result, answer)),
      ...causeLines(cause),
    ];
  });
  const ids = [...new Set(told.map(({ finding }) => finding.result.id))];
  const head = line(`breaks ${ids.join(', ')}`);
  return { kind: 'failed', text: [head, ...blocks, ...moreLines(told.length - MOST_FINDINGS)].join('\n') };
}

function operationStanding({ footer }: RunRecord, id: string): OperationStanding | undefined {
  return footer?.coverage?.operations.find((standing) => standing.id === id);
}

/**
 * The test of an operation: whatever its answers break fails it, and that it was not served and judged where it had to be. It is
 * skipped where the document or the caller keeps it out of reach.
 */
export function operationResult(context: TerminalContext, id: string): TestResult {
  const { record } = context;
  const told = everyFinding(context).filter(({ finding }) => finding.operations.includes(id));
  const [first, ...rest] = told.filter(({ finding }) => finding.kind === 'violation');
  if (first !== undefined) return operationFailed(context, id, [first, ...rest]);
  const standing = operationStanding(record, id);
  if (standing === undefined || record.footer?.stop.kind === 'unusable-target')
    return couldNotTell(runProblem(record)?.message ?? 'nobody counted what was asked');
  const notes = notesOn(told);
  const { outOfReach } = standing;
  const result = outOfReach === undefined || notes.length > 0 ? passed(...notes) : skipped(outOfReach);
  return unlessMissing(record, missingOperation(standing)[0]?.why, result);
}

/** The result of a test that stands without that of the run, since a filter left that out: it passes only where a run could. */
export function resultAlone(record: RunRecord, result: TestResult): TestResult {
  const problem = result.kind === 'passed' ? wholeProblem(record) : undefined;
  return problem === undefined ? result : couldNotTell(problem);
}

/** The test of the run itself: it passes where the run did its job, whatever it found, and tells of it. */
export function runResult(context: TerminalContext): TestResult {
  const problem = runProblem(context.record);
  if (problem !== undefined) return couldNotTell(problem.message);
  const ruling = verdict(context.record, context.document);
  const text = [verdictLine(context, ruling), ...runLines(context)].join('\n');
  return passed({ kind: 'notice', text });
}
