import type { RunRecord } from '../../record/record.ts';
import {
  escapeTerminal,
  markdownBlock,
  markdownCell,
  markdownCode,
  markdownHtmlCode,
  markdownProse,
} from '../escape.ts';
import { exchangeExcerpt, type MessageExcerpt } from '../model/excerpt.ts';
import {
  extentText,
  followsText,
  leadText,
  operationsText,
  summaryText,
  unlistedIn,
} from '../model/finding-words.ts';
import type { BrokenAnswer, Finding } from '../model/findings.ts';
import { curlLineOf, replayLine, scriptLine } from '../model/replay-line.ts';
import { stepsOf, stepText } from '../model/sequence.ts';

const MAX_HEADERS = 12;
const MAX_HEADER = 120;
const MAX_BODY = 300;
const MAX_CURL = 500;
const MAX_STEP = 600;
const MOST_CLAUSES = 3;
const MOST_OTHERS = 5;

function messageLines({ line, headers, body }: MessageExcerpt, mark: string): readonly string[] {
  const fields = headers
    .slice(0, MAX_HEADERS)
    .map(([name, value]) => escapeTerminal(`${name}: ${value}`, MAX_HEADER));
  const more = headers.length > MAX_HEADERS ? [`… ${String(headers.length - MAX_HEADERS)} more headers`] : [];
  const whole = body === undefined ? '' : escapeTerminal(body.text, MAX_BODY);
  const bytes =
    body !== undefined && (body.cut || body.text.length > MAX_BODY) ? ` (${String(body.bytes)} bytes)` : '';
  const text = body === undefined ? [] : ['', whole + bytes];
  return [line, ...fields, ...more, ...text].map((each) => `${mark} ${each}`.trimEnd());
}

function exchangeLines(record: RunRecord, { violation }: BrokenAnswer): readonly string[] {
  const exchange = record.exchanges.get(violation.exchanges[0] ?? '');
  if (exchange === undefined) return [];
  const { request, answer, failure } = exchangeExcerpt(exchange);
  const block = markdownBlock(
    [
      ...messageLines(request, '>'),
      ...(answer === undefined ? [`< no answer: ${failure ?? ''}`] : messageLines(answer, '<')),
    ],
    2 * MAX_BODY,
  );
  return ['', ...block];
}

function curlLines(
  record: RunRecord,
  example: BrokenAnswer,
  recordFile: string | undefined,
): readonly string[] {
  const line = curlLineOf(example, record, { recordFile, longest: MAX_CURL });
  return line === undefined ? [] : ['', ...markdownBlock([line], MAX_CURL)];
}

function counterexampleLines({ result, example }: Finding): readonly string[] {
  return result.counterexamples
    .filter(({ exchange }) => example.violation.exchanges.includes(exchange))
    .slice(0, 1)
    .map(({ value }) => `- smallest input: ${markdownCode(value, 300)}`);
}

function otherLines(finding: Finding): readonly string[] {
  const { others } = finding;
  const hidden = others.length - MOST_OTHERS + unlistedIn(finding);
  return [
    ...others
      .slice(0, MOST_OTHERS)
      .map(({ id, violation }) => `- also ${markdownCode(id, 100)}: ${markdownCode(violation.actual, 100)}`),
    ...(hidden > 0 ? [`- and ${String(hidden)} more like it`] : []),
  ];
}

/** The row of a finding in a table of all: `| check | what it asks for | not so for | where |`. */
export function markdownFindingRow(finding: Finding): string {
  const { result } = finding;
  const where = operationsText(finding);
  return `| ${markdownCell(result.id, 80)} | ${markdownCell(result.title, 120)} | ${markdownCell(summaryText(finding), 160)} | ${markdownCell(where, 120)} |`;
}

/** A finding, folded: its guess, what was expected and came, its clauses, the simplest exchange, how to see it again. */
export function markdownFinding(
  record: RunRecord,
  finding: Finding,
  recordFile: string | undefined,
): readonly string[] {
  const { result, example, clauses, excuse } = finding;
  const { violation, id } = example;
  const lead = leadText(finding);
  const follows = followsText(finding);
  const steps = stepsOf(record, violation);
  return [
    `<details><summary>${markdownHtmlCode(result.id)} ${markdownHtmlCode(extentText(finding))}</summary>`,
    '',
    markdownProse(result.title, 200),
    '',
    ...(excuse === undefined ? [] : [`- known failure: ${markdownProse(excuse, 300)}`]),
    ...(lead === undefined ? [] : [`- ${markdownProse(lead, 300)}`]),
    `- operation: ${markdownCode(violation.operation ?? 'no documented operation', 100)}`,
    `- expected: ${markdownCode(violation.expected, 300)}`,
    `- got: ${markdownCode(violation.actual, 300)}`,
    ...clauses
      .slice(0, MOST_CLAUSES)
      .map((clause) => `- clause ${markdownCode(clause.id, 100)}: ${markdownProse(clause.text, 300)}`),
    ...counterexampleLines(finding),
    ...(steps.length === 0 ? [] : ['- the shortest sequence that shows it:']),
    ...steps.map((step, at) => `  ${String(at + 1)}. ${markdownCode(stepText(step), MAX_STEP)}`),
    `- again: ${markdownCode(replayLine(id, record.header, recordFile), 300)}`,
    ...(steps.length === 0 ? [] : [`- as a script: ${markdownCode(scriptLine(id, recordFile), 300)}`]),
    ...(follows === undefined ? [] : [`- most likely of the same cause: ${markdownCode(follows, 400)}`]),
    ...otherLines(finding),
    ...exchangeLines(record, example),
    ...(steps.length === 0 ? curlLines(record, example, recordFile) : []),
    '',
    '</details>',
    '',
  ];
}
