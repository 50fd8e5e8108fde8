import type { Violation } from '../checks/outcome.ts';
import { curlLine } from '../exchange/curl-line.ts';
import type { CheckResult } from '../run/record.ts';
import { escapeTerminal } from './escape-terminal.ts';
import { brokenClauses } from './findings.ts';
import { excuseFor } from './known-failures.ts';
import { replayLine } from './replay-line.ts';
import { counted } from './run-counts.ts';
import { terminalExcerpt } from './terminal-excerpt.ts';
import { bounded, prose, type TerminalContext } from './terminal-context.ts';

const MOST_PER_CHECK = 3;
const MOST_CLAUSES = 4;
const MAX_CURL = 2000;

type Finding = { readonly violation: Violation; readonly number: number };

function clauseLines(
  context: TerminalContext,
  result: CheckResult,
  violations: readonly Violation[],
): readonly string[] {
  const known = new Map((context.document?.clauses ?? []).map((clause) => [clause.id, clause]));
  const { ink } = context;
  return bounded(context, brokenClauses(result, violations, known), {
    most: MOST_CLAUSES,
    indent: '   ',
    show: (id) => {
      const text = known.get(id)?.text;
      return prose(context, text === undefined ? id : `${id}: ${text}`, { indent: '   ', pen: ink.faint });
    },
  });
}

function labelled(context: TerminalContext, label: string, text: string): readonly string[] {
  const first = `     ${context.ink.faint(label.padEnd(9))} `;
  return prose(context, text, { indent: ' '.repeat(15), first });
}

/** Nothing where the line would be too long, or altered by making it safe to print: then `assay replay` is the way. */
function curlLines(context: TerminalContext, violation: Violation): readonly string[] {
  const exchange = context.record.exchanges.get(violation.exchanges[0] ?? '');
  if (exchange === undefined) return [];
  const line = curlLine(context.record.header.settings.url, exchange.request);
  if (line.length > MAX_CURL && !context.verbose) return [];
  if (escapeTerminal(line, Infinity) !== line) return [];
  return [`     ${context.ink.faint('curl'.padEnd(9))} ${context.ink.plain(line)}`];
}

function counterexampleLines(
  context: TerminalContext,
  result: CheckResult,
  violation: Violation,
): readonly string[] {
  return result.counterexamples
    .filter(({ exchange }) => violation.exchanges.includes(exchange))
    .flatMap(({ seed, path, shrinks, value }) =>
      labelled(
        context,
        'smallest',
        `${value} (after ${counted(shrinks, 'shrink')}; seed ${String(seed)}, path ${path})`,
      ),
    );
}

function findingLines(context: TerminalContext, result: CheckResult, finding: Finding): readonly string[] {
  const { violation, number } = finding;
  const { record, recordFile, ink } = context;
  const exchange = record.exchanges.get(violation.exchanges[0] ?? '');
  return [
    `   ${ink.strong(violation.operation ?? 'no documented operation')}`,
    ...labelled(context, 'expected', violation.expected),
    ...labelled(context, 'actual', violation.actual),
    ...counterexampleLines(context, result, violation),
    ...(exchange === undefined ? [] : terminalExcerpt(context, exchange, '     ')),
    `     ${ink.faint('replay'.padEnd(9))} ${ink.plain(replayLine(`${result.id}/${String(number)}`, recordFile))}`,
    ...curlLines(context, violation),
    '',
  ];
}

/** Violations that the record counts and does not hold, by operation. */
function unlistedLines({ ink }: TerminalContext, { outcome }: CheckResult): readonly string[] {
  if (outcome.kind !== 'fail' && outcome.kind !== 'warn') return [];
  const lines = Object.entries(outcome.unlisted ?? {}).map(
    ([operation, count]) =>
      `   ${ink.faint(`and ${String(count)} more of ${operation === '*' ? 'no documented operation' : operation}, counted and not kept`)}`,
  );
  return lines.length === 0 ? [] : [...lines, ''];
}

function checkLines(context: TerminalContext, kind: 'fail' | 'warn', result: CheckResult): readonly string[] {
  const { outcome } = result;
  if (outcome.kind !== kind) return [];
  const { ink } = context;
  const pen = kind === 'fail' ? ink.bad : ink.doubtful;
  const findings = outcome.violations
    .map((violation, at) => ({ violation, number: at + 1 }))
    .filter(({ violation }) => excuseFor(context.record, result, violation) === undefined);
  if (findings.length === 0 && outcome.violations.length > 0) return [];
  const violations = findings.map(({ violation }) => violation);
  return [
    `${pen(kind === 'fail' ? '✖' : '!')}  ${pen(result.id)}  ${ink.plain(result.title)}`,
    ...clauseLines(context, result, violations),
    ...bounded(context, findings, {
      most: MOST_PER_CHECK,
      indent: '   ',
      show: (finding) => findingLines(context, result, finding),
    }),
    ...(context.verbose || findings.length <= MOST_PER_CHECK ? [] : ['']),
    ...unlistedLines(context, result),
  ];
}

/** Violations or warnings that nothing excuses, grouped by check: clauses, expectation, what came, the exchange, how to see it again. */
export function terminalFindings(context: TerminalContext, kind: 'fail' | 'warn'): readonly string[] {
  const results = context.record.results.filter(({ outcome }) => outcome.kind === kind);
  const lines = results.flatMap((result) => checkLines(context, kind, result));
  return lines.length === 0
    ? []
    : [context.ink.strong(kind === 'fail' ? 'Violations' : 'Warnings'), '', ...lines];
}
