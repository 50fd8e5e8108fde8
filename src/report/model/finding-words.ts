import { unlistedCount } from '../../checks/outcome.ts';
import type { Position } from '../../document/source.ts';
import type { RunRecord } from '../../record/record.ts';
import { counted } from '../../system/counted.ts';
import { cutText } from './excerpt.ts';
import { type Finding, findingsOf, withFollowing } from './findings.ts';

/** What all formats say of a finding, in the same words. Nothing here is escaped: that is up to the format. */

const MOST_VALUES = 4;
const MAX_ACTUAL = 80;
const MOST_FOLLOWING = 8;
const MOST_OPERATIONS = 4;

/** What a check judges, by the first part of its id. */
function nounOf({ result }: Finding): string {
  return result.id.startsWith('errors.') ? 'error' : 'answer';
}

/** `39 of 39 errors`: how many answers show it, of those that the check could judge. */
export function extentText(finding: Finding): string {
  const { count, judged } = finding;
  return `${String(count)} of ${counted(judged, nounOf(finding))}`;
}

/** `listBooks and createBook`; empty where it is only about requests to no documented operation. */
export function operationsText({ operations }: Finding): string {
  const names = operations.map((operation) => operation ?? 'no documented operation');
  const shown = names.slice(0, MOST_OPERATIONS);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${String(rest)} more`;
  return [shown.slice(0, -1).join(', '), ...shown.slice(-1)].filter((part) => part !== '').join(' and ');
}

/** `401 → 402 (20 times), 400 → 401 (19 times)`: the values of those that deviate alike. */
export function valuesText({ values }: Finding): string | undefined {
  if (values.length === 0) return undefined;
  const shown = values
    .slice(0, MOST_VALUES)
    .map(({ text, count }) => (count === 1 ? text : `${text} (${String(count)} times)`));
  return [...shown, ...(values.length > MOST_VALUES ? ['…'] : [])].join(', ');
}

/** `39 of 39 errors: 401 → 402 (20 times), …`: extent, deviation and values; without either, what came in the example. */
export function summaryText(finding: Finding): string {
  const { deviation, example } = finding;
  const told = [deviation, valuesText(finding)].filter((part) => part !== undefined);
  const how = told.length === 0 ? cutText(example.violation.actual, MAX_ACTUAL) : told.join(' – ');
  return `${extentText(finding)}: ${how}`;
}

/** The same with what the check asks for in front, for a line that stands alone. */
export function headlineText(finding: Finding): string {
  const { expected, actual } = finding.example.violation;
  const where = operationsText(finding);
  const told = finding.count === 1 ? '' : ` (${summaryText(finding)})`;
  return `${where}: expected ${expected}, got ${actual}${told}`;
}

/** A guess at what the implementer did, marked as one. */
export function leadText({ lead }: Finding): string | undefined {
  return lead === undefined ? undefined : `a guess: ${lead}`;
}

/** What most likely has the same cause: `collections.listed (17 answers), …`. */
export function followsText({ follows }: Finding): string | undefined {
  if (follows.length === 0) return undefined;
  const shown = follows
    .slice(0, MOST_FOLLOWING)
    .map((each) => `${each.result.id} (${counted(each.count, nounOf(each))})`);
  const rest = follows.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${String(rest)} more`] : [])].join(', ');
}

/** In how many answers findings show, with all that follows from them: one that breaks several checks is one answer. */
export function answersIn(findings: readonly Finding[]): number {
  const every = findings.flatMap(withFollowing);
  const ids = every
    .flatMap(({ example, others }) => [example, ...others])
    .map(({ violation, id }) => violation.exchanges[0] ?? id);
  return new Set(ids).size + every.reduce((sum, finding) => sum + unlistedIn(finding), 0);
}

/** How many findings there are besides those that are excused, and in how many answers. */
type Found = { readonly findings: number; readonly answers: number };

/** What breaks a `must`, and what only warns. */
export function findingCounts(record: RunRecord): { readonly fail: Found; readonly warn: Found } {
  const open = findingsOf(record, undefined).filter(({ kind }) => kind !== 'excused');
  const found = (kind: 'fail' | 'warn'): Found => {
    const of = open.filter(({ result }) => result.outcome.kind === kind);
    return { findings: of.length, answers: answersIn(of) };
  };
  return { fail: found('fail'), warn: found('warn') };
}

/** `3 findings in 57 answers`. */
export function findingsText(findings: number, noun: string, answers: number): string {
  return `${counted(findings, noun)} in ${counted(answers, 'answer')}`;
}

/** Answers of a finding that the record counts and does not list. */
export function unlistedIn({ count, others, result }: Finding): number {
  return unlistedCount(result.outcome) === 0 ? 0 : count - 1 - others.length;
}

/**
 * The file of a position as a path within a repository, with slashes. A file outside the working directory keeps its
 * folder and its name alone: where else it is, is nobody's business.
 */
export function documentPath({ file }: Position): string {
  const parts = file
    .replace(/^https?:\/\//i, '')
    .split(/[\\/]+/)
    .filter((part) => part !== '' && part !== '.');
  const isRelative = !/^([\\/]|[A-Za-z]:)/.test(file);
  return (isRelative ? parts : parts.slice(-2)).join('/');
}
