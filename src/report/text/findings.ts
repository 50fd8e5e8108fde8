import { counted } from '../../system/counted.ts';
import type { Violation } from '../../checks/outcome.ts';
import type { Exchange, HeaderLine } from '../../http/exchange.ts';
import type { CheckResult } from '../../record/record.ts';
import { escapeTerminal } from '../escape.ts';
import { leadText, operationsText, summaryText, unlistedIn } from '../model/finding-words.ts';
import {
  type BrokenAnswer,
  brokenClauses,
  clausesById,
  type Finding,
  findingsOf,
} from '../model/findings.ts';
import { curlLineOf, replayLine, scriptLine } from '../model/replay-line.ts';
import { type SequenceStep, stepsOf, stepText } from '../model/sequence.ts';
import { bounded, prose, type TerminalContext } from './context.ts';

const MAX_TARGET = 200;
const MAX_HEADER = 160;
const MAX_HEADERS = 12;
const MAX_BODY = 240;
const MAX_BODY_VERBOSE = 4000;
const MAX_STEP = 600;

/** Fields that tell something about any answer or request; the interface's own are added. */
const TELLING = [
  'authorization',
  'content-type',
  'content-length',
  'transfer-encoding',
  'allow',
  'date',
  'location',
  'retry-after',
  'www-authenticate',
];

function tellingNames({ document }: TerminalContext): ReadonlySet<string> {
  const limits = Object.values(document?.rateLimits?.headers ?? {});
  const keys = (document?.operations ?? []).flatMap(({ credential }) =>
    credential?.kind === 'api-key' ? [credential.name] : [],
  );
  const own = [...limits, ...keys].filter((name) => name !== undefined);
  return new Set([...TELLING, ...own.map((name) => name.toLowerCase())]);
}

function headerLines(context: TerminalContext, headers: readonly HeaderLine[]): readonly string[] {
  const names = tellingNames(context);
  const relevant = context.verbose ? headers : headers.filter(([name]) => names.has(name.toLowerCase()));
  const shown = relevant.slice(0, context.verbose ? 100 : MAX_HEADERS);
  return shown.map(([name, value]) => escapeTerminal(`${name}: ${value}`, MAX_HEADER));
}

function bodyLine({ verbose }: TerminalContext, body: Uint8Array | undefined): readonly string[] {
  if (body === undefined || body.length === 0) return [];
  const most = verbose ? MAX_BODY_VERBOSE : MAX_BODY;
  const text = new TextDecoder().decode(body.subarray(0, most * 4 + 4));
  const shown = escapeTerminal(text, most);
  return [
    shown.endsWith(' more)')
      ? `${shown.slice(0, shown.lastIndexOf('… (') + 1)} (${String(body.length)} bytes)`
      : shown,
  ];
}

function answerLines(context: TerminalContext, { result }: Exchange): readonly string[] {
  if (result.kind === 'failure') {
    const { kind, detail } = result.failure;
    return [`no answer: ${kind}${detail === '' ? '' : ` (${escapeTerminal(detail, MAX_HEADER)})`}`];
  }
  const { status, reason, headers, body } = result.answer;
  return [
    `${String(status)} ${escapeTerminal(reason, 80)}`.trimEnd(),
    ...headerLines(context, headers),
    ...bodyLine(context, body),
  ];
}

/** An exchange in few lines: `>` what was sent, `<` what came back, with the headers that matter and a bounded body. */
export function terminalExcerpt(
  context: TerminalContext,
  exchange: Exchange,
  indent: string,
): readonly string[] {
  const { request } = exchange;
  const sent = [
    `${escapeTerminal(request.method, 40)} ${escapeTerminal(request.target, MAX_TARGET)}`,
    ...headerLines(context, request.headers),
    ...bodyLine(context, request.body),
  ];
  const received = answerLines(context, exchange);
  const { ink } = context;
  return [
    ...sent.map((line) => `${indent}${ink.faint('>')} ${ink.plain(line)}`),
    ...received.map((line) => `${indent}${ink.faint('<')} ${ink.plain(line)}`),
  ];
}

const MOST_FINDINGS = 30;
const MOST_CLAUSES = 4;
const MOST_OTHERS = 3;
const MOST_FOLLOWING = 8;

function clauseLines(context: TerminalContext, { result, example, others }: Finding): readonly string[] {
  const { ink, record, document } = context;
  const known = document === undefined ? undefined : clausesById(document);
  const violations = [example, ...others].map(({ violation }) => violation);
  return bounded(context, brokenClauses(record, document, result, violations), {
    most: MOST_CLAUSES,
    indent: '   ',
    show: (id) => {
      const text = known?.get(id)?.text;
      return prose(context, text === undefined ? id : `${id}: ${text}`, { indent: '   ', pen: ink.faint });
    },
  });
}

function labelled(context: TerminalContext, label: string, text: string): readonly string[] {
  const first = `     ${context.ink.faint(label.padEnd(9))} `;
  return prose(context, text, { indent: ' '.repeat(15), first });
}

function curlLines({ record, recordFile, ink }: TerminalContext, example: BrokenAnswer): readonly string[] {
  const line = curlLineOf(example, record, { recordFile });
  if (line === undefined) return [];
  return [`     ${ink.faint('curl'.padEnd(9))} ${ink.plain(line)}`];
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

/** One answer in full: what was expected, what came, the exchange, and how to see it again. */
export function exampleLines(
  context: TerminalContext,
  result: CheckResult,
  { violation, id }: BrokenAnswer,
): readonly string[] {
  const { record, recordFile, ink } = context;
  const exchange = record.exchanges.get(violation.exchanges[0] ?? '');
  const steps = stepsOf(record, violation);
  return [
    `   ${ink.strong(violation.operation ?? 'no documented operation')}`,
    ...labelled(context, 'expected', violation.expected),
    ...labelled(context, 'actual', violation.actual),
    ...counterexampleLines(context, result, violation),
    ...stepLines(context, steps),
    ...(exchange === undefined ? [] : terminalExcerpt(context, exchange, '     ')),
    `     ${ink.faint('replay'.padEnd(9))} ${ink.plain(replayLine(id, record.header, recordFile))}`,
    ...(steps.length === 0
      ? curlLines(context, { violation, id })
      : [`     ${ink.faint('script'.padEnd(9))} ${ink.plain(scriptLine(id, recordFile))}`]),
  ];
}

/** The shortest sequence that shows it, a numbered line for each request. */
function stepLines(context: TerminalContext, steps: readonly SequenceStep[]): readonly string[] {
  const { ink } = context;
  return steps.flatMap((step, at) => {
    const label = at === 0 ? 'sequence' : '';
    const first = `     ${ink.faint(label.padEnd(9))} `;
    return prose(context, `${String(at + 1)}. ${stepText(step)}`, {
      indent: ' '.repeat(18),
      first,
      longest: MAX_STEP,
    });
  });
}

/** The answers beside the example, a line each. */
function otherLines(context: TerminalContext, finding: Finding): readonly string[] {
  const { others } = finding;
  const { ink } = context;
  const unlisted = unlistedIn(finding);
  const kept =
    others.length === 0
      ? []
      : [
          `   ${ink.faint(`${counted(others.length, 'other')} like it:`)}`,
          ...bounded(context, others, {
            most: MOST_OTHERS,
            indent: '     ',
            show: ({ id, violation }) =>
              prose(context, `${id} ${violation.operation ?? ''}: ${violation.actual}`, {
                indent: '       ',
                first: '     ',
                pen: ink.faint,
                longest: 160,
              }),
          }),
        ];
  return unlisted === 0
    ? kept
    : [...kept, `   ${ink.faint(`and ${String(unlisted)} more, counted and not kept`)}`];
}

/** What most likely has the same cause, a line each; in a verbose report they follow in full. */
function followingLines(context: TerminalContext, { follows }: Finding): readonly string[] {
  if (follows.length === 0) return [];
  const { record, recordFile } = context;
  return [
    `   ${context.ink.plain('Most likely of the same cause:')}`,
    ...bounded(context, follows, {
      most: MOST_FOLLOWING,
      indent: '     ',
      show: (finding) =>
        prose(
          context,
          `${finding.result.id}: ${summaryText(finding)} (${replayLine(finding.example.id, record.header, recordFile)})`,
          {
            indent: '       ',
            first: '     ',
            longest: 300,
          },
        ),
    }),
  ];
}

/** A finding without the name of its check: how many answers, a guess at why, clauses, one answer in full, the others. */
export function findingBody(context: TerminalContext, finding: Finding): readonly string[] {
  const { result, count, operations, example } = finding;
  const { ink } = context;
  const where = operations.length > 1 ? `, in ${operationsText(finding)}` : '';
  const lead = leadText(finding);
  return [
    ...(count === 1
      ? []
      : prose(context, `${summaryText(finding)}${where}`, { indent: '   ', pen: ink.strong })),
    ...(lead === undefined ? [] : prose(context, lead, { indent: '   ' })),
    ...clauseLines(context, finding),
    ...exampleLines(context, result, example),
    ...otherLines(context, finding),
    ...followingLines(context, finding),
  ];
}

function findingLines(context: TerminalContext, finding: Finding): readonly string[] {
  const { ink, verbose } = context;
  const { result, follows } = finding;
  const isBad = result.outcome.kind === 'fail';
  const pen = isBad ? ink.bad : ink.doubtful;
  return [
    `${pen(isBad ? '✖' : '!')}  ${pen(result.id)}  ${ink.plain(result.title)}`,
    ...findingBody(context, finding),
    '',
    ...(verbose ? follows.flatMap((each) => findingLines(context, each)) : []),
  ];
}

/**
 * Violations or warnings that nothing excuses: how many answers show each, what the implementer may have done, clauses,
 * the simplest answer in full, and how to see it again.
 */
export function terminalFindings(context: TerminalContext, kind: 'fail' | 'warn'): readonly string[] {
  const findings = findingsOf(context.record, context.document).filter(
    (finding) => finding.kind !== 'excused' && finding.result.outcome.kind === kind,
  );
  if (findings.length === 0) return [];
  return [
    context.ink.strong(kind === 'fail' ? 'Violations' : 'Warnings'),
    '',
    ...bounded(context, findings, {
      most: MOST_FINDINGS,
      indent: '   ',
      show: (finding) => findingLines(context, finding),
    }),
    ...(context.verbose || findings.length <= MOST_FINDINGS ? [] : ['']),
  ];
}
